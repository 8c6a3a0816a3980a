"""A model's words about a vendor: read with care, checked against the deals, never counted."""

from leverage.reflect.reply import Reply, parse_reply

__all__ = ["Reply", "parse_reply"]
