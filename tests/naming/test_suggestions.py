"""Suggestions: other spellings of a vendor are offered, other vendors are not, and nothing else is touched."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leverage.naming.likeness import likeness
from leverage.naming.readings import read_name
from leverage.naming.suggestions import LOOKED_AT, MOST_WITH_INITIALS
from leverage.vendors import BlankVendor, Suggestion, similar_names, vendor_bank_id

REASONS = {
    "spelling",
    "legal form",
    "spacing",
    "word order",
    "short form",
    "initials",
    "alternative name",
    "address or note in the name",
}

ONE_VENDOR = {
    "legal form": [
        ("Thornbury Analytics Ltd", "Thornbury Analytics"),
        ("Thornbury Analytics Limited", "THORNBURY ANALYTICS LTD."),
        ("Kettwig Pumpen GmbH & Co. KG", "Kettwig Pumpen Gesellschaft mit beschränkter Haftung"),
        ("Brandsma Aktiengesellschaft", "Brandsma AG"),
        ("Naamloze Vennootschap Ploegmakers", "Ploegmakers N.V."),
        ("Coöperatieve Zaanstreek U.A.", "Zaanstreek"),
        ("Société Anonyme Vauclair", "Vauclair S. A."),
        ("Talleres Iturbe S.A. de C.V.", "Talleres Iturbe Sociedad Anónima"),
        ("Officine Brunello S.p.A.", "Officine Brunello S.r.l."),
        ("Aktiebolaget Fjällnäs", "Fjällnäs AB (publ)"),
        ("Zakłady Mostek Sp. z o.o.", "Zakłady Mostek"),
        ("Demirkan Boya San. ve Tic. A.Ş.", "Demirkan Boya"),
        ("Rajvansh Cables Private Limited", "Rajvansh Cables Pvt. Ltd."),
        ("株式会社北海測量", "北海測量"),
        ("ООО Верстак", "Верстак"),
    ],
    "spelling": [
        ("Thornbury", "Thronbury"),
        ("Q M F Tooling", "QMF Tooling"),
        ("Thornbury", "Thornburry"),
        ("Thornbury", "Thornbry"),
        ("Castellan Pumps", "Kastellan Pumps"),
        ("Sylvaphon", "Silvafon"),
        ("Grünewald Optik", "Gruenewald Optik"),
        ("Sørby Marine", "Soerby Marine"),
        ("Quarry Machine", "Quarry Machines"),
        ("Ledger & Quill", "Ledger &amp; Quill"),
        ("Bühler Waagen", "BÃ¼hler Waagen"),
        ("Иволга", "Ivolga"),
        ("Μελισσάνης", "Melissanis"),
        ("Thornbury Energy", "Thornbury Energie"),
        ("Thornbery Logistics", "Thornbury Logistik"),
    ],
    "spacing": [
        ("Nightjar Works", "Night Jar Works"),
        ("NightJar", "Night-Jar GmbH"),
        ("9Bells", "9 Bells"),
        ("Osterwaldgroup", "Osterwald"),
    ],
    "word order": [
        ("Verhaegen Transport", "Transport Verhaegen"),
        ("Harbour Trust, The", "Trust of the Harbour"),
    ],
    "short form": [
        ("Thornbury Analytics Group", "Thornbury"),
        ("Ploegmakers Nederland B.V.", "Ploegmakers"),
        ("Koninklijke Ploegmakers", "Ploegmakers"),
        ("Otto Kettwig", "Kettwig"),
        ("Ledger & Quill", "Ledger"),
        ("Wexcombe Mfg. Svcs.", "Wexcombe Manufacturing Services"),
        ("Dept. of Fisheries", "Department of Fisheries"),
        ("Gebr. Achterberg", "Gebrüder Achterberg"),
        ("Thornbury Vexley", "Thornbury Vexley Surveyors"),
        ("Thornburry", "Thornbury Packaging"),
        ("Brakwell", "Brackwell Freight"),
        ("Quilfeather", "Quillfeather Legal"),
        ("Solvene", "Solvane Energie"),
    ],
    "initials": [
        ("Northern Valley Rail Authority", "NVRA"),
        ("Bayrische Obst Werke", "BOW AG"),
        ("Kestrel & Marlin", "K&M"),
        ("Vexley Dunmore", "VD"),
        ("Vexley & Dunmore Staffing", "V&D Staffing"),
        ("Vexley Dunmore Ridge Staffing Ltd", "VDR Staffing"),
        ("T. R. U. International", "Thornbury Reading Unit"),
    ],
    "address or note in the name": [
        ("Thornbury", "Thornbury GmbH, Lübeck"),
        ("Thornbury", "THORNBURY 70012345"),
        ("Thornbury", "Thornbury Kd-Nr. 4455667"),
        ("Thornbury", "Thornbury - DO NOT USE"),
        ("Thornbury", "Thornbury (gesperrt)"),
        ("Thornbury", "Thornbury Ltd, 14 Mill Lane, Leeds"),
        ("Thornbury", "Vexley c/o Thornbury"),
    ],
    "alternative name": [
        ("Thornbury", "M. Oakes Ltd d/b/a Thornbury"),
        ("Thornbury", "Oakes Trading t/a Thornbury"),
        ("Thornbury", "Vexley (formerly Thornbury)"),
        ("Vexley", "Vexley (vormals Thornbury)"),
        ("Northern Valley Rail Authority (Norvara)", "Norvara"),
        ("Philip Morris Companies", "Altria"),
        ("Statoil", "Equinor ASA"),
        ("富士通", "Fujitsu Ltd."),
    ],
}

TWO_VENDORS = [
    ("Thornbury Roofing", "Thornbridge Roofing"),
    ("Apex Roofing", "Apex Realty"),
    ("Oracle", "Oracle Bakery"),
    ("Phoenix Dental", "Phoenix Freight"),
    ("Vexley Motors", "Vexley Steel"),
    ("Fund Kestrel I LP", "Fund Kestrel II LP"),
    ("Wharf 12 Ltd", "Wharf 14 Ltd"),
    ("Wharf (Two) Ltd", "Wharf Ltd"),
    ("1234567 Ontario Inc.", "1234568 Ontario Inc."),
    ("Thornbury Ireland", "Thornbury Canada"),
    ("East Harbour Freight", "West Harbour Freight"),
    ("Ministry of Works", "Ministry of Water"),
    ("KLM Tooling", "KLN Tooling"),
    ("Avo", "Avos"),
    ("Craven", "Kraven"),
    ("Cereal Depot", "Serial Depot"),
    ("A J Marlow Plumbing", "B J Marlow Plumbing"),
    ("Helix Bank", "Helix Holding"),
    ("北海銀行", "北洋銀行"),
    ("Hewlett-Packard", "Hewlett Packard Enterprise"),
    ("Orakle", "Oracle Bakery"),
    ("Thornbry", "Thornbury Vexley Packaging"),
    ("Thornbury Bank", "Thornbury Banking Freight"),
    ("V&D Staffing", "Vexley & Oakes Staffing"),
    ("V&D Staffing", "Vexley & Dunmore Freight"),
]


def are_suggested(one: str, other: str) -> list[str]:
    """Return the reasons for which either name is suggested for the other."""
    return [found.reason for found in similar_names(one, [other]) + similar_names(other, [one])]


@pytest.mark.parametrize(("reason", "one", "other"), [(reason, *pair) for reason, pairs in ONE_VENDOR.items() for pair in pairs])
def test_other_spellings_of_a_vendor_are_suggested_with_the_reason(reason: str, one: str, other: str) -> None:
    """Each kind of difference between two names of one vendor is seen both ways, and named."""
    assert vendor_bank_id(one) != vendor_bank_id(other)
    assert are_suggested(one, other) == [reason, reason]


@pytest.mark.parametrize(("one", "other"), TWO_VENDORS)
def test_other_vendors_are_not_suggested(one: str, other: str) -> None:
    """A sibling, a firm that shares a word, a near miss and what sounds alike raise no question."""
    assert are_suggested(one, other) == []


@pytest.mark.parametrize("reason", ONE_VENDOR)
def test_a_name_is_found_among_many(reason: str) -> None:
    """What is suggested alone is suggested among hundreds of other names too."""
    crowd = [
        f"{first} {last}" for first in ("Alder", "Birch", "Cove", "Dale") for last in ("Foods", "Steel", "Bank", "AG", "of Ely")
    ]
    crowd += [f"Weavers {n}" for n in range(300)]
    for one, other in ONE_VENDOR[reason]:
        assert other in [found.name for found in similar_names(one, [*crowd, other, *reversed(crowd)])], one


def test_names_of_the_same_bank_are_no_suggestions() -> None:
    """Case, spacing and plain punctuation lead to one bank already: there is nothing to ask."""
    assert similar_names("Vexley & Co", ["vexley  & co", "VEXLEY, & Co.", "Véxley & Co"]) == []


def test_names_that_share_a_bank_are_suggested_once() -> None:
    """Two spellings of one known vendor are one question."""
    found = similar_names("Thornbury Ltd", ["Thornbury", "THORNBURY", "thornbury"])
    assert [suggestion.name for suggestion in found] == ["Thornbury"]


def test_the_likeliest_comes_first() -> None:
    """Another legal form is surer than a slip, a slip surer than a shorter name, and initials the least sure."""
    known = ["NVR", "Northern Valley", "Norhtern Valley Rail", "Northern Valley Rail Ltd", "Southern Harbour"]
    found = [suggestion.name for suggestion in similar_names("Northern Valley Rail", known)]
    assert found[:2] == ["Northern Valley Rail Ltd", "Norhtern Valley Rail"]
    assert found[-1] == "NVR"
    assert "Southern Harbour" not in found


def test_letters_that_many_names_fit_say_nothing() -> None:
    """Two letters are taken for initials only where hardly another name fits them."""
    fitting = ["Vexley Dunmore", "Vale Dental", "Victor Drums", "Verde Denim"]
    assert similar_names("VD", fitting[: MOST_WITH_INITIALS[2]])
    assert similar_names("VD", fitting) == []


def test_no_more_than_the_limit() -> None:
    """The limit is kept, and none or less gives nothing."""
    known = [f"Thornbury {form}" for form in ("Ltd", "GmbH", "AG", "Inc.", "S.A.", "B.V.", "Oy")]
    assert len(similar_names("Thornbury", known)) == 5
    assert len(similar_names("Thornbury", known, limit=2)) == 2
    assert similar_names("Thornbury", known, limit=0) == []
    assert similar_names("Thornbury", known, limit=-1) == []


@pytest.mark.parametrize("name", ["", "  ", "---", "\u200b"])
def test_what_is_no_name_has_no_suggestions(name: str) -> None:
    """A blank name and one without a letter are like nothing, and neither are blank known names."""
    assert similar_names(name, ["Thornbury", "", " ", "--"]) == []
    assert similar_names("Thornbury", [name]) == []


def test_a_known_name_over_several_lines_keeps_the_others_in_place() -> None:
    """A line break or an entity in a known name must not shift what the other names are."""
    known = ["Vexley\nDunmore", "A &#10; B; C", "Über\u2028Wald", "Thornbury Ltd", "Last"]
    assert [found.name for found in similar_names("Thornbury", known)] == ["Thornbury Ltd"]


def test_a_word_of_thousands_of_names_does_not_hide_the_right_one() -> None:
    """Where a word leads to more names than are looked at, the others decide."""
    known = [f"Thornbury {first}{last} Ltd" for first in "abcdefgh" for last in ("esk", "olm", "und", "ard", "int", "ower")]
    assert len(known) > LOOKED_AT
    found = similar_names("Thornbury Holmgren Quay", [*known, "Thornbury Holmgren Quay Inc.", *known])
    assert found[0] == Suggestion("Thornbury Holmgren Quay Inc.", 97.0, "legal form")


NAMES = st.one_of(
    st.text(max_size=30),
    st.lists(
        st.sampled_from(
            ["Thornbury", "Thornburry", "&", "and", "Ltd", "GmbH", "(", ")", "d/b/a", "c/o", "12", "123456", "-", ",", ";",
            "A", "B",
             "Group", "北京", "株式会社", "Ünal", "N.V.", "The", "of", "Canada", "'s", "&amp;", "Ã¼", "§", "\n", "street"]
        ),
        max_size=6,
    ).map(" ".join),
)  # fmt: skip


@settings(deadline=None)
@given(NAMES, st.lists(NAMES, max_size=12), st.integers(0, 6))
def test_any_text_gives_an_orderly_answer(name: str, known: list[str], limit: int) -> None:
    """Whatever is typed: at most `limit` known names, best first, each of another bank, and the same answer again."""
    before = list(known)
    found = similar_names(name, known, limit)
    assert known == before
    assert found == similar_names(name, tuple(known), limit)
    assert len(found) <= limit
    assert [suggestion.score for suggestion in found] == sorted((suggestion.score for suggestion in found), reverse=True)
    for suggestion in found:
        assert suggestion.name in known
        assert 0 <= suggestion.score <= 100
        assert suggestion.reason in REASONS
        assert vendor_bank_id(suggestion.name) != vendor_bank_id(name)
    assert len({vendor_bank_id(suggestion.name) for suggestion in found}) == len(found)


@settings(deadline=None, derandomize=True)
@given(NAMES, NAMES)
def test_likeness_does_not_depend_on_the_order(one: str, other: str) -> None:
    """Two names are as like as the same two in the other order."""
    assert bool(likeness(read_name(one), read_name(other))) == bool(likeness(read_name(other), read_name(one)))


@settings(deadline=None)
@given(NAMES)
def test_the_unicode_form_of_a_name_does_not_matter(name: str) -> None:
    """Composed or decomposed, a name has the same suggestions."""
    known = ["Thornbury Ünal Ltd", "Ünal", "北京 Group"]
    composed, decomposed = (unicodedata.normalize(form, name) for form in ("NFC", "NFD"))
    try:
        vendor_bank_id(name)
    except BlankVendor:
        return
    assert similar_names(composed, known) == similar_names(decomposed, known)
