"""How a figure stands in its sentence: agreed, plainly said, or asked, offered, superseded, supposed and refused."""

import itertools
import re
from collections.abc import Sequence
from typing import Literal

from leverage.inbox.cues import Cue, cues_in, folded, word_set, words_of
from leverage.inbox.labels import field_of
from leverage.inbox.note import Region, Sentence
from leverage.inbox.rules.chat.questions import asked_of
from leverage.inbox.rules.replies import acceptance_in

Standing = Literal["final", "plain", "dropped"]

_BREAK = re.compile(r"[,:;()](?=\s|$|[\"'])|\s\(|\s-+\s|\s-+>|\.\.\.|[!?](?=\s)|->|=>")
_IF_FIRST = frozenset({"se", "si", "als", "ob"})  # they say “if” only where they open a clause
_UMLAUT = frozenset({"wurde", "wurden", "konnte", "konnten", "hatten", "hatte", "ware", "waren"})
_UMLAUTS_WITHIN = 20_000
_STRIPPED = re.compile(
    r"\b(?:fur|fuer|uber|ueber|konnen|koennen|wuerde|koennte|waere|gegenuber|zuruck|fruher|naturlich|nachste)\b"
)
_WAS = frozenset({"was", "were", "war", "waren"})
_REFUSALS = ("firm", "firm_after", "firm_word", "failed", "no_deal")
_LET_US = frozenset({"let us", "lets", "let s"})
_LETS = frozenset({"they", "he", "she", "it", "vendor", "supplier", "and", "who", "to"})  # `they let us choose` supposes nothing
_PAST = 3  # letters
_OPENERS = word_set("clause_openers")
_MEASURES = word_set("measuring")
_SHORT_ANSWER = 14  # words
MOST_FIGURES = 12  # of one kind in a sentence; more are a table in one line
_NEAR = 24  # characters between what sets a figure aside and the figure
_FROM = frozenset(["from", "von", "vom", "de", "da", "dal", "van", "des", "du", "del", "desde"])


def clauses_of(sentence: Sentence) -> list[Region]:
    """Return the clauses of a sentence, cut at its marks and at words that turn."""
    if sentence.clauses is None:
        sentence.clauses = _clauses(sentence)
    return sentence.clauses


def _clauses(sentence: Sentence) -> list[Region]:
    view = sentence.note.view
    cuts = {match.end() for match in _BREAK.finditer(view, sentence.start, sentence.end)}
    kept = [(cue.start, cue.end) for cue in sentence.all("discount", "base_list", "base_first", "base_last")]
    turns = (cue.start for cue in sentence.all("turns"))
    cuts |= {place for place in turns if not any(start < place < end for start, end in kept)}
    edges = sorted({sentence.start, sentence.end, *cuts})
    return [Region(start, end) for start, end in itertools.pairwise(edges) if view[start:end].strip()]


def clause_at(sentence: Sentence, place: int) -> Region:
    """Return the clause that a place is in."""
    for clause in clauses_of(sentence):
        if clause.start <= place < clause.end:
            return clause
    return Region(sentence.start, sentence.end)


def region_of(sentence: Sentence, start: int, end: int, figures: Sequence[tuple[int, int]]) -> Region:
    """Return the region of a figure among all figures of its sentence: two are parted where a word joins them."""
    clause = clause_at(sentence, start)
    first, last = clause
    before = [stop for _, stop in figures if clause.start <= stop <= start]
    after = [begin for begin, _ in figures if end <= begin < clause.end]
    if before:
        joins = [cue.start for cue in sentence.all("joins", "to", start=before[-1], end=start)]
        first = joins[-1] if joins else before[-1]
    if after:
        joins = [cue.start for cue in sentence.all("joins", "to", start=end, end=after[0])]
        last = joins[-1] if joins else after[0]
    return Region(first, last)


def is_answer_about(sentence: Sentence, *names: str) -> bool:
    """Say whether a short message answers a question that holds one of these cues: `which rebate? / 9%`."""
    if not sentence.line.speaker or len(sentence.words) > _SHORT_ANSWER or sentence.is_question:
        return False
    field = "payment_terms" if "payment" in names else "discount_pct"
    first = clause_at(sentence, sentence.start).end
    is_told = sentence.has("failed") or sentence.has("acts", end=first)
    return field in asked_of(sentence) and not is_told and not _is_later_figure(sentence)


