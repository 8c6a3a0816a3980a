"""A vendor's own letter: that it is one, whom it names below its closing, what it grants and what it refuses."""

from collections.abc import Iterator

from leverage.inbox.cues import Cue, word_set
from leverage.inbox.labels import field_of
from leverage.inbox.note import Line, Note, Sentence
from leverage.inbox.rules.candidate import Candidate
from leverage.inbox.rules.items import items_in, phrase_before, worded
from leverage.inbox.rules.matters import changing, listed, small
from leverage.inbox.rules.names import Name, names_in
from leverage.inbox.rules.standing import clause_at

_MOST_GIFT = 6  # words of what is given for nothing
_MOST_WORDS = 9  # of what is granted on a line of its own
_CONFIRMED_WITHIN = 12  # first sentences of a letter in which it confirms
_SIGNED_WITHIN = 4  # lines below a closing that name whose letter it is


def confirmation_in(note: Note) -> Sentence | None:
    """Return the sentence in which somebody confirms to the reader what was agreed, None where nobody does."""
    if note.is_chat or note.is_dialogue:
        return None
    if "confirmation" not in note.memo:
        first = note.own_sentences[:_CONFIRMED_WITHIN]
        found = (each for each in first if each.has("confirms") and not each.is_question and not each.has("unsigned"))
        note.memo["confirmation"] = next(found, None)
    return note.memo["confirmation"]  # type: ignore[no-any-return]


def signed_by(note: Note) -> Iterator[Name]:
    """Yield the companies that sign a letter of confirmation: their name stands right below its closing, with its form."""
    confirming = confirmation_in(note)
    if confirming is None or not _speaks_to_reader(note):
        return
    part = confirming.line.part
    for line in _below_closing(note, part):
        yield from (name for name in names_in(note, line.start, line.end) if name.has_form)


def _below_closing(note: Note, part: int) -> list[Line]:
    signature = [line for line in note.lines if line.part == part and line.aside == "signature"]
    return signature[:_SIGNED_WITHIN]


def _speaks_to_reader(note: Note) -> bool:
    words = word_set("to_the_reader")
    return any(word.plain in words for sentence in note.own_sentences[:_CONFIRMED_WITHIN] for word in sentence.words)


def letter_stances(sentence: Sentence) -> Iterator[Candidate]:
    """Yield what a vendor's letter grants its reader and what it does not, in its own voice."""
    if sentence.line.label and field_of(sentence.line.label) is not None:
        return
    refused = list(_refused(sentence)) or list(_turned(sentence))
    yield from refused
    if refused:
        return
    yield from _granted(sentence)
    yield from _given_free(sentence)
    yield from _given_before(sentence)
    yield from gifts_in(sentence, by_vendor=True)
    yield from _on_its_own_line(sentence)


def _granted(sentence: Sentence) -> Iterator[Candidate]:
    """Yield what stands behind `you may`, `we accept`: one item, to where its clause ends."""
    for cue in sentence.all("vendor_grants"):
        clause = clause_at(sentence, cue.start)
        if sentence.has("negation", "hypothetical", "vendor_refuses", start=clause.start, end=clause.end):
            continue
        last = next((each.start for each in sentence.all("vendor_grants", start=cue.end, end=clause.end)), clause.end)
        yield from _items(sentence, "flexible_on", cue.end, last)


def _given_free(sentence: Sentence) -> Iterator[Candidate]:
    """Yield what stands before a verb and `wir` in a clause that says it is free: `Musterteile stellen wir kostenlos`."""
    for cue in sentence.all("flexible_after"):
        clause = clause_at(sentence, cue.start)
        words = [word for word in sentence.words if clause.start <= word.start < cue.start]
        at = next((n for n, word in enumerate(words) if word.plain in ("wir", "sie", "wij", "we", "u")), None)
        if at is not None and 1 < at <= _MOST_WORDS and not sentence.has("negation", start=clause.start, end=clause.end):
            yield from _items(sentence, "flexible_on", clause.start, words[at - 2].end)


def _given_before(sentence: Sentence) -> Iterator[Candidate]:
    """Yield what stands before `übernehmen wir`, `os la hacemos`: what the letter gives."""
    for cue in sentence.all("vendor_gives"):
        clause = clause_at(sentence, cue.start)
        if sentence.has("negation", "hypothetical", start=clause.start, end=cue.end):
            continue
        place = phrase_before(sentence, cue.start, _past_join(sentence, clause.start, cue.start))
        if place:
            yield from _items(sentence, "flexible_on", *place)


def _past_join(sentence: Sentence, start: int, end: int) -> int:
    """Return where the last of joined clauses begins: `…, und die Schulung können Sie kostenlos haben`."""
    first = next((word for word in sentence.words if start <= word.start < end), None)
    return first.end if first and first.plain in listed("openers") else start


