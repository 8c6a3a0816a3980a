"""What a vendor gave way on and what it did not move on, as the note says it; a term that is both goes to neither."""

import re
from collections.abc import Iterator, Sequence

from leverage.inbox.cues import Cue, word_set
from leverage.inbox.labels import field_of
from leverage.inbox.note import Region, Sentence
from leverage.inbox.numerals import number_words
from leverage.inbox.rules.candidate import Candidate
from leverage.inbox.rules.items import items_in, phrase_before, worded
from leverage.inbox.rules.letters import gifts_in, letter_stances
from leverage.inbox.rules.matters import conjunctions, listed, openers
from leverage.inbox.rules.matters import is_matter as is_contract_matter
from leverage.inbox.rules.refusals import past_being, refused_in
from leverage.inbox.rules.standing import clause_at, clauses_of, is_supposed, is_supposed_beyond_no
from leverage.stems import is_everyday
from leverage.text import fold

_FIELDS = {"flexible": "flexible_on", "firm": "firm_on"}
_DENIED_WITHIN = 2
_DENIED_FAR = 6  # words between a denial and a bare verb
_MOST_BEHIND = 3  # words behind what a sentence says of what it began with
_NEXT = 24  # characters behind a cue in which it is taken back: `ging gar nichts`
_MOST_BEFORE_NO_WAY = 6
_MOST_MATTER = 6  # words
_FEW = word_set("no_matter")


def stances_in(sentence: Sentence, following: Sentence | None, *, by_vendor: bool) -> Iterator[Candidate]:
    """Yield what a sentence says the vendor was flexible or firm on; `by_vendor` where the vendor writes."""
    field = field_of(sentence.line.label) if sentence.line.label else None
    note = sentence.note
    if field in ("flexible_on", "firm_on"):
        if sentence.start == sentence.line.start and not is_supposed(sentence) and not _says_none(sentence):
            for start, end in items_in(note, sentence.line.start, sentence.line.end, is_label=True):
                yield Candidate(field, worded(note, start, end), start, end, sentence, True)
        return
    if field in ("other", "vendor", "product", "tactics", "worked", "failed"):
        return
    answer = _answer(sentence, following) if following else None
    if answer:
        for start, end in items_in(note, sentence.start, sentence.end):
            yield Candidate(answer, worded(note, start, end), start, end, sentence, True)
    if is_supposed_beyond_no(sentence):
        return
    if by_vendor and not sentence.note.is_dialogue:
        yield from letter_stances(sentence)
    elif not sentence.note.is_dialogue and not sentence.line.speaker:
        yield from gifts_in(sentence, by_vendor=False)
    yield from _beside_colon(sentence)
    yield from _behind(sentence, by_vendor=by_vendor)
    yield from _unmoved(sentence, by_vendor=by_vendor)
    yield from _refused(sentence, by_vendor=by_vendor)
    yield from _before(sentence, by_vendor=by_vendor)
    yield from _inverted(sentence, by_vendor=by_vendor)
    yield from _enclosed(sentence, by_vendor=by_vendor)


def _behind(sentence: Sentence, *, by_vendor: bool) -> Iterator[Candidate]:
    firm = list(sentence.all("firm"))
    for cue in sentence.all("flexible", "firm"):
        if cue.name == "flexible" and any(each.start <= cue.start and cue.end <= each.end for each in firm):
            continue
        if any(each is not cue and each.start <= cue.start and cue.end < each.end for each in sentence.all("flexible", "firm")):
            continue
        clause = clause_at(sentence, cue.start)
        denied = _is_denied(sentence, clause.start, cue)
        if _is_us(sentence, cue.start, by_vendor=by_vendor) or (denied and cue.name == "firm"):
            continue
        if sentence.has("unsettled", start=clause.start, end=cue.start) and cue.name == "flexible":
            continue
        name = "firm" if denied else cue.name
        note = sentence.note
        for start, end in items_in(note, past_being(sentence, cue.end), sentence.end):
            tail = next((each.start for each in sentence.all("firm_after", "flexible_after", start=start + 1, end=end)), end)
            to_do = _TO_DO.search(note.plain, start, tail)
            end = start + len(note.view[start : to_do.start() if to_do else tail].rstrip(" ,"))
            if (
                note.plain[start:end] not in word_set("no_items")
                and "%" not in note.plain[start:end]
                and not _is_cue(sentence, start, end)
                and _names_something(note.plain[start:end])
            ):
                yield Candidate(_FIELDS[name], worded(note, start, end), start, end, sentence, True)