def _is_later_figure(sentence: Sentence) -> bool:
    """Say whether another figure stands before a sentence in the same answer."""
    for before in reversed(sentence.note.sentences[max(0, sentence.index - _SHORT_ANSWER) : sentence.index]):
        if before.line.speaker != sentence.line.speaker:
            return False
        if any(map(str.isdigit, before.plain)) and before.has("payment") == sentence.has("payment"):
            return True
    return False


def is_supposed(sentence: Sentence, start: int | None = None, end: int | None = None) -> bool:
    """Say whether a sentence asks or supposes, in whole or between two places."""
    return sentence.is_question or any(_supposes(sentence, cue) for cue in sentence.all("hypothetical", start=start, end=end))


def is_supposed_beyond_no(sentence: Sentence) -> bool:
    """Say whether a sentence asks or supposes, a plain no as `would not move` left out."""
    kept = [(cue.start, cue.end) for cue in sentence.all("firm", "firm_after", "no_way", "refusing")]
    return sentence.is_question or any(
        _supposes(sentence, cue) and not any(start <= cue.start and cue.end <= end for start, end in kept)
        for cue in sentence.all("hypothetical")
    )


def _supposes(sentence: Sentence, cue: Cue) -> bool:
    plain = sentence.note.plain
    if plain[cue.start : cue.end] == "going to" and plain[cue.end : cue.end + 5].startswith((" a ", " an ", " the ")):
        return False
    if _is_told_past(sentence, cue) or _is_within_refusal(sentence, cue):
        return False
    if plain[cue.start : cue.end] in _LET_US:
        lead = plain[sentence.start : cue.start].split()[-1:]
        return not (lead and lead[0] in _LETS)
    if plain[cue.start : cue.end] not in _IF_FIRST:
        return True
    if plain[cue.start : cue.end] == "se" and "es" in sentence.note.languages:
        following = plain[cue.end : sentence.end].split()[:1]
        if following and len(following[0]) > _PAST and following[0].rstrip(".,;:!").endswith(("o", "ron")):
            return False  # `se firmo`, which no Portuguese or Italian condition begins with
    before = plain[sentence.start : cue.start].rstrip()
    if before.endswith("-"):
        return False  # `mostraram-se`
    if not before or not before[-1].isalnum():
        return True
    return before.split()[-1] in _OPENERS


def _is_within_refusal(sentence: Sentence, cue: Cue) -> bool:
    """Say whether a word such as `would` is part of what says that somebody refused: `they would not touch`."""
    return any(each.start <= cue.start and cue.end <= each.end and each.end > cue.end for each in sentence.all(*_REFUSALS))


def _is_told_past(sentence: Sentence, cue: Cue) -> bool:
    """Say whether a German word is the past and not the conditional, `wurde` and not `würde`: the text has its umlauts."""
    note = sentence.note
    first = note.plain[cue.start : cue.end].split()[0]
    if first not in _UMLAUT or any(char in "äöüÄÖÜ" for char in note.view[cue.start : cue.end]):
        return False
    return any(char in note.view[:_UMLAUTS_WITHIN] for char in "äöüÄÖÜß") or not _STRIPPED.search(note.plain, 0, _UMLAUTS_WITHIN)


def standing_of(sentence: Sentence, start: int, end: int, figures: Sequence[tuple[int, int]]) -> Standing:
    """Return how a figure stands; what is supposed, asked, offered, refused or replaced by another is dropped."""
    if is_supposed(sentence):
        return "dropped"
    labelled = label_standing(sentence)
    if labelled == "dropped":
        return "dropped"
    region = _before_instead(sentence, region_of(sentence, start, end, figures), end)
    if _is_set_aside(sentence, region, start, end, figures):
        return "dropped"
    accepted = acceptance_in(sentence.note)
    if accepted and accepted.sentence is sentence and accepted.end <= start:
        return "final"
    own = _standing_in(sentence, region, start, end)
    if own is None:
        own = _carried(sentence, region)
    return own or labelled or "plain"


def _before_instead(sentence: Sentence, region: Region, end: int) -> Region:
    """Return a region without what a figure stands instead of: `after 45 days instead of 14 as before`."""
    plain, instead = sentence.note.plain, word_set("instead_words")
    for cue in sentence.all("instead", start=end, end=region.end):
        if any(word in instead for word in plain[cue.start : cue.end].split()):
            return Region(region.start, cue.start)
    return region


