"""What our side asked for in a talk and the vendor granted or declined, and what the vendor gives or keeps unasked."""

import functools
import itertools
from collections.abc import Iterator, Sequence

from leverage.inbox.cues import Cue, cues_in, folded, word_set
from leverage.inbox.note import Note, Region, Sentence
from leverage.inbox.numerals import number_words
from leverage.inbox.rules.candidate import Candidate
from leverage.inbox.rules.dialogue.turns import Turn
from leverage.inbox.rules.discounts import percentages_in
from leverage.inbox.rules.items import worded
from leverage.inbox.rules.payment import spans_of
from leverage.inbox.rules.stances import stances_in
from leverage.inbox.rules.standing import clauses_of
from leverage.stems import is_everyday
from leverage.words import read_vocabulary

_MOST_ITEM = 12  # words
_MOST_ASK = 24  # words of a sentence that asks
_BARE_ASK = 4  # words of what is asked without a question mark
_LEADS = 5
_TWO = 2
_SHORT = 6  # words of a question that points back: `Could those go?`
_MOST_ASKING = 2  # sentences at the end of a turn that ask


def grants_in(note: Note, turns: Sequence[Turn]) -> Iterator[Candidate]:
    """Yield what the vendor was flexible or firm on, each matter once."""
    said: list[tuple[str, frozenset[str]]] = []
    for each in _all(note, turns):
        words = frozenset(word[:5] for word in note.plain[each.start : each.end].split() if len(word) > 3)
        if not any(field == each.field and (words <= before or before <= words) for field, before in said):
            said.append((each.field, words))
            yield each


def _all(note: Note, turns: Sequence[Turn]) -> Iterator[Candidate]:
    for n, turn in enumerate(turns):
        if turn.side != "them":
            continue
        asked = turns[n - 1] if n and turns[n - 1].side == "us" else None
        following = turns[n + 1] if n + 1 < len(turns) else None
        answer = _answer(turn, following)
        item = _asked(note, asked) if asked else None
        if item and answer is None and _takes_up(note, turn.sentences[0], item[0]):
            answer = "flexible_on"
        if item and answer:
            yield Candidate(answer, worded(note, *item[0]), *item[0], item[1], True)
        for m, sentence in enumerate(turn.sentences):
            if sentence.is_question:
                continue
            if m == 0 and item and answer:
                if answer == "flexible_on":
                    yield from _added(note, sentence)
                continue
            yield from _told(note, sentence)


def _answer(turn: Turn, following: Turn | None) -> str | None:
    """Return what a turn of the vendor's does to what was asked; a yes on a condition needs ours to it."""
    if turn.declines:
        return "firm_on"
    if not turn.accepts:
        return None
    if turn.is_conditional and not (following and following.accepts):
        return None
    return "flexible_on"


def _takes_up(note: Note, sentence: Sentence, item: tuple[int, int]) -> bool:
    """Say whether a sentence names what was asked again and says that it can be done: `The setup fee we can waive.`"""
    if sentence.is_question or sentence.has("negation", "declines", "hypothetical", "their_condition", "stays"):
        return False
    words = {word[:5] for word in note.plain[item[0] : item[1]].split() if len(word) > 3 and not is_everyday(word)}
    return sentence.has("can_do") and bool(words & {word.plain[:5] for word in sentence.words})


def _asked(note: Note, turn: Turn) -> tuple[tuple[int, int], Sentence] | None:
    """Return the place of what the last words of a turn ask for, with their sentence; a figure is no such matter."""
    is_pointing = False
    for n, sentence in enumerate(reversed(turn.sentences[-_MOST_ASKING:])):
        if n and is_pointing:
            item = _matter(note, sentence, sentence.start, sentence.end) if _only_names(sentence) else None
            return (item, sentence) if item else None
        if n and not sentence.is_question:
            return None
        is_short = sentence.is_question and len(sentence.words) <= _SHORT and not any(map(str.isdigit, sentence.plain))
        is_bare = not sentence.has("asks_discount", "payment") and not _matter(note, sentence, sentence.start, sentence.end)
        is_pointing = is_short and (sentence.has("back_pointing") or (is_bare and bool(_led_by(sentence))))
        if is_pointing:
            continue
        item = _asked_in(note, sentence)
        if item or not sentence.is_question or len(sentence.words) > _BARE_ASK:
            return (item, sentence) if item else None
    return None


