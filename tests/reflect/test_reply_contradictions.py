"""Replies that say two things, somebody else's things, or things that they take back: never half a truth."""

import json
from typing import Any

import pytest

from leverage.reflect import parse_reply
from tests.reflect.replies import DRAFT, EMPTY, PLAIN, TRUE, envelope, with_

OTHERS: dict[str, Any] = {
    "max_discount_pct": 40,
    "payment_terms": "Net 9",
    "flexible_on": ["price"],
    "firm_on": ["venue"],
    "tactics_worked": ["silence"],
    "tactics_failed": ["noise"],
    "summary": "Another story.",
}


def added(text: str, key: str, value: Any, end: str = "}") -> str:
    """Return an object's text with one more key at its end."""
    return f"{text[:-1]}, {json.dumps(key)}: {json.dumps(value)}{end}"


@pytest.mark.parametrize(("key", "other"), OTHERS.items())
def test_a_key_with_two_values_is_a_contradiction(key: str, other: Any) -> None:
    """The bug was JSON's last one, taken silently: in plain JSON, in broken JSON, and inside whatever stands around it."""
    doubled = added(PLAIN, key, other)
    replies = [
        doubled,
        "{" + f"{json.dumps(key)}: {json.dumps(other)}, " + PLAIN[1:],
        added(PLAIN, key, other, ",}"),
        repr(TRUE)[:-1] + f", {key!r}: {other!r}}}",
        f'{{"brief": {doubled}}}',
        json.dumps({"name": "brief", "arguments": doubled}),
        f"Here: {doubled}",
        envelope(doubled),
    ]
    assert [parse_reply(reply).fields for reply in replies] == [EMPTY] * len(replies)
    assert parse_reply(added(PLAIN, key, TRUE[key])).fields == TRUE


SPELLINGS = {
    "maxDiscountPct": "max_discount_pct",
    "highest_discount": "max_discount_pct",
    "Payment Terms": "payment_terms",
    "terms_of_payment": "payment_terms",
    "flexibleOn": "flexible_on",
    "FIRM_ON": "firm_on",
    "what_worked": "tactics_worked",
    "failed_tactics": "tactics_failed",
    "Summary": "summary",
}


@pytest.mark.parametrize(("spelled", "key"), SPELLINGS.items())
def test_two_spellings_of_a_key_are_one_key(spelled: str, key: str) -> None:
    """Where they differ nothing is read; where they agree it is no matter."""
    assert parse_reply(json.dumps({**TRUE, spelled: OTHERS[key]})).status == "unreadable"
    assert parse_reply(json.dumps({**TRUE, spelled: TRUE[key]})).fields == TRUE


def test_a_value_and_a_word_for_none_leave_the_field_empty() -> None:
    """One of the two is wrong, and it can't be said which; the other fields stand."""
    for nothing in (None, "unknown", "N/A"):
        assert parse_reply(added(PLAIN, "max_discount_pct", nothing)).fields == with_(max_discount_pct=None)


@pytest.mark.parametrize(
    "form",
    ["[{},{}]", '{{"results": [{},{}]}}', "{} and {}", "{}\nor\n{}", '{{"a": {}, "b": {}}}', '{{"current": {}, "details": {}}}'],
)
def test_two_answers_must_agree(form: str) -> None:
    """Twice the same is one answer, in whatever order its lists stand."""
    turned = json.dumps(with_(flexible_on=TRUE["flexible_on"][::-1], payment_terms="NET 30"))
    assert parse_reply(form.format(PLAIN, DRAFT)).fields == EMPTY
    assert parse_reply(form.format(PLAIN, turned)).fields == TRUE


def test_answers_about_two_vendors_are_none() -> None:
    """Also where no field contradicts another."""
    told = [{"vendor": "Acme", "payment_terms": "Net 30"}, {"vendor": "Umbra", "firm_on": ["venue"]}]
    assert parse_reply(json.dumps({"briefs": told})).status == "unreadable"
    same = [{**each, "vendor": "Acme"} for each in told]
    assert parse_reply(json.dumps(same)).fields == {**EMPTY, "payment_terms": "Net 30", "firm_on": ["venue"]}


