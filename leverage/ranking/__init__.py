"""The ranking: which of a vendor's memories answer a question best, and why."""
