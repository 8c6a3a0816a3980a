"""The bank that a vendor's name leads to."""

import re
import unicodedata

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from leverage import LeverageError
from leverage.vendors import BANK_ID_MAX, BlankVendor, vendor_bank_id

# Frozen: a stored bank is found again by these ids alone, so none of them may ever change.
FROZEN = {
    "Microsoft": "vendor-microsoft",
    " microsoft ": "vendor-microsoft",
    "MICROSOFT": "vendor-microsoft",
    "Mi\u200bcro\ufeffsoft": "vendor-microsoft",
    "Müller": "vendor-muller",
    "Mu\u0308ller": "vendor-muller",
    "Muller": "vendor-muller",
    "Yahoo!": "vendor-yahoo",
    "C": "vendor-c",
    "C++": "vendor-c--cedb1bac7e",
    "C#": "vendor-c--951a4d36e0",
    "北京": "vendor-bei-jing--68c77e1551",
    "背景": "vendor-bei-jing--f4b669c557",
    "東京 Electric": "vendor-dong-jing-electric--6fe3c088ce",
    "Яндекс": "vendor-iandeks--4004cf5948",
    "Δελτα": "vendor-delta--97cc201ef6",
    "भारत": "vendor-bhaart--c83c770c41",
    "ไทย": "vendor-aithy--6d420ffde8",
    "아마존": "vendor-amajon--7ce808b235",
    "שלום": "vendor-shlvm--b7ac0398ef",
    "العربية": "vendor-l-rby--d274159863",
    "AT&T": "vendor-at-t",
    "Johnson & Johnson": "vendor-johnson-johnson",
    "L’Oréal": "vendor-l-oreal",
    "Nestlé S.A.": "vendor-nestle-s-a",
    "3M": "vendor-3m",
    "A.P. Møller – Mærsk": "vendor-a-p-moller-maersk",
    "Straße": "vendor-strasse",
    "İstanbul": "vendor-istanbul",
    "Łódź Metal": "vendor-lodz-metal",
    "Foo™": "vendor-foo",
    "1+1": "vendor-1-1--4a1b21d876",
    "50% Off": "vendor-50-off--a385a68f7b",
    "$mart": "vendor-mart--9425e5d406",
    "€uro": "vendor-eururo--31e594f12d",
    "~x": "vendor-x--52fa21738c",
    "H₂O": "vendor-h2o--ae6a12ce23",
    "№5": "vendor-no5--f990b00022",
    "😀": "vendor---f0443a342c",
    "👩\u200d💻 Dev": "vendor-dev--a08ae00d31",
    "---": "vendor---cb3f91d54e",
    "&": "vendor---951dcee3a7",
    "&amp;": "vendor-amp",
    "x" * 113: "vendor-" + "x" * 113,
    "x" * 114: "vendor-" + "x" * 101 + "--a0b84a9313",
    "Ä" * 200: "vendor-" + "a" * 101 + "--c2a908d98f",
}

NAMES = st.text(max_size=40) | st.text(st.characters(max_codepoint=0x24F), max_size=200)
CASED = st.text(st.characters(max_codepoint=0x17F, exclude_characters="ıŉſ"), max_size=200)


@pytest.mark.parametrize(("name", "bank_id"), FROZEN.items())
def test_ids_never_change(name: str, bank_id: str) -> None:
    """The id of a name is the same for ever."""
    assert vendor_bank_id(name) == bank_id


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Müller", "MULLER"),
        ("Yahoo!", "Yahoo"),
        ("AT&T", "AT & T"),
        ("L'Oréal", "L’Oreal"),
        ("Straße", "Strasse"),
        ("Akzo-Nobel, N.V.", "Akzo Nobel N.V."),
        ("Foo®", "Foo"),
        ("a\tb\nc", "A  B  C"),
        ("Яндекс", "ЯНДЕКС"),
        ("C#", "c#"),
        ("北京\u3000Software", "北京 software"),
        ("Übergrößenträger " * 12, "UBERGRÖSSENTRAGER " * 12),
    ],
)
def test_names_that_share_a_bank(one: str, other: str) -> None:
    """Case, spacing, Latin diacritics, trade marks and plain punctuation mean nothing."""
    assert vendor_bank_id(one) == vendor_bank_id(other)


