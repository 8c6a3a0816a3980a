"""Whom a chat is about: the company that one asks after and the other says is signed, or was just spoken with."""

from collections.abc import Iterator

from leverage.inbox.cues import word_set
from leverage.inbox.note import Note, Sentence
from leverage.inbox.rules.chat.questions import asked_of
from leverage.inbox.rules.names import Name, is_weak, names_in
from leverage.inbox.rules.outcomes import endings_in
from leverage.inbox.rules.parties import is_ordinary, is_person
from leverage.inbox.rules.small_letters import lower_run

_NEAR = 4  # sentences from a name to the words that tell the end


def asked_after(note: Note) -> Iterator[Name]:
    """Yield the company of a question, or of a message on a talk, that the next messages say is settled."""
    own = [sentence for sentence in note.own_sentences if sentence.line.speaker]
    for n, sentence in enumerate(own):
        following = own[n : n + 1 + _NEAR] if not _asks(sentence) else own[n + 1 : n + 1 + _NEAR]
        if not any(True for each in following for _ in endings_in(note, each)):
            continue
        yield from _named(note, sentence)


def _asks(sentence: Sentence) -> bool:
    return sentence.is_question or (bool(sentence.words) and sentence.words[0].plain in word_set("question_words"))


def _named(note: Note, sentence: Sentence) -> Iterator[Name]:
    """Yield the names behind a word such as `with`, `from` or `about` in a message that is no answer to another matter."""
    if asked_of(sentence) & {"tactics", "firm_on", "flexible_on"}:
        return
    leads = word_set("with_words") | word_set("at_words") | word_set("after_words")
    for name in names_in(note, sentence.start, sentence.end):
        before = _before(note, sentence, name.start)
        is_led = bool(before) and before[-1] in leads
        is_opening = len(before) <= 1 and (len(name.text.split()) > 1 or name.has_form)
        is_company = not is_person(note, name) and not is_ordinary(name.text)
        if (is_led or is_opening) and is_company and (not is_weak(name.text) or len(name.text.split()) > 1):
            yield name
            return
    for at, word in enumerate(sentence.words):
        if word.plain in leads and (run := lower_run(note, sentence.words, at + 1)):
            name = Name(note.view[run[0] : run[1]], *run, False)
            if len(name.text.split()) > 1 and not is_person(note, name) and not is_ordinary(name.text):
                yield name
                return


def _before(note: Note, sentence: Sentence, start: int) -> list[str]:
    before = note.plain[sentence.start : start].replace("'", " ").split()
    while before and before[-1] in word_set("name_articles"):
        before.pop()
    return before
