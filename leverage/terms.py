"""Payment terms as people write them, and the one label under which spellings of the same terms are counted.

A text gets a label only where every word of it is understood; anything else stays as written.
"""

import functools
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

MOST_DAYS = 365
MOST_EARLY_PERCENT = 10  # more than this for early payment is a payment in parts
DUE_ON_RECEIPT, IMMEDIATE, PREPAYMENT = "Due on receipt", "Immediate", "Prepayment"

# Every word that is understood, by a one-letter class; phrases before the words they are made of.
# Letters: D days, T net, E end of month, K discount, R receipt, I immediate, A in advance, C next clause, - says nothing.
_VOCABULARY = {
    "%": "percent, per cent, pct, prozent, pour cent, por ciento, por cento, per cento, %",
    "D": "day, days, calendar day, calendar days, d, tag, tage, tagen, jour, jours, j, dia, dias, giorno, giorni, dag, dagen",
    "T": "net, nett, nets, netto, neto, n, ohne abzug, rein netto, sans escompte",
    "E": "eom, e o m, end of month, end of the month, month end, monatsende, ende des monats, zum monatsende, fin de mois,"
    "fin de mes, fine mese, fim do mes, fim de mes",
    "K": "discount, early payment discount, less, skonto, abzug, abzuglich, escompte, descuento, desconto, sconto",
    "R": "receipt, reception, erhalt, rechnungserhalt, recepcion, recebimento, recepcao",
    "I": "immediate, immediately, sofort, immediat, immediatement, inmediato, imediato, immediato",
    "A": "in advance, advance, prepayment, prepaid, prepay, upfront, up front, vorkasse, vorauskasse, vorauszahlung, im voraus,"
    "avance, paiement anticipe, anticipado, por adelantado, antecipado",
    "C": "and, or, &, otherwise, und, oder, sonst, et, ou, y, o",
    "-": "payment, payments, pay, payable, paid, terms, term, credit, cash, due, if, when, within, in, of, from, after, at, on,"
    "upon, the, a, invoice, invoices, date, invoicing, standard, zahlung, zahlbar, fallig, zahlungsziel, zahlungsbedingungen,"
    "innerhalb, binnen, bei, mit, nach, ab, von, der, des, rechnung, rechnungsdatum, rechnungsstellung, rechnungseingang,"
    "paiement, payable, delai, conditions, de, la, le, du, des, facture, sous, apres, pago, plazo, fecha,"
    "factura, con, desde, pagamento, prazo, fatura, da, data, com, apos, fattura, betaling, factuur, factuurdatum",
    "+": "+, plus",
    "/": "/",
}
_SILENT = frozenset(".:()[]\"'’“”„-‐‑–—")
_NUMBER_WORDS = {
    word: number
    for number, words in {
        10: "ten, zehn, dix, diez, dez, dieci",
        14: "fourteen, vierzehn, quatorze, catorce",
        15: "fifteen, funfzehn, quinze, quince, quindici",
        20: "twenty, zwanzig, vingt, veinte, vinte, venti",
        21: "twenty one",
        28: "twenty eight",
        30: "thirty, dreissig, trente, treinta, trinta, trenta",
        40: "forty, vierzig, quarante, cuarenta, quarenta",
        45: "forty five, funfundvierzig, quarante cinq, cuarenta y cinco, quarenta e cinco",
        50: "fifty, funfzig, cinquante, cincuenta, cinquenta",
        60: "sixty, sechzig, soixante, sesenta, sessenta, sessanta",
        75: "seventy five",
        90: "ninety, neunzig, quatre vingt dix, noventa, novanta",
        120: "one hundred twenty, one hundred and twenty, hundred twenty, hundertzwanzig, cent vingt, ciento veinte",
        180: "one hundred eighty, one hundred and eighty",
    }.items()
    for word in words.split(", ")
}
_CLASSES = {phrase.strip(): letter for letter, phrases in _VOCABULARY.items() for phrase in phrases.split(",")}
_LONGEST_PHRASE = 2 * max(len(phrase.split()) for phrase in (*_CLASSES, *_NUMBER_WORDS))  # a hyphen or point after each word
_ELISION = re.compile(r"\b[dl]['’](?=[^\W\d_])")
_TOKEN = re.compile(r"\d+(?:[.,]\d{1,2}(?!\d))?|[^\W\d_]+|\S")

# N is a number, P a percentage. No pattern names the same number twice, so a text reads one way under each.
_NET = r"(?:(?P<before>E)\+?)?(?:T/?)?(?P<net>N)(?:DT?|TD?)?(?:\+?(?P<after>E))?R?"
_EARLY = (r"K?P/?K?(?P<days>N)D?K?", r"N/(?P<days>N)D?K?", r"(?P<days>N)DK?PK?")
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (_NET, *(f"{early}[C/]?{_NET}" for early in _EARLY), *(f"{_NET}C?{early}" for early in _EARLY))
)
_WITHOUT_DAYS = (
    (re.compile("I?R"), DUE_ON_RECEIPT),
    (re.compile("T?IT?"), IMMEDIATE),
    (re.compile("A"), PREPAYMENT),
)


