"""Payment terms: one label for all spellings of the same terms, and what they are worth."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leverage.terms import early_payment_value, net_days, payment_terms_label

SAME = {
    "Net 60": [
        *("net 60", "NET60", "Net-60", "N60", "n/60", "net/60", "net sixty", "sixty (60) days", "60", "60.", "60.0", "60 days"),
        *("60d", "60-day payment terms", "60 days net", "60 net days", "60 Days.", "60 calendar days", "60 days' credit"),
        *("Payment within 60 days of invoice", "Due within 60 days upon receipt of invoice", "Terms: net 60", "Net 60 days"),
        *("60 days after the invoice date", "Payable 60 days from date of invoice", "net\u00a060", "Ｎｅｔ ６０", "  Net   60 "),
        *("60 Tage netto", "Zahlbar innerhalb von 60 Tagen ohne Abzug", "Zahlungsziel 60 Tage", "sechzig Tage"),
        *("60 Tage nach Rechnungserhalt", "60 jours", "60 jours nets", "Paiement à 60 jours date de facture", "soixante jours"),
        *("60 días", "60 dias", "Pago a 60 días fecha factura", "60 giorni data fattura", "60 dagen netto"),
    ],
    "Net 45": ["net forty-five", "forty five days", "quarante-cinq jours", "45 D"],
    "Net 30": ["30", "Net 30", "thirty days", "dreißig Tage", "trente jours", "30 Tage rein netto"],
    "Net 0": ["net 0", "0 days"],
    "2/10 net 30": [
        *("2/10 net 30", "2/10, n/30", "2/10 n30", "2/10-Net-30", "2%/10, net 30", "2% 10 net 30", "2% 10 days, net 30"),
        *("2% discount if paid within 10 days, net 30", "Net 30, 2/10", "30 days net, less 2% 10 days", "2.0/10 net 30"),
        *("2 % Skonto 10 Tage, 30 Tage netto", "10 Tage 2 % Skonto, 30 Tage netto", "2 Prozent in 10 Tagen, 30 Tage netto"),
        *("Zahlbar innerhalb 10 Tagen mit 2 % Skonto oder 30 Tage netto", "2 % d'escompte 10 jours, 30 jours nets"),
    ],
    "2/14 net 30": ["2/14 net 30", "30 Tage netto, 2 % in 14 Tagen", "14 days 2%; 30 days net", "30 Tage, 2 % 14 Tage"],
    "2.5/10 net 45": ["2.5/10 net 45", "2,50 % 10 Tage, 45 Tage netto"],
    "Net 30 EOM": [
        *(
            "Net 30 EOM",
            "30 EOM",
            "EOM 30",
            "EOM + 30",
            "30 days end of month",
            "30 days e.o.m.",
            "30 days from end of the month",
        ),
        *("30 jours fin de mois", "30 días fin de mes", "30 Tage zum Monatsende"),
    ],
    "2/10 net 30 EOM": ["2/10 net 30 EOM", "2% 10 days, net 30 end of month"],
    "Due on receipt": ["due on receipt", "Payable upon receipt", "on receipt of invoice", "à réception de facture"],
    "Immediate": ["immediate", "Due immediately", "Immediate payment", "sofort", "sofort fällig", "Sofort netto"],
    "Prepayment": [
        *("prepayment", "in advance", "Payment in advance", "cash in advance", "100% in advance", "100 % Vorkasse", "prepaid"),
        *("upfront", "Zahlung im Voraus", "pago anticipado", "paiement d’avance"),
    ],
}

AS_WRITTEN = [
    *("Net 30 for the first year, then Net 60", "50% on signature, 50% on delivery", "see contract", "net", "TBD", "n/a", "😀"),
    *(
        "30-60 days",
        "30 or 60 days",
        "30 to 60 days",
        "net 30/60",
        "30/60/90 days",
        "Net 30, Net 60",
        "60+ days",
        "up to 60 days",
    ),
    *(
        "Net 30 or due on receipt",
        "30 days in advance",
        "30 days before invoice",
        "30 days after delivery",
        "Net 30, no discount",
    ),
    *("annual in advance, net 30", "monthly", "30 business days", "2 months", "not net 30", "net 30?", "was Net 30"),
    *("2/10", "50/50 net 30", "50% in 30 days, net 60", "2/10 net 10", "30/2 net 10", "30%", "2026", "net 9999", "1,000 days"),
    *("invoice 30", "60 天", "2.5 days", "0/10 net 30"),
]


@pytest.mark.parametrize(("label", "written"), [(label, each) for label, spellings in SAME.items() for each in spellings])
def test_spellings_of_the_same_terms_share_a_label(label: str, written: str) -> None:
    """However it is written, abbreviated or translated, the same agreement counts under one name."""
    assert payment_terms_label(written) == label


@pytest.mark.parametrize("written", AS_WRITTEN)
def test_what_is_not_understood_to_the_last_word_stays_as_written(written: str) -> None:
    """A condition, a range, a split or a typing error is never rounded to the nearest known terms."""
    assert payment_terms_label(written) == written
    assert early_payment_value(written) is None


def test_white_space_collapses_in_terms_that_stay() -> None:
    """Line breaks and doubled blanks do not make other terms."""
    assert payment_terms_label(" half now,\n half   later ") == "half now, half later"
    assert payment_terms_label("  ") == ""


@settings(deadline=None)
@given(st.integers(0, 365))
def test_every_number_of_days_reads_alike(days: int) -> None:
    """No number of days is special."""
    written = [f"{days}", f"net {days}", f"{days} days", f"{days} Tage netto", f"within {days} days of invoice"]
    assert {payment_terms_label(each) for each in written} == {f"Net {days}"}
    assert {net_days(each) for each in written} == {days}


@settings(deadline=None)
@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from(["net", "30", "2", "%", "/", ",", "days", "eom", "in", "advance"])).map(" ".join)
)
def test_a_label_is_its_own_label(text: str) -> None:
    """Any text gets a label without an error, and labelling a label changes nothing."""
    label = payment_terms_label(text)
    assert payment_terms_label(label) == label


@pytest.mark.parametrize(
    ("written", "days"),
    [
        ("60-day payment terms", 60),
        ("2/10 net 30", 30),
        ("Net 30 EOM", 30),
        ("due on receipt", 0),
        ("sofort", 0),
        ("in advance", None),
        ("50% on signature", None),
        ("", None),
    ],
)
def test_net_days(written: str, days: int | None) -> None:
    """The days to the full payment: 0 where it is due at once, None where the terms do not say."""
    assert net_days(written) == days


@pytest.mark.parametrize(
    ("written", "percent"),
    [
        ("2/10 net 30", "37.2"),
        ("30 Tage netto, 2 % in 14 Tagen", "46.6"),
        ("1/10 net 60", "7.4"),
        ("3/10 net 45", "32.3"),
        ("Net 30", None),
        ("due on receipt", None),
    ],
)
def test_early_payment_value(written: str, percent: str | None) -> None:
    """A discount for paying early is worth d / (100 − d) × 365 / days saved, in percent a year."""
    assert early_payment_value(written) == (None if percent is None else Decimal(percent))
