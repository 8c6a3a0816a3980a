"""How a function over a knowledge base is made an act: allowed and noted before it begins, and signed by whoever does it."""

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
KB = TypeVar("KB")

MOST_NOTED = 200  # characters of an argument that the trail tells


def acting(
    name: str, *, vendor: str = "", also: str = "", deals: str = "", tells: Iterable[str] = (), signed: str = "by"
) -> Callable[[Callable[Concatenate[KB, Given], Answer]], Callable[Concatenate[KB, Given], Answer]]:
    """Return a decorator that does all of a function, whose first argument is the knowledge base, within an act.

    `vendor`, `also`, `deals`, `tells` and `signed` name arguments: the vendor, a second one and the deals that it is about, what
    else the trail tells of it, never a name of a person, and who does it, which over a view is the person, whatever was given.
    """
    told = tuple(tells)

    def decorate(function: Callable[Concatenate[KB, Given], Answer]) -> Callable[Concatenate[KB, Given], Answer]:
        shape = inspect.signature(function)

        @functools.wraps(function)
        def done(*args: Any, **kwargs: Any) -> Answer:
            bound = shape.bind(*args, **kwargs)
            bound.apply_defaults()
            given = bound.arguments
            kb: Any = bound.args[0]
            for each in (vendor, also):
                if each and given[each]:
                    kb.refuse_unseen(name, given[each])
            about = kb.bank_id(given[vendor]) if vendor and given[vendor] else ""
            deal_ids = _each(given[deals]) if deals else []
            if signed in given:
                given[signed] = kb.signed(given[signed])
            detail = {key: str(given[key])[:MOST_NOTED] for key in told if given[key] not in (None, "")}
            if also and given[also]:
                detail["also"] = kb.bank_id(given[also])
            with kb.act(name, vendor=about, deal_ids=deal_ids, **detail):
                return function(*bound.args, **bound.kwargs)

        return cast(Callable[Concatenate[KB, Given], Answer], done)

    return decorate


def _each(value: str | Iterable[str]) -> list[str]:
    return [value] if isinstance(value, str) else list(value)
