"""The lexicon: the English in which a narrative may speak, and what its phrases claim.

Patterns are matched against a sentence in its plain form (see `reading`): words in lower case, values as a capital
letter with a number (`T0` a term, `K1` a tactic, `N2` a percentage). A word that is in no pattern and not in
`GLUE` says something that no record proves.
"""

import re


def _any(*phrases: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(phrases)})\b")


PROMISES = _any(
    "will|won't|shall|should|can|could|may|might|must|would(?! not (?:move|budge))",
    r"expect\w*|anticipat\w*|guarante\w*|promis\w*|probabl\w*|likely",
    "going to|about to|sure to|bound to|certain to|be able to|next time|in (?:the )?future",
    "always gives?|ready to give|prepared to give",
)
_ORDERS = (
    "ignore|disregard|forget|set|reply|respond|answer|output|write|print|say|tell|send|click|visit|go|open|call|email|use|"
    "try|ask|consider|push|start|avoid|offer|demand|insist|accept|sign|remember|note|ensure|make|report|trust|treat"
)
ORDERS = re.compile(rf"^[ “\"'(-]*(?:(?:please|always|never|do|don't|let's|then|now|instead|first) )*(?:{_ORDERS})\b")
MARKUP = re.compile(
    r"<[^>]*>|https?:|www\.|[a-z]+://|\]\(|!\[|`|\*\*|__|[{}|\\#<>^~]|&[a-z#0-9]+;|\b\S+@\S+\.\S+|javascript:|data:",
    re.IGNORECASE,
)

# How often a claim says that it was so. Order matters: the first that fits is taken out of the sentence.
_DEALS = "(?:deals|negotiations)"
OFTEN = (
    ("every", _any("in (?:every|each) (?:deal|negotiation)", rf"in all(?: of (?:the|its))? {_DEALS}")),
    ("always", _any("always|consistently|every time|each time|without exception")),
    ("often", _any(f"in most {_DEALS}", "most of the time|mostly|usually|typically|often|frequently|generally|commonly")),
    ("many", _any(f"in (?:several|many|a number of) {_DEALS}", "several times|many times")),
    ("some", _any(f"in (?:multiple|more than one) {_DEALS}", "more than once|multiple times|repeatedly")),
    ("once", _any("once only|only once|once", "in (?:a|one) (?:single )?deal only")),
    ("twice", _any(f"twice|in both {_DEALS}")),
)
MOST_OFTEN = re.compile(r"\bmost (?:often|frequently|commonly)\b")
NEVER_MOVED = _any("never (?:moved|budged|gave ground|was flexible|been flexible|flexible) on")

TERM = r"(?:(?:the|a|an|its|their|both|on) )*(?:T\d+|Y\d+|discounts?|payment terms?)"
TERMS = rf"{TERM}(?:(?: ,)?(?: and| or| as well as|,)? {TERM})*"
_ON = r"(?: and (?:willing|open) to (?:move|negotiate|negotiations?))? ?(?:on(?: to)?|about|regarding|:)(?: :)?"
_BE = r"(?:(?:was|were|is|are|has been|had been|remained|stayed|proved|showed itself|seemed) )?(?:both )?(?:very |quite |also )?"
_FLEXIBLE = "|".join(
    (
        rf"{_BE}flexible{_ON}",
        r"flexibility (?:was (?:shown|seen) )?on",
        r"(?:was |were )?(?:willing|open) to (?:move|negotiate) on",
        r"(?:moved|gave ground|budged) on",
    )
)
_FIRM = "|".join(
    (
        rf"{_BE}(?:held |stood |remained )?(?:firm|rigid|inflexible)(?: , rigid ,)?"
        rf"(?: and (?:rigid|(?:refused|unwilling) to (?:move|budge)))?{_ON}",
        r"(?:refused|declined|was unwilling) to (?:move|budge|negotiate) on",
        r"(?:would|did) not (?:move|budge) on",
        rf"{_BE}not flexible on",
        r"(?:stood|held) firm on",
    )
)
_MIXED = rf"{_BE}mixed(?: results)? on|now flexible , now firm on|{_BE}sometimes flexible and sometimes firm on"
STANCES = (
    ("firm_on", re.compile(rf"\b(?:{_FIRM}) ?({TERMS})")),
    ("flexible_on", re.compile(rf"\b(?:{_FLEXIBLE}) ?({TERMS})")),
    ("mixed", re.compile(rf"\b(?:{_MIXED}) ?({TERMS})")),
    ("conceded", re.compile(rf"\b(?:we )?(?:conceded|gave up)(?: to V)? ?:? ?({TERMS})")),
    ("obtained", re.compile(rf"\b(?:we )?obtained(?: from V)? ?:? ?({TERMS})")),
    ("firm_on", re.compile(rf"({TERMS}) (?:was|were|remained|is|are) (?:firm|non negotiable|not negotiable|refused)\b")),
    ("flexible_on", re.compile(rf"({TERMS}) (?:was|were|is|are) (?:flexible|negotiable)\b")),
)
VENDORS_OWN = STANCES[:3]

