"""A row of the trail in words, as the page shows it; a file of the rows keeps every value as it was noted."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from leverage.audit.entry import Row
from leverage.naming.bank_ids import BANK_PREFIX
from leverage.wording import sentence_case, show_count

SIGN_IN: Final = "sign_in"
ROLE: Final = "role"  # noted of whoever came with another role or department than the last time
REFUSED: Final = "refused"  # noted of whoever signed in and may not come in

_DID: Final[dict[str, str]] = {
    "follow": "Followed a vendor, or stopped",
    "export": "Took a file",
    "ask_model": "Asked the model",
    "digest": "Made a digest",
    "calendar": "Made an address for a calendar",
    "log": "Logged",
    "edit": "Changed",
    "retract": "Retracted",
    "restore_deal": "Restored",
    "feedback": "Gave feedback",
    "event": "Recorded an event",
    "notes": "Wrote notes on a playbook",
    "import": "Imported",
    "undo_import": "Undid an import",
    "inbox": "Read the inbox",
    "propose": "Added to the inbox",
    "decide": "Decided a proposal",
    "edit_others": "Changed what others logged",
    "review": "Reviewed a flag",
    "lesson": "Decided a lesson",
    "merge": "Merged, split or renamed",
    "names": "Changed names of people",
    "vendor": "Changed names or notes of a vendor",
    "access": "Changed who may do what",
    "undo_others": "Undid what others imported",
    "erase": "Erased for good",
    "backup": "Took a backup",
    "restore": "Restored a backup",
    "care": "Looked after the store",
    "settings": "Changed settings",
    "audit": "Read the audit trail",
    SIGN_IN: "Signed in",
    ROLE: "Came with a role",
    REFUSED: "Was refused at sign-in",
}
_IN_TITLE: Final = frozenset({"what", "also", "who", "role"})
_NAMELESS: Final = frozenset({"batch", "batch_id", "flag_id", "feedback_id", "event_id", "change_id", "pending_id"})
_COUNTED: Final = {"rows": "row", "figures": "figure"}
_SAID: Final = {
    "department": "of {}",
    "since": "from {} on",
    "until": "to {}",
    "before": "before: {}",
    "model": "model {}",
    "where": "at {}",
    "kind": "names of a {}",
    "made_at": "made at {}",
    "failed": "it failed: {}",
    "retracted": "retracted deals too",
}


class Words(NamedTuple):
    """What was done and to what, and what else is told of it; `who` is the address of whom it was done to, or who came."""

    title: str
    more: str
    who: str


def did(act: str) -> str:
    """Return what somebody did, such as “Logged”."""
    return _DID.get(act, sentence_case(act.replace("_", " ")))


def in_words(row: Row, vendor_name: Callable[[str], str]) -> Words:
    """Return a row in words, without the ids that name nothing to people."""
    told = {name: str(value) for name, value in row.detail.items() if value not in ("", None)}
    about = [told["what"]] if "what" in told else []
    if "role" in told:
        about.append(told["role"] + (f" in {told['department']}" if "department" in told else ""))
    about += [vendor_name(row.vendor)] if row.vendor else []
    about += [f"with {vendor_name(told['also'])}"] if "also" in told else []
    about += [show_count(row.deal_count, "deal")] if row.deal_count else []
    said = did(row.act)
    if row.act == ROLE:
        said = "Came with another role or department" if "before" in told else "Came for the first time"
    title = f"{said}: {', '.join(about)}" if about else said
    return Words(title, ", ".join(_more(told, vendor_name)), told.get("who", ""))


def _more(told: Mapping[str, str], vendor_name: Callable[[str], str]) -> list[str]:
    found = []
    for name, value in told.items():
        if name in _IN_TITLE or (name == "department" and "role" in told):
            continue
        if name in _COUNTED and value.isdigit():
            found.append(show_count(int(value), _COUNTED[name]))
        elif name not in _NAMELESS:
            shown = vendor_name(value) if value.startswith(BANK_PREFIX) else value
            found.append(_SAID.get(name, name.replace("_", " ") + ": {}").replace("{}", shown))
    return found