def _is_lever(sentence: Sentence) -> bool:
    """Say whether a sentence puts something forward, rather than asks for it: `If we sign for two years?`"""
    asks = [(cue.start, cue.end) for cue in sentence.all("ask_leads")] if sentence.is_question else []
    names = ("lever_leads",) if sentence.is_question else ("lever_leads", "lever_gives")
    return any(not any(start <= cue.start and cue.end <= end for start, end in asks) for cue in sentence.all(*names))


def _led_by(sentence: Sentence) -> list[Cue]:
    """Return the cues of asking that open a sentence."""
    return [cue for cue in sentence.all("ask_leads") if cue.start <= sentence.start + 2]


def _only_names(sentence: Sentence) -> bool:
    """Say whether a sentence only names a matter, for what is asked of it next: `Now the call-out charge.`"""
    return len(sentence.words) <= _MOST_ITEM and not sentence.has(
        "negation",
        "declines",
        "signed",
        "discount",
        "asks_discount",
        "lever_leads",
        "rival_offer",
        "refers",
        "too_little",
        "being",
    )


def _asked_in(note: Note, sentence: Sentence) -> tuple[int, int] | None:
    if len(sentence.words) > _MOST_ASK or percentages_in(sentence) or spans_of(sentence):
        return None
    is_led = bool(_led_by(sentence))
    is_bare = len(sentence.words) <= _BARE_ASK and not sentence.has("accepts", "declines", "signed", "negation", "being", "us")
    if not sentence.is_question and not is_led and not is_bare:
        return None
    if any(word.plain in word_set("days") for word in sentence.words) and (
        sentence.has("payment") or (not sentence.is_question and any(map(str.isalnum, sentence.plain)))
    ):
        return None
    if sentence.has("we_have_a_deal") or _is_lever(sentence) or (sentence.has("left_open") and not sentence.is_question):
        return None
    place = _matter(note, sentence, sentence.start, sentence.end)
    if place is None:
        return None
    words = note.plain[place[0] : place[1]].replace("-", " ").split()
    is_number = words[-1] in number_words() or words[-1].isdigit()
    return None if set(words) & word_set("speaking_selves") or (is_number and not sentence.is_question) else place


def matter_in(sentence: Sentence, start: int, end: int) -> tuple[int, int] | None:
    """Return the place of the matter of a contract that some words of a sentence name, None where they name none."""
    return _matter(sentence.note, sentence, start, end)


def _matter(note: Note, sentence: Sentence, start: int, end: int) -> tuple[int, int] | None:
    """Return the place of the matter between two places: without the words that lead to it and what trails behind."""
    view = note.view
    while end > start and not (view[end - 1].isalnum() or view[end - 1] in ")%"):
        end -= 1
    parts = [start]
    for at in range(start, end - 1):
        if view[at] in ",;:" and view[at + 1] == " ":
            parts.append(at + 1)
    parts.append(end)
    for first, last in itertools.pairwise(parts):
        place = _bare(note, sentence, first, last)
        if place and _names_a_matter(note, *place):
            return place
    return None


def _bare(note: Note, sentence: Sentence, start: int, end: int) -> tuple[int, int] | None:
    words = [word for word in sentence.words if start <= word.start and word.end <= end]
    led = word_set("question_words") | {"and"}
    leads = _leads(sentence)
    for _ in range(_LEADS):
        cue = next((each for each in leads if words and each[0] == words[0].start and each[1] <= end), None)
        if cue:
            words = [word for word in words if word.start >= cue[1]]
        elif words and words[0].plain in _small():
            words = words[1:]
        else:
            break
    while words and words[-1].plain in _set("behind_matter"):
        words = words[:-1]
    if not words or words[0].plain in led | word_set("to_be") or len(words) > _MOST_ITEM:
        return None
    last = words[-1].end
    return words[0].start, last + 1 if note.view[last : last + 1] == ")" and "(" in note.view[words[0].start : last] else last


def _leads(sentence: Sentence) -> list[tuple[int, int]]:
    """Return the places of words that lead to what is asked, the longest at a place alone."""
    found: dict[int, int] = {}
    spoken = sentence.note.languages
    languages = spoken - {"en"} if len(spoken) == _TWO else spoken  # `plus` and `on` are other words elsewhere
    for cue in cues_in(sentence.words, languages, frozenset({"ask_leads"})):
        found[cue.start] = max(found.get(cue.start, 0), cue.end)
    return list(found.items())


