"""The forms in which a sentence may speak: all of them, and what each means."""

from leverage.reflect.forms.contracts import CONTRACTS
from leverage.reflect.forms.discounts import DISCOUNTS
from leverage.reflect.forms.form import Form, Said, own_conditions
from leverage.reflect.forms.outcomes import OUTCOMES
from leverage.reflect.forms.parties import PARTIES
from leverage.reflect.forms.payment import PAYMENT
from leverage.reflect.forms.prices import PRICES
from leverage.reflect.forms.stances import STANCES
from leverage.reflect.forms.tactics import TACTICS
from leverage.reflect.forms.uplifts import UPLIFTS

FORMS: tuple[Form, ...] = (
    *DISCOUNTS,
    *PAYMENT,
    *UPLIFTS,
    *STANCES,
    *TACTICS,
    *OUTCOMES,
    *PRICES,
    *CONTRACTS,
    *PARTIES,
)

__all__ = ["FORMS", "Form", "Said", "own_conditions"]
