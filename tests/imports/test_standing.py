"""What the store knows of a file's deals: a row met twice adds nothing, and a preview never shows what would not be written."""

import threading
from collections.abc import Callable

import pytest

from leverage import Deal, KnowledgeBase, LeverageError, directory
from leverage.exports import deals_csv
from leverage.imports import Plan, batches, commit, plan, preview, undo

HEAD = "Vendor,Date,Owner,Department,Outcome,Final price,Notes\n"
FILE = HEAD + "Acme,2026-03-02,Ida,IT,Agreed,1200,first talk\nBorealis,2026-03-04,Ida,IT,No deal,80,too dear\n"

Write = Callable[..., Deal]


def read(kb: KnowledgeBase, text: str, **options: object) -> Plan:
    return plan(text.encode(), "deals.csv", kb=kb, **options)  # type: ignore[arg-type]


def counts(kb: KnowledgeBase, planned: Plan) -> tuple[int, int, list[str]]:
    """Return what the preview says: new deals, known ones, and the reasons for the rest."""
    shown = preview(kb, planned)
    return shown.logged, shown.existing, [each.reason for each in shown.skipped if not each.is_cell]


def ids(kb: KnowledgeBase) -> dict[str, str | None]:
    return {vendor.name: kb.deals(vendor.name)[0].deal_id for vendor in kb.vendors()}


def moved(kb: KnowledgeBase) -> None:
    directory.split(kb, "Acme", [str(ids(kb)["Acme"])], "Acme Labs")


def edited(kb: KnowledgeBase) -> None:
    deal = kb.deals("Acme")[0]
    kb.edit(str(deal.deal_id), Deal(**deal.values() | {"vendor": "Zenith"}), version=1)


def retracted(kb: KnowledgeBase) -> None:
    kb.retract(str(ids(kb)["Acme"]), "told twice")


@pytest.mark.parametrize("change", [moved, edited, retracted])
@pytest.mark.parametrize("answers", [{}, {"currency": "EUR"}])
def test_a_row_is_known_wherever_its_deal_stands_now(
    kb: KnowledgeBase, change: Callable[[KnowledgeBase], None], answers: dict[str, str]
) -> None:
    """After a split, a change of vendor or a retraction the same row adds nothing, also when it is answered otherwise."""
    commit(kb, read(kb, FILE))
    change(kb)
    planned = read(kb, FILE, answers=answers)
    assert counts(kb, planned) == (0, 2, [])
    assert commit(kb, planned).logged == 0


def test_a_preview_says_that_an_erased_deal_stays_away(kb: KnowledgeBase) -> None:
    """What the import will not write is told before, not after."""
    commit(kb, read(kb, FILE))
    kb.forget(str(ids(kb)["Acme"]))
    new, known, (reason,) = counts(kb, read(kb, FILE))
    assert (new, known) == (0, 1)
    assert "erased for good" in reason


@pytest.mark.parametrize(
    "options",
    [{"answers": {"currency": "EUR"}}, {"mapping": {"Notes": None}}, {"mapping": {"Final price": None}}],
)
def test_the_same_file_read_otherwise_adds_nothing(kb: KnowledgeBase, options: dict[str, object]) -> None:
    """A row is known again by what it says, whatever is answered and whichever columns are read."""
    commit(kb, read(kb, FILE))
    assert counts(kb, read(kb, FILE, **options)) == (0, 2, [])


def test_a_moved_column_and_an_empty_new_one_change_no_row(kb: KnowledgeBase) -> None:
    """Where its columns stand does not make a row another one."""
    commit(kb, read(kb, FILE))
    other = "Notes,Remark,Vendor,Date,Owner,Department,Outcome,Final price\nfirst talk,,Acme,2026-03-02,Ida,IT,Agreed,1200\n"
    assert counts(kb, read(kb, other, answers={"currency": "CHF"})) == (0, 1, [])


def test_an_undone_import_may_come_again(kb: KnowledgeBase) -> None:
    """Rows that were taken out are known no more."""
    undo(kb, commit(kb, read(kb, FILE)).batch_id)
    assert commit(kb, read(kb, FILE, answers={"currency": "EUR"})).logged == 2


def test_rows_like_recorded_deals_are_asked_about(kb: KnowledgeBase) -> None:
    """The same vendor, day, person and figures with other words: left out or taken, as a person says, once."""
    commit(kb, read(kb, FILE))
    again = FILE.replace("first talk", "first talk by phone")
    planned = read(kb, again)
    assert [(each.key, each.rows) for each in planned.waited_for] == [("twins", 1)]
    with pytest.raises(LeverageError, match="Answer first"):
        commit(kb, planned)
    new, known, (reason,) = counts(kb, read(kb, again, answers={"twins": "no"}))
    assert (new, known) == (0, 1)
    assert "nobody said that this is another one" in reason
    assert commit(kb, read(kb, again, answers={"twins": "yes"})).logged == 1
    assert counts(kb, read(kb, again)) == (0, 2, [])


def test_an_export_that_was_written_over_changes_no_deal(kb: KnowledgeBase, deal: Write) -> None:
    """A row that names a deal of the store and says something else adds no second one, and says where to change it."""
    kb.log(deal(vendor="Acme", notes="as it was"))
    kb.log(deal(vendor="Borealis", notes="as it was"), key="a form's own")
    text = deals_csv(kb).decode()
    assert counts(kb, read(kb, text)) == (0, 2, [])
    new, known, reasons = counts(kb, read(kb, text.replace("as it was", "as it is")))
    assert (new, known, len(reasons)) == (0, 0, 2)
    assert all("change it on its own page" in each for each in reasons)


def test_names_that_lead_elsewhere_meanwhile_stop_an_import(kb: KnowledgeBase, deal: Write) -> None:
    """What was shown is what is written: a name given to another vendor since is told, and nothing is written."""
    kb.log(deal(vendor="Yonder"))
    planned = read(kb, FILE)
    directory.add_alias(kb, "Yonder", "Borealis")
    with pytest.raises(LeverageError, match="“Borealis” stands for Yonder since"):
        commit(kb, planned)
    assert [vendor.name for vendor in kb.vendors()] == ["Yonder"]
    assert commit(kb, read(kb, FILE)).logged == 2


def test_the_same_import_three_times_at_once_is_counted_once(kb: KnowledgeBase) -> None:
    """Each deal goes in once, and the list of imports says how many there are."""
    planned = read(kb, FILE)
    threads = [threading.Thread(target=commit, args=(kb, planned)) for _ in range(3)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    (batch,) = batches(kb)
    assert (len(kb.vendors()), batch.state, batch.logged) == (2, "done", 2)
