"""Whose deal a note tells: a name with words that make it the vendor, never a rival, a person, a product or ourselves."""

import functools
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from leverage.inbox.cues import folded, phrases_in, word_set
from leverage.inbox.labels import field_of
from leverage.inbox.note import Note, Sentence
from leverage.inbox.rules.chat.named import asked_after
from leverage.inbox.rules.contexts import contexts
from leverage.inbox.rules.dialogue.speakers import is_talk, sides_in
from leverage.inbox.rules.discounts import discounts_in
from leverage.inbox.rules.letters import signed_by
from leverage.inbox.rules.names import Name, is_weak, names_in, names_nobody, sounds_like_a_company
from leverage.inbox.rules.participants import company_of, participants_in, words_of_name
from leverage.inbox.rules.parties import is_followed_by_party, is_of_others, is_ordinary, party_of
from leverage.inbox.rules.parties import is_person as is_a_person
from leverage.inbox.rules.replies import writers_of
from leverage.inbox.rules.small_letters import lower_names
from leverage.inbox.rules.titles import is_again, titles_in
from leverage.words import plain_key, read_vocabulary

ENOUGH = 2.0  # weight from which a name is a vendor's
MOST_SENTENCES = 400  # of a note that are looked through for names
_LABEL, _KNOWN, _ROLE, _FORM, _DEAL, _DOMAIN, _ACTS = 6.0, 4.0, 4.0, 1.9, 3.0, 3.0, 0.5
_STRONG = frozenset(
    {
        "label",
        "known",
        "role",
        "staff",
        "deal",
        "party",
        "domain",
        "speaker",
        "participant",
        "renewal",
        "chat",
        "signed",
        "writer",
        "ended",
    }
)
_RIVAL = 4.0
_GRANTS_WITHIN = 4  # words behind a subject among which its verb stands
_SHORTEST_DOMAIN = 4
_ADDRESS = re.compile(r"([\w.+-]{1,64})@([\w-]{1,63})(?:\.[\w-]{1,63}){1,4}")
_FROM = re.compile(r"(?: (?:from|at|of|von|bei|chez|van) (?:the |der )?| \()([A-ZÀ-Þ][\w&-]+)")


@dataclass
class Vendor:
    """A vendor that a note may be about: its name as written, its mentions, and how much speaks for it."""

    name: str
    start: int
    end: int
    weight: float = 0.0
    mentions: list[tuple[int, int]] = field(default_factory=list)
    is_labelled: bool = False
    heads: list[int] = field(default_factory=list)
    key: str = ""
    reasons: set[str] = field(default_factory=set)


