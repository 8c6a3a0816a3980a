"""How the printed brief looks: one A4 page for a vendor of nine deals, hairlines instead of boxes, no web font."""

import re

from leverage.paper.spacing import NO_BREAK

MOST_FOOTER_CHARACTERS = 60

_FAMILY = '-apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif'

_SHEET = """
:root { color-scheme: light; --ink: #15171c; --soft: #565b66; --hair: #d5d8de; --link: #3f49b8; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; padding: 10mm 6mm; max-width: 192mm; color: var(--ink); background: #fff;
  font: 9.5pt/1.28 FAMILY; overflow-wrap: anywhere; font-variant-numeric: lining-nums; }
h1, h2, p, dl, dd, ol { margin: 0; padding: 0; }
h1 { font-size: 20pt; line-height: 1.2; letter-spacing: -0.01em; }
h2 { font-size: 10pt; line-height: 1.3; margin-bottom: 0.4mm; break-after: avoid; }
h2 small { font-size: 8.25pt; font-weight: 400; color: var(--soft); }
a { color: var(--link); text-decoration: none; font-size: 0.86em; }
a:hover { text-decoration: underline; }
.internal { font-size: 9pt; font-weight: 600; margin-bottom: 1.5mm; }
.evidence { margin-top: 0.5mm; }
.evidence span { color: var(--soft); }
.tiles { display: grid; grid-template-columns: repeat(4, 1fr); column-gap: 5mm; margin-top: 2.4mm; padding: 1.8mm 0 2mm;
  border-top: 0.35mm solid var(--ink); border-bottom: 0.2mm solid var(--hair); break-inside: avoid; }
.tiles div { display: grid; grid-row: span 3; grid-template-rows: subgrid; align-content: start; }
.tiles dt { font-size: 8.75pt; line-height: 1.3; }
.tiles .value { font-size: 14.5pt; font-weight: 600; line-height: 1.3; }
.tiles .unrecorded { color: var(--soft); font-weight: 400; }
.tiles .below { font-size: 8.5pt; line-height: 1.32; }
.groups { columns: 2; column-gap: 7mm; margin: 2.4mm 0 1mm; }
.group { margin-bottom: 1.7mm; }
.short { break-inside: avoid; }
.item { break-inside: avoid; margin-bottom: 0.25mm; }
.item strong { font-weight: 600; }
.running { font-size: 8.75pt; }
.under { color: var(--soft); font-size: 8.5pt; line-height: 1.3; }
.under:last-child { margin-bottom: 0.7mm; }
.deals { border-top: 0.2mm solid var(--hair); padding-top: 2mm; }
.deals ol { list-style: none; font-size: 8.25pt; line-height: 1.3; }
.deals li { display: flex; gap: 2mm; break-inside: avoid; margin-bottom: 0.3mm; scroll-margin-top: 4mm; }
.deals li:target { background: #eef0fd; }
.deals b { font-weight: 400; color: var(--soft); flex: none; min-width: 5.5mm; text-align: right;
  font-variant-numeric: tabular-nums; }
.foot { margin-top: 5mm; font-size: 8.5pt; color: var(--soft); display: flex; justify-content: space-between; gap: 5mm; }
@media screen and (max-width: 640px) {
  body { padding: 16px; font-size: 11pt; line-height: 1.4; }
  h2 { font-size: 12pt; margin-top: 4mm; }
  .tiles { grid-template-columns: 1fr 1fr; }
  .tiles div { margin-bottom: 2mm; }
  .under, .running, .deals ol { font-size: 10pt; line-height: 1.4; }
  .groups { columns: 1; }
}
@media print {
  body { padding: 0; max-width: none; }
  a { color: var(--soft); }
  .foot { display: none; }
}
@page {
  size: A4; margin: 10mm 14mm 12mm;
  @bottom-left { content: LEFT; font: 8pt FAMILY; color: #565b66; vertical-align: top; padding-top: 2.5mm; white-space: nowrap; }
  @bottom-right { content: RIGHT counter(page) " of " counter(pages); font: 8pt FAMILY; color: #565b66;
    vertical-align: top; padding-top: 2.5mm; white-space: nowrap; }
}
"""


def style_sheet(left: str, right: str) -> str:
    """Return the style sheet with both footers in it; `left` and `right` may hold any text."""
    short = left if len(left) <= MOST_FOOTER_CHARACTERS else f"{left[: MOST_FOOTER_CHARACTERS - 1]}…"
    values = {"FAMILY": _FAMILY, "LEFT": css_string(short), "RIGHT": css_string(f"{right} · ")}
    return re.sub("FAMILY|LEFT|RIGHT", lambda found: values[found[0]], _SHEET)


def css_string(text: str) -> str:
    """Return text as a CSS string that can end neither itself nor the style element it stands in."""
    return '"' + re.sub(rf"[^A-Za-z0-9 {NO_BREAK}]", lambda found: f"\\{ord(found[0]):x} ", text) + '"'