def label_standing(sentence: Sentence) -> Standing | None:
    """Return how a label makes its line stand: `Opening offer:` drops it, `Finally agreed:` settles it."""
    label = sentence.line.label
    if not label:
        return None
    field = field_of(label)
    if field == "other":
        return "dropped"
    names = {cue.name for cue in cues_in(words_of(folded(label)), sentence.note.languages)}
    if names & {"unsettled", "hypothetical"} and not names & {"agreed", "worked", "failed"} and field is None:
        return "dropped"
    if field is None and names & {"negation"}:
        return "dropped"
    return "final" if names & {"agreed", "closing"} and not names & {"unsettled"} else None


def _standing_in(sentence: Sentence, region: Region, start: int, end: int) -> Standing | None:
    """Return the standing that the cues of a region give, None where it has none."""
    agreed = list(sentence.all("agreed", start=region.start, end=region.end))
    bases = [cue for cue in sentence.all("base_first", "base_last", "base_list", start=end) if is_measured_by(sentence, cue)]
    loose = [
        cue
        for cue in sentence.all("unsettled", start=region.start, end=region.end)
        if not any(base.start <= cue.start and cue.end <= base.end for base in bases)
    ]
    if any(_denies(sentence, cue, start, end) for cue in sentence.all("negation", start=region.start, end=region.end)):
        return "dropped"
    if loose and agreed:
        later = [cue for cue in agreed if cue.start >= end]
        is_first = min(cue.start for cue in agreed) < min(cue.start for cue in loose)
        return "final" if is_first or (later and loose[0].start < start) else "dropped"
    if loose:
        return "dropped"
    return "final" if agreed or sentence.has("closing", start=region.start, end=region.end) else None


def is_measured_by(sentence: Sentence, base: Cue) -> bool:
    """Say whether a base stands behind a word that measures by it: `off their first quote`, not `was their first quote`."""
    lead = sentence.note.plain[max(sentence.start, base.start - 24) : base.start].split()
    return any(word in _MEASURES for word in lead[-2:])


def _denies(sentence: Sentence, cue: Cue, start: int, end: int) -> bool:
    """Say whether a denial in the region of a figure denies it; `no more`, `without` behind it do not."""
    return not (
        cue.start >= end
        and sentence.note.plain[cue.start : cue.end] in ("without", "ohne", "sin", "sans", "senza", "sem", "zonder")
    )


def _carried(sentence: Sentence, region: Region) -> Standing | None:
    """Return the standing of the clause before where this one says nothing itself: `asked for 20, then 15`."""
    plain = sentence.note.plain
    depth = 0
    for clause in reversed([each for each in clauses_of(sentence) if each.end <= region.start]):
        text = plain[clause.start : clause.end]
        depth += text.count(")") - text.count("(")
        if depth > 0:
            continue
        if sentence.has("unsettled", start=clause.start, end=clause.end):
            is_kept = sentence.has("agreed", start=clause.start, end=clause.end)
            return "plain" if is_kept else "dropped"
        if sentence.has("agreed", "closing", start=clause.start, end=clause.end):
            return "plain"
    return None


def _is_set_aside(sentence: Sentence, region: Region, start: int, end: int, figures: Sequence[tuple[int, int]]) -> bool:
    """Say whether words right before a figure put it behind another: `instead of 30`, `from 5 to 12`, `not 10`."""
    plain = sentence.note.plain
    lead = plain[max(region.start, start - _NEAR) : start].split()
    for cue in sentence.all("instead", start=max(region.start, start - 2 * _NEAR), end=start):
        words = plain[cue.start : cue.end].split()
        gap = plain[cue.end : start].split()
        if len(gap) > 2:
            continue
        if words[-1] in _FROM and len(words) == 1:
            if _leads_on(sentence, end, figures):
                return True
            continue
        if len(words) == 1 and words[0] in ("a", "over", "war", "waren", "was", "were", "tegen", "contre", "contra", "contro"):
            if words[0] in ("contre", "contra", "contro", "tegen") and not gap:
                return True
            if words[0] in _WAS and not gap and len(figures) > 1 and start > figures[0][0]:
                return True  # `net 60 now (it was net 30)`
            continue
        return True
    return bool(lead) and lead[-1] in ("+", "plus")


def _leads_on(sentence: Sentence, end: int, figures: Sequence[tuple[int, int]]) -> bool:
    """Say whether a figure leads on to the next: `from 5 to 12`."""
    following = next((begin for begin, _ in figures if begin >= end), None)
    if following is None:
        return False
    plain = sentence.note.plain
    to = list(sentence.all("to", start=end, end=following))
    return any(len(plain[end : cue.start].split()) <= 2 and not plain[cue.end : following].strip() for cue in to)