_HAD = "(?:has |have |was |were )?"
RESULTS = (
    ("failed", _any(f"{_HAD}(?:failed|unsuccessful|not successful|not effective|ineffective)")),
    ("failed", _any("(?:did|has|have) not (?:work|worked|succeed|succeeded)")),
    ("unclear", _any("(?:its )?results? (?:is|are|was|were|remained) (?:unclear|not clear|not recorded)")),
    ("unclear", _any("(?:had|with) an unclear result|unclear")),
    ("mixed", _any("had mixed results|mixed results|worked in some deals and failed in others|was mixed")),
    ("worked", _any(f"{_HAD}(?:successfully )?(?:worked|successful|succeeded|effective)(?: successfully| well)?|paid off")),
)
TRIED = _any("tactics?|used|tried|approach")

_SEEN = r"(?: (?:historically|observed|recorded|seen|agreed|known|stated|ever))*"
_DEAL = r"(?P<of>deals?|agreements?|negotiations?|discounts?|payment terms?|terms|Y\d+)"
_HIGHEST = r"(?:highest|largest|biggest|maximum|greatest|top|best|up to|as high as)"
PICKS = (
    ("most_successful", _any("most (?:successful|effective)|worked (?:best|most often)")),
    ("most_common", _any("most (?:common|frequent|frequently|often|commonly)(?: (?:agreed|seen|used|recorded))?")),
    ("highest", re.compile(rf"\b{_HIGHEST}{_SEEN}(?= (?:discounts?|N\d+)\b)")),
    ("lowest", re.compile(rf"\b(?:lowest|smallest|minimum|as low as){_SEEN}(?= (?:discounts?|N\d+)\b)")),
    ("latest", re.compile(rf"\b(?:latest|newest|most recent|last){_SEEN} {_DEAL}\b")),
    ("earliest", re.compile(rf"\b(?:earliest|oldest|first){_SEEN} {_DEAL}\b")),
)

OUTCOMES = (
    ("not_agreed", _any("discussed , not agreed|discussed but not agreed|was not agreed|not agreed|without agreement")),
    ("renewed_as_is", _any("renewed (?:as it stood|as is|unchanged)")),
    ("walked_away", _any("walked away(?: from (?:a|the) (?:deal|negotiation))?")),
    ("no_deal", _any("(?:negotiated and )?(?:made|reached) no (?:deal|agreement)")),
    ("no_deal", _any("no deal was (?:made|reached)|ended without a deal")),
    ("open", _any("(?:is|was|are|were) in talks|still open")),
    ("agreed", _any("agreed|achieved|accepted|received|got|secured|obtained|signed|closed|won|reached|successful in securing")),
)
BASES = (
    ("list", _any("off (?:the )?list(?: price)?")),
    ("first_quote", _any("off (?:the )?first quote")),
    ("last_price", _any("off (?:the )?last price(?: paid)?")),
    ("unknown", _any("off a base not recorded")),
)
KINDS = (("renewal", _any("renewal")), ("expansion", _any("expansion")), ("new", _any("new")))
RENEWS = ((False, _any("(?:does|did) not renew itself")), (True, _any("(?:renews|renewed) itself")))

