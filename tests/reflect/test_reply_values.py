"""What is plainly there is read, a word for nothing is nothing, and no quote or bracket of a broken reply stays in a value."""

import json
import re
from typing import Any

import pytest

from leverage.reflect import parse_reply
from tests.reflect.replies import EMPTY, PLAIN, PRETTY, TRUE, raw, with_

ITEMS = TRUE["flexible_on"]


@pytest.mark.parametrize(
    ("written", "number"),
    [
        (".5", 0.5),
        (".18", 0.18),
        ('".18"', 0.18),
        ("-.5", None),
        ("+12", 12),
        ('"+12%"', 12),
        ("12.", 12),
        ("012", None),
        ('"012%"', None),
        ("12, 35", None),
        ('12, "x"', None),
        ("12 35", None),
        ('"12" "35"', None),
        ('{"pct": 12}', 12),
        ('{"percent": 12, "base": "list"}', 12),
        ('{"value": "12%", "deals": [1, 3]}', 12),
        ('{"max": 12, "min": 4}', None),
        ('{"max": 12, "deals": [2]}', 12),
        ('{"value": 12, "unit": "EUR"}', None),
        ('{"value": 12, "unit": "percent"}', 12),
        ('{"pct": 12, "currency": "EUR"}', None),
        ('{"amount": 12}', None),
        ('"12% (deal 3)"', 12),
        ('"12% [3]"', 12),
        ('"12% [deals 1, 4]"', 12),
        ('"12% (from deals 1 and 4)"', 12),
        ('"12 (3)"', None),
        ('"12; 14"', 14),
        ('"12%; 14%"', 14),
        ('"12% or 14%"', None),
    ],
)
def test_a_number_is_read_as_it_stands(written: str, number: float | None) -> None:
    """No digit is lost and none is guessed; what may be another number is none."""
    assert parse_reply(raw("max_discount_pct", written)).fields == with_(max_discount_pct=number)


@pytest.mark.parametrize(
    "written",
    [
        '"seat count,ramp-up"',
        '"seat count，ramp-up"',
        '"seat count、ramp-up"',
        '"1. seat count 2. ramp-up"',
        '"(1) seat count (2) ramp-up"',
        '{"items": ["seat count", "ramp-up"]}',
        '{"list": ["seat count", "ramp-up"], "count": 2}',
        '{"seat count": true, "ramp-up": true, "venue": false}',
        '{"seat count", "ramp-up"}',
        '["seat count [1]", "ramp-up (deal 2)"]',
        '["seat count [1][3]", "ramp-up [deals 2, 4]"]',
        '[["seat count", 3], ["ramp-up", 1]]',
        '["seat count",, "ramp-up"]',
        '["seat count" , , "ramp-up"]',
        '[, "seat count", "ramp-up"]',
        '["seat count"; "ramp-up"]',
        '["seat count";"ramp-up";]',
        '["seat " + "count", "ramp-up"]',
        '["seat count", "ramp-up" + ""]',
        '["seat count", "(none)", "—", "ramp-up"]',
        '[{"point": "seat count"}, {"items": ["ramp-up"]}]',
    ],
)
def test_items_are_split_where_they_plainly_are_several(written: str) -> None:
    """By whatever sign, without marks of citations and without signs of the structure."""
    assert parse_reply(raw("flexible_on", written)).fields == TRUE


@pytest.mark.parametrize("item", ["1,000 seats", "seats / support", "[1] first", "2. floor", "no auto-renewal", "a; b of it"])
def test_an_item_that_is_one_stays_one(item: str) -> None:
    """A figure with a comma, a slash or a number in front make no list."""
    read = parse_reply(raw("flexible_on", json.dumps([item, "ramp-up"]))).fields["flexible_on"]
    assert len(read) == 2


NOTHING = (
    *(
        "none",
        "(none)",
        "[none]",
        "*None.*",
        "None yet",
        "none so far",
        "None of them",
        "None, all of it worked",
        "nothing recorded",
    ),
    *(
        "There are none",
        "There was no discount",
        "none mentioned in the memories",
        "not mentioned anywhere",
        "No terms were recorded",
    ),
    *("no info", "no information", "No data available", "no deals", "No tactics failed", "no such tactics", "insufficient data"),
    *(
        "undisclosed",
        "unspecified",
        "unknown at this time",
        "n/a (no deals)",
        "cannot be determined",
        "not yet known",
        "/",
        "--",
        "…",
    ),
    *(
        "nichts",
        "keine Angaben",
        "nicht bekannt",
        "rien",
        "pas d'information",
        "niente",
        "nessuno",
        "sin datos",
        "ninguno",
        "nenhum",
    ),
    *(
        "geen",
        "niets",
        "brak danych",
        "ingen",
        "inget",
        "ei tietoa",
        "yok",
        "nincs",
        "нет данных",
        "ничего",
        "没有",
        "暂无",
        "無",
    ),
    *("なし", "該当なし", "없음", "لا يوجد", "אין"),
)


