"""Payment terms in words: the most frequent, the latest, and how often each was seen."""

from leverage.brief import Brief, TermsSeen
from leverage.briefing.parts import NOT_RECORDED, ONCE, Cited, FactLine, Group, Tile, line, literal, numbers_of, titled
from leverage.wording import join_words, show_count, show_month


def payment_tile(brief: Brief) -> Tile:
    """Return the most frequent payment terms with their count, and the latest where they differ."""
    if not brief.payment_terms:
        below = line(f"0 of {show_count(brief.deal_count, 'deal')} with payment terms")
        return Tile("Most frequent terms", NOT_RECORDED, below, is_recorded=False)
    top, latest, of = brief.payment_terms[0], brief.latest_terms, _with_terms(brief)
    only = of == 1
    count = ONCE if only else f"{top.count} of {show_count(of, 'deal')} with terms"
    has_group = len(brief.payment_terms) > 1  # which carries the numbers
    parts = [Cited(f"{count}{_not_agreed(top)}", () if has_group else numbers_of(brief, top.deal_ids))]
    ties = [literal(each.term) for each in brief.payment_terms[1:] if each.count == top.count and not only]
    if ties:
        parts.append(Cited(f"; {join_words(ties)} as often"))
    if latest and latest.term != top.term:
        parts.append(
            Cited(f"; latest {literal(latest.term)}, {show_month(latest.last_seen)}", numbers_of(brief, latest.deal_ids[:1]))
        )
    return Tile("Only terms recorded" if only else "Most frequent terms", literal(top.term), FactLine(tuple(parts)))


def payment_group(brief: Brief) -> Group:
    """Return every kind of payment terms with its count; nothing where the tile has said it all."""
    if len(brief.payment_terms) < 2:
        return Group("Payment terms", ())
    of = _with_terms(brief)
    return Group("Payment terms", tuple(_line(brief, seen, of) for seen in brief.payment_terms), "n of m deals with terms")


def _line(brief: Brief, seen: TermsSeen, of: int) -> FactLine:
    text = f": {seen.count} of {of}, last {show_month(seen.last_seen)}{_not_agreed(seen)}"
    return titled(literal(seen.term), text, numbers_of(brief, seen.deal_ids))


def _with_terms(brief: Brief) -> int:
    return sum(seen.count for seen in brief.payment_terms)


def _not_agreed(seen: TermsSeen) -> str:
    if not seen.not_agreed:
        return ""
    return ", not agreed" if seen.not_agreed == seen.count else f", {seen.not_agreed} not agreed"
