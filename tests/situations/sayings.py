"""Sixty sayings as they fall at a table, in four languages, each with the concepts that would be a fair reading of it."""

from typing import NamedTuple


class Fallen(NamedTuple):
    """What somebody says: in a language, and what it may be read as; `!` before a concept means that it is refused."""

    language: str
    text: str
    means: frozenset[str]


def _of(means: str, **said: str) -> list[Fallen]:
    return [Fallen(language, text, frozenset(means.split())) for language, text in said.items()]


SAYINGS: tuple[Fallen, ...] = (
    *_of(
        "price_increase",
        en="They want 12% more",
        de="Sie wollen 12 % mehr",
        fr="Ils veulent une hausse de 12 %",
        es="Quieren un 12 % más",
    ),
    *_of(
        "price_increase",
        en="Prices go up in January",
        de="Ab Januar steigen die Preise",
        fr="Les prix augmentent en janvier",
        es="Nos suben el precio en enero",
    ),
    *_of(
        "final_offer",
        en="That is our last offer",
        de="Das ist unser letztes Angebot",
        fr="C'est notre dernière offre",
        es="Es nuestra última oferta",
    ),
    *_of(
        "final_offer",
        en="We can't go any lower than that",
        de="Weiter runter können wir nicht gehen",
        fr="Nous ne pouvons pas descendre plus bas",
        es="No podemos bajar más",
    ),
    *_of(
        "deadline_pressure",
        en="The offer is only good until Friday",
        de="Das Angebot gilt nur bis Freitag",
        fr="L'offre n'est valable que jusqu'à vendredi",
        es="La oferta solo vale hasta el viernes",
    ),
    *_of(
        "!discount",
        en="They won't give us any discount",
        de="Sie geben uns keinen Rabatt",
        fr="Ils ne nous accordent aucune remise",
        es="No nos dan ningún descuento",
    ),
    *_of(
        "!payment_terms !more_time_to_pay",
        en="They won't extend the payment terms",
        de="Sie wollen das Zahlungsziel nicht verlängern",
        fr="Ils refusent de rallonger le délai de paiement",
        es="Se niegan a ampliar el plazo de pago",
    ),
    *_of(
        "!liability",
        en="They will not accept liability",
        de="Sie übernehmen keine Haftung",
        fr="Ils n'acceptent aucune responsabilité",
        es="No aceptan ninguna responsabilidad",
    ),
    *_of(
        "multi_year contract_length",
        en="They want us to sign for three years",
        de="Wir sollen für drei Jahre unterschreiben",
        fr="Ils veulent que nous signions pour trois ans",
        es="Quieren que firmemos por tres años",
    ),
    *_of(
        "audit",
        en="They threaten us with an audit",
        de="Sie drohen uns mit einer Lizenzprüfung",
        fr="Ils nous menacent d'un audit",
        es="Nos amenazan con una auditoría",
    ),
    *_of(
        "silence",
        en="They don't answer our emails any more",
        de="Sie antworten nicht mehr auf unsere Mails",
        fr="Ils ne répondent plus à nos mails",
        es="Ya no contestan a nuestros correos",
    ),
    *_of(
        "surcharge energy_cost",
        en="They add a fuel surcharge",
        de="Sie verlangen einen Energiezuschlag",
        fr="Ils ajoutent une surcharge carburant",
        es="Añaden un recargo por combustible",
    ),
    *_of(
        "minimum_order minimum_spend volume_commitment",
        en="We have to take at least 500 units",
        de="Wir müssen mindestens 500 Stück abnehmen",
        fr="Nous devons en prendre au moins 500",
        es="Tenemos que comprar al menos 500 unidades",
    ),
    *_of(
        "auto_renewal",
        en="The contract renews by itself",
        de="Der Vertrag verlängert sich von selbst",
        fr="Le contrat se renouvelle tout seul",
        es="El contrato se renueva solo",
    ),
    *_of(
        "approval_their_side",
        en="Their boss has to approve it first",
        de="Das muss erst ihr Chef genehmigen",
        fr="Leur patron doit d'abord donner son accord",
        es="Primero tiene que aprobarlo su jefe",
    ),
)