def _unmoved(sentence: Sentence, *, by_vendor: bool) -> Iterator[Candidate]:
    """Yield what somebody would not move on: `could not get them to budge on`, `no conseguimos que cedieran en`."""
    note = sentence.note
    for cue in sentence.all("yields"):
        clause = clause_at(sentence, cue.start)
        denials = sentence.all("negation", "refusing", start=clause.start, end=cue.end)
        denied = any(len(note.plain[each.end : cue.start].split()) <= _DENIED_FAR for each in denials if each.start < cue.start)
        if not denied or (
            sentence.has("us", start=clause.start, end=cue.start) and not sentence.has("them", start=clause.start, end=cue.start)
        ):
            continue
        for start, end in items_in(note, past_being(sentence, cue.end), sentence.end):
            yield Candidate("firm_on", worded(note, start, end), start, end, sentence, True)


def _refused(sentence: Sentence, *, by_vendor: bool) -> Iterator[Candidate]:
    for cue, start, end in refused_in(sentence):
        if not _is_us(sentence, cue.start, by_vendor=by_vendor):
            yield Candidate("firm_on", worded(sentence.note, start, end), start, end, sentence, True)


def _before(sentence: Sentence, *, by_vendor: bool) -> Iterator[Candidate]:
    told = list(sentence.all("firm_after", "flexible_after"))
    wider = [*told, *sentence.all("vendor_gives")]
    for cue in told:
        if any(each.start <= cue.start and cue.end <= each.end and each.name != cue.name for each in wider):
            continue
        clause = clause_at(sentence, cue.start)
        if cue.name == "flexible_after" and (_is_denied(sentence, clause.start, cue) or _is_asked(sentence)):
            continue
        if cue.name == "flexible_after" and sentence.has(
            "no_way", "firm_word", start=cue.end, end=min(clause.end, cue.end + _NEXT)
        ):
            continue
        place = phrase_before(sentence, cue.start, _start_before(sentence, clause, cue))
        if place:
            field = "firm_on" if cue.name == "firm_after" else "flexible_on"
            items = list(items_in(sentence.note, place[0], place[1]))
            for start, end in items:
                if not _is_matter(sentence, start, end) or _TO_DO.search(sentence.note.plain, start, end):
                    continue
                yield Candidate(field, worded(sentence.note, start, end), start, end, sentence, True)


def _is_asked(sentence: Sentence) -> bool:
    """Say whether a sentence tells what was asked for in vain: its `free storage` was not given."""
    return sentence.has("failed") or any(word.plain in word_set("request_words") for word in sentence.words)


def _start_before(sentence: Sentence, clause: Region, cue: Cue) -> int:
    """Return where what a cue speaks of begins, maybe in the clause before: `The surcharge, though, they would not touch`."""
    plain = sentence.note.plain
    start = clause.start
    for _ in range(2):
        for word in sentence.words:
            if start < word.start < cue.start and word.plain in conjunctions():
                start = word.end
        words = plain[start : cue.start].replace(",", " ").split()
        if start <= sentence.start or any(word not in _ASIDES for word in words):
            break
        start = clause_at(sentence, start - 1).start
    return start


_ASIDES = word_set("asides")
_WITHOUT = frozenset({"without", "ohne", "sin", "sans", "senza", "sem", "zonder"})  # they deny the word behind them
_TO_DO = re.compile(r"\s(?:zu|te)\s+[a-z]+n$")


