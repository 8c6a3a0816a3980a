"""Words before and behind a name that say what it is: the vendor, a rival, a customer, a product (`data/inbox_names.json`)."""

import functools
import re

from leverage.inbox.cues import phrases_in
from leverage.words import read_vocabulary

_ARTICLE = (
    r"(?:(?:the|our|der|die|dem|den|unser\w*|el|la|los|le|les|l|il|lo|o|a|os|de|het|nuestro|notre|nostro|nosso|onze"
    r"|company|firma|firm|empresa|societe|societa)['\s]+){0,2}"
)


@functools.cache
def contexts() -> dict[str, re.Pattern[str]]:
    """Return the patterns of what stands beside a name, by what they say of it."""
    data = read_vocabulary("inbox_names.json")
    before, after = data["before"], data["after"]

    def either(listed: str) -> str:
        return (
            "(?:"
            + "|".join(r"[\s'-]+".join(map(re.escape, phrase)) for phrase in sorted(phrases_in(listed), key=len, reverse=True))
            + ")"
        )

    return {
        "rival": re.compile(rf"(?<!\w){either(before['rival'])}[\s'\"]+{_ARTICLE}$"),
        "role": re.compile(rf"(?<!\w){either(before['role'])},?\s+(?:is |was |ist |war |es |est |e |: ?)?\"?$"),
        "staff": re.compile(rf"(?<!\w){either(before['staff'])}\s+(?:[a-z]+\s+){{0,2}}?{either(before['of'])}[\s']+{_ARTICLE}$"),
        "deal_with": re.compile(
            rf"(?<!\w){either(before['deal'])}\s+(?:[\w,]+\s+){{0,3}}?{either(before['with'])}[\s']+{_ARTICLE}$"
        ),
        "talk_with": re.compile(
            rf"(?<!\w){either(before['talk'])}\s+(?:[\w.,/]+\s+){{0,5}}?{either(before['with'])}[\s']+{_ARTICLE}$"
        ),
        "deal_of": re.compile(rf"(?<!\w){either(before['deal'])}\s+{either(before['of'])}[\s']+{_ARTICLE}$"),
        "person_of": re.compile(
            rf"(?<!\w){either(before['with'])}\s+(?:[\w.]+\s+){{1,3}}{either(before['of'])}[\s']+{_ARTICLE}$"
        ),
        "from": re.compile(r"\s+(?:from|of|at|von|bei|de|di|da|van|chez)\s+$"),
        "object": re.compile(rf"(?<!\w){either(before['object'])}[\s'\"]+{_ARTICLE}$"),
        "deal_after": re.compile(rf"(?:'s)?[\s-]+{either(after['deal'])}(?!\w)"),
        "acts": re.compile(rf"[\s,]+(?:\w+\s+)?{either(after['acts'])}(?!\w)"),
        "buys": re.compile(rf"\s+(?:\w+\s+)?{either(after['buys'])}(?!\w)"),
        "theirs": re.compile(rf"(?:'s)\s+{either(after['theirs'])}(?!\w)"),
    }
