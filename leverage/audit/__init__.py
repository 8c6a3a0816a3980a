"""The audit trail: who did what, when, to which deals or vendor; rows that can't be changed unnoticed.

The trail holds ids alone. Who a person's random id stands for is kept beside it and can be erased; the chain stays whole.
"""