@pytest.mark.parametrize("word", NOTHING)
def test_a_word_for_nothing_is_nothing(word: str) -> None:
    """In any language, in words or as a sign, as a text or as an item."""
    for written in (word, [word]):
        assert parse_reply({**TRUE, "payment_terms": written, "firm_on": written}).fields == with_(payment_terms=None, firm_on=[])


@pytest.mark.parametrize(
    "terms", ["No prepayment", "Net 60, no discount", "Not before 60 days", "None-standard: Net 60", "At no cost"]
)
def test_terms_that_only_begin_like_nothing_are_terms(terms: str) -> None:
    """A word of denial does not make it nothing."""
    assert parse_reply({**TRUE, "payment_terms": terms}).fields == with_(payment_terms=terms)


@pytest.mark.parametrize(
    ("written", "terms"),
    [
        ('"Net " + "45"', "Net 45"),
        ("'N' + 'et ' +\n '45'", "Net 45"),
        ('"Net 45 [2]"', "Net 45"),
        ('{"items": ["Net 45", "Net 60"]}', "Net 45; Net 60"),
        ("\"['Net 45', 'Net 60']\"", "Net 45; Net 60"),
        ("\"{'days': 45}\"", None),
        ('"Net 45", "x"', None),
    ],
)
def test_terms_hold_no_sign_of_the_structure(written: str, terms: str | None) -> None:
    """They are put together or split where that is plain, else there are none."""
    assert parse_reply(raw("payment_terms", written)).fields == with_(payment_terms=terms)


TACTICS: tuple[list[dict[str, Any]], ...] = (
    [{"tactic": "named a rival's price", "result": "worked"}, {"tactic": "threatened to leave", "result": "FAILED"}],
    [{"name": "named a rival's price", "outcome": "success"}, {"name": "threatened to leave", "outcome": "did not work"}],
    [{"text": "named a rival's price", "worked": True}, {"text": "threatened to leave", "worked": False}],
)


@pytest.mark.parametrize("tactics", TACTICS)
def test_tactics_in_one_list_go_by_their_results(tactics: list[dict[str, Any]]) -> None:
    """One that is mixed goes to neither side, and in a list of its own a result that says otherwise counts."""
    rest = {key: value for key, value in TRUE.items() if not key.startswith("tactics")}
    mixed = {"tactic": "waited", "result": "mixed"}
    assert parse_reply({**rest, "tactics": [*tactics, mixed]}).fields == TRUE
    assert parse_reply({**TRUE, "tactics_worked": tactics}).fields == TRUE


@pytest.mark.parametrize(("name", "value"), [("field", "value"), ("key", "values"), ("name", "content")])
def test_rows_of_field_and_value_are_an_answer(name: str, value: str) -> None:
    """Alone or in a wrapper."""
    rows = [{name: key, value: held} for key, held in TRUE.items()]
    assert parse_reply(rows).fields == parse_reply({"brief": rows}).fields == TRUE


KEYS = {
    "max_discount_pct": (
        *(
            "largest_discount",
            "discount_pct_max",
            "best_discount_pct",
            "Maximum discount (in %)",
            "max_discount_pct (number|null)",
        ),
        *(
            "brief.max_discount_pct",
            "1. max_discount_pct",
            "result > max_discount_pct",
            "highest observed discount",
            "top discount percent",
        ),
    ),
    "payment_terms": ("payment_conditions", "terms of payment", "usual payment terms", "- payment_terms"),
    "flexible_on": ("flexible_items", "where_flexible", "negotiable", "flexibility", "Vendor flexible on", "flexible_on (list)"),
    "firm_on": ("firm_items", "where they are firm", "non_negotiable", "not_flexible_on", "inflexible on"),
    "tactics_worked": ("effective_tactics", "what_worked", "tactics/worked", "tactics that worked", "successful approaches"),
    "tactics_failed": ("what_failed", "what did not work", "what_didn't_work", "ineffective tactics", "tacticsThatFailed"),
}


@pytest.mark.parametrize(("key", "spelled"), [(key, spelled) for key, words in KEYS.items() for spelled in words])
def test_a_key_may_be_put_in_other_words(key: str, spelled: str) -> None:
    """As long as every word of it is understood."""
    assert parse_reply(PLAIN.replace(json.dumps(key), json.dumps(spelled))).fields == TRUE


