"""How vendors are named: the id of a name's bank, other spellings of a vendor, and names that are no vendor."""
