"""Who speaks for whom: as tags, a line of participants or roles say, else as people ask and grant."""

from collections import Counter
from collections.abc import Iterable, Mapping

from leverage.inbox.cues import folded, word_set
from leverage.inbox.note import Note, Sentence
from leverage.inbox.rules.participants import participants_in, speakers_in, words_of_name
from leverage.inbox.spoken import side_of_role
from leverage.words import plain_key

_MOST_SPEAKERS = 12
_CLEAR = 2  # votes by which one must lead
_NEAR_NOUN = 3  # words from `your` to what is offered
_LAST = 8  # sentences at the end in which both sides close
_OTHER = {"us": "them", "them": "us"}


def sides_in(note: Note) -> Mapping[str, str]:
    """Return the side, `us` or `them`, of those who speak, where it is known."""
    if "sides" not in note.memo:
        note.memo["sides"] = _sides(note)
    return note.memo["sides"]  # type: ignore[no-any-return]


def is_talk(note: Note) -> bool:
    """Say whether both sides speak in a text; else those who speak tell each other of a deal."""
    if "is_talk" not in note.memo:
        speakers = speakers_in(note)
        sides = sides_in(note)
        is_known = "them" in sides.values()
        ours = {word for each in participants_in(note) if each.is_ours for word in words_of_name(each.name)}
        if speakers and all(words_of_name(each) & ours for each in speakers):
            note.memo["is_talk"] = False
            return False
        note.memo["is_talk"] = len(speakers) > 1 and (is_known or (note.is_dialogue and not _is_told(note)))
    return note.memo["is_talk"]  # type: ignore[no-any-return]


def _sides(note: Note) -> dict[str, str]:
    speakers = speakers_in(note)[:_MOST_SPEAKERS]
    if len(speakers) < 2:
        return {}
    sides: dict[str, str] = {}
    companies: dict[str, str] = {}
    for speaker in speakers:
        words = words_of_name(speaker)
        listed = [each for each in participants_in(note) if words & words_of_name(each.name)]
        if listed and len({(each.is_ours, each.is_theirs) for each in listed}) == 1:
            companies[speaker] = plain_key(listed[0].company)
            if listed[0].is_ours != listed[0].is_theirs:
                sides[speaker] = "us" if listed[0].is_ours else "them"
        if speaker not in sides and (role := side_of_role(speaker)):
            sides[speaker] = role
    if not sides:
        sides = _named_side(note, speakers)
        is_of_two = len(speakers) == 2 and len(set(companies.values())) == 2 and _is_closed_by_both(note)
        if not sides and ((note.is_dialogue and (len(speakers) == 2 or companies)) or is_of_two) and not _is_told(note):
            sides = _voted(note, speakers)
        if len(set(sides.values())) == 1 and len(sides) == len(speakers):
            return {}
    return _spread(speakers, sides, companies, is_chat=note.is_chat)


def _spread(speakers: Iterable[str], sides: Mapping[str, str], companies: Mapping[str, str], *, is_chat: bool) -> dict[str, str]:
    """Give the others their side: people of one company are on one; who is of another company, or the only other, is not."""
    result = dict(sides)
    known = {companies[speaker]: side for speaker, side in sides.items() if companies.get(speaker)}
    others = [speaker for speaker in speakers if speaker not in result]
    for speaker in others:
        company = companies.get(speaker)
        if company and company in known:
            result[speaker] = known[company]
        elif company and len(set(sides.values())) == 1:
            result[speaker] = _OTHER[next(iter(sides.values()))]
    others = [speaker for speaker in speakers if speaker not in result]
    is_sure = not is_chat or "them" in result.values() or any(companies.get(each) for each in others)
    if len(others) == 1 and len(set(result.values())) == 1 and is_sure:
        result[others[0]] = _OTHER[next(iter(result.values()))]
    return result


def _named_side(note: Note, speakers: Iterable[str]) -> dict[str, str]:
    """Return the side of one who speaks as a company: a line above names it, `a key account manager of Nordhelm`."""
    head = [line for line in note.lines[:6] if not line.speaker]
    for speaker in speakers:
        word = folded(speaker)
        for line in head:
            at = note.plain.find(" " + word + " ", line.start, line.end)
            before = note.plain[max(line.start, at - 12) : at].split() if at >= 0 else []
            if before and before[-1] in ("of", "from", "at", "von", "bei", "de", "di", "da", "van", "chez"):
                return {speaker: "them"}
    return {}


def _voted(note: Note, speakers: Iterable[str]) -> dict[str, str]:
    """Return the sides by what people say: who asks buys, who grants or answers what was asked sells."""
    votes: Counter[str] = Counter()
    before: Sentence | None = None
    for sentence in note.own_sentences:
        speaker = sentence.line.speaker
        if not speaker:
            continue
        voices = {cue.name for cue in sentence.all("vendor_voice", "buyer_voice", "vendor_asks")}
        is_asked = before is not None and before.line.speaker != speaker and before.is_question and not _closes(before)
        if _speaks_of_your_offer(sentence):
            votes[speaker] -= 2
        votes[speaker] += bool(voices - {"buyer_voice"}) - ("buyer_voice" in voices)
        if sentence.is_question and not voices - {"buyer_voice"} and not _closes(sentence):
            votes[speaker] -= 1
        if is_asked and not sentence.is_question and sentence.has("accepts", "declines", "all_right", "gives_way", "stays"):
            votes[speaker] += 1
        before = sentence
    ranked = sorted(((votes[speaker], speaker) for speaker in speakers), reverse=True)
    (most, seller), (least, buyer) = ranked[0], ranked[-1]
    if most - least < _CLEAR or most <= least or most < 0 or least > 0:
        return {}
    return {seller: "them", buyer: "us"}


def _closes(sentence: Sentence) -> bool:
    return sentence.has("we_have_a_deal")


def _speaks_of_your_offer(sentence: Sentence) -> bool:
    """Say whether a sentence names what the other side offered: `your proposal`, `Ihre sechs Prozent`."""
    words = [word.plain for word in sentence.words]
    return any(
        word in word_set("your_words") and bool(set(words[n + 1 : n + 1 + _NEAR_NOUN]) & word_set("offer_nouns"))
        for n, word in enumerate(words)
    )


def _is_closed_by_both(note: Note) -> bool:
    """Say whether two who speak both close, one after the other, at the end of a text."""
    last = [sentence for sentence in note.own_sentences if sentence.line.speaker][-_LAST:]
    return len({sentence.line.speaker for sentence in last if _closes(sentence)}) > 1


def _is_told(note: Note) -> bool:
    """Say whether those who speak tell of a third, the vendor, and close nothing among themselves."""
    spoken = [sentence for sentence in note.own_sentences if sentence.line.speaker]
    told = sum(sentence.has("them") for sentence in spoken)
    return told > 2 and not any(sentence.has("we_have_a_deal") for sentence in spoken[-6:])