def gifts_in(sentence: Sentence, *, by_vendor: bool) -> Iterator[Candidate]:
    """Yield what is given for nothing: `we will swap the filters at no charge`, `logs come free of charge`."""
    for cue in sentence.all("for_free"):
        clause = clause_at(sentence, cue.start)
        if sentence.has("negation", "hypothetical", "failed", "acts", "unsettled", start=clause.start, end=cue.start):
            continue
        words = [word for word in sentence.words if clause.start <= word.start < cue.start]
        while words and words[0].plain in listed("gift_lead"):
            words = words[1:]
        verb = next((n for n, word in enumerate(words) if n and word.plain in listed("gift_verb")), len(words))
        if 0 < verb <= _MOST_GIFT and (by_vendor or verb < len(words)):
            yield from _items(sentence, "flexible_on", words[0].start, words[verb - 1].end)


def _refused(sentence: Sentence) -> Iterator[Candidate]:
    for cue in sentence.all("vendor_refuses"):
        behind = [word.plain for word in sentence.words if cue.end <= word.start < clause_at(sentence, cue.start).end]
        if behind and all(word in changing() or word in small() for word in behind):
            clause = clause_at(sentence, cue.start)
            place = phrase_before(sentence, cue.start, clause.start)
            if place:
                yield from _items(sentence, "firm_on", *place)
        elif not sentence.has("discount", start=cue.end):
            yield from _items(sentence, "firm_on", _behind_verb(sentence, cue.end), sentence.end)
    for cue in sentence.all("request_for"):
        clause = clause_at(sentence, cue.start)
        denial = next((each for each in sentence.all("negation", "failed", start=cue.end, end=clause.end)), None)
        if denial is not None:
            end = _before_verb(sentence, cue.end, denial)
            yield from _items(sentence, "firm_on", cue.end, end)


def _turned(sentence: Sentence) -> Iterator[Candidate]:
    """Yield what a German or Dutch letter cannot do, before its verb or between it and the denial."""
    for cue in sentence.all("vendor_cannot"):
        clause = clause_at(sentence, cue.start)
        denial = next((each for each in sentence.all("negation", start=cue.end, end=clause.end)), None)
        if denial is None or sentence.has("request_for", "discount", start=clause.start, end=clause.end):
            continue
        words = [word for word in sentence.words if clause.start <= word.start < cue.start]
        if [word for word in words if word.plain not in word_set("being_verbs")]:
            yield from _items(sentence, "firm_on", clause.start, cue.start)
        elif sentence.note.plain[denial.start : denial.end].startswith(("kein", "geen")):
            behind = [word for word in sentence.words if denial.end <= word.start < clause.end]
            yield from _items(sentence, "firm_on", denial.end, behind[-1].start if len(behind) > 1 else denial.end)
        else:
            yield from _items(sentence, "firm_on", _behind_reader(sentence, cue.end), denial.start)
        return


def _behind_reader(sentence: Sentence, start: int) -> int:
    """Return where the matter begins behind the reader: `können wir Ihnen die Mindestmenge nicht`."""
    for word in sentence.words:
        if word.start >= start and word.plain not in word_set("to_the_reader") | word_set("being_verbs"):
            return word.start
    return start


def _before_verb(sentence: Sentence, start: int, denial: Cue) -> int:
    """Return where what was asked for ends: before the denial and the small verbs at it."""
    end = denial.start
    words = [word for word in sentence.words if start <= word.start < end]
    while words and words[-1].plain in word_set("being_verbs"):
        end = words.pop().start
    return end


def _behind_verb(sentence: Sentence, start: int) -> int:
    """Return where the matter begins behind a verb of changing: `lower the tooling charge`."""
    for word in sentence.words:
        if word.start < start:
            continue
        if word.plain not in word_set("refused_verbs"):
            return word.start
        start = word.end
    return start


def _items(sentence: Sentence, field: str, start: int, end: int) -> Iterator[Candidate]:
    note = sentence.note
    for first, last in items_in(note, start, end):
        place = _behind_verb(sentence, first) if field == "firm_on" else first
        if place < last and any(len(word) > 2 and word.isalpha() for word in note.plain[place:last].split()):
            yield Candidate(field, worded(note, place, last), place, last, sentence, True)


def _on_its_own_line(sentence: Sentence) -> Iterator[Candidate]:
    """Yield a line that grants without a verb: `Free storage for a month`, `Farbwechsel ohne Rüstkosten`."""
    note, words = sentence.note, sentence.words
    is_alone = sentence.start == sentence.line.start and sentence.end >= sentence.line.end - 1
    if not is_alone or not 1 < len(words) <= _MOST_WORDS or any(word.plain in word_set("being_verbs") for word in words):
        return
    if words[0].plain in word_set("free_lead") or _is_free_of(sentence):
        end = sentence.end
        while end > sentence.start and note.view[end - 1] in " .,;":
            end -= 1
        yield Candidate("flexible_on", worded(note, sentence.start, end), sentence.start, end, sentence, True)


def _is_free_of(sentence: Sentence) -> bool:
    words = sentence.words
    costs = word_set("free_costs")
    return any(
        word.plain in word_set("free_of")
        and any(behind.plain in costs or behind.plain.endswith(_COSTS) for behind in words[at + 1 : at + 3])
        for at, word in enumerate(words)
    )


_COSTS = ("kosten", "gebuhr", "gebuhren", "aufschlag", "zuschlag")
