"""Doubts: what is no vendor is asked about, and odd names of real vendors are not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leverage.vendors import doubt_about_vendor

NO_VENDORS = {
    "does not look like a vendor": [
        "various", "VARIOUS SUPPLIERS", "n/a", "N.A.", "none", "TBD", "t.b.c.", "misc.", "Unknown vendor", "see list of vendors",
        "See attached list", "see list of vendors on page 2", "Various (see list)", "N/A - none", "various / multiple", "test",
        "Vendor 1",
        "Total", "Grand total", "Total: 12,345", "Page 3 of 9", "-", "???", "…", "#REF!", "#N/A", "xxx",
        "Gesamt", "Summe:", "Zwischensumme", "diverse Lieferanten", "siehe Anlage", "keine Angabe", "k. A.", "unbekannt",
        "Sonstige",
        "divers fournisseurs", "voir liste", "aucun", "inconnu", "Somme", "varios proveedores", "ninguno", "ver lista",
        "desconocido",
        "vari fornitori", "nessuno", "vedi elenco fornitori", "Totale", "diverse leveranciers", "geen", "n.v.t.",
        "zie bijlage", "Totaal",
        "vários fornecedores",
    ],
    "is a number": ["4711", "12.50", "1,234.00", "€ 1.234,00", "(1,200.00)", "-$99", "12 %", "USD 500", "500 EUR",
        "+49 30 123456"],
    "looks like a date": ["2026-03-02", "02.03.2026", "3/2/26", "2 March 2026", "Mar 2026", "märz 2026", "Q3 2026", "2026",
        "FY26"],
    "is an e-mail address": ["ann@example.org", "Ann Oakes <ann@example.org>"],
    "is a web address": ["https://example.org", "www.example.org", "example.com/contracts"],
    "looks like the name of a file": ["Offer_2026.pdf", "list of suppliers final.xlsx"],
}  # fmt: skip

VENDORS = [
    "3M", "7-Eleven", "37signals", "1&1", "1+1", "8x8", "O2", "Q8", "3i", "C", "C++", "X", "北京", "株式会社", "Яндекс", "AT&T",
    "E*TRADE", "@stake",
    "Total SE", "TotalEnergies", "Total Quality Logistics", "Various Artists Ltd", "Unknown Worlds", "None More Black Ltd",
    "N-able", "NA-KD",
    "Test Equity", "Misc Games", "Diverse Recruiting GmbH", "SumUp", "Others Club", "Monday.com", "Booking.com", "Hotels.com",
    "March Networks",
    "May & Baker", "August Storck KG", "20th Century Studios", "1-800-Flowers", "A.P. Møller/Mærsk", "Page 1 Solutions", "ABC",
    "Open Text",
    "24/7 Media Inc", "Firma Holleis", "Divers Supply", "Sonstiges Bauer GmbH", "Geen Bakery",
]  # fmt: skip


@pytest.mark.parametrize(("told", "name"), [(told, name) for told, names in NO_VENDORS.items() for name in names])
def test_what_is_no_vendor_is_asked_about(told: str, name: str) -> None:
    """Fillers, totals, numbers, dates and addresses, in the languages of the files, get a sentence that says what to do."""
    doubt = doubt_about_vendor(name)
    assert doubt is not None
    assert doubt.startswith(f"“{name}” {told}")
    assert doubt.endswith("Type the name as it stands on the contract, or save it as it is.")


@pytest.mark.parametrize("name", VENDORS)
def test_odd_names_of_real_vendors_are_not_doubted(name: str) -> None:
    """A figure, a sign or a filler's word in a name is no reason to ask."""
    assert doubt_about_vendor(name) is None


@pytest.mark.parametrize("name", ["", " ", "\t\n"])
def test_a_blank_name_is_not_doubted(name: str) -> None:
    """Blank is an error elsewhere, not a question."""
    assert doubt_about_vendor(name) is None


def test_a_long_text_is_repeated_in_part() -> None:
    """The question stays short."""
    doubt = doubt_about_vendor("see list of vendors " + "and more " * 40)
    assert doubt is not None
    assert len(doubt) < 200
    assert "…”" in doubt


@settings(deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_doubted_or_not(name: str) -> None:
    """Whatever is typed, the answer is None or one sentence that says what to do, and case does not matter."""
    doubt = doubt_about_vendor(name)
    assert doubt is None or doubt.endswith("save it as it is.")
    if name.isascii():
        assert (doubt is None) == (doubt_about_vendor(name.upper()) is None)
