"""Who speaks for whom: as tags, a line of participants or roles say, else as people ask and grant."""

from collections import Counter
from collections.abc import Iterable, Mapping

from leverage.inbox.cues import folded
from leverage.inbox.note import Note
from leverage.inbox.rules.participants import participants_in, speakers_in, words_of_name
from leverage.inbox.spoken import side_of_role
from leverage.words import plain_key

_MOST_SPEAKERS = 12
_CLEAR = 2  # votes by which one must lead
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
        if not sides and note.is_dialogue and (len(speakers) == 2 or companies) and not _is_told(note):
            sides = _voted(note, speakers)
        if len(set(sides.values())) == 1 and len(sides) == len(speakers):
            return {}
    return _spread(speakers, sides, companies)


def _spread(speakers: Iterable[str], sides: Mapping[str, str], companies: Mapping[str, str]) -> dict[str, str]:
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
    if len(others) == 1 and len(set(result.values())) == 1:
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
    """Return the sides by what people say: who asks buys, who grants sells."""
    votes: Counter[str] = Counter()
    for sentence in note.own_sentences:
        if sentence.line.speaker:
            voices = {cue.name for cue in sentence.all("vendor_voice", "buyer_voice")}
            votes[sentence.line.speaker] += ("vendor_voice" in voices) - ("buyer_voice" in voices)
            if sentence.is_question and "vendor_voice" not in voices:
                votes[sentence.line.speaker] -= 1
    ranked = sorted(((votes[speaker], speaker) for speaker in speakers), reverse=True)
    (most, seller), (least, buyer) = ranked[0], ranked[-1]
    if most - least < _CLEAR or most <= least or most < 0 or least > 0:
        return {}
    return {seller: "them", buyer: "us"}


def _is_told(note: Note) -> bool:
    """Say whether those who speak tell of a third, the vendor, and close nothing among themselves."""
    spoken = [sentence for sentence in note.own_sentences if sentence.line.speaker]
    told = sum(sentence.has("them") for sentence in spoken)
    return told > 2 and not any(sentence.has("we_have_a_deal") for sentence in spoken[-6:])