def _beside_colon(sentence: Sentence) -> Iterator[Candidate]:
    """Yield what stands on the other side of a colon: `Not negotiable for them: transfer fee`, `Spare parts: also fine`."""
    note = sentence.note
    colon = note.view.find(":", sentence.start, sentence.end)
    told_by = field_of(note.view[sentence.start : colon].strip()) if colon > sentence.start else None
    if told_by in ("flexible_on", "firm_on"):
        for start, end in items_in(note, colon + 1, sentence.end):
            yield Candidate(told_by, worded(note, start, end), start, end, sentence, True)
        return
    if colon < 0 or (sentence.line.label and field_of(sentence.line.label) not in (None, "price")):
        return
    sides = ((sentence.start, colon, colon + 1, sentence.end), (colon + 1, sentence.end, sentence.start, colon))
    for told, told_end, first, last in sides:
        cues = list(sentence.all("firm_after", "flexible_after", start=told, end=told_end))
        if not cues or len(note.plain[told:told_end].split()) > _MOST_BEFORE_NO_WAY or not note.plain[first:last].strip():
            continue
        cue = max(cues, key=lambda each: (each.end - each.start, each.name))
        if len(note.plain[told : cue.start].split()) > _DENIED_WITHIN:
            continue
        is_firm = cue.name == "firm_after" or _is_denied(sentence, told, cue)
        for start, end in items_in(note, first, last):
            if _is_matter(sentence, start, end):
                field = "firm_on" if is_firm else "flexible_on"
                yield Candidate(field, worded(note, start, end), start, end, sentence, True)
        return


def _names_something(plain: str) -> bool:
    """Say whether words are more than numbers and small words: `they threw in two` names nothing."""
    return any(word.strip(".,'") not in number_words() and any(map(str.isalpha, word)) for word in plain.split())


def _is_matter(sentence: Sentence, start: int, end: int) -> bool:
    """Say whether words before a cue are a matter of a contract: a few, with no doer, no doing and no figure in them."""
    plain = sentence.note.plain[start:end]
    if len(plain.split()) > _MOST_MATTER or any(map(str.isdigit, plain)):
        return False
    if sentence.has(
        "us", "them", "acts", "signed", "agreed_on", "no_deal", "worked", "failed", "discount", "refers", start=start, end=end
    ):
        return False
    words = plain.replace("-", " ").split()
    return any(len(word) > 2 and not is_everyday(word) and word not in _FEW and word not in number_words() for word in words)


def _inverted(sentence: Sentence, *, by_vendor: bool) -> Iterator[Candidate]:
    """Yield what stands before: `Bei der Laufzeit waren sie flexibel`, `On the term they were easy`."""
    note = sentence.note
    for cue in sentence.all("flexible_word", "firm_word"):
        clause = clause_at(sentence, cue.start)
        previous = clause_at(sentence, clause.start - 1) if clause.start > sentence.start else clause
        if sentence.has("about", start=previous.start, end=min(previous.end, previous.start + 20)):
            clause = Region(previous.start, clause.end)
        first = next((each for each in sentence.all("about", start=clause.start, end=cue.start)), None)
        lead = note.plain[clause.start : first.start].replace(",", " ").split() if first else []
        if not first or any(word not in openers() for word in lead):
            continue
        parted = (each for each in sentence.all("being", "them", start=first.end, end=cue.start))
        being = next((each for each in parted if note.plain[first.end : each.start].strip()), None)
        behind = note.plain[cue.end : clause.end].split()
        bare = not being and "," in note.plain[first.end : cue.start]
        if bare:
            being = Cue("being", first.end + note.plain[first.end : cue.start].index(","), cue.start)
        verb = note.plain[cue.start : cue.end].split()[0]
        if not being and (verb in word_set("standing_verbs") or verb in listed("stance_verbs")):
            being = Cue("being", cue.start, cue.start)
        if not being or len(behind) > _MOST_BEHIND or _is_us(sentence, cue.start, by_vendor=by_vendor):
            continue
        denied = _is_denied(sentence, clause.start, cue)
        if denied and cue.name == "firm_word":
            continue
        field = "firm_on" if denied or cue.name == "firm_word" else "flexible_on"
        for start, end in items_in(note, first.end, being.start):
            if note.plain[start:end] in word_set("no_items"):
                continue
            yield Candidate(field, worded(note, start, end), start, end, sentence, True)


