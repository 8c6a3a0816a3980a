"""Prose of buyers and vendors in seven languages: the wordings in which they agree, refuse, give way and try."""

import pytest

from leverage.inbox import propose
from leverage.inbox.gate import passes
from leverage.inbox.labels import field_of
from tests.inbox.prose_notes import EXPECTED, NOTES
from tests.inbox.telling import told


@pytest.mark.parametrize("name", NOTES)
def test_a_note_in_prose_yields_what_it_says(name: str) -> None:
    """Debriefs, minutes, bullets, sheets and letters give their values, what only looks like a deal gives none."""
    assert [told(each) for each in propose(NOTES[name])] == EXPECTED[name]


@pytest.mark.parametrize("name", NOTES)
def test_each_value_passes_the_gate(name: str) -> None:
    """Every value, also one that a label names, has its words in the note and passes the gate by itself."""
    for proposal in propose(NOTES[name]):
        for field, quotes in proposal.quotes.items():
            value = getattr(proposal, field)
            for each, quote in zip(value if isinstance(value, tuple) else (value,), quotes, strict=True):
                assert passes(field, each, quote, NOTES[name]) is None


@pytest.mark.parametrize(
    ("label", "field"),
    [
        ("Where they bent", "flexible_on"),
        ("Where they wouldn't", "firm_on"),
        ("Points conceded by the supplier", "flexible_on"),
        ("Zugeständnisse des Lieferanten", "flexible_on"),
        ("Rabatt auf Listenpreis", "discount_pct"),
        ("Wo es nicht ging", "firm_on"),
        ("Là où ils ont fait un geste", "flexible_on"),
        ("Là où c'était non", "firm_on"),
        ("Aperture del fornitore", "flexible_on"),
        ("O fornecedor não cedeu em", "firm_on"),
        ("Se abrieron en", "flexible_on"),
        ("What did not arrive", None),
        ("Discount for early payment", None),
    ],
)
def test_a_label_is_known_by_its_core(label: str, field: str | None) -> None:
    """Who is named in a label and a price list behind it do not count; a label of another matter has no field."""
    assert field_of(label) == field


@pytest.mark.parametrize(
    ("words", "discount"),
    [
        ("Price: they came down 9% on list.", "9"),
        ("Price: 9% below last year.", "9"),
        ("Price: -9%", "9"),
        ("Am 4. Mai 2026 haben wir abgeschlossen.\nPreis: 9 % runter", "9"),
        ("Die Preise sinken um 9 % gegenüber der Liste.", "9"),
        ("Nos hacen un 9 % menos que la tarifa.", "9"),
        ("Ils baissent leurs prix de 9 %.", "9"),
        ("Il prezzo scende del 9 % sul listino.", "9"),
        ("Baixaram os preços 9 % em relação à tabela.", "9"),
        ("We hebben op 4 mei 2026 getekend. De prijs gaat 9% omlaag.", "9"),
        ("Price: 9% more than last year.", None),
        ("Preise: 9 % teurer", None),
        ("Complaints came down 9%.", None),
        ("The failure rate is 9% lower.", None),
    ],
)
def test_a_cut_of_a_price_is_a_discount(words: str, discount: str | None) -> None:
    """A price that came down is a discount without that word; what went up, or is no price, is none."""
    (proposal,) = propose(f"Signed with Kestrelwood Pallets on 4 May 2026.\n{words}\n")
    assert (None if proposal.discount_pct is None else str(proposal.discount_pct)) == discount


@pytest.mark.parametrize(
    "text",
    [
        "De acuerdo con el calendario, la reunión con Robledal Palés será el 4 de mayo de 2026.",
        "Accordo con oltre 200 marchi, sconto del 30 % su tutto!\nPer non ricevere altri messaggi clicca qui",
        "Wenn Kestrelholz Paletten die Fracht übernimmt, unterschreiben wir; sonst nicht.",
        "Mit Kestrelholz Paletten haben wir für den 4. Mai 2026 einen Besuchstermin vereinbart.",
        "Sehr geehrte Damen und Herren, gerne bieten wir Ihnen 8 % Rabatt an, freibleibend.\nKestrelholz Paletten GmbH",
        "Our reseller Kestrelwood Digital earns a 20% margin. Two partner contracts are signed.",
    ],
)
def test_what_sounds_like_an_agreement_is_none(text: str) -> None:
    """A phrase for “according to”, an advertisement, a condition, an appointment, an offer and a partner give nothing."""
    assert propose(text) == []


def test_a_thread_may_stand_oldest_first() -> None:
    """Where each mail stands below the line that tells who wrote it, the last one counts, with its day."""
    (proposal,) = propose(
        "On 2 June 2026 Sam Ode wrote:\n> Thanks for the quotation. We want 12% and net 60.\n\n"
        "On 5 June 2026 Nora Finch (Kestrelwood Pallets) wrote:\n> 12% is fine, net 45 is what I can do.\n\n"
        "On 8 June 2026 Sam Ode wrote:\nAgreed. 12%, net 45. The PO follows to Kestrelwood Pallets.\n"
    )
    assert (proposal.vendor, str(proposal.deal_date), proposal.outcome) == ("Kestrelwood Pallets", "2026-06-08", "agreed")
    assert (str(proposal.discount_pct), proposal.payment_terms) == ("12", "net 45")


def test_a_day_in_brackets_before_a_colon_is_the_deals() -> None:
    """Such a beginning is no label: what its brackets say counts, and the mail's own day does not stand for it."""
    head = "From: h@maltby.example\nTo: l@maltby.example\nDate: Mon, 18 May 2026 09:05:00 +0200\nSubject: Two closings\n\n"
    one, two = propose(
        head
        + "Hollinbrook Crates (signed Tuesday 12 May 2026): 13% below list.\n\nMarl Overalls (signed 14 May 2026): 9.5% off.\n"
    )
    assert (one.vendor, str(one.deal_date), one.discount_pct) == ("Hollinbrook Crates", "2026-05-12", 13)
    assert (two.vendor, str(two.deal_date), str(two.discount_pct)) == ("Marl Overalls", "2026-05-14", "9.5")
