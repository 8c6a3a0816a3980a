"""What prose says a vendor moved on and kept, and what was tried: several trades and languages; what only looks like it."""

import pytest

from leverage.inbox.lines import read_note
from leverage.inbox.rules.stances import settled_stances, stances_in
from leverage.inbox.rules.tactics import tactics_in

Told = tuple[list[str], list[str], list[tuple[str, str]]]


def told_in(text: str, *, by_vendor: bool = False) -> Told:
    """Return what moved, what did not, and what was tried with its result."""
    own = read_note(text, "note.txt").own_sentences
    stances, tactics = [], []
    for n, sentence in enumerate(own):
        following = own[n + 1 : n + 2]
        stances += stances_in(sentence, following[0] if following else None, by_vendor=by_vendor)
        tactics += tactics_in(sentence, following, by_vendor=by_vendor)
    settled = settled_stances(stances)
    flexible, firm = ([each.value for each in settled[field]] for field in ("flexible_on", "firm_on"))
    return flexible, firm, [(each.value.tactic, each.value.result) for each in tactics]


TEXTS: list[tuple[str, Told]] = [
    (
        "They had no issue with the spare parts lead time, and were open about the service windows. The standby fee was off "
        "the table. What won them over was that we let them see the tender list. Our threat to go to court fell flat.",
        (
            ["spare parts lead time", "service windows"],
            ["standby fee"],
            [("let them see the tender list", "worked"), ("threat to go to court", "failed")],
        ),
    ),
    (
        "The one thing we could not get them to budge on was the depot charge. The idle fee is the other thing they refused "
        "to discuss. They would not shorten the notice period.",
        ([], ["depot charge", "idle fee", "notice period"], []),
    ),
    (
        "Beim Mindermengenzuschlag und bei den Lagerkosten kam uns der Spediteur entgegen. An der Dieselklausel hielten sie "
        "fest. Die Vertragslaufzeit wollten sie nicht verkürzen. Unser Vorschlag, die Paletten selbst zu stellen, wurde "
        "abgelehnt.",
        (
            ["Mindermengenzuschlag", "Lagerkosten"],
            ["Dieselklausel", "Vertragslaufzeit"],
            [("die Paletten selbst zu stellen", "failed")],
        ),
    ),
    (
        "Ils n'ont pas voulu toucher à la caution ni baisser les frais de dossier. Sur les délais d'intervention, ils ont été "
        "arrangeants. Nous avons proposé de prendre aussi le site de Nantes ; cela a débloqué la situation.",
        (
            ["délais d'intervention"],
            ["caution", "frais de dossier"],
            [("avons proposé de prendre aussi le site de Nantes", "worked")],
        ),
    ),
    (
        "Fueron comprensivos con los plazos de montaje. No hubo forma de que quitaran la cláusula de exclusividad. La fianza "
        "no la quisieron tocar. Lo que funcionó fue enseñarles el precio del año pasado.",
        (
            ["plazos de montaje"],
            ["cláusula de exclusividad", "fianza"],
            [("enseñarles el precio del año pasado", "worked")],
        ),
    ),
    (
        "Hanno mostrato apertura sui turni serali e sulle divise. Si sono rifiutati di abbassare il minimo fatturabile. Quello "
        "che li ha convinti è stato l'impegno per tre anni.",
        (["turni serali", "divise"], ["minimo fatturabile"], [("l'impegno per tre anni", "worked")]),
    ),
    (
        "Over de levertijden deden ze niet moeilijk. Ze wilden de opzegtermijn niet verkorten. We dreigden met een aanbesteding, "
        "maar dat maakte geen indruk.",
        (["levertijden"], ["opzegtermijn"], [("dreigden met een aanbesteding", "failed")]),
    ),
    (
        "Quanto às visitas de manutenção, foram flexíveis. Não quiseram baixar a caução nem mexer na fidelização. O que "
        "resultou foi juntar as duas fábricas.",
        (["visitas de manutenção"], ["caução", "fidelização"], [("juntar as duas fábricas", "worked")]),
    ),
]


@pytest.mark.parametrize(("text", "told"), TEXTS)
def test_prose_tells_stances_and_tactics(text: str, told: Told) -> None:
    """Refused verbs, what stands first, clefts, joined verbs and results told first give their items, in each language."""
    assert told_in(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "We are open on Monday and flexible with dates for the visit. Our office in Leeds is closed.",
        "En revanche, impossible. Par contre, ils ont ri. En cambio, no cedieron.",
        "We hoped they would give way on freight. If they gave in on storage, we would sign.",
        "What helped was the weather. The rain made the difference. Our new printer worked.",
        "La proposta ha funzionato. Our idea worked. Unser Vorschlag hat gezogen.",
        "They were open on Tuesday. Sie waren im März flexibel.",
    ],
)
def test_what_only_looks_like_it_tells_nothing(text: str) -> None:
    """Ours, hopes, days, turns of speech and bare names for any tactic are no values."""
    assert told_in(text) == ([], [], [])


@pytest.mark.parametrize(
    ("text", "flexible", "firm"),
    [
        ("We will also replace the toner waste boxes at no charge.", ["replace the toner waste boxes"], []),
        ("Die Einweisung übernehmen wir.", ["Einweisung"], []),
        ("En el depósito no podemos ceder.", [], ["depósito"]),
        ("La formation est à notre charge.", ["formation"], []),
        ("A montagem fica por nossa conta.", ["montagem"], []),
    ],
)
def test_a_vendors_letter_gives_and_keeps(text: str, flexible: list[str], firm: list[str]) -> None:
    """What a letter gives for nothing or pays itself is given; what it cannot move on is kept."""
    assert told_in(text, by_vendor=True)[:2] == (flexible, firm)