def _names_a_matter(note: Note, start: int, end: int) -> bool:
    words = [word.strip(".,'-") for word in note.plain[start:end].split()]
    others = word_set("price_words") | word_set("days") | number_words().keys() | _set("pointing")
    return any(
        (len(word) > 3 and word.isalpha() and not is_everyday(word) and word not in others) or (len(word) > 5 and "-" in word)
        for word in words
    )


def _told(note: Note, sentence: Sentence) -> Iterator[Candidate]:
    """Yield what the vendor says by itself: gives freely, or keeps."""
    found = [each for each in stances_in(sentence, None, by_vendor=True) if _names_a_matter(note, each.start, each.end)]
    if percentages_in(sentence) or sentence.has("lever_leads", "lever_gives"):
        found = [each for each in found if each.field == "firm_on"]
    yield from found
    if found or sentence.has("their_condition", "signed", "we_have_a_deal"):
        return
    for cue in sentence.all("refuses"):
        following = next((word.plain for word in sentence.words if word.start >= cue.end), "")
        if following in _set("pointing") or following in word_set("with_words"):
            continue
        place = _matter(note, sentence, cue.end, sentence.end)
        if place:
            yield Candidate("firm_on", worded(note, *place), *place, sentence, True)
            return
    free = list(_free(note, sentence))
    if free:
        for place in free:
            yield Candidate("flexible_on", worded(note, *place), *place, sentence, True)
        return
    for cue in sentence.all("stays"):
        place = _matter(note, sentence, sentence.start, cue.start)
        if place and not sentence.has("refers", start=place[0], end=min(place[1], place[0] + 5)):
            yield Candidate("firm_on", worded(note, *place), *place, sentence, True)
        return


def _added(note: Note, sentence: Sentence) -> Iterator[Candidate]:
    """Yield what an answer gives on top of what was asked: `Sure, and you may add users later.`"""
    for clause in clauses_of(sentence)[1:]:
        cue = next(iter(sentence.all("offers_freely", start=clause.start, end=clause.end)), None)
        if cue is None or sentence.has("negation", "refers", "contract_talk", "stays", start=clause.start, end=clause.end):
            continue
        place = _matter(note, sentence, cue.end, clause.end)
        if place and not _has_figure(sentence, clause):
            yield Candidate("flexible_on", worded(note, *place), *place, sentence, True)


def _free(note: Note, sentence: Sentence) -> Iterator[tuple[int, int]]:
    """Yield the places of what the vendor gives unasked: `On hours we can adapt`, `the hours are yours, no problem`."""
    clauses = clauses_of(sentence) if not percentages_in(sentence) else []
    for n, clause in enumerate(clauses):
        if sentence.has("negation", "declines", "firm", "firm_word", "stays", start=clause.start, end=clause.end):
            continue
        if _has_figure(sentence, clause):
            continue
        about = next(iter(sentence.all("about", start=clause.start, end=clause.end)), None)
        yields = next(iter(sentence.all("gives_way", start=clause.start, end=clause.end)), None)
        last = clauses[n + 1] if n + 1 < len(clauses) else None
        cue = next(iter(sentence.all("offers_freely", start=clause.start, end=clause.end)), None)
        place = None
        if about and yields and about.start <= clause.start + 4 and about.end < yields.start:
            voice = next(iter(sentence.all("us", "vendor_voice", start=about.end, end=yields.start + 1)), None)
            place = _matter(note, sentence, about.end, voice.start if voice else yields.start)
        elif cue:
            place = _matter(note, sentence, cue.end, clause.end)
        elif n == 0 and last and _is_no_problem(sentence, last):
            place = _matter(note, sentence, clause.start, clause.end)
        if place and not sentence.has("contract_talk", start=clause.start, end=clause.end):
            yield place


def _is_no_problem(sentence: Sentence, clause: Region) -> bool:
    return any(
        cue.start <= clause.start + 1 and not sentence.note.plain[cue.end : clause.end].strip(" .!,")
        for cue in sentence.all("all_right", "gives_way", start=clause.start, end=clause.end)
    )


def _has_figure(sentence: Sentence, clause: Region) -> bool:
    percentages = [each for each in percentages_in(sentence) if clause.start <= each.start < clause.end]
    return bool(percentages) or any(clause.start <= start < clause.end for start, _ in spans_of(sentence))


@functools.cache
def _small() -> frozenset[str]:
    return word_set("name_articles") | _set("before_matter")


@functools.cache
def _set(name: str) -> frozenset[str]:
    return frozenset(folded(read_vocabulary("inbox_dialogue.json")[name]).split())