def vendors_in(note: Note, known: Iterable[tuple[str, str]] = ()) -> list[Vendor]:
    """Return the vendors that a note may be about, weightiest first; `known` are recorded ones with the words that name them."""
    own = own_names(note)
    weights: dict[str, float] = defaultdict(float)
    found: dict[str, Vendor] = {}
    bonus: dict[tuple[str, str], float] = {}

    def take(name: Name, weight: float, reason: str) -> Vendor | None:
        key = _key(name.text)
        if not key or _is_own(key, own) or plain_key(name.text) in _no_vendors():
            return None
        vendor = found.setdefault(key, Vendor(name.text, name.start, name.end, key=key))
        vendor.mentions.append((name.start, name.end))
        if weight > 0:
            vendor.reasons.add(reason)
        bonus[key, reason] = (
            max(bonus.get((key, reason), weight), weight) if weight >= 0 else min(bonus.get((key, reason), 0), weight)
        )
        return vendor

    for words, _ in known:
        for match in re.finditer(rf"(?<!\w){re.escape(words)}(?!\w)", note.view):
            take(Name(match[0], match.start(), match.end(), False), _KNOWN, "known")
    for sentence in note.sentences[:MOST_SENTENCES]:
        if sentence.line.aside or is_of_others(sentence):
            continue
        labelled = field_of(sentence.line.label) if sentence.line.label else None
        if labelled == "vendor" and sentence.start == sentence.line.start:
            name = _labelled(note, sentence)
            if name and (vendor := take(name, _LABEL, "label")):
                vendor.is_labelled = True
                vendor.heads.append(sentence.index)
            continue
        if labelled in ("competitor", "product"):
            for name in names_in(note, sentence.start, sentence.end):
                take(name, -_RIVAL, "rival")
            continue
        for name in names_in(note, sentence.start, sentence.end):
            _weigh(note, sentence, name, take)
    for part in note.parts[:20]:
        if part.subject:
            for name in names_in(note, *part.subject):
                _weigh(note, None, name, take)
    for title in titles_in(note):
        vendor = take(title.name, title.weight, title.kind)
        if vendor and title.head is not None:
            vendor.heads.append(title.head)
    _add_participants(note, take)
    _add_domains(note, take)
    for name in signed_by(note):
        take(name, _DEAL, "signed")
    writers = writers_of(note)
    for writer in writers:
        if writer.sells > 0 or (len(writers) == 1 and not writer.sells):
            take(writer.company, _DEAL if writer.sells > 0 else 1.0, "writer")
        elif writer.sells < 0:
            take(writer.company, -_RIVAL, "rival")
    if not any(vendor.reasons & _STRONG for vendor in found.values()):
        for sentence in note.own_sentences[:MOST_SENTENCES]:
            for name in lower_names(note, sentence):
                subject = note.newest.subject
                if sentence.line.speaker or (subject and folded(name.text) in note.plain[subject[0] : subject[1]]):
                    take(name, _DEAL, "chat")
    if not is_talk(note):
        for name in asked_after(note):
            before = note.plain[max(0, name.start - 60) : name.start]
            behind = note.plain[name.end : name.end + 40]
            if not contexts()["rival"].search(before) and not contexts()["theirs"].match(behind):
                take(name, _DEAL, "chat")
    for (key, _), weight in bonus.items():
        weights[key] += weight
    return _clustered(found, weights, note)


def may_be_vendor(note: Note, name: str) -> bool:
    """Say whether a name may be a vendor's at all: it is not our own, a word for none, or one of every day alone."""
    key = _key(name)
    is_somebody = any(not names_nobody(word) for word in name.split()) or any(not word.islower() for word in name.split())
    return bool(key) and is_somebody and not _is_own(key, own_names(note)) and plain_key(name) not in _no_vendors()


def own_names(note: Note) -> frozenset[str]:
    """Return the names that are our own company's: the domain of mails that stay within one."""
    own = set()
    for part in note.parts:
        sender = _ADDRESS.search(folded(part.sender))
        receivers = [match[2] for match in _ADDRESS.finditer(folded(part.receiver))]
        if sender and sender[2] in receivers:
            own.add(sender[2])
    return frozenset(own)


def outside_domains(note: Note) -> frozenset[str]:
    """Return the domains of writers who wrote to, or were written to from, another one."""
    own = own_names(note)
    domains = {match[2] for part in note.parts for match in _ADDRESS.finditer(folded(part.sender + " " + part.receiver))}
    return frozenset(domains - own) if len(domains) > 1 else frozenset()