@pytest.mark.parametrize(
    "names",
    [
        ("C", "C++", "C#", "C*", "C@", "C%", "C$"),
        ("北京", "背景", "bei jing"),
        ("Яндекс", "Yandex", "iandeks"),
        ("भारत", "भरत"),
        ("😀", "😀😀", "---", "&", "!!!"),
        ("1+1", "1 1", "11", "1<1", "1≤1"),
        ("H₂O", "H2O"),
        ("x" * 200, "x" * 201, "x" * 113),
        ("Microsoft", "Microsoft Ireland", "Microsoft Inc."),
    ],
)
def test_names_that_stay_apart(names: tuple[str, ...]) -> None:
    """Signs with a meaning, other scripts and the cut end of a long name tell vendors apart."""
    assert len({vendor_bank_id(name) for name in names}) == len(names)


@pytest.mark.parametrize("name", ["", " ", "\t\n", "\u200b", "\ufeff \u00ad", "\u2060", "\u3000"])
def test_a_blank_name_is_an_error(name: str) -> None:
    """A name of which nothing can be seen is refused, with what to do."""
    with pytest.raises(BlankVendor, match="Type the name") as refused:
        vendor_bank_id(name)
    assert isinstance(refused.value, LeverageError)
    assert isinstance(refused.value, ValueError)


def _id(name: str) -> str:
    try:
        return vendor_bank_id(name)
    except BlankVendor:
        return "blank"


@settings(deadline=None)
@given(NAMES)
def test_every_name_gives_an_id_that_the_memory_takes(name: str) -> None:
    """At most 120 characters of a–z, 0–9 and hyphens, with a letter or digit at both ends."""
    bank_id = _id(name)
    assert re.fullmatch(r"vendor-[a-z0-9-]*[a-z0-9]|blank", bank_id)
    assert len(bank_id) <= BANK_ID_MAX


@settings(deadline=None)
@given(CASED)
def test_latin_names_do_not_depend_on_case_spacing_or_form(name: str) -> None:
    """Upper, lower, decomposed or padded, a Latin name leads to one bank."""
    assume(any(char.isalnum() for char in name))
    bank_id = _id(name)
    assert _id(name.upper()) == bank_id
    assert _id(name.lower()) == bank_id
    assert _id(f"  {name.replace(' ', '   ')} ") == bank_id


@settings(deadline=None)
@given(NAMES)
def test_the_unicode_form_does_not_matter(name: str) -> None:
    """Composed or decomposed, a name leads to one bank."""
    assert _id(unicodedata.normalize("NFD", name)) == _id(unicodedata.normalize("NFC", name)) == _id(name)


@settings(deadline=None)
@given(st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), min_size=1, max_size=12))
def test_a_name_in_another_script_never_meets_a_latin_one(name: str) -> None:
    """An id that lost something ends in `--` and a hash, which no plain slug can hold."""
    assert re.search(r"--[0-9a-f]{10}$", vendor_bank_id(name))


@pytest.mark.parametrize("name", ["Ξένος", "Єврокар", "Ძველი"])
def test_case_does_not_matter_in_any_script(name: str) -> None:
    """Greek Ξ, Ukrainian Є and Georgian letters are spelled otherwise in capitals, and still lead to one bank."""
    assert vendor_bank_id(name.upper()) == vendor_bank_id(name.lower())


def test_spacing_does_not_matter_around_punctuation_alone() -> None:
    """Even a name without a letter is the same with blanks around it."""
    assert vendor_bank_id(" !? ") == vendor_bank_id("!?")
