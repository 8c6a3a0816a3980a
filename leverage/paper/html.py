"""The brief as one self-contained page made for print: no script, nothing loaded from anywhere."""

from datetime import date
from html import escape
from itertools import groupby

from leverage.brief import Brief
from leverage.briefing import BriefSheet, Cited, DealLine, FactLine, Group, Tile, split_numbers, write_sheet
from leverage.briefing.sheet import HOW_TO_READ_EVIDENCE, INTERNAL
from leverage.paper.spacing import NO_BREAK, join_markers, keep_together
from leverage.paper.style import style_sheet
from leverage.wording import show_day

CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
MOST_LINES_UNBROKEN = 4


def brief_html(brief: Brief, *, printed: date) -> str:
    """Return the brief as an HTML document; text from people stands in it literally, markers lead to the deals."""
    sheet = write_sheet(brief)
    left, right = f"Leverage · Internal · {sheet.name}", f"Printed {show_day(printed)}"
    title = f"{sheet.name} · Leverage brief · {show_day(printed)}"
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{CONTENT_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{style_sheet(left, right)}</style>
</head>
<body>
<header>
<p class="internal">{INTERNAL}</p>
{_head(sheet)}
</header>
<main>
{_tiles(sheet.tiles)}{_groups(sheet.groups)}{_deals(sheet)}</main>
<footer class="foot"><span>{_text(left)}</span><span>{_text(right)}</span></footer>
</body>
</html>
"""


def _head(sheet: BriefSheet) -> str:
    return (
        f"<h1>{_text(sheet.name)}</h1>\n"
        f'<p class="evidence"><strong>{_text(sheet.evidence)}</strong> <span>({HOW_TO_READ_EVIDENCE}).</span>'
        f" {_text(sheet.head)}</p>"
    )


def _tiles(tiles: tuple[Tile, ...]) -> str:
    return f'<dl class="tiles">\n{"".join(map(_tile, tiles))}</dl>\n' if tiles else ""


def _tile(tile: Tile) -> str:
    value = "value" if tile.is_recorded else "value unrecorded"
    return (
        f'<div><dt>{_text(tile.label)}</dt><dd class="{value}">{_text(tile.value)}</dd>'
        f'<dd class="below">{_phrases(tile.below)}</dd></div>\n'
    )


def _groups(groups: tuple[Group, ...]) -> str:
    return f'<div class="groups">\n{"".join(map(_group, groups))}</div>\n' if groups else ""


def _group(group: Group) -> str:
    kept = "group short" if len(group.lines) <= MOST_LINES_UNBROKEN else "group"
    note = f" <small>{_text(group.note)}</small>" if group.note else ""
    if group.runs_on:
        items = f'<p class="running">{"; ".join(map(_phrases, group.lines))}</p>\n'
    else:
        items = "".join(_item(lines) for lines in _items(group.lines))
    return f'<section class="{kept}">\n<h2>{_text(group.title)}{note}</h2>\n{items}</section>\n'


def _items(lines: tuple[FactLine, ...]) -> list[list[FactLine]]:
    """Return the lines with those that stand under them, so that a page break never parts them."""
    items: list[list[FactLine]] = []
    for is_under, run in groupby(lines, key=lambda each: each.is_under):
        if is_under and items:
            items[-1].extend(run)
        else:
            items.extend([each] for each in run)
    return items


def _item(lines: list[FactLine]) -> str:
    drawn = "".join(f'<p class="under">{_phrases(each)}</p>' if each.is_under else f"<p>{_phrases(each)}</p>" for each in lines)
    return f'<div class="item">{drawn}</div>\n'


def _deals(sheet: BriefSheet) -> str:
    if not sheet.deals:
        return ""
    lines = "".join(map(_deal, sheet.deals))
    return f'<section class="deals">\n<h2>{_text(sheet.deals_title)}</h2>\n<ol>\n{lines}</ol>\n</section>\n'


def _deal(deal: DealLine) -> str:
    return f'<li id="deal-{deal.n}" value="{deal.n}"><b>{deal.n}.</b><span>{_text(deal.text)}</span></li>\n'


def _phrases(line: FactLine) -> str:
    return "".join(_phrase(part) for part in line.parts)


def _phrase(part: Cited) -> str:
    text = _text(part.text)
    return (f"<strong>{text}</strong>" if part.is_strong else text) + _markers(part.numbers)


def _markers(numbers: tuple[int, ...]) -> str:
    if not numbers:
        return ""
    shown, more = split_numbers(numbers)
    markers = join_markers([f'<a href="#deal-{number}">[{number}]</a>' for number in shown])
    return f"{NO_BREAK}{markers}" + (f" and {more} more" if more else "")


def _text(text: str) -> str:
    return escape(keep_together(text))