def _weigh(note: Note, sentence: Sentence | None, name: Name, take: object) -> None:
    before = note.plain[max(0, name.start - 60) : name.start]
    behind = note.plain[name.end : name.end + 40]
    if "\n" in before:
        before = (
            before[before.rindex("\n") + 1 :]
            if sentence and name.start - before.count("\n") <= sentence.start
            else before.replace("\n", " ")
        )
    is_person = is_a_person(note, name) or (not name.has_form and _is_from_another(note, name))
    weigh = take  # for the type of the closure
    if callable(weigh):
        is_represented = name.has_form and before.endswith("for ") and bool(sentence and sentence.line.label)
        if (contexts()["rival"].search(before) and not is_represented) or contexts()["theirs"].match(behind):
            weigh(name, -_RIVAL if contexts()["rival"].search(before) else -1.0, "rival")
            return
        if contexts()["buys"].match(behind):
            weigh(name, -_RIVAL, "customer")
            return
        if is_person:
            weigh(name, -_RIVAL, "person")
            return
        weak = is_weak(name.text) and not name.has_form
        weigh(name, 0.0, "named")
        if name.has_form:
            weigh(name, _FORM, "form")
        if contexts()["role"].search(before):
            weigh(name, _ROLE, "role")
        if contexts()["staff"].search(before):
            weigh(name, _ROLE, "staff")
        if contexts()["deal_with"].search(before):
            weigh(name, 1.0 if weak else _DEAL, "deal")
        if contexts()["talk_with"].search(before):
            is_likely = len(name.text.split()) == 1 or sounds_like_a_company(name.text)
            weigh(name, 1.0 if weak else 2.0 if is_likely else 1.5, "deal")
        if contexts()["deal_of"].search(before):
            weigh(name, 1.0 if weak else 2.0, "renewal")
        if contexts()["person_of"].search(before):
            weigh(name, 1.0 if weak else _DEAL, "deal")
        if contexts()["object"].search(before) and not (sentence and is_followed_by_party(note, sentence, name)):
            weigh(name, 1.0 if weak else _DEAL, "deal")
        if contexts()["deal_after"].match(behind):
            weigh(name, 0.5 if weak else 2.0, "renewal")
        if contexts()["acts"].match(behind):
            weigh(name, _ACTS, "acts")
        if sentence and not weak and _grants(note, sentence, name):
            weigh(name, _DEAL, "party")
        if sentence and (not weak or len(name.text.split()) > 1) and (how := party_of(note, sentence, name)):
            is_product = how != "with" and is_followed_by_party(note, sentence, name)
            weigh(name, 0.0 if is_product else _DEAL, "party")


def _grants(note: Note, sentence: Sentence, name: Name) -> bool:
    """Say whether a name is the subject that grants a discount: `Palets Quintán nos baja un 7 %`."""
    lead = note.plain[sentence.start : name.start].split()
    is_first = not lead or (len(lead) == 1 and lead[0] in word_set("name_articles"))
    if not is_first or sentence.is_question or (len(name.text.split()) < 2 and not name.has_form and is_ordinary(name.text)):
        return False
    following = [word for word in sentence.words if word.start >= name.end][:_GRANTS_WITHIN]
    last = following[-1].end if following else name.end
    is_granting = sentence.has("granting", "cut_before", start=name.end, end=last)
    return is_granting and any(each.start > name.end for each in discounts_in(sentence))


def _add_participants(note: Note, take: object) -> None:
    """Weigh the companies that a line of participants gives behind their people."""
    if not callable(take):
        return
    speakers = participants_in(note)
    sides = {word: side for speaker, side in sides_in(note).items() for word in words_of_name(speaker)}
    has_ours = any(speaker.is_ours for speaker in speakers) or "us" in sides.values()
    for speaker in speakers:
        side = next((sides[word] for word in words_of_name(speaker.name) if word in sides), None)
        side = "us" if speaker.is_ours else "them" if speaker.is_theirs else side
        if side == "them" and (whole := company_of(note, speaker)):
            take(whole, _DEAL, "participant")
            continue
        for name in names_in(note, speaker.start, speaker.end):
            is_whole = any(part.strip() == name.text for part in speaker.company.split(","))
            if side == "us":
                take(name, -_RIVAL, "rival")
                continue
            is_sure = is_whole and (side == "them" or (speaker.is_bracketed and has_ours))
            if is_ordinary(name.text) or not (is_sure or name.has_form or is_again(note, name)):
                continue
            take(name, _DEAL, "participant")


def _is_from_another(note: Note, name: Name) -> bool:
    """Say whether a name is followed by whose person it is: `Ann Berg from Nordwerk`, `Ann Berg (Nordwerk)`."""
    match = _FROM.match(note.view, name.end)
    return match is not None and not names_nobody(match[1])


def _labelled(note: Note, sentence: Sentence) -> Name | None:
    """Return what stands behind a vendor's label, to its end or its first aside."""
    text = note.view[sentence.line.start : sentence.line.end]
    name = next(
        (each for each in names_in(note, sentence.line.start, sentence.line.end) if each.start <= sentence.line.start + 1), None
    )
    if name and name.has_form:
        return name
    cut = re.search(r"\s?[(|;]|\s-+\s|, |\. |\s->", text)
    value = text[: cut.start()] if cut else text
    value = value.rstrip(" .,;")
    if not value or len(value.split()) > 6 or len(value) > 80 or value.islower() or not any(char.isalpha() for char in value):
        return None
    return Name(value, sentence.line.start, sentence.line.start + len(value), False)


