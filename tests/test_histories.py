"""What was done to a deal, step by step."""

from collections.abc import Callable

from leverage import Deal, KnowledgeBase, erasure
from leverage.histories import changes_between, steps_of

Write = Callable[..., Deal]


def test_every_version_says_what_was_done_by_whom(kb: KnowledgeBase, deal: Write) -> None:
    """Logged, edited, retracted and restored, the newest first, each with its own time and person."""
    deal_id = kb.log(deal(payment_terms="Net 30")).deal_id
    kb.edit(deal_id, deal(payment_terms="Net 60"), 1, by="Tom Becker")
    kb.retract(deal_id, "Told twice", by="Ann")
    kb.restore(deal_id)
    steps = steps_of(kb.record(deal_id))  # type: ignore[arg-type]
    assert [(step.number, step.kind, step.by, step.reason) for step in steps] == [
        (4, "restored", None, ""),
        (3, "retracted", "Ann", "Told twice"),
        (2, "edited", "Tom Becker", ""),
        (1, "logged", "Priya Nair", ""),
    ]
    assert [(each.label, each.before, each.after) for each in steps[2].changes] == [("Payment terms", "Net 30", "Net 60")]
    assert [step.at for step in steps] == sorted((step.at for step in steps), reverse=True)


def test_each_amount_is_told_in_the_currency_of_its_version(deal: Write) -> None:
    """A blank stands for what was not recorded, and the order is that of the form."""
    before, after = deal(currency="EUR", final_price=10), deal(currency="USD", final_price=10.5, notes="New")
    assert [(each.name, each.before, each.after) for each in changes_between(before, after)] == [
        ("notes", "", "New"),
        ("currency", "EUR", "USD"),
        ("final_price", "EUR 10", "USD 10.50"),
    ]
    assert changes_between(before, before) == ()


def test_an_erased_name_leaves_no_hole_in_the_history(kb: KnowledgeBase, deal: Write) -> None:
    """The versions that are shown are counted without a gap, so that nothing looks taken out."""
    deal_id = kb.log(deal(logged_by="Jonas Weber")).deal_id
    kb.retract(deal_id, "wrong")
    erasure.erase_person(kb, "Jonas Weber")
    kb.restore(deal_id)
    record = kb.record(deal_id)
    assert record is not None
    assert [(step.number, step.kind) for step in steps_of(record)] == [(3, "restored"), (2, "retracted"), (1, "logged")]
    other = kb.log(deal(notes="Ann Lee said so."), key="other").deal_id
    erasure.erase_person(kb, "Ann Lee")
    assert [step.number for step in steps_of(kb.record(other))] == [1]  # type: ignore[arg-type]