# Who may not do what: our side gives no discounts, the vendor uses none of our tactics and gains none of our discounts.
_VENDOR = r"\b(?:V|vendor|they|it)"
_USES = r"(?:was|were|has|had|have|successfully|used|tried|using|opened|made|with|by|the|an?|tactics?|of|:)"
_GAINS = r"(?:successful in securing|received|got|secured|achieved|obtained|won|conceded|walked)"
WRONG_WAY = (
    re.compile(rf"(?<!with )(?<!against )(?<!to ){_VENDOR} (?:{_USES} )*K\d"),
    re.compile(rf"(?<!with )(?<!from )(?<!by ){_VENDOR} (?:(?:was|were|has|had|have) )?{_GAINS}\b"),
    re.compile(r"\b[WD]\d+(?: (?:team|department))? (?:(?:has|had|have|also) )?(?:gave|offered|granted|accepted|refused)\b"),
    re.compile(r"\bto [WD]\d|\bagainst [WD]\d|\bfrom W\d"),
)
VENDOR_GAVE = re.compile(r"\b(V|vendor|they|it)( has| had)? (?:gave|given|offered|granted|provided)\b")
SUBJECTS = re.compile(r"\b(?:(with|for|by|of|in|and|at|,) )?(?:the )?(V|vendor|they|it|we|[WDX]\d+)\b")

# Where a sentence falls into parts that may speak of different deals; lists and one verb's two halves stay together.
_LISTED = r"(?:the |a |an )*(?:T\d+|discounts?|payment terms?)(?: ,| and| or| but| \.|$)"
_OPENS = r"(?:(?:the|a|an|V|vendor|it|they|most|its|latest|in|on) )*(?:[^ ,;:]+ ){0,4}?"
_VERB = r"(?:was|were|is|are|worked|failed|held|refused|agreed|ended|had|moved|flexible|firm)\b"
SPLIT = re.compile(
    r" (?:; |, )?(?:(?:but|while|whereas|although|though|however)(?: ,)?|;) "
    rf"|(?<!firm)(?<!rigid)(?<!firm ,)(?<!rigid ,) (?:, )?and (?!{_LISTED}|[NMULAYW]\d)(?={_OPENS}{_VERB})"
)

_GLUE = """
    a an the and or of on in at by for with from to as its it they their this that these those which who where when also
    was were is are has have had been there so far , . : – —
    vendor deal deals agreement agreements negotiation negotiations talks contract contracts record records recorded
    history historically past previous observed seen noted found
    discount discounts payment payments term terms price prices
    negotiated dealt made took place dated date took part during
    tactic tactics approach used tried team department colleague employee conducted
"""
GLUE = frozenset(_GLUE.split())

# Words that say something only beside a value of their kind, by the fields they stand beside.
_MONEY = "list_price quoted_price final_price annual_value total_value"
_BESIDE = (
    ("off list quote", "base discount_pct"),
    ("uplift uplifts increase increases asked agreed cap capped later ones", "uplift_asked_pct uplift_agreed_pct uplift_cap_pct"),
    ("total annual annually yearly year value paid final list quote first per", _MONEY),
    ("net pay", "payment_terms"),
    ("notice period needs", "notice_days"),
    ("starts started start", "start_date"),
    ("ends ended end", "end_date"),
    ("next meeting", "next_meeting"),
    ("competitor play against", "competitor"),
    ("contact", "contact"),
    ("reseller bought through via", "reseller"),
    ("reference", "contract_ref"),
    ("billing frequency", "billing_frequency"),
    ("per unit units", "unit quantity"),
    ("renews", "renewal_term_months auto_renews"),
)
BESIDE: dict[str, frozenset[str]] = {
    word: frozenset(name for words, names in _BESIDE if word in words.split() for name in names.split())
    for each, _ in _BESIDE
    for word in each.split()
}