def _add_domains(note: Note, take: object) -> None:
    """Weigh names that are also the domain of a writer from outside."""
    outside = outside_domains(note)
    named = [name for sentence in note.sentences[:MOST_SENTENCES] for name in names_in(note, sentence.start, sentence.end)]
    named += [name for part in note.parts[:20] if part.subject for name in names_in(note, *part.subject)]
    for name in named:
        first = _key(name.text).split()[:1]
        is_theirs = any(_same_domain(_key(name.text), domain) for domain in outside)
        if first and is_theirs and callable(take):
            take(name, _DOMAIN if writes_as_vendor(note) else 1.0, "domain")
    speakers = {folded(line.speaker) for line in note.lines if line.speaker}
    for name in named:
        words = _key(name.text).split()
        if words and len(words[0]) >= _SHORTEST_DOMAIN and words[0] in speakers and len(words) > 1 and callable(take):
            take(name, _DOMAIN, "speaker")


def writes_as_vendor(note: Note) -> bool:
    """Say whether the address of a mail's writer is one of people who sell."""
    addresses = [match[1] for part in note.parts for match in _ADDRESS.finditer(folded(part.sender))]
    return any(
        re.sub(r"[._-]", " ", address).strip() in _sellers() or re.sub(r"[._-]", "", address) in _sellers()
        for address in addresses
    )


def _same_domain(key: str, domain: str) -> bool:
    joined, first = key.replace(" ", ""), key.split()[0] if key.split() else ""
    bare = domain.replace("-", "")
    if len(first) < _SHORTEST_DOMAIN:
        return False
    return bare in (first, joined) or (bare.startswith(first) and joined.startswith(bare[: len(first) + 1]))


def _is_own(key: str, own: frozenset[str]) -> bool:
    return any(_same_domain(key, domain) or key.split()[0].startswith(domain.replace("-", "")) for domain in own if key.split())


def _key(text: str) -> str:
    return plain_key(re.sub(r"['’]s$", "", text))


def _clustered(found: dict[str, Vendor], weights: dict[str, float], note: Note) -> list[Vendor]:
    """Return one vendor for the short and the long spelling of a name: the longest one, with what speaks for both."""
    kept: list[Vendor] = []
    for key in sorted(found, key=lambda each: (-len(each.split()), each)):
        vendor = found[key]
        vendor.weight = weights[key]
        longer = [each for each in kept if each.key == key or each.key.startswith(key + " ")]
        if not longer and not vendor.reasons & _STRONG and any(f" {key} " in f" {each.key} " for each in kept):
            continue  # a family's name within its firm's
        if len(longer) == 1:
            longer[0].weight += vendor.weight if vendor.weight < 0 else max(0.0, vendor.weight)
            longer[0].mentions.extend(vendor.mentions)
            longer[0].heads.extend(vendor.heads)
            longer[0].reasons |= vendor.reasons
            if vendor.is_labelled and not longer[0].is_labelled:
                longer[0].is_labelled = True
        elif not longer:
            kept.append(vendor)
    if any(vendor.reasons & _STRONG and vendor.weight >= ENOUGH for vendor in kept):
        is_led = any(vendor.reasons & _STRONG and not vendor.heads for vendor in kept)
        kept = [vendor for vendor in kept if vendor.reasons & _STRONG or (vendor.heads and not is_led)]
    for vendor in kept:
        vendor.mentions.sort()
        vendor.heads.sort()
        vendor.weight += min(len(vendor.mentions) - 1, 2) * 0.25
    return sorted((each for each in kept if each.weight >= ENOUGH), key=lambda each: -each.weight)


@functools.cache
def _no_vendors() -> frozenset[str]:
    return frozenset(map(plain_key, read_vocabulary("no_vendors.json")["no_vendor"]))


@functools.cache
def _sellers() -> frozenset[str]:
    return frozenset(" ".join(phrase) for phrase in phrases_in(read_vocabulary("inbox_names.json")["deal_mail"]))
