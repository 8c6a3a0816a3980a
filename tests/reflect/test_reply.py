"""A model's raw reply: what is read from it, what is left empty, and that nothing in it is ever a guess."""

import json
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leverage.reflect import Reply, parse_reply
from tests.reflect.replies import EMPTY, LISTS, PLAIN, PRETTY, TRUE, envelope, raw, with_


@pytest.mark.parametrize(
    "text", [PLAIN, PRETTY, f"\n\t {PLAIN}\r\n", f"\ufeff{PLAIN}", json.dumps({**TRUE, "mood": "good"}), TRUE]
)
def test_plain_json_of_the_right_shape_is_ok(text: object) -> None:
    """What was asked for is taken as it is; white space around it and keys of no field do not matter."""
    reply = parse_reply(text)
    assert (reply.status, reply.fields) == ("ok", TRUE)


WRAPPED: dict[str, object] = {
    "fence": f"```\n{PRETTY}\n```",
    "fence with a language and prose": f"Here it is:\n\n```json5\n{PRETTY}\n```\nAnything else?",
    "fence never closed": f"~~~json\n{PRETTY}",
    "a fence of another kind first": f"```text\nnine deals\n```\n```json\n{PRETTY}\n```",
    "prose with braces": f"Filling in {{vendor}} and {{ n }} as asked.\n{PLAIN}",
    "prose after": f"{PLAIN}\n\nI used {{nine}} deals.",
    "signs of a chat template": f"<|im_start|>assistant\n{PLAIN}<|im_end|></s>",
    "reasoning": f"<think>22? no, {{22.5}}.</think>\n{PLAIN}",
    "reasoning with a draft": f"<thinking>{json.dumps(with_(max_discount_pct=40))} too high</thinking>{PLAIN}",
    "reasoning never opened": f"The highest is 22.5.\n</think>\n{PLAIN}",
    "reasoning never closed": f"<think>\nThe highest is 22.5.\n{PLAIN}",
    "reasoning after": f"{PLAIN}\n<reflection>braces {{here}}</reflection>",
    "reasoning in brackets": f"[THINK]{json.dumps(with_(payment_terms='Net 90'))}[/THINK]{PLAIN}",
    "channels": f"<|channel|>analysis<|message|>{{hm}}<|end|><|start|>assistant<|channel|>final<|message|>{PLAIN}",
    "answer only in the reasoning": f"<think>So:\n```json\n{PRETTY}\n```\n</think>",
    "tool call": f"<tool_call>{json.dumps({'name': 'brief', 'arguments': TRUE})}</tool_call>",
    "tool call with a text": json.dumps({"name": "brief", "arguments": PLAIN}),
    "function call": f"write_brief({PLAIN})",
    "script": f"const brief = {PLAIN};",
    "wrapper": json.dumps({"brief": TRUE}),
    "wrappers": json.dumps({"data": {"output": [{"brief": TRUE}]}, "ok": True}),
    "under the vendor's name": json.dumps({"Acme Ltd": TRUE}),
    "filled schema": json.dumps({"type": "object", "properties": TRUE}),
    "schema, then the answer": json.dumps({"properties": {key: {"type": "string"} for key in TRUE}}) + PLAIN,
    "template, then the answer": json.dumps(dict.fromkeys(TRUE, "...")) + "\n" + PLAIN,
    "list of one": f"[{PLAIN}]",
    "twice the same": f"{PLAIN}\n{PRETTY}",
    "some fields a line": "\n".join(
        json.dumps({name: TRUE[name] for name in names})
        for names in (list(TRUE)[:1], list(TRUE)[1:3], list(TRUE)[3:6], ["summary", "confidence"])
    ),
    "encoded twice": json.dumps(PLAIN),
    "encoded thrice": json.dumps(json.dumps(PRETTY)),
    "encoded, without its quotes": json.dumps(PRETTY)[1:-1],
    "encoded for HTML": PLAIN.replace('"', "&quot;"),
    "first brace already given": PLAIN[1:],
    "values in objects": json.dumps({key: {"type": "x", "value": value} for key, value in TRUE.items()}),
    "tactics in an object": json.dumps(
        {
            **{key: value for key, value in TRUE.items() if not key.startswith("tactics")},
            "tactics": {"worked": TRUE["tactics_worked"], "failed": TRUE["tactics_failed"]},
        }
    ),
    "camelCase": json.dumps({"".join([key.split("_")[0], *map(str.title, key.split("_")[1:])]): TRUE[key] for key in TRUE}),
    "spaced keys": json.dumps({key.replace("_", " ").title(): value for key, value in TRUE.items()}),
    "loud keys": json.dumps({key.upper().replace("_", "-"): value for key, value in TRUE.items()}),
    "hidden signs in keys": json.dumps({f"{key[:3]}\u200b{key[3:]}\ufeff": value for key, value in TRUE.items()}),
    "choices": envelope(PLAIN),
    "choices with a fence": envelope(f"```json\n{PRETTY}\n```"),
    "choices with reasoning": envelope(PLAIN, reasoning_content=json.dumps(with_(max_discount_pct=35))),
    "choices, answer in the reasoning": envelope(None, reasoning_content=f"Nine deals, so {PLAIN}"),
    "choices, tool call": envelope(None, tool_calls=[{"type": "function", "function": {"name": "brief", "arguments": PLAIN}}]),
    "content parts": {"content": [{"type": "thinking", "thinking": "{"}, {"type": "text", "text": PLAIN}], "role": "assistant"},
    "content parts, cut anywhere": {"candidates": [{"content": {"parts": [{"text": PLAIN[:33]}, {"text": PLAIN[33:]}]}}]},
    "content parts, tool": {"content": [{"type": "text", "text": "Done."}, {"type": "tool_use", "name": "brief", "input": TRUE}]},
    "thoughts among parts": {"parts": [{"text": json.dumps(with_(firm_on=[])), "thought": True}, {"text": PLAIN}]},
    "output items": {"output": [{"type": "reasoning", "summary": []}, {"content": [{"type": "output_text", "text": PLAIN}]}]},
    "a message": json.dumps({"model": "m", "message": {"role": "assistant", "content": PLAIN}, "done": True}),
    "a response": json.dumps({"model": "m", "response": PLAIN, "done": True}),
    "a conversation": {"messages": [{"role": "user", "content": "{}"}, {"role": "assistant", "content": PLAIN}]},
    "a stream": "".join(
        f"data: {json.dumps({'choices': [{'delta': {'content': PLAIN[at : at + 9]}}]})}\n\n" for at in range(0, len(PLAIN), 9)
    )
    + "data: [DONE]\n\n",
    "lines of a stream": "\n".join(json.dumps({"response": PLAIN[at : at + 9]}) for at in range(0, len(PLAIN), 9)),
    "a client's object": SimpleNamespace(choices=[SimpleNamespace(message=SimpleNamespace(content=PLAIN), finish_reason="stop")]),
    "a model's dump": SimpleNamespace(model_dump=lambda: {"content": PLAIN}),
    "bytes": f"Here: {PLAIN}".encode(),
}