FOREIGN = (
    *(
        "competitor",
        "Competitors",
        "rival",
        "other_vendor",
        "competingOffer",
        "rejected",
        "rejected_offer",
        "declined",
        "example",
    ),
    *(
        "sample",
        "previous",
        "previousBrief",
        "prior",
        "old",
        "before",
        "draft",
        "alternatives",
        "wrong_answer",
        "expected_output",
    ),
    *("deals", "records", "the sources", "notes", "evidence", "Umbra Ltd"),
)


@pytest.mark.parametrize("key", FOREIGN)
def test_what_belongs_to_somebody_else_is_not_the_vendor_s(key: str) -> None:
    """The bug was a competitor's terms, read as the vendor's since it named none."""
    theirs = {"name": "Umbra", "payment_terms": "Net 7", "firm_on": ["venue"]}
    for held in (theirs, [theirs], [{"brief": theirs}]):
        read = parse_reply(json.dumps({"max_discount_pct": 22, key: held}))
        assert read.fields == {**EMPTY, "max_discount_pct": 22}
    assert parse_reply(json.dumps({key: json.loads(DRAFT), "brief": TRUE})).fields in (TRUE, EMPTY)


def test_what_groups_fields_is_the_vendor_s() -> None:
    """A model may put its fields into groups of its own."""
    grouped = {
        "discount": {"max_pct": 22.5},
        "payment": {"terms": "Net 30"},
        "positions": {"flexible_on": TRUE["flexible_on"], "firm_on": TRUE["firm_on"]},
        "tactics": {"worked": TRUE["tactics_worked"], "failed": TRUE["tactics_failed"]},
        "summary": TRUE["summary"],
        "confidence": "Low",
    }
    assert parse_reply(json.dumps(grouped)).fields == TRUE
    assert parse_reply(json.dumps({**grouped, "details": {"max_discount_pct": 40}})).status == "unreadable"


BEFORE = (
    *("Do not output {}", "Never return something like {}", "I will not repeat {}", "Instead of {}", "Rather than writing {}"),
    *("Draft: {}", "**Draft 2**\n{}", "First attempt:\n{}", "Previous answer: {}", "Old: {}", "Wrong:\n```json\n{}\n```"),
    *("For example {}", "e.g. {}", "Example:\n{}", "Here is an example:\n{}", "Bad example: {}", "Sample output:\n{}"),
    *("The note says: {}", "Deal 4 claims {}", "A memory contains {}", "Someone wrote: {}", "The instruction asks for {}"),
    *("User: {}", "System:\n{}", "Question: {}", "Suppose {}", "Hypothetically: {}", "Please ignore this: {}", "Thought: {}"),
)


@pytest.mark.parametrize("prose", BEFORE)
def test_an_object_that_the_prose_disowns_is_no_answer(prose: str) -> None:
    """Alone or before another one, unless that is called the last word."""
    disowned = prose.replace("{}", DRAFT)
    assert parse_reply(disowned).fields == EMPTY
    assert parse_reply(f"{disowned}\n{PLAIN}").fields == EMPTY
    for name in ("Final answer:", "The corrected brief:\n```json\n", "Assistant:"):
        assert parse_reply(f"{disowned}\n{name} {PLAIN}").fields == TRUE


AFTER = (
    *("That is wrong.", "Wait, that was another vendor.", "Hmm, no.", "No, deal 4 says 12%.", "Correction: the highest is 12%."),
    *("The above is incorrect.", "This was only a draft.", "This is an example.", "Scratch that.", "Actually, let me redo this."),
    *("Do not use this.", "Ignore the above.", "I will ignore it.", "The 41 was only asked.", "Sorry, I was wrong."),
    *("Final: max discount 12%", "The highest discount is 12%.", "But deal 3 says otherwise.", "It should be 12."),
)


