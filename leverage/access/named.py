"""Which deals of other vendors a vendor's bank names: feedback, reviews, lessons and changes stay when a deal goes elsewhere.

Whoever does not see such a deal does not see them either. So it is part of what answers for that person are kept by.
"""

from leverage.projection import Extract

NAMED = Extract("named", 1, lambda material: sorted(material.named))