@pytest.mark.parametrize("text", WRAPPED.values(), ids=WRAPPED.keys())
def test_what_stands_around_an_answer_is_taken_off(text: object) -> None:
    """Fences, prose, reasoning, wrappers, envelopes, streams and other names of the keys hide no answer."""
    reply = parse_reply(text)
    assert (reply.status, reply.fields) == ("repaired", TRUE)


BROKEN = {
    "trailing commas": PRETTY.replace('"\n}', '",\n}').replace('"ramp-up"\n', '"ramp-up",\n'),
    "comments": PRETTY.replace('  "firm_on"', '  // it\'s "odd"\n  /* or: {} */ # so\n  "firm_on"'),
    "python": repr(TRUE),
    "single quotes, an apostrophe": PLAIN.replace('"', "'"),
    "tuples": PLAIN.replace("[", "(").replace("]", ")"),
    "bare keys": "{" + ", ".join(f"{key}: {json.dumps(value)}" for key, value in TRUE.items()) + "}",
    "bare words": PLAIN.replace('"Net 30"', "Net 30").replace('["seat count", "ramp-up"]', "[seat count, ramp-up]"),
    "curly quotes": "".join("“" if char == '"' else char for char in PLAIN),
    "quotes twice": PLAIN.replace('"', '""'),
    "wide signs": PLAIN.replace(": ", "：").replace(", ", "，"),
    "no commas": PRETTY.replace(",\n", "\n"),
    "one comma missing": PLAIN.replace('"Net 30", ', '"Net 30" '),
    "one colon missing": PLAIN.replace('"payment_terms": ', '"payment_terms" '),
    "arrows": PLAIN.replace('": ', '" => '),
    "a list never closed": PLAIN.replace('"ramp-up"]', '"ramp-up"'),
    "a quote missing": PLAIN.replace('"Net 30"', '"Net 30'),
    "a brace too many": PLAIN + "}",
    "braces twice": "{" + PLAIN + "}",
    "the last brace missing": PLAIN[:-1],
    "an ellipsis": PLAIN.replace('"ramp-up"]', '"ramp-up", ...]'),
    "a percent sign": PLAIN.replace("22.5,", "22.5%,", 1),
    "an escape of its own": PLAIN.replace("rival's", r"rival\'s"),
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_object_is_mended(text: str) -> None:
    """Where the signs are wrong but every value is there, every value is read."""
    reply = parse_reply(text)
    assert (reply.status, reply.fields) == ("repaired", TRUE)


@pytest.mark.parametrize(
    ("written", "summary"),
    [
        ('"Their "last" offer, they said, held."', 'Their "last" offer, they said, held.'),
        ('"He said "no", then signed."', 'He said "no", then signed.'),
        ('"A 24" rack was free."', 'A 24" rack was free.'),
        ('"First line.\nSecond line."', "First line.\nSecond line."),
        ('"Fields {a} and ] are free"', "Fields {a} and ] are free"),
        ('"They call it “list”."', "They call it “list”."),
        ('"See http://a.example/#x, // twice"', "See http://a.example/#x, // twice"),
        (r'"\u0000Free\ud83d of charge"', "Free of charge"),
        ('null, "note": "```{"', ""),
        ('"N/A"', ""),
        ("17", ""),
        ('["One.", {"text": "Two."}]', "One. Two."),
    ],
)
def test_a_summary_keeps_its_own_signs(written: str, summary: str) -> None:
    """Quotes, brackets and line breaks inside a text are text; only what can't be shown goes."""
    assert parse_reply(raw("summary", written)).fields == with_(summary=summary)


UNREADABLE = {
    "nothing": None,
    "no text": "",
    "blank": " \n\t ",
    "a refusal": "I can't help with pricing of {vendor}.",
    "prose with figures": "Max discount: 22.5%, payment terms: Net 30.",
    "a list in Markdown": "**Max discount:** 22.5\n- Firm on: uptime credits",
    "a table": "| max_discount_pct | payment_terms |\n|---|---|\n| 22.5 | Net 30 |",
    "YAML": "max_discount_pct: 22.5\nfirm_on:\n  - uptime credits\n",
    "XML": "<brief><max_discount_pct>22.5</max_discount_pct></brief>",
    "an error page": "<html><style>p{color:#333}</style><h1>503 {}</h1></html>",
    "an error": '{"error": {"message": "Too many requests", "summary": "slow down"}}',
    "an error beside half an answer": '{"error": "timeout", "data": {"brief": {"max_discount_pct": 22.5}}}',
    "an empty object": "{}",
    "an empty list": "[]",
    "a number": "22.5",
    "true": "true",
    "null": "null",
    "a sentence in quotes": '"Nothing is recorded."',
    "other keys": '{"vendor": "Acme Ltd", "score": 7}',
    "a confidence alone": '{"confidence": "High"}',
    "the schema alone": json.dumps({"type": "object", "properties": {key: {"type": "string"} for key in TRUE}}),
    "two that differ": PLAIN + "\n" + json.dumps(with_(max_discount_pct=30)),
    "two that differ, one broken": PLAIN + "\n" + repr(with_(payment_terms="Net 60")),
    "two that differ, one cut": json.dumps(with_(max_discount_pct=30))[:60] + "\n" + PLAIN,
    "two vendors": json.dumps({"Acme": TRUE, "Umbra": with_(firm_on=[])}),
    "two choices": {"choices": [{"message": {"content": PLAIN}}, {"message": {"content": json.dumps(with_(firm_on=[]))}}]},
    "a refusal after the draft": f"<think>{PLAIN}</think>\nI would rather not say.",
    "a draft that goes on": f"<think>{PLAIN} but deal 4 says otherwise, so",
    "cut after a key": '{"max_discount_pct":',
    "cut in a number": '{"max_discount_pct": 2',
    "cut in a number, with a line end": '{"max_discount_pct": 2\n',
    "cut in a number, with a fence": '```json\n{"max_discount_pct": 2\n```',
    "cut in a number, and told": '{"max_discount_pct": 2\n\n[truncated]',
    "cut in a number, with dots": '{"max_discount_pct": 2...',
    "deep": '{"a":' * 5_000 + "1" + "}" * 5_000,
    "deep and wide": '{"flexible_on": ' + "[" * 100_000,
    "other objects": object(),
    "signs of a template": "<|im_start|>user\n<|im_end|>" * 50,
}


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_is_no_answer_is_unreadable_and_empty(text: object) -> None:
    """Prose, pages, errors, contradictions and pieces give the empty reply, never half a truth."""
    reply = parse_reply(text)
    assert (reply.status, reply.fields, reply.sentences) == ("unreadable", EMPTY, ())


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("18", 18),
        ("0", 0),
        ("100", 100),
        ("0.15", 0.15),
        ('"12%"', 12),
        ('"12.5 percent"', 12.5),
        ('"12,5 %"', 12.5),
        ('"up to 12% off list"', 12),
        ('"historically observed up to 12%"', 12),
        ('"10-12%"', 12),
        ('"12% (2023), 9% (2025)"', 12),
        ('"１２％"', 12),
        ("[12]", 12),
        ("-3", None),
        ("101", None),
        ("true", None),
        ("NaN", None),
        ("-Infinity", None),
        ("1e999", None),
        ("9" * 5_000, None),
        ('"N/A"', None),
        ('"twelve"', None),
        ('"12"' + ', "max_discount_pct": "unknown"', None),
        ('"asked 30%, got 12%"', None),
        ('"more than 12%"', None),
        ('"12+"', None),
        ('"-12%"', None),
        ('"$12"', None),
        ('"1,200%"', None),
        ('"12 of 100"', None),
        ("[12, 9]", None),
        ('{"low": 9, "high": 12}', None),
        ("12 + 3", None),
        ("1_2", None),
        ("1/5", None),
    ],
)
def test_a_discount_is_a_number_that_was_said_as_such(written: str, number: float | None) -> None:
    """Percent signs and modest words go, nothing is scaled, and what may be another number is none."""
    assert parse_reply(raw("max_discount_pct", written)).fields == with_(max_discount_pct=number)


