"""The page Import: a file read, asked about, shown, imported and taken back."""

import csv
import io
import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from leverage import Deal, KnowledgeBase, LeverageError
from leverage.access.person import Person
from leverage.errors import StoreUnavailable
from leverage.imports import batches, commit, plan, preview, save_mapping, tally
from pages.ui import identity, import_batches, import_untaken
from tests.pages.conftest import NASTY, plain, shown
from tests.pages.test_record import labels, press

Open = Callable[..., AppTest]
Write = Callable[..., Deal]

# 12 rows: 1 title, 1 blank, the headings, 5 deals, 1 that names nobody, 1 without a vendor, 1 without a day, 1 total.
REPORT = """Deals of the year;;;;
;;;;
Supplier;Award date;Discount %;Payment terms;Cost pool
Alder Cloud;03/04/2025;12,5;Net 30;K1
Birch Networks;05/06/2025;8;Net 45;K1
Birch Networks;07/08/2025;9,5;Net 45;K2
Cedar Print;09/10/2025;20;Net 60;K2
Alder Cloud Ltd;11/12/2024;10;Net 30;K3
various;01/02/2025;5;;K3
;02/03/2025;5;;K3
Cedar Print;soon;7;;K3
Total;;72;;
"""
CLEAN = """vendor,deal_date,logged_by,department,outcome,discount_pct,discount_base,payment_terms
Alder Cloud,2025-04-03,Ann Lee,IT,agreed,12.5,list,Net 30
Birch Networks,2025-06-05,Ann Lee,IT,no_deal,,,Net 45
"""
PAYMENTS = "Vendor,Payment date,Amount\n" + "".join(
    f"{('Alder Cloud', 'Birch Networks')[n % 2]},2025-03-{n + 1:02},{100 + n}.50\n" for n in range(24)
)


def choose(at: AppTest, data: str | bytes, name: str = "deals.csv") -> AppTest:
    """Choose a file."""
    content = data.encode() if isinstance(data, str) else data
    at.get("file_uploader")[0].set_value((name, content, "text/csv"))
    return at.run()


def box(at: AppTest, label: str) -> Any:
    """Return the box whose label begins so."""
    return next(each for each in at.selectbox if plain(each.label).startswith(label))


def answer(at: AppTest, label: str, value: str) -> AppTest:
    """Pick an answer in the box whose label begins so."""
    return box(at, label).select(value).run()


def click(at: AppTest, label: str, value: str) -> AppTest:
    """Pick an answer of those that stand side by side."""
    group = next(each for each in at.get("button_group") if plain(each.label).startswith(label))
    return group.set_value(value).run()


def answer_report(at: AppTest) -> AppTest:
    """Answer everything that the report leaves open."""
    click(at, "Is 03/04/2025", "day_first")
    answer(at, "Who logged", "Priya Nair")
    answer(at, "For which department", "IT")
    return answer(at, "What happened", "agreed")


def words(at: AppTest) -> str:
    """Return all that a page says, without the marks of size and colour."""
    return re.sub(r":(small|gray)\[|\]", "", shown(at))


def table(at: AppTest, column: str = "Row") -> list[str]:
    """Return a column of the first table that has it."""
    return [plain(str(cell)) for cell in next(each.value for each in at.table if column in each.value)[column]]


def is_open(at: AppTest, label: str) -> bool:
    """Say whether a button can be pressed."""
    return not next(button for button in at.button if button.label == label).disabled


