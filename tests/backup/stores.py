"""A store with everything in it that a store can hold, and a way to lay two side by side."""

import json
from collections.abc import Callable
from typing import Any

from leverage import Deal, KnowledgeBase, Memory, directory, people
from leverage.memory.copies import all_bank_ids, read_rows
from tests.fakes import FailingEngine
from tests.strategies import WHOLE_DEAL

NASTY = "=cmd|' /C calc'!A0 \\ \"half; 北京 👩\u200d💻 e\u0301 <b>%s{0}\u2028\u00a0 \u05e9\u05dc"

Write = Callable[..., Deal]


def fill(kb: KnowledgeBase, deal: Write, deals: int = 6) -> dict[str, str]:
    """Fill a store with deals and all that comes with them, and return the ids of the telling ones."""
    receipts = kb.log_many(
        [(deal(**WHOLE_DEAL | {"product": f"Azure {n}", "notes": f"Remark {n}. {NASTY}"}), None) for n in range(deals)]
    )
    ids = {"edited": receipts[0].deal_id, "retracted": receipts[1].deal_id, "erased": receipts[2].deal_id}
    kb.edit(ids["edited"], deal(notes="better " * 900), 1, by="Tom Becker")
    kb.edit(ids["edited"], deal(notes=NASTY), 2)
    kb.retract(ids["retracted"], f"Wrong. {NASTY}", by="Ann")
    kb.forget(ids["erased"])
    kb.log(deal(vendor=f"Odd {NASTY}"[:150], logged_by="P. Nair"))
    kb.log(deal(vendor="MSFT Ireland", product="Teams"))
    kb.log(deal(vendor="Acme"))
    ids["merge"] = directory.merge(kb, "MSFT Ireland", "Microsoft", by="Ann").id
    directory.add_alias(kb, "Microsoft", "MSFT")
    directory.set_parent(kb, "Acme", "Microsoft")
    directory.add_note(kb, "Acme", "Fiscal year", NASTY, "Their report", by="Ann")
    people.merge(kb, "person", "P. Nair", "Priya Nair")
    kb.bank("Acme").retain([Memory(id="m1", text=f"They like coffee. {NASTY}")])
    return ids


def let_wait(kb: KnowledgeBase, deal: Write) -> str:
    """Leave a deal waiting, since its bank is away, and something set aside; return the deal's id."""
    failing = FailingEngine(kb.banks.engine, 1, after=False)
    receipt = kb.log(deal(vendor="Later", notes="waits"))
    assert receipt.waiting
    kb._replay.stop()  # nothing tries again meanwhile
    failing.is_broken = False
    kb._outbox.put_aside("odd.json", b'{"broken \xff')
    change = kb._writer.change_of(deal(vendor="Broken"), None)
    kb._outbox.put(change)
    kb._outbox.set_aside(change, "It can't be read as a deal.")
    return receipt.deal_id


def told(kb: KnowledgeBase) -> Any:
    """Return all that people can get out of a store, and every row of its banks."""
    return {
        "rows": {bank_id: read_rows(kb.banks, bank_id) for bank_id in all_bank_ids(kb.banks)},
        "vendors": kb.vendors(),
        "deals": {
            each.bank_id: [(deal, deal.deal_id, deal.version, deal.entered_at) for deal in kb.deals(each.bank_id)]
            for each in kb.vendors()
        },
        "records": {row.bank_id: sorted((each.to_json() for each in records), key=json.dumps) for row, records in kb.records()},
        "retracted": {each.bank_id: kb.retracted(each.bank_id) for each in kb.vendors()},
        "names": kb.names(),
        "people": kb.deals_by_name("person"),
        "briefs": {each.bank_id: kb.brief(each.bank_id).to_dict() for each in kb.vendors()},
        "recall": {each.bank_id: kb.recall(each.bank_id, "was Azure cheaper, or coffee?", 20) for each in kb.vendors()},
        "revisions": {each.bank_id: kb.revision(each.bank_id) for each in kb.vendors()},
    }