@pytest.mark.parametrize(
    ("written", "terms"),
    [
        ('"  Net\\t45 "', "Net 45"),
        ('["Net 45", "Net 60"]', "Net 45; Net 60"),
        ('{"text": "Net 45", "deals": [2]}', "Net 45"),
        ('{"days": 45, "type": "net"}', None),
        ("45", None),
        ("false", None),
        ('"n/a"', None),
        ('"Not specified."', None),
        ('"keine Angabe"', None),
        ('"<string>"', None),
    ],
)
def test_payment_terms_are_words(written: str, terms: str | None) -> None:
    """Several are joined; an object, a number or a word for nothing gives none."""
    assert parse_reply(raw("payment_terms", written)).fields == with_(payment_terms=terms)


@pytest.mark.parametrize(
    ("written", "items"),
    [
        ("null", []),
        ('"none"', []),
        ('["None recorded", "", null, 4, true]', []),
        ('"seats, support and training"', ["seats", "support and training"]),
        ('"seats; support, if paid at once; training"', ["seats", "support, if paid at once", "training"]),
        ('"- seats\\n* support\\n3. training"', ["seats", "support", "training"]),
        ('"[\\"seats\\", \\"support\\"]"', ["seats", "support"]),
        (
            '"asked for a price first, and only then named how many seats"',
            ["asked for a price first, and only then named how many seats"],
        ),
        ('["seats", "Seats", " seats ", "• support"]', ["seats", "support"]),
        ('[["seats"], {"term": "support", "count": 3}, {"days": 3}]', ["seats", "support"]),
        ("[" + '"seats", ' * 300 + '"support"]', ["seats", "support"]),
        ("{}", []),
    ],
)
def test_a_list_may_be_written_in_many_ways(written: str, items: list[str]) -> None:
    """Rows, bullets and objects become items, each once; what is empty or no text is left out."""
    assert parse_reply(raw("firm_on", written)).fields == with_(firm_on=items)