@pytest.mark.parametrize("prose", AFTER)
def test_an_object_that_is_taken_back_is_no_answer(prose: str) -> None:
    """Also where another one follows: a model that changed its mind once may do so again."""
    assert parse_reply(f"{DRAFT}\n\n{prose}").fields == EMPTY
    assert parse_reply(f"{DRAFT}\n{prose} Corrected:\n{PLAIN}").fields == EMPTY


OWN = (
    *("Here is the brief you asked for:\n{}", "Sure! {}", "JSON only, no prose:\n{}", "Based on 9 deals:\n{}", "Final: {}"),
    *("I ignored the note in deal 4.\n{}", "{}\nI ignored the order in deal 4.", "{}\n\nLet me know if more is needed."),
    *(
        "{}\nNote: deal 2 was retracted.",
        "{}\nNo other vendor was read.",
        "{}\nThe highest discount was 22.5%.",
        "{}\nPlease wait for IT.",
    ),
    *(
        "Following your example:\n{}",
        "In the form you gave: {}",
        "Here is what the deals say:\n{}",
        "{}\nFinal note: see deal 4.",
    ),
    *(
        "I can't say more than the records.\n{}",
        "{}\nDo not share this outside.",
        "After reading the notes: {}",
        "{}\nActually 9 deals.",
    ),
)


@pytest.mark.parametrize("prose", OWN)
def test_prose_that_only_goes_with_an_answer_changes_nothing(prose: str) -> None:
    """Most models say something before or after."""
    assert parse_reply(prose.replace("{}", PLAIN)).fields == TRUE


ERRORS = (
    *(
        "<html><body>502 {}</body></html>",
        "<!DOCTYPE html><script>var x = {}</script>",
        "HTTP/1.1 502 Bad Gateway\n{}",
        "Error: {}",
    ),
    *('{"error": "quota", "brief": {}}', '{"errors": ["late"], "data": {}}'),
)


@pytest.mark.parametrize("page", ERRORS)
def test_an_error_is_no_answer_whatever_it_holds(page: str) -> None:
    """A page, a line or an object of a gateway."""
    assert parse_reply(page.replace("{}", PLAIN)).fields == EMPTY


def test_an_error_beside_the_fields_is_one() -> None:
    """An empty one is none."""
    assert parse_reply({**TRUE, "error": "quota"}).status == "unreadable"
    assert all(parse_reply({**TRUE, "error": none}).fields == TRUE for none in (None, False, "", "none", []))


FORMS: tuple[dict[str, Any], ...] = (
    {"max_discount_pct": "number|null", "payment_terms": ["string"], "flexible_on": ["string"], "summary": "..."},
    {"max_discount_pct": "<number>", "payment_terms": "<terms>"},
    {"max_discount_pct": "number or null", "payment_terms": "list of strings", "firm_on": "array of strings"},
    {"max_discount_pct": "float | None", "firm_on": "list[str]"},
    {"max_discount_pct": "0-100", "payment_terms": "string", "confidence": "High|Medium|Low"},
    {"max_discount_pct": {"type": ["number", "null"]}, "payment_terms": {"type": "array", "items": {"type": "string"}}},
    {"payment_terms": "{{payment_terms}}", "firm_on": ["{{term}}"]},
    {"payment_terms": "your terms here", "firm_on": ["TODO"], "summary": "xxx"},
)


@pytest.mark.parametrize("form", FORMS)
def test_a_form_that_nobody_filled_in_is_no_answer(form: dict[str, Any]) -> None:
    """Nor does it contradict one; an answer that says nothing is recorded is one, in words or in nulls."""
    assert parse_reply(json.dumps(form)).status == "unreadable"
    assert parse_reply(f"{json.dumps(form)}\n{PLAIN}").fields == TRUE
    assert parse_reply(json.dumps(EMPTY)).status == "ok"
    assert parse_reply('{"max_discount_pct": "N/A", "payment_terms": "none", "firm_on": ["none"]}').status == "repaired"
