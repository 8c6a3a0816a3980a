"""The audit trail: who did what, when, to which deal or vendor; rows that can't be changed unnoticed."""