@pytest.mark.parametrize(
    ("written", "label"),
    [
        ('"high"', "High"),
        ('"MEDIUM confidence."', "Medium"),
        ('"Very high"', None),
        ("0.9", None),
        ("null", None),
        ('["Low"]', None),
    ],
)
def test_a_confidence_is_one_of_three_words(written: str, label: str | None) -> None:
    """Any other word or number says nothing here; the count decides anyway."""
    assert parse_reply(raw("confidence", written)).fields == with_(confidence=label)


def test_what_a_field_rests_on_does_not_contradict_it() -> None:
    """Keys of the same names further in, such as the deals behind each field, are no second answer."""
    told = {**TRUE, "evidence": {"max_discount_pct": [1], "firm_on": [2, 3]}, "flexibility": "quite good"}
    assert parse_reply(json.dumps(told)).fields == TRUE


@pytest.mark.parametrize(
    ("text", "finish_reason"),
    [
        (PLAIN, "length"),
        (PLAIN, "max_tokens"),
        (PLAIN[:120], None),
        (PLAIN[:22], "stop"),
        ("<think>Nine deals, the first", None),
        ("", "MAX_TOKENS"),
        ({"choices": [{"finish_reason": "length", "message": {"content": PLAIN[:120]}}]}, None),
        ({"stop_reason": "max_tokens", "content": [{"text": PLAIN}]}, None),
        ({"incomplete_details": {"reason": "max_output_tokens"}, "output": [{"content": [{"text": PLAIN[:150]}]}]}, None),
    ],
)
def test_a_reply_that_grew_too_long_is_told_apart(text: object, finish_reason: str | None) -> None:
    """By the provider's word, by an envelope's, or by a text that ends inside a value."""
    assert parse_reply(text, finish_reason).was_cut


