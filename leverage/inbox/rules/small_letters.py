"""Names in small letters, as chats write them: the party that words of agreeing name."""

import re
from collections.abc import Iterator

from leverage.inbox.cues import Word, word_set
from leverage.inbox.note import Note, Sentence
from leverage.inbox.rules.names import Name, names_nobody, sounds_like_a_company, starts_with_given
from leverage.inbox.rules.parties import common_words, is_of_others, people_in
from leverage.inbox.rules.standing import is_supposed

_MOST_LOWER = 3  # words of a name in small letters


def lower_names(note: Note, sentence: Sentence) -> Iterator[Name]:
    """Yield the party that a message names in small letters: `kestrel glass is signed`, `signed with kestrel glass`."""
    if sentence.is_question or not sentence.has("signed", "agreed_on", "no_deal", "walked", "unchanged"):
        return
    if is_supposed(sentence) or is_of_others(sentence):
        return
    words = sentence.words
    for at, word in enumerate(words):
        if word.plain in word_set("with_words") and (run := lower_run(note, words, at + 1)):
            yield Name(note.view[run[0] : run[1]], *run, False)
            return
    cue = next(iter(sentence.all("signed", "no_deal", "unchanged")), None)
    first = next((at for at, word in enumerate(words[:2]) if word.plain not in word_set("name_articles")), None)
    if cue and first is not None and (run := lower_run(note, words, first)) and run[1] <= cue.start:
        between = note.plain[run[1] : cue.start].split()
        if not between and not _is_named_again(note, run):
            return
        if len(between) <= 3 and all(
            word.strip(",;:.-") in word_set("name_auxiliaries") or not word.strip(",;:.-") for word in between
        ):
            yield Name(note.view[run[0] : run[1]], *run, False)


def _is_named_again(note: Note, run: tuple[int, int]) -> bool:
    """Say whether words before a bare participle are a name: several, or one told elsewhere too, not `hab zugesagt`."""
    text = note.plain[run[0] : run[1]]
    return len(text.split()) > 1 or len(re.findall(rf"(?<!\w){re.escape(text)}(?!\w)", note.plain[:20_000])) > 1


def lower_run(note: Note, words: list[Word], at: int) -> tuple[int, int] | None:
    """Return the place of up to three words in small letters that name nobody else."""
    while at < len(words) and words[at].plain in word_set("name_articles"):
        at += 1
    first = at
    while at < len(words) and at - first < _MOST_LOWER:
        word = words[at].plain
        is_apart = at > first and note.plain[words[at - 1].end : words[at].start].strip(" -&'")
        if is_apart or not word.isalpha() or len(word) < 3 or word in word_set("name_auxiliaries"):
            break
        if word in word_set("with_words") | word_set("at_words") or word in people_in(note):
            break
        is_trade = at > first and sounds_like_a_company(f"x {word}")
        if (names_nobody(word) or word in common_words()) and not is_trade:
            break
        at += 1
    if at == first or (at == first + 1 and starts_with_given(words[first].plain)):
        return None
    return words[first].start, words[at - 1].end
