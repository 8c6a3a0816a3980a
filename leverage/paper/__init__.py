"""The brief as a file: a printable page and a Markdown document, both for colleagues only."""

from leverage.paper.html import brief_html
from leverage.paper.markdown import brief_markdown
from leverage.paper.naming import file_name, playbook_name

__all__ = ["brief_html", "brief_markdown", "file_name", "playbook_name"]