@pytest.mark.parametrize(
    "key",
    [
        "competitor_max_discount",
        "max_discount_amount",
        "asked discount",
        "average_discount",
        "discount_pct",
        "rejected.max_discount_pct",
    ],
)
def test_a_key_with_another_word_in_it_is_another_key(key: str) -> None:
    """What was asked for, refused or averaged is not the highest discount."""
    assert parse_reply(PLAIN.replace('"max_discount_pct"', json.dumps(key))).fields == with_(max_discount_pct=None)


LINES = PRETTY.split("\n")


def quoted(begin: str, end: str) -> str:
    """Return the plain reply with other quotes."""
    return re.sub(r'"([^"]*)"', lambda found: f"{begin}{found[1]}{end}", PLAIN)


FORMS: dict[str, str | bytes] = {
    "a quotation": "\n".join(f"> {line}" for line in LINES),
    "a quoted fence": "> ```json\n" + "\n".join(f"> {line}" for line in LINES) + "\n> ```",
    "a patch": "Here:\n" + "\n".join(f"+{line}" for line in LINES),
    "a patch with blanks": "\n".join(f"+ {line}" for line in LINES),
    "numbered lines": "\n".join(f"{number}: {line}" for number, line in enumerate(LINES, 1)),
    "a listing": "\n".join(f"{number:>4} | {line}" for number, line in enumerate(LINES, 1)),
    "a comment": "\n".join(f"// {line}" for line in LINES),
    "guillemets": quoted("«", "»"),
    "guillemets turned": quoted("»", "«"),
    "low quotes": quoted("„", "“"),
    "corners": quoted("「", "」"),
    "a curly quote at the end": PLAIN.replace('": ', "”: "),
    "straight and curly": PLAIN.replace(' "', " “").replace('",', "”,").replace('":', "”:"),
    "entities": PLAIN.replace('"', "&#34;"),
    "entities in hex": PLAIN.replace('"', "&#x22;"),
    "semicolons": PRETTY.replace(",\n", ";\n"),
    "semicolons in a line": PLAIN.replace(', "', '; "'),
    "commas twice": PLAIN.replace(', "', ',, "'),
    "a brace missing, prose after": f"{PLAIN[:-1]}\nHope this helps!",
    "UTF-16": PLAIN.encode("utf-16"),
    "UTF-16 without its mark": PLAIN.encode("utf-16-be"),
    "UTF-32": PLAIN.encode("utf-32"),
    "UTF-8 with a mark": f"\ufeff{PLAIN}".encode(),
}


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_a_form_that_hides_nothing_is_read_whole(text: str | bytes) -> None:
    """Marks before the lines, quotes of other countries, other signs between values, other encodings."""
    assert parse_reply(text).fields == TRUE


@pytest.mark.parametrize(
    "summary",
    [
        [{"sentence": "Net 30 held."}],
        [{"text": "Net 30 held.", "confidence": "High", "fact": "terms"}],
        [{"statement": "Net 30 held.", "source_deals": [5]}],
        [["Net 30 held.", [5]]],
        {"1": "Net 30 held."},
        {"text": "Net 30 held.", "deals": 5},
        [{"claim": "Net 30 held.", "evidence": [{"id": 5}]}],
        [{"text": "Net 30 held.", "deals": [5.0]}],
        [{"the line": "Net 30 held.", "cited_deals": ["Deal 5"]}],
    ],
)
def test_a_sentence_is_found_in_whatever_holds_it(summary: Any) -> None:
    """The bug was a narrative that was lost, and called one without a sentence."""
    for key in ("summary", "sentences"):
        ((text, numbers),) = parse_reply({"max_discount_pct": 3, key: summary}).sentences
        assert text == "Net 30 held."
        assert numbers in ((), (5,))


def test_a_summary_and_sentences_are_both_read() -> None:
    """The bug was that one of them was left out without a word."""
    reply = parse_reply({**EMPTY, "summary": "Net 30 held.", "sentences": [{"text": "It was firm.", "deals": [2]}]})
    assert reply.sentences == (("Net 30 held.", ()), ("It was firm.", (2,)))
    assert reply.fields["summary"] == "Net 30 held."


@pytest.mark.parametrize(
    "reply",
    [
        {"summary": "One. " * 1_000_000},
        {"choices": [{"message": {"content": '{"max_discount_pct": ' * 250_000}}]},
        [{"type": "text", "text": "x" * 5_000_000}],
        [{"firm_on": ["a"]}] * 300_000,
        {str(number): {"payment_terms": "Net 30"} for number in range(200_000)},
        b'{"max_discount_pct": ' * 250_000,
        b"\x00{" * 2_500_000,
        {"a": ["x" * 50] * 100_000},
    ],
    ids=["summary", "content", "part", "answers", "keys", "bytes", "wide bytes", "items"],
)
def test_five_megabytes_in_objects_are_none(reply: Any) -> None:
    """The bound of a text holds for whatever a client hands back."""
    assert parse_reply(reply).status == "unreadable"
