"""The colleagues behind a brief, in words: who is in talks now, whom to ask, who contributed."""

from leverage.blotting import FORMER
from leverage.brief import Ask, Brief, Contributor, Talk
from leverage.briefing.parts import FactLine, Group, literal, numbers_of, titled
from leverage.wording import join_words, show_count, show_day, show_month


def talk_group(brief: Brief) -> Group:
    """Return the negotiations that are open now."""
    return Group("In talks now", tuple(_talk(brief, talk) for talk in brief.in_talks))


def ask_group(brief: Brief) -> Group:
    """Return whom to ask about which product."""
    return Group("Whom to ask", tuple(_ask(brief, ask) for ask in brief.whom_to_ask))


def contributor_group(brief: Brief) -> Group:
    """Return everyone whose deals the brief is built from."""
    return Group("Contributed by", tuple(_contributor(each) for each in brief.contributors), runs_on=True)


def _talk(brief: Brief, talk: Talk) -> FactLine:
    product = literal(talk.product) if talk.product else "product not recorded"
    meeting = "next meeting not recorded"
    if talk.next_meeting:
        is_over = talk.next_meeting < brief.as_of
        meeting = f"{'the meeting was on' if is_over else 'next meeting'} {show_day(talk.next_meeting)}"
    text = f", {literal(talk.department)}: {product}, last talk {show_day(talk.last_talk)}, {meeting}"
    return titled(literal(talk.logged_by), text, numbers_of(brief, [talk.deal_id]))


def _ask(brief: Brief, ask: Ask) -> FactLine:
    product = literal(ask.product) if ask.product else "product not recorded"
    text = f", {literal(ask.department)}: {product}, {show_month(ask.deal_date)}"
    return titled(literal(ask.name), text, numbers_of(brief, [ask.deal_id]))


def _contributor(seen: Contributor) -> FactLine:
    places = f", {join_words([literal(each) for each in seen.departments])}" if seen.departments else ""
    left = ", has left" if seen.has_left and seen.name != FORMER else ""
    return titled(literal(seen.name), f"{places}{left}: {show_count(seen.deals, 'deal')}, last {show_month(seen.last_date)}")