def test_a_whole_reply_was_not_cut() -> None:
    """Plain prose and whole answers are not called cut."""
    assert not any(parse_reply(text, "stop").was_cut for text in (PLAIN, "I can't.", None, f"```json\n{PRETTY}\n```"))


def test_a_summary_that_breaks_off_keeps_its_whole_sentences() -> None:
    """`22.` may be the first half of `22.5`: a sentence counts only once another one follows."""
    at = PLAIN.index("Ramp-up was")
    assert parse_reply(PLAIN[: at + 4]).fields["summary"] == "They gave 22.5% once."
    assert parse_reply(PLAIN[: PLAIN.index(".5% once") + 1]).fields["summary"] == ""


@pytest.mark.parametrize(
    ("summary", "sentences"),
    [
        ("Net 30 held [1][3]. Ramp-up was open.", [("Net 30 held.", (1, 3)), ("Ramp-up was open.", ())]),
        ("Net 30 held. [2, 4] Ramp-up was open (1, 3).", [("Net 30 held.", (2, 4)), ("Ramp-up was open.", (1, 3))]),
        (
            "In one year (2024) approx. 5.5% was given, e.g. to IT [deals 2-4].",
            [("In one year (2024) approx. 5.5% was given, e.g. to IT.", (2, 3, 4))],
        ),
        ("A first line\nJ. Doe of Acme Inc. signed.", [("A first line", ()), ("J. Doe of Acme Inc. signed.", ())]),
        (
            [
                {"text": "Net 30 held. It was firm.", "deals": [1, "2"]},
                {"sentence": "Ramp-up was open [5].", "citations": ["#3"]},
                "So far.",
            ],
            [("Net 30 held.", (1, 2)), ("It was firm.", (1, 2)), ("Ramp-up was open.", (5, 3)), ("So far.", ())],
        ),
        ("", []),
        (None, []),
    ],
)
def test_sentences_come_with_the_deals_they_cite(summary: object, sentences: list[tuple[str, tuple[int, ...]]]) -> None:
    """A list says them itself; in a text they stand as markers, before or after the full stop."""
    assert parse_reply(json.dumps({**TRUE, "summary": summary})).sentences == tuple(sentences)


@pytest.mark.parametrize(
    "text",
    [
        "{" * 5_000_000,
        '{"payment_terms": "' + "x" * 5_000_000,
        "<think>" * 700_000,
        json.dumps({**TRUE, "summary": "One (1). " * 500_000}),
        "'payment_terms': [" * 280_000,
        '{"firm_on": "' + "a, (b " * 800_000 + '"}',
    ],
    ids=["braces", "cut", "tags", "summary", "keys", "commas"],
)
def test_five_megabytes_are_read_in_a_moment(text: str) -> None:
    """A reply that never ends holds nobody up."""
    assert_valid(parse_reply(text))


