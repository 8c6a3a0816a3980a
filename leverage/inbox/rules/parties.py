"""Whom a deal was made with: the party that the words of agreeing name, and who in a text is a person and not a company."""

import functools
import re
from collections.abc import Iterator

from leverage.inbox.asides import greeted, is_hearsay
from leverage.inbox.cues import folded, phrases_in, word_set
from leverage.inbox.dates import days_in
from leverage.inbox.labels import field_of
from leverage.inbox.note import Note, Sentence
from leverage.inbox.numerals import number_words
from leverage.inbox.rules.chat.questions import answers_the_past
from leverage.inbox.rules.names import Name, is_weak, names_in, names_nobody, starts_with_given
from leverage.inbox.rules.participants import participants_in
from leverage.inbox.rules.standing import clause_at, is_supposed
from leverage.words import read_vocabulary

ENDINGS = ("signed", "agreed_on", "no_deal", "walked", "unchanged", "bought")
_SUBJECT_WITHIN = 8  # words between a subject and its verb of agreeing
_SHORT_NOTE = 4  # sentences
_TELEGRAM = 4  # characters before the word of agreeing where a note drops its subject
_HEAD_OF_NOTE = 300  # characters of a text in which its own day stands
_IN_YEAR = re.compile(
    r"[^.\d\n]{0,24}?\b(?:in|im|en|nel|em|seit|since|depuis|desde|dal|sinds)\s(?:jahre?\s|the year\s)?((?:19|20)\d\d)\b(?!-)"
)
_OPENS_WITHIN = 1  # words before a time that a sentence opens with
_GREETING = frozenset({"and", "und", "y", "et", "e", "en"})


def is_of_others(sentence: Sentence) -> bool:
    """Say whether a sentence tells of a deal between two others, or what is said of others."""
    if (
        is_hearsay(sentence)
        or _is_of_another_time(sentence)
        or _was_long_ago(sentence)
        or (sentence.line.speaker and answers_the_past(sentence))
    ):
        return True
    if sentence.line.label or not sentence.has("signed", "agreed_on", "no_deal"):
        return False
    cue = next(sentence.all("signed", "agreed_on", "no_deal"))
    if any(word.plain in word_set("who_words") and word.end + 1 == cue.start for word in sentence.words):
        return True  # `guess who signed with them`
    if sentence.has("us") or _speaks_of_us(sentence):
        return False
    note = sentence.note
    names = [
        each for each in names_in(note, sentence.start, sentence.end) if not is_weak(each.text) and not is_person(note, each)
    ]
    if len(names) < 2:
        return False
    first = names[0]
    before = note.plain[sentence.start : first.start].split()
    is_subject = len(before) <= 2 and not set(before) & _with_words()
    return is_subject and any(_is_with(note, each, sentence.start) for each in names[1:])


def _is_of_another_time(sentence: Sentence) -> bool:
    """Say whether a sentence opens with a time long past: `Last year with Nordhelm we got 12%`."""
    if sentence.has("today"):
        return False
    for cue in sentence.all("long_ago"):
        lead = [word for word in sentence.words if word.start < cue.start]
        if len(lead) <= _OPENS_WITHIN and all(word.plain in word_set("but_words") | _GREETING for word in lead[1:]):
            return True
    return False


def _was_long_ago(sentence: Sentence) -> bool:
    """Say whether a sentence tells of what was agreed in a year long over: `signed in 2019 with a 5% discount`."""
    return any(is_of_old(sentence, cue.end) for cue in sentence.all(*ENDINGS))


def is_of_old(sentence: Sentence, end: int) -> bool:
    """Say whether a year behind words of agreement is over: `signed in 2022` in a paper of 2026."""
    match = _IN_YEAR.match(sentence.note.plain, end, sentence.end)
    if match is None:
        return False
    stamp = sentence.note.parts[sentence.line.part].day
    if stamp is None:
        days = days_in(sentence.note.view, 0, min(len(sentence.note.view), _HEAD_OF_NOTE), day_first=sentence.note.day_first)
        stamp = next((each.day for each in days if each.day), None)
    return stamp is not None and int(match[1]) < stamp.year - 1


_OURS = word_set("our_words")


def has_our_voice(note: Note) -> bool:
    """Say whether somebody of ours tells: it says `we`, keeps labels or a chat, or notes in a few words what was signed."""
    if note.is_chat or note.is_dialogue or len(note.parts) > 1 or len(note.own_sentences) <= _SHORT_NOTE:
        return True
    for sentence in note.own_sentences:
        if sentence.line.label and field_of(sentence.line.label) not in (None, "other"):
            return True
        cue = next(iter(sentence.all(*ENDINGS)), None)
        if _speaks_of_us(sentence) or (cue and cue.start - sentence.start <= _TELEGRAM):
            return True
        if cue and "(" in note.view[sentence.start : cue.start]:
            return True
        first = next(iter(names_in(note, sentence.start, sentence.end)), None)
        if cue and first and _is_with(note, first, sentence.start):
            return True
    return False


def _speaks_of_us(sentence: Sentence) -> bool:
    return any(word.plain in _OURS or word.plain.endswith(("amos", "emos", "imos", "iamo")) for word in sentence.words)


def is_person(note: Note, name: Name) -> bool:
    """Say whether a name is a person's: by its first name, or because somebody of the text is called so."""
    if name.has_form:
        return False
    words = folded(name.text).replace("-", " ").split()
    return starts_with_given(name.text) or (bool(words) and len(words) == 1 and words[0].strip(".,") in people_in(note))