def test_a_report_is_asked_about_shown_imported_and_undone(page: Open, kb: KnowledgeBase) -> None:
    """The whole way: the sums, three questions, the deals that will be written, the import by name, and its undo."""
    at = choose(page("importing.py"), REPORT, "report_2025.csv")
    said = shown(at)
    assert "report_2025.csv has 11 rows beside the headings on row 3: 5 wait for your answers, 4 skipped, 1 blank, " in said
    assert "1 above the headings. Read as UTF-8 with semicolons." in said
    assert "Answer 4 questions" in said
    assert "Answer the 4 questions first." in said
    assert not is_open(at, "Import 5 deals")
    answer_report(at)
    said = shown(at)
    assert "5 new deals, 4 skipped" in said
    assert "5 deals will be written" in said
    assert "3 Apr 2025, Priya Nair, IT" in said
    assert "Agreed, 12.5% off a base not recorded, Net 30" in said
    press(at, "Import 5 deals")
    said = shown(at)
    assert "5 deals imported" in said
    assert "From report_2025.csv, with 4 vendors. 4 rows skipped." in said
    assert "Birch Networks, 2 deals" in said
    assert kb.count() == 5
    (made,) = batches(kb)
    assert (made.by, made.state, made.logged) == ("Priya Nair", "done", 5)
    press(at, "Undo this import")
    press(at, "Take out 5 deals")
    assert "The import is undone: 5 deals taken out." in shown(at)
    assert kb.count() == 0
    assert "Priya Nair. Undone." in shown(at)


def test_every_skipped_row_stands_there_with_its_reason(page: Open) -> None:
    """Row, column, what stands there and why; the list can be taken as a file."""
    at = choose(page("importing.py"), REPORT)
    assert "4 rows will be skipped" in shown(at)
    assert table(at, "Says") == ["various", "", "soon", "Total"]
    assert at.get("download_button")[0].label == "Download this list as CSV"


def test_the_list_of_what_is_skipped_runs_no_formula() -> None:
    """The CSV has each row and each cell, and a text that would run as a formula is guarded."""
    planned = plan(CLEAN.replace("2025-04-03", "=1+1").encode(), "x.csv")
    result = preview(None, planned)
    read = SimpleNamespace(plan=planned, tally=tally(planned, result))
    rows = list(csv.reader(io.StringIO(import_untaken.write_list(read).decode("utf-8-sig"))))  # type: ignore[arg-type]
    assert rows[1][:5] == ["row", "", "2", "deal_date", "'=1+1"]


@pytest.mark.parametrize("is_answered", [False, True])
def test_the_parts_add_up_to_the_rows_of_the_file(is_answered: bool) -> None:
    """New, already here, waiting, skipped, blank, above and headings are all rows; nothing waits once all is answered."""
    answers = {"deal_date:order": "day_first", "logged_by": "Ann", "department": "IT", "outcome": "agreed"}
    planned = plan(REPORT.encode(), "x.csv", answers=answers if is_answered else None)
    counted = tally(planned, preview(None, planned))
    assert counted.rows == len(REPORT.splitlines())
    assert (counted.new, counted.waiting) == ((5, 0) if is_answered else (0, 5))
    assert (counted.skipped, counted.blank, counted.above, counted.headings) == (4, 1, 1, 1)


def test_a_bad_cell_skips_its_row_whatever_is_answered() -> None:
    """While it is asked what happened, a row whose own outcome can't be read is skipped, not waiting."""
    text = CLEAN.replace("no_deal", "banana") + "Cedar Print,2025-01-02,Ann Lee,IT,,,,\n"
    planned = plan(text.encode(), "x.csv")
    counted = tally(planned, preview(None, planned))
    assert [question.key for question in planned.needed] == ["outcome"]
    assert (counted.new, counted.waiting, counted.skipped) == (1, 1, 1)


def test_a_file_imported_twice_adds_nothing(page: Open, kb: KnowledgeBase) -> None:
    """Its deals are said to be here already, and there is nothing to press."""
    commit(kb, plan(CLEAN.encode(), "x.csv", kb=kb))
    at = choose(page("importing.py"), CLEAN)
    assert "has 2 rows beside the headings on row 1: 0 new deals, 2 already here." in shown(at)
    assert "Every deal of this file is here already." in shown(at)
    assert not is_open(at, "Import")


