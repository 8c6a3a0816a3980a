"""The whole brief in words, in the order in which it is read before a meeting."""

from dataclasses import dataclass, replace

from leverage.brief import Brief
from leverage.briefing.dates import date_group, notice_tile
from leverage.briefing.evidence import deal_lines
from leverage.briefing.parts import DealLine, FactLine, Group, Tile, ended, line, literal, numbers_of, titled
from leverage.briefing.people import ask_group, contributor_group, talk_group
from leverage.briefing.prices import highest_tile, latest_tile, price_group
from leverage.briefing.stances import stance_groups
from leverage.briefing.tactics import tactic_groups
from leverage.briefing.terms import payment_group, payment_tile
from leverage.wording import join_words, show_count, show_day

INTERNAL = "Internal. Do not share with the vendor."
HOW_TO_READ_EVIDENCE = "how much is recorded, not how likely it is"
NOTHING = Group("", ())
MOST_LESSONS = 5  # on paper; all of them stand on the playbook's own page


@dataclass(frozen=True)
class BriefSheet:
    """A brief in words: head, tiles, groups (some may have no line) and one line for each numbered deal."""

    vendor: str
    product: str | None
    evidence: str
    head: str
    deals_title: str
    tiles: tuple[Tile, ...] = ()
    talks: Group = NOTHING
    narrative: Group = NOTHING
    price: Group = NOTHING
    payment: Group = NOTHING
    stances: tuple[Group, ...] = ()
    tactics: tuple[Group, ...] = ()
    lessons: Group = NOTHING
    dates: Group = NOTHING
    ask: Group = NOTHING
    changes: Group = NOTHING
    unknowns: Group = NOTHING
    contributors: Group = NOTHING
    deals: tuple[DealLine, ...] = ()

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups that have lines, in the order in which they are read."""
        first = (self.talks, self.narrative, self.price, self.payment, *self.stances, *self.tactics)
        last = (self.lessons, self.dates, self.ask, self.changes, self.unknowns, self.contributors)
        return tuple(group for group in (*first, *last) if group.lines)

    @property
    def name(self) -> str:
        """The vendor, and the one product where the brief is about one."""
        return f"{self.vendor}: {self.product}" if self.product else self.vendor


def write_sheet(brief: Brief) -> BriefSheet:
    """Return the brief in words; with no deal recorded, its head says so and nothing else is filled."""
    product = literal(brief.product) if brief.product else None
    head = BriefSheet(
        vendor=literal(brief.vendor),
        product=product,
        evidence=f"Evidence: {brief.confidence} · {show_count(brief.deal_count, 'deal')}",
        head=_head(brief, product),
        deals_title="The deal" if brief.deal_count == 1 else f"The {show_count(brief.deal_count, 'deal')}",
    )
    if not brief.deal_count:
        return head
    changes = tuple(line(literal(each.text), numbers_of(brief, each.deal_ids)) for each in brief.changes)
    return replace(
        head,
        tiles=(latest_tile(brief), highest_tile(brief), payment_tile(brief), notice_tile(brief)),
        talks=talk_group(brief),
        narrative=Group("In short", _narrative(brief)),
        price=price_group(brief),
        payment=payment_group(brief),
        stances=tuple(stance_groups(brief)),
        tactics=tuple(tactic_groups(brief)),
        lessons=_lessons(brief),
        dates=date_group(brief),
        ask=ask_group(brief),
        changes=Group("What changed", changes),
        unknowns=Group("Ask about these", tuple(line(literal(each)) for each in brief.unknowns)),
        contributors=contributor_group(brief),
        deals=deal_lines(brief),
    )


def _head(brief: Brief, product: str | None) -> str:
    about = f" about {product}" if product else ""
    if not brief.deal_count:
        if brief.restricted:
            return f"No deal{about} that you may read is recorded. {restricted_to_others(brief.restricted)}."
        return f"No deal{about} is recorded yet. Log the first one, and its brief can be read here."
    people = f" by {show_count(len(brief.contributors), 'colleague')}" if brief.contributors else ""
    places = f" in {join_words([literal(each) for each in brief.departments])}" if brief.departments else ""
    newest = f", newest {show_day(brief.newest)}" if brief.newest else ""
    others = (
        f"; {brief.restricted:,} more {_are(brief.restricted)} restricted to others" if brief.restricted and not product else ""
    )
    sentences = [f"Built from {show_count(brief.deal_count, 'deal')}{about}{people}{places}{newest}{others}."]
    if product:
        sentences.append("Other products are left out.")
    if product and brief.restricted:
        sentences.append(f"Of all products, {restricted_to_others(brief.restricted)}.")
    if brief.counted_on and brief.as_of != brief.counted_on:
        sentences.append(f"As of {show_day(brief.as_of)}, as known on {show_day(brief.counted_on)}.")
    return " ".join(sentences + [ended(literal(caution)) for caution in brief.cautions])


def restricted_to_others(count: int) -> str:
    """Return how many deals are for others than whoever reads: all that is ever told of them."""
    return f"{show_count(count, 'deal')} {_are(count)} restricted to others"


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _lessons(brief: Brief) -> Group:
    """Return the newest confirmed lessons, each with its deals."""
    lines = []
    for each in brief.lessons[:MOST_LESSONS]:
        known = numbers_of(brief, (deal_id for deal_id in each.deal_ids if deal_id in brief.evidence))
        lines.append(titled(literal(each.heading), f": {literal(each.text)}" if each.text else "", known))
    more = len(brief.lessons) - len(lines)
    return Group("Playbook", tuple(lines), f"{more} more on its own page" if more > 0 else "")


def _narrative(brief: Brief) -> tuple[FactLine, ...]:
    told = [line(literal(each.text), numbers_of(brief, each.deal_ids)) for each in brief.narrative]
    if told and brief.told_by:
        on = f" on {show_day(brief.told_on)}" if brief.told_on else ""
        total = show_count(brief.dropped + len(told), "sentence")
        left = f"; {brief.dropped} of {total} left out as not proved" if brief.dropped else ""
        told.append(line(f"Written by the model {literal(brief.told_by)}{on}, each sentence proved by the deals it cites{left}."))
    return tuple(told)