@dataclass(frozen=True)
class _Terms:
    net: int
    end_of_month: bool = False
    percent: Decimal | None = None
    percent_days: int = 0

    @property
    def label(self) -> str:
        early = "Net" if self.percent is None else f"{self.percent:f}/{self.percent_days} net"
        return f"{early} {self.net}{' EOM' if self.end_of_month else ''}"


def payment_terms_label(text: str) -> str:
    """Return the label of payment terms, such as `Net 60`, `Net 30 EOM`, `2/10 net 30`, `Due on receipt` or `Prepayment`.

    Terms that are not understood to the last word come back as written, white space collapsed.
    """
    read = _read(text)
    if isinstance(read, _Terms):
        return read.label
    return read or " ".join(text.split())


def net_days(text: str) -> int | None:
    """Return the days until the full amount is due: 0 at once, None where the terms do not say.

    With `EOM` they count from the end of the invoice's month.
    """
    read = _read(text)
    if isinstance(read, _Terms):
        return read.net
    return 0 if read in (DUE_ON_RECEIPT, IMMEDIATE) else None


def early_payment_value(text: str) -> Decimal | None:
    """Return what a discount for early payment is worth, in percent a year to one decimal; None without one.

    Simple interest: d / (100 − d) × 365 / (net days − discount days); `2/10 net 30` is worth 37.2.
    """
    read = _read(text)
    if not isinstance(read, _Terms) or read.percent is None:
        return None
    yearly = 100 * read.percent / (100 - read.percent) * 365 / (read.net - read.percent_days)
    return yearly.quantize(Decimal("0.1"), ROUND_HALF_UP)


@functools.lru_cache(maxsize=1024)
def _read(text: str) -> _Terms | str | None:
    """Return what the terms say: days, the label of terms without days, or None where a word is not understood."""
    tokens = list(_tokens(text))
    letters = "".join(letter for letter, _ in tokens)
    if "?" in letters:
        return None
    said = [token for token in tokens if token[0] not in ("", "-")]
    said = [token for at, token in enumerate(said) if at == 0 or token[0] != "N" or token != said[at - 1]]  # “sixty (60) days”
    shape = "".join(letter for letter, _ in said)
    start, stop = len(shape) - len(shape.lstrip("C")), len(shape.rstrip("C"))
    said, shape = said[start:stop], shape[start:stop]
    if shape == "N" and letters != "N":
        return None  # a number alone is days; with other words it may number anything
    if shape == "PA" and said[0][1] == 100:
        return PREPAYMENT
    for pattern, label in _WITHOUT_DAYS:
        if pattern.fullmatch(shape):
            return label
    values = [value for _, value in said]
    for pattern in _PATTERNS:
        if (match := pattern.fullmatch(shape)) and (terms := _terms(match, values)):
            return terms
    return None


def _terms(match: re.Match[str], values: list[Decimal | None]) -> _Terms | None:
    """Return the terms that a shape stands for, or None where its numbers make no sense."""
    found = match.groupdict()
    net = _days(values[match.start("net")])
    end_of_month = bool(found["before"] or found["after"])
    if net is None:
        return None
    if "days" not in found:
        return _Terms(net, end_of_month)
    shape = match.string
    at = shape.find("P") if "P" in shape else shape.rindex("N", 0, match.start("days"))
    percent, days = values[at], _days(values[match.start("days")])
    if percent is None or days is None or not (0 < percent <= MOST_EARLY_PERCENT and days < net):
        return None
    return _Terms(net, end_of_month, percent, days)


def _days(value: Decimal | None) -> int | None:
    whole = value is not None and value == value.to_integral_value() and value <= MOST_DAYS
    return int(value) if value is not None and whole else None


def _tokens(text: str) -> Iterator[tuple[str, Decimal | None]]:
    """Yield the class of each word with its number; the class `?` stands for a word that is not understood."""
    words = _TOKEN.findall(_plain(text))
    at = 0
    while at < len(words):
        letter, value, length = _next(words, at)
        at += length
        if letter == "N" and at < len(words):
            following, _, more = _next(words, at)
            if following == "%":
                letter, at = "P", at + more
        yield letter, value


def _next(words: list[str], at: int) -> tuple[str, Decimal | None, int]:
    """Return class, number and length in words of the longest phrase that starts at a word."""
    if words[at][0].isdecimal():
        return "N", _number(words[at]), 1
    for length in range(_LONGEST_PHRASE, 0, -1):
        phrase = " ".join(word for word in words[at : at + length] if word not in _SILENT)
        if phrase in _NUMBER_WORDS:
            return "N", Decimal(_NUMBER_WORDS[phrase]), length
        if phrase in _CLASSES:
            return _CLASSES[phrase], None, length
    return "C" if words[at] in ",;" else "" if words[at] in _SILENT else "?", None, 1


def _number(written: str) -> Decimal:
    number = Decimal(written.replace(",", "."))
    return number.to_integral_value() if number == number.to_integral_value() else number.normalize()


def _plain(text: str) -> str:
    """Return the text without case, compatibility forms, accents and the `d'` and `l'` before a French word."""
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    return _ELISION.sub("", "".join(char for char in decomposed if not unicodedata.combining(char)))