def people_in(note: Note) -> frozenset[str]:
    """Return the folded words that name people of a text: who speaks, is greeted, writes."""
    if "people" not in note.memo:
        note.memo["people"] = frozenset(_people(note))
    return note.memo["people"]  # type: ignore[no-any-return]


def _people(note: Note) -> Iterator[str]:
    for line in note.lines:
        if line.speaker:
            yield from folded(line.speaker.split("(")[0].split(",")[0]).split()[:1]
    yield from greeted(note)
    for speaker in participants_in(note):
        yield from folded(speaker.name).split()
    for part in note.parts[:20]:
        for who in (part.sender, part.receiver):
            match = re.match(r"\s*\"?([^\W\d_]+)[ ,]+([^\W\d_-]+)\"?\s*<([\w.+-]+)@", who)
            if match and folded(match[2]) in folded(match[3]) + folded(match[1]):
                yield folded(match[1])


def party_of(note: Note, sentence: Sentence, name: Name) -> str | None:
    """Return how the words of agreeing in a sentence name their party: `with`, `subject`, `from`; None where they do not."""
    if sentence.is_question or not sentence.has(*ENDINGS) or (not name.has_form and is_ordinary(name.text)):
        return None
    clause = clause_at(sentence, name.start)
    if is_supposed(sentence, clause.start, clause.end):
        return None
    if _is_with(note, name, sentence.start):
        return "with"
    before = note.plain[sentence.start : name.start].rstrip(" '\"").split()
    while before and before[-1] in _articles():
        before.pop()
    closed = list(sentence.all("signed", "walked", "no_deal", end=name.start))[-1:]
    if closed and not note.plain[closed[0].end : name.start].strip(" :,") and note.plain[closed[0].end] == " ":
        return "object"
    closes = ("bought",) if before and before[-1] in ("from", "to", "an") else ("bought", "signed", "agreed_on")
    if before and before[-1] in _at_words() and sentence.has(*closes):
        return "from"
    if note.is_dialogue and sentence.line.speaker:
        return None
    lead = note.plain[clause.start : name.start].split()
    is_bare = not lead or lead[-1] not in _articles()
    while lead and lead[-1] in _articles():
        lead.pop()
    if not is_bare and not name.has_form and "de" in note.languages and len(name.text.split()) == 1:
        return None  # a German noun: `die Altgeräte in Zahlung zu geben, ist gescheitert`
    if len(lead) <= 1 and not set(lead) & (_with_words() | _at_words()):
        within = [word for word in sentence.words if word.start >= name.end][:_SUBJECT_WITHIN]
        last = within[-1].end if within else name.end
        if sentence.has(*ENDINGS, start=name.end, end=last) and not _other_before(note, sentence, name, last):
            return "subject"
    return None


def _other_before(note: Note, sentence: Sentence, name: Name, end: int) -> bool:
    others = (each for each in names_in(note, name.end, end) if not is_weak(each.text) and not is_person(note, each))
    return any(_is_with(note, each, sentence.start) for each in others)


def is_followed_by_party(note: Note, sentence: Sentence, name: Name) -> bool:
    """Say whether the sentence names its party behind a name, which is then a product: `renewed StackDesk with Ann's firm`."""
    return any(
        _is_with(note, each, name.end) or _is_at(note, each, name.end)
        for each in names_in(note, name.end, sentence.end)
        if not is_person(note, each)
    )


def _is_with(note: Note, name: Name, start: int) -> bool:
    return _is_behind(note, name, start, _with_words())


def _is_at(note: Note, name: Name, start: int) -> bool:
    return _is_behind(note, name, start, _at_words())


def _is_behind(note: Note, name: Name, start: int, words: frozenset[str]) -> bool:
    before = re.sub(r"['\"]", " ", note.plain[start : name.start]).split()
    while before and before[-1] in _articles():
        before.pop()
    return bool(before) and before[-1] in words


@functools.cache
def _articles() -> frozenset[str]:
    return word_set("name_articles")


@functools.cache
def _with_words() -> frozenset[str]:
    return word_set("with_words")


@functools.cache
def _at_words() -> frozenset[str]:
    return word_set("at_words")


def is_ordinary(text: str) -> bool:
    """Say whether all words of a name are words of notes themselves: a capital letter at a sentence's start makes no name."""
    words = re.findall(r"[^\W\d_]+", folded(text))
    return all(word in _said() or word in common_words() or names_nobody(word) for word in words)


@functools.cache
def _said() -> frozenset[str]:
    """Return the words of all phrases that notes are read by, and numbers in words."""
    lists = read_vocabulary("inbox_words.json").values()
    words = {word.rstrip("*") for each in lists for listed in each.values() for phrase in phrases_in(listed) for word in phrase}
    return frozenset(words | {word for phrase in number_words() for word in phrase.split()})


@functools.cache
def common_words() -> frozenset[str]:
    """Return the words of the other vocabularies of notes: they name nobody in small letters."""
    words = {
        word
        for lists in read_vocabulary("inbox_labels.json")["labels"].values()
        for phrase in phrases_in(lists)
        for word in phrase
    }
    for lists in read_vocabulary("inbox_words.json").values():
        words |= {phrase[0].rstrip("*") for listed in lists.values() for phrase in phrases_in(listed) if len(phrase) == 1}
    return frozenset(words)


def has_party(sentence: Sentence) -> bool:
    """Say whether a sentence names whom a deal was made with or bought from."""
    note = sentence.note
    names = (each for each in names_in(note, sentence.start, sentence.end) if not is_person(note, each))
    return any(party_of(note, sentence, each) in ("with", "from") for each in names)
