"""All extracts of the projection, so that one reading of a vendor's bank serves them all."""

from leverage.agenda import DATES
from leverage.news import NEWS
from leverage.savings.reading import SAVINGS
from leverage.watch import FLAGS

ALL = (FLAGS, DATES, NEWS, SAVINGS)