def assert_valid(reply: Reply) -> None:
    """Check the promise that every reply keeps, whatever came in."""
    fields = reply.fields
    assert list(fields) == list(EMPTY)
    assert reply.status in ("ok", "repaired", "unreadable")
    assert fields == EMPTY or reply.status != "unreadable"
    number = fields["max_discount_pct"]
    assert number is None or (type(number) in (int, float) and 0 <= number <= 100)
    assert fields["payment_terms"] is None or fields["payment_terms"].strip()
    assert all(isinstance(item, str) and item.strip() for name in LISTS for item in fields[name])
    assert isinstance(fields["summary"], str)
    assert fields["confidence"] in ("High", "Medium", "Low", None)
    json.dumps(fields, allow_nan=False).encode()
    "".join([fields["summary"], fields["payment_terms"] or "", *(item for name in LISTS for item in fields[name])]).encode()
    assert all(isinstance(text, str) and all(isinstance(n, int) for n in numbers) for text, numbers in reply.sentences)


SIGNS = st.text(alphabet="{}[]\"'“”:,.\\/#*<>()=-%01 9\nabxné\u200b\x00", max_size=40)
PIECES = st.one_of(
    SIGNS,
    st.text(max_size=20),
    st.sampled_from(
        [PLAIN, PRETTY, PLAIN[:90], '"max_discount_pct": ', '"summary": "', "'firm_on': [", "<think>", "</think>", "```json\n"]
    ),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=8).map("".join))
def test_any_text_gives_a_valid_reply(text: str) -> None:
    """Whatever is put together from signs, pieces and whole answers, nothing is raised and every field is valid."""
    assert_valid(parse_reply(text))


VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), SIGNS, st.binary(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from([*TRUE, "content", "error", "a"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None)
@given(VALUES, st.one_of(st.none(), SIGNS))
def test_any_object_gives_a_valid_reply(value: object, finish_reason: str | None) -> None:
    """Objects of any shape, known keys with any value among them, are read the same way."""
    assert_valid(parse_reply(value, finish_reason))


WORDS = st.sampled_from(
    ["seat", "cap", 'a "b"', "it's", "{x}", "[1], y", "9% off", "c: d", "// e", "é", "back\\slash", "then, f"]
)
TEXTS = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
FIELDS = st.fixed_dictionaries(
    {
        "max_discount_pct": st.one_of(st.none(), st.integers(0, 100), st.decimals(0, 100, places=2).map(float)),
        "payment_terms": st.one_of(st.none(), TEXTS),
        **{name: st.lists(TEXTS, max_size=3, unique=True) for name in LISTS},
        "summary": st.one_of(st.just(""), TEXTS.map(lambda text: f"{text}. Then {text}. 22.5% in all.")),
        "confidence": st.sampled_from(["High", "Medium", "Low", None]),
    }
)


@settings(max_examples=200, deadline=None)
@given(FIELDS, st.sampled_from([None, 1, 2]))
def test_valid_fields_come_back_as_they_were(fields: dict[str, Any], indent: int | None) -> None:
    """Written as JSON and read again, every valid reply is ok and equal."""
    reply = parse_reply(json.dumps(fields, indent=indent))
    assert (reply.status, reply.fields) == ("ok", fields)


@settings(max_examples=400, deadline=None)
@given(
    FIELDS,
    st.permutations(list(EMPTY)),
    st.sampled_from([None, 2]),
    st.floats(0, 1),
    st.sampled_from(["", "\n", "\n```", "..."]),
    st.sampled_from(["{}", "```json\n{}", "<think>so</think>{}", "brief: {}"]),
)
def test_a_piece_of_a_reply_says_nothing_that_the_whole_does_not(
    fields: dict[str, Any], order: list[str], indent: int | None, share: float, end: str, around: str
) -> None:
    """Cut anywhere: the number is the true one or none, no item, term or sentence is a cut piece."""
    whole = json.dumps({name: fields[name] for name in order}, indent=indent)
    piece = around.replace("{}", whole[: int(len(whole) * share)]) + end
    read = parse_reply(piece).fields
    assert read["max_discount_pct"] in (None, fields["max_discount_pct"])
    assert read["payment_terms"] in (None, fields["payment_terms"])
    assert all(set(read[name]) <= set(fields[name]) for name in LISTS)
    sentences = [text for text, _ in parse_reply(whole).sentences]
    assert all(text in sentences for text, _ in parse_reply(piece).sentences)