def _enclosed(sentence: Sentence, *, by_vendor: bool) -> Iterator[Candidate]:
    """Yield what stands within a German or Dutch clause: `Der Lieferant zeigte sich bei den Zeiten kulant`."""
    note = sentence.note
    if not {"de", "nl"} & note.languages:
        return
    for cue in sentence.all("flexible_word", "firm_word"):
        clause = clause_at(sentence, cue.start)
        first = next((each for each in sentence.all("about", start=clause.start, end=cue.start)), None)
        if not first or len(note.plain[cue.end : clause.end].split()) > 1 or _is_us(sentence, cue.start, by_vendor=by_vendor):
            continue
        ahead = sentence.all("being", start=clause.start, end=first.start)
        if not any(True for _ in ahead) or sentence.has("being", "them", start=first.end, end=cue.start):
            continue
        denied = _is_denied(sentence, first.end, cue)
        field = "firm_on" if denied or cue.name == "firm_word" else "flexible_on"
        denial = next((each.start for each in sentence.all("negation", start=first.end, end=cue.start)), cue.start)
        for start, end in items_in(note, first.end, denial):
            yield Candidate(field, worded(note, start, end), start, end, sentence, True)


def _is_us(sentence: Sentence, place: int, *, by_vendor: bool) -> bool:
    """Say whether the last to be named before a place, in its sentence, are we; a vendor's own `we` is the vendor."""
    last: Cue | None = None
    for cue in sentence.all("us", "them", end=place):
        last = cue
    if last is None:
        return False
    return (last.name == "us") != by_vendor


def _is_denied(sentence: Sentence, start: int, cue: Cue) -> bool:
    plain = sentence.note.plain
    return any(
        len(plain[each.end : cue.start].split()) <= (0 if plain[each.start : each.end] in _WITHOUT else _DENIED_WITHIN)
        for each in sentence.all("negation", start=start, end=cue.start)
    )


def _is_cue(sentence: Sentence, start: int, end: int) -> bool:
    """Say whether an item is itself only a cue or a pronoun: `on it`."""
    return sentence.note.plain[start:end] in (
        "it",
        "that",
        "this",
        "them",
        "anything",
        "everything",
        "nothing",
        "us",
        "all",
        "price only",
    )


def _says_none(sentence: Sentence) -> bool:
    words = sentence.note.plain[sentence.line.start : sentence.line.end].strip(" .-")
    return words in (
        "",
        "-",
        "none",
        "nothing",
        "n/a",
        "na",
        "nichts",
        "keine",
        "nada",
        "ninguno",
        "rien",
        "aucun",
        "niente",
        "nessuno",
        "nenhum",
        "niets",
        "geen",
        "?",
        "tbd",
        "unknown",
        "unbekannt",
        "k.a",
        "k.a.",
    )


def _answer(sentence: Sentence, following: Sentence) -> str | None:
    """Return what a short phrase is answered with: `Penalties. No way.`, `Colours? No problem.`"""
    if following.line.speaker != sentence.line.speaker or following.line.part != sentence.line.part or following.line.label:
        return None
    words = len(sentence.words)
    if not 0 < words <= _MOST_BEFORE_NO_WAY or sentence.has("us", "them", "acts", "discount", "signed", "agreed_on"):
        return None
    if sentence.words[0].plain in word_set("question_words") or not _is_matter(sentence, sentence.start, sentence.end):
        return None
    bare = following.note.plain[following.start : following.end].strip(" .!")
    for name, field in (
        ("no_way", "firm_on"),
        ("firm_after", "firm_on"),
        ("all_right", "flexible_on"),
        ("flexible_after", "flexible_on"),
    ):
        if any(following.note.plain[cue.start : cue.end] == bare for cue in following.all(name)):
            return field
    return None


def _is_labelled(sentence: Sentence) -> bool:
    return bool(sentence.line.label) and field_of(sentence.line.label) in ("flexible_on", "firm_on")


def settled_stances(found: Sequence[Candidate]) -> dict[str, list[Candidate]]:
    """Return the items of each field, each once; what is in both is in neither."""
    by_field: dict[str, dict[str, Candidate]] = {"flexible_on": {}, "firm_on": {}}
    ordered = sorted(
        (
            each
            for each in found
            if is_contract_matter(each.sentence.note, each.start, each.end, is_labelled=_is_labelled(each.sentence))
        ),
        key=lambda each: each.start,
    )
    for each in ordered:
        inner = (other for other in ordered if other.field == each.field and other is not each)
        if any(each.start <= other.start and other.end <= each.end and other.value != each.value for other in inner):
            continue
        by_field[each.field].setdefault(fold(each.value), each)
    both = by_field["flexible_on"].keys() & by_field["firm_on"].keys()
    return {name: [each for key, each in items.items() if key not in both] for name, items in by_field.items()}


__all__ = ["clauses_of", "settled_stances", "stances_in"]