def test_a_list_of_payments_is_said_to_be_none_of_deals(page: Open, kb: KnowledgeBase) -> None:
    """Nothing is imported of it unless somebody says that each row is a deal; only then the other questions come."""
    at = choose(page("importing.py"), PAYMENTS, "payments.csv")
    said = shown(at)
    assert "This looks like a list of payments: 24 rows for 2 vendors" in said
    assert "24 rows will be skipped" in said
    assert "Columns" not in said
    assert not is_open(at, "Import")
    click(at, "This looks like", "yes")
    assert "24 wait for your answers" in shown(at)
    click(at, "This looks like", "no")
    assert "0 new deals, 24 skipped" in shown(at)
    assert not is_open(at, "Import")


def test_a_file_that_is_none_is_said_so_and_another_can_be_chosen(page: Open) -> None:
    """A sentence, no traceback, and the way on."""
    at = choose(page("importing.py"), b"%PDF-1.7 and so on", "offer.csv")
    assert "offer.csv is a PDF, not a spreadsheet." in shown(at)
    assert labels(at) == ["Choose another file"]
    press(at, "Choose another file")
    assert "Choose a file" in shown(at)


def test_hostile_text_of_a_file_is_text(page: Open) -> None:
    """Headings, cells, names and the file's own name stand there as written."""
    quoted = NASTY.replace('"', "'")
    text = f'vendor,deal_date,logged_by,department,outcome,notes,"{quoted}"\n"{quoted}",2025-01-02,Ann,IT,agreed,"{quoted}",x\n'
    text += f'"{quoted}",31/31/31,Ann,IT,agreed,,\n'
    at = choose(page("importing.py"), text, f"{NASTY[:40]}.csv".replace("/", "_"))
    said = shown(at)
    assert said.count(NASTY) >= 2
    assert any(NASTY in plain(each.label) for each in at.selectbox)
    for each in at.markdown:
        assert "![x](" not in each.value
        assert "<script>" not in each.value


def test_a_column_is_read_as_one_says_and_the_file_stays(page: Open) -> None:
    """A column that is not read says why; picked as notes it is read, left out again it is not."""
    at = choose(page("importing.py"), REPORT)
    assert "Not read: “Cost pool” is no heading that Leverage knows. Pick above what it holds." in shown(at)
    answer_report(at)
    answer(at, "Cost pool", "notes")
    assert "Notes K1" in words(at)
    answer(at, "Cost pool", "")
    assert "Notes K1" not in words(at)
    assert "5 new deals" in shown(at)


def test_one_field_has_one_column(page: Open) -> None:
    """Picked for a second column, the first one is left out, and nothing has to be asked."""
    at = choose(page("importing.py"), REPORT)
    answer(at, "Cost pool", "payment_terms")
    assert box(at, "Payment terms").value == ""
    answer(at, "Payment terms", "payment_terms")
    assert box(at, "Cost pool").value == ""


def test_a_mapping_is_kept_and_offered_for_the_next_file(page: Open, kb: KnowledgeBase) -> None:
    """Kept under a name, it is offered where it reads a file otherwise, and one press uses it."""
    at = choose(page("importing.py"), REPORT)
    answer(at, "Cost pool", "contract_ref")
    next(each for each in at.text_input if each.label == "Name of the mapping").set_value("Supplier report")
    press(at, "Keep")
    assert "The mapping “Supplier report” is kept." in shown(at)
    again = choose(page("importing.py"), REPORT)
    label = next(each for each in labels(again) if "Supplier report" in each)
    assert plain(label) == "Use the mapping “Supplier report”"
    press(again, label)
    assert box(again, "Cost pool").value == "contract_ref"
    assert label not in labels(again)


def test_a_mapping_that_is_no_longer_wanted_is_removed(page: Open, kb: KnowledgeBase) -> None:
    """It is gone from the list and is no longer offered."""
    save_mapping(kb, "Old one", plan(REPORT.encode(), "x.csv").columns)
    at = choose(page("importing.py"), REPORT)
    press(at, "Remove")
    assert "The mapping “Old one” is removed." in shown(at)
    assert "Remove" not in labels(at)


