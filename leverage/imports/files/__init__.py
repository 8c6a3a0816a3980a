"""A file's bytes as one table of text: encoding, separators, sheets, the row of headings."""
