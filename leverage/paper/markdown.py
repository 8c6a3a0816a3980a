"""The brief as a Markdown document that means the same in every dialect."""

from datetime import date

from leverage.brief import Brief
from leverage.briefing import BriefSheet, FactLine, Group, Tile, split_numbers, write_sheet
from leverage.briefing.sheet import HOW_TO_READ_EVIDENCE, INTERNAL
from leverage.literal import literal
from leverage.paper.spacing import NO_BREAK, join_markers, keep_together
from leverage.wording import show_day


def brief_markdown(brief: Brief, *, printed: date) -> str:
    """Return the brief as Markdown without HTML; text from people stands in it literally.

    Markers lead to the headings "Deal 3", whose anchors (`#deal-3`) GitHub, GitLab, Pandoc and most editors make.
    """
    sheet = write_sheet(brief)
    blocks = [f"**{INTERNAL}**", f"# {_escaped(sheet.name)}", _head(sheet)]
    if sheet.tiles:
        blocks.append("\n".join(_tile(tile) for tile in sheet.tiles))
    for group in sheet.groups:
        blocks += [f"## {_title(group)}", "\n".join(_line(line) for line in group.lines)]
    if sheet.deals:
        blocks.append(f"## {sheet.deals_title}")
    for deal in sheet.deals:
        blocks += [f"### Deal {deal.n}", _escaped(deal.text)]
    blocks += ["---", _escaped(f"Leverage · Internal · {sheet.name} · Printed {show_day(printed)}")]
    return "\n\n".join(blocks) + "\n"


def _head(sheet: BriefSheet) -> str:
    return f"**{_escaped(sheet.evidence)}** ({HOW_TO_READ_EVIDENCE}). {_escaped(sheet.head)}"


def _title(group: Group) -> str:
    return f"{_escaped(group.title)} ({_escaped(group.note)})" if group.note else _escaped(group.title)


def _tile(tile: Tile) -> str:
    return f"- {_escaped(tile.label)}: **{_escaped(tile.value)}**, {_phrases(tile.below)}"


def _line(line: FactLine) -> str:
    return f"{'  ' if line.is_under else ''}- {_phrases(line)}"


def _phrases(line: FactLine) -> str:
    drawn, before = [], ""
    for part in line.parts:
        text = _escaped(part.text, before)
        drawn.append((f"**{text}**" if part.is_strong and text else text) + _markers(part.numbers))
        before += part.text
    return "".join(drawn)


def _markers(numbers: tuple[int, ...]) -> str:
    if not numbers:
        return ""
    shown, more = split_numbers(numbers)
    markers = join_markers([rf"[\[{number}\]](#deal-{number})" for number in shown])
    return f"{NO_BREAK}{markers}" + (f" and {more} more" if more else "")


def _escaped(text: str, before: str = "") -> str:
    return keep_together(literal(text, before))