def test_how_it_was_read_can_be_changed_and_a_wrong_choice_loses_nothing(page: Open) -> None:
    """Other headings, another separator: what can't be is said, and the file stays read as it was."""
    at = choose(page("importing.py"), REPORT)
    rows = next(each for each in at.number_input if each.label == "Row of the headings")
    rows.set_value(2).run()
    assert "Row 2 of deals.csv holds no headings." in shown(at)
    assert "11 rows" in shown(at)
    answer(at, "Parted by", ",")
    assert "with commas." in shown(at)
    answer(at, "Parted by", ";")
    assert "1 above the headings. Read as UTF-8 with semicolons." in shown(at)


def test_the_rest_of_an_import_is_told_by_its_own_vendors(page: Open, kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the same file brought before it was cut short is “here already”, and counts no second time."""
    log = kb._writer.log

    def only_the_first(*told: Any) -> Any:
        if kb.count():
            raise StoreUnavailable("Cut short.")
        return log(*told)

    with monkeypatch.context() as patched:
        patched.setattr("leverage.imports.committing.BANKS_A_SLICE", 1)
        patched.setattr(kb._writer, "log", only_the_first)
        with pytest.raises(StoreUnavailable):
            commit(kb, plan(CLEAN.encode(), "deals.csv", kb=kb))
    at = choose(page("importing.py"), CLEAN)
    assert "1 new deal, 1 already here" in shown(at)
    press(at, "Import 1 deal")
    assert "1 deal imported" in shown(at)
    assert "with 1 vendor. 1 of the file was here already." in shown(at)


def test_names_that_may_be_known_are_joined_only_when_one_says_so(page: Open, kb: KnowledgeBase) -> None:
    """Each stays its own vendor; one press takes every suggestion, and one takes it back."""
    text = REPORT.replace("Cedar Print;09", "Birch Networks Inc;09")
    at = choose(page("importing.py"), text)
    answer_report(at)
    assert box(at, "Is “Alder Cloud Ltd” another").value == "new"
    assert "Perhaps Alder Cloud (same name, other legal form)." in shown(at)
    press(at, "All 2 suggestions are right")
    assert "Alder Cloud Ltd goes to Alder Cloud row 8" in words(at)
    press(at, "Undo")
    assert "goes to" not in shown(at)
    answer(at, "Is “Alder Cloud Ltd” another", "Alder Cloud")
    press(at, "Import 5 deals")
    assert "with 3 vendors" in shown(at)
    assert kb.bank_id("Alder Cloud Ltd") == kb.bank_id("Alder Cloud")


def test_a_contributor_reads_which_names_may_be_known_and_who_joins_them(
    page: Open, kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is nothing to choose, and the import goes on with each name as a vendor of its own."""
    monkeypatch.setattr(identity, "person", lambda: Person("ann@corp.example", "IT", "contributor", "Ann Lee"))
    at = choose(page("importing.py"), REPORT.replace("Cedar Print;09", "Birch Networks Inc;09"))
    answer_report(at)
    assert "Perhaps Alder Cloud (same name, other legal form)." in shown(at)
    assert "You may not change a vendor's names and notes: that takes the role curator" in shown(at)
    assert not [each for each in at.selectbox if "another name" in each.label]
    assert not [each for each in at.button if "suggestions are right" in each.label]
    press(at, "Import 5 deals")
    assert kb.bank_id("Alder Cloud Ltd") != kb.bank_id("Alder Cloud")


def test_a_name_that_is_kept_as_a_vendor_may_still_be_another_name_of_one() -> None:
    """The two questions have keys of their own: the answer to the first is none to the second."""
    text = "vendor,deal_date\nVarious Ltd,2025-01-02\nvarious,2025-01-03\n"
    planned = plan(text.encode(), "x.csv", answers={"is_vendor:various": "keep"})
    assert [question.key for question in planned.questions if question.field == "vendor"] == [
        "is_vendor:various",
        "vendor:various",
    ]


def test_an_interrupted_import_says_what_to_do(page: Open, kb: KnowledgeBase) -> None:
    """It stands in the list with how much is in, can be undone, and the same file brings the rest."""
    planned = plan(CLEAN.encode(), "clean.csv", kb=kb)

    def stop(*_: int) -> None:
        raise LeverageError("Stopped.")

    with pytest.raises(LeverageError):
        commit(kb, planned, progress=stop, by="Ann Lee")
    there = kb.count()
    at = page("importing.py")
    assert f"Interrupted: {there} of 2 deals are in. Choose the file again to import the rest, or undo." in shown(at)
    import_batches.at_work().add(import_batches.id_of(planned))
    at.run()
    assert f"Being imported: {there} of 2 deals so far." in shown(at)
    assert "Undo" not in labels(at)
    import_batches.at_work().clear()
    at.run()
    press(at, "Undo")
    press(at, f"Take out {'1 deal' if there == 1 else f'{there} deals'}")
    assert "The import is undone" in shown(at)
    assert kb.count() == 0


def test_an_import_can_be_stopped(page: Open, kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is in stays and counts, the page says so, and the file is still chosen to bring the rest."""
    from pages.ui import work

    monkeypatch.setattr(work._Steps, "is_stopped", True)
    monkeypatch.setattr(work._Steps, "__init__", lambda self: self.__dict__.update(share=0.0))
    text = CLEAN + "".join(f"{name} Works,2025-01-02,Ann,IT,agreed,,,\n" for name in ("Oak", "Elm", "Fir"))
    at = choose(page("importing.py"), text)
    press(at, "Import 5 deals")
    assert "Stopped. What is in stays, and counts." in shown(at)
    assert 0 < kb.count() < 5
    assert f"{5 - kb.count()} new deals, {kb.count()} already here" in shown(at)


def test_who_imports_is_asked_first(page: Open) -> None:
    """Nobody imports without a name."""
    at = page("importing.py", person=False)
    assert "Who is importing?" in shown(at)
    assert not at.get("file_uploader")


def test_a_wrong_answer_is_said_and_the_others_stay(page: Open) -> None:
    """A second sheet's or a typed word's trouble is one sentence; what was answered before is kept."""
    at = choose(page("importing.py"), REPORT)
    answer(at, "Who logged", "Priya Nair")
    at.session_state["import.chosen"].answer("currency", "florins")
    at.run()
    assert "florins" in shown(at)
    assert box(at, "Who logged").value == "Priya Nair"


def test_a_file_is_read_once_for_what_was_said(page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run in which nothing new is said, such as a turned page, reads nothing again."""
    from pages.ui import import_reading

    read: list[str] = []
    monkeypatch.setattr(import_reading, "plan", lambda *given, **more: read.append(given[1]) or plan(*given, **more))
    at = choose(page("importing.py"), REPORT)
    at.run()
    at.run()
    assert read == ["deals.csv"]
    answer(at, "Who logged", "Priya Nair")
    assert len(read) == 2


def test_the_questions_of_a_large_file_are_answered_together(page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that takes its time is read anew once for all answers, when one says so."""
    from pages.ui import import_questions, import_reading

    read: list[str] = []
    monkeypatch.setattr(import_reading, "plan", lambda *given, **more: read.append(given[1]) or plan(*given, **more))
    monkeypatch.setattr(import_questions, "MANY_ROWS", 3)
    at = choose(page("importing.py"), REPORT.replace("03/04/2025", "23/04/2025"))
    box(at, "Who logged").select("Priya Nair")
    box(at, "For which department").select("IT")
    box(at, "What happened").select("agreed")
    press(at, "Use these answers")
    assert "5 new deals" in shown(at)
    assert len(read) == 2


def test_the_figures_of_a_total_prove_nothing() -> None:
    """Shares that add up to more than one are still shares: their scale is asked, not taken from the total."""
    text = "Vendor;Date;Rabatt;Outcome\nAlder;2025-01-01;0,7;agreed\nBirch;2025-01-02;0,65;agreed\nTotal;;1,35;\n"
    assert "discount_pct:scale" in [question.key for question in plan(text.encode(), "x.csv").needed]
