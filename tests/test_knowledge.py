"""The knowledge base: nothing acknowledged is lost, nothing counts twice, nothing leaks."""

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leverage import Deal, KnowledgeBase, LeverageError, Tactic
from leverage.deals import DealDraft
from leverage.errors import DealErased, EditConflict, InvalidDeal, StoreInUse, StoreUnavailable, UnknownDeal
from leverage.replay import Replay
from tests.fakes import Clock, FailingEngine, WordEmbedding
from tests.strategies import any_deal

Write = Callable[..., Deal]
Open = Callable[..., KnowledgeBase]


def test_a_logged_deal_stands_in_list_bank_and_brief_at_once(kb: KnowledgeBase, deal: Write) -> None:
    """The receipt says what is remembered; list, deals, recall and brief agree the next moment."""
    receipt = kb.log(deal(discount_pct=20, payment_terms="Net 60"))
    assert (receipt.bank_id, receipt.deal_count, receipt.confidence) == ("vendor-microsoft", 1, "Low")
    assert (receipt.waiting, receipt.existed) == (False, False)
    assert "Payment terms: Net 60 agreed with Microsoft." in receipt.sentences
    assert [vendor.deal_count for vendor in kb.vendors()] == [1]
    assert kb.deals("Microsoft") == [deal(discount_pct=20, payment_terms="Net 60")]
    assert kb.recall("microsoft", "Payment terms Net 60", limit=1)[0].deal_id == receipt.deal_id
    assert kb.brief("MICROSOFT").max_discount_pct == 20
    assert kb.check() == []


def test_deals_read_back_know_their_identity(kb: KnowledgeBase, deal: Write) -> None:
    """Id, version and time of entry come with a deal and take no part in equality."""
    receipt = kb.log(deal())
    (read,) = kb.deals("Microsoft")
    assert (read.deal_id, read.version) == (receipt.deal_id, 1)
    assert read.entered_at is not None
    assert read.entered_at.utcoffset() == timedelta(0)
    assert kb.deal(receipt.deal_id) == read == deal()


def test_every_field_survives_the_bank(kb: KnowledgeBase) -> None:
    """A full record read back from its bank equals what was logged, decimals and dates included."""
    full = Deal(
        vendor="Ünïcode & Söhne GmbH",
        deal_date=date(2026, 11, 29),
        logged_by="Zoë",
        logged_by_email="zoe@example.com",
        department="R&D",
        outcome="renewed_as_is",
        product="C++ suite",
        kind="renewal",
        discount_pct="12.25",
        discount_base="last_price",
        payment_terms="2/10 net 30",
        flexible_on=["a; b", 'quo"ted'],
        firm_on=["Haftung"],
        tactics=[Tactic("=1+1", "failed"), Tactic("=1+1", "worked")],
        notes="line one\n\nline two 😀",
        currency="eur",
        list_price=Decimal("0.000123"),
        quoted_price=10,
        final_price=99.99,
        unit="seat",
        quantity="2.5",
        annual_value=1,
        total_value=3,
        term_months=36,
        start_date="2026-12-01",
        end_date="2029-11-30",
        auto_renews=False,
        renewal_term_months=12,
        notice_days=0,
        billing_frequency="quarterly",
        uplift_asked_pct=9,
        uplift_agreed_pct="-1.5",
        uplift_cap_pct=5,
        conceded=["a reference"],
        obtained=["training"],
        competitor="Other",
        contact="Mr X",
        reseller="Y",
        contract_ref="00123",
        links=["https://example.com/a?b=c#d"],
        next_meeting="2027-01-05",
        signals=["said final"],
        visible_to=["legal"],
    )
    kb.log(full)
    assert kb.deals(full.vendor) == [full]
    assert kb.deals(full.vendor)[0].values() == full.values()


def test_the_same_deal_again_gives_the_first_receipt(kb: KnowledgeBase, deal: Write) -> None:
    """A second click, or a file imported twice, changes nothing and says so."""
    first, second = kb.log(deal()), kb.log(deal())
    assert (second.deal_id, second.existed, second.deal_count) == (first.deal_id, True, 1)
    keyed = kb.log(deal(), key="form-1")
    again = kb.log(deal(notes="typed after the first click"), key="form-1")
    assert (again.deal_id, again.existed) == (keyed.deal_id, True)
    assert kb.brief("Microsoft").deal_count == 2


def test_a_future_deal_date_is_refused_by_the_clock_in_the_time_zone(open_kb: Open, deal: Write) -> None:
    """“Today” is the day where the company is: what is tomorrow in UTC may be today in Sydney."""
    late_evening = lambda: datetime(2026, 11, 29, 23, 30, tzinfo=UTC)  # noqa: E731
    kb = open_kb(clock=late_evening, timezone="Australia/Sydney")
    assert kb.today() == date(2026, 11, 30)
    kb.log(deal(deal_date="2026-11-30"))
    with pytest.raises(InvalidDeal, match="in the future"):
        kb.log(deal(deal_date="2026-12-01"))
    kb.close()
    west = open_kb(clock=lambda: datetime(2026, 11, 29, 20, tzinfo=timezone(-timedelta(hours=8))))
    assert west.today() == date(2026, 11, 29)


def test_a_draft_is_checked_before_it_is_logged(kb: KnowledgeBase) -> None:
    """What an importer proposes goes in when it is whole, and is refused with a sentence a field when not."""
    draft = DealDraft(vendor="A", deal_date="2026-01-02", logged_by="Ann")
    with pytest.raises(InvalidDeal) as refused:
        kb.log(draft)
    assert set(refused.value.problems) == {"department", "outcome"}
    assert kb.log(DealDraft(**draft.values(), department="IT", outcome="open")).deal_count == 1


def test_many_deals_go_in_together_with_progress(kb: KnowledgeBase, deal: Write) -> None:
    """Receipts come in the order of the deals, doubles are told, progress runs to the end."""
    deals = [(deal(vendor=f"Vendor {n % 3}", notes=f"note {n}"), None) for n in range(100)]
    seen: list[tuple[int, int]] = []
    receipts = kb.log_many([*deals, deals[0]], progress=lambda done, total: seen.append((done, total)))
    assert [receipt.bank_id for receipt in receipts[:3]] == ["vendor-vendor-0", "vendor-vendor-1", "vendor-vendor-2"]
    assert [receipt.existed for receipt in receipts].count(True) == 1
    assert seen[-1] == (101, 101)
    assert sum(vendor.deal_count for vendor in kb.vendors()) == 100
    assert kb.check() == []


def test_nothing_of_many_is_written_when_one_is_wrong(kb: KnowledgeBase, deal: Write) -> None:
    """All deals are checked before the first goes in."""
    with pytest.raises(InvalidDeal):
        kb.log_many([(deal(notes="fine"), None), (deal(deal_date="2027-01-01"), None)])
    assert kb.vendors() == []


def test_spellings_share_a_bank_and_signs_keep_banks_apart(kb: KnowledgeBase, deal: Write) -> None:
    """Case and spacing join; C, C++ and C# stay three vendors, and none sees the others' memories."""
    for name in ("Acme Corp", "  acme  CORP "):
        kb.log(deal(vendor=name, notes=name))
    for name in ("C", "C++", "C#"):
        kb.log(deal(vendor=name, notes=f"secret of {name}"))
    assert {vendor.name: vendor.deal_count for vendor in kb.vendors()} == {"Acme Corp": 2, "C": 1, "C++": 1, "C#": 1}
    assert [each.vendor for each in kb.deals("Acme Corp")] == ["acme CORP", "Acme Corp"]
    for name in ("C", "C++", "C#"):
        assert {memory.text for memory in kb.recall(name, "secret of") if "secret" in memory.text} == {f"Note: secret of {name}"}


def test_a_vendor_is_found_by_name_and_by_bank_id(kb: KnowledgeBase, deal: Write) -> None:
    """Links carry the bank id, people type names: both lead to the vendor; unknown and blank lead nowhere."""
    kb.log(deal(vendor="C++"))
    bank_id = kb.vendors()[0].bank_id
    for asked in ("C++", "c++ ", bank_id):
        found = kb.vendor(asked)
        assert found is not None
        assert found.name == "C++"
        assert kb.brief(asked).deal_count == 1
    for unknown in ("Nobody", "", "  ", "vendor-nobody"):
        assert kb.vendor(unknown) is None
        assert kb.deals(unknown) == []
        assert kb.recall(unknown, "anything") == []
        assert kb.brief(unknown).status == "empty"


def test_newest_deal_date_comes_first_whatever_the_order_of_entry(kb: KnowledgeBase, deal: Write) -> None:
    """Order is by deal date; among equal dates by entry."""
    for day in ("2025-05-05", "2026-01-01", "2024-12-31", "2026-01-01"):
        kb.log(deal(deal_date=day, notes=str(len(kb.deals("Microsoft")))))
    assert [(str(each.deal_date), each.notes) for each in kb.deals("Microsoft")] == [
        ("2026-01-01", "3"),
        ("2026-01-01", "1"),
        ("2025-05-05", "0"),
        ("2024-12-31", "2"),
    ]


def test_a_brief_as_of_a_day_counts_the_deals_up_to_it(kb: KnowledgeBase, deal: Write) -> None:
    """`as_of` takes a date or ISO text; anything else is a sentence."""
    kb.log(deal(deal_date="2025-01-01", discount_pct=5))
    kb.log(deal(deal_date="2026-01-01", discount_pct=15))
    assert kb.brief("Microsoft", as_of="2025-06-30").max_discount_pct == 5
    assert kb.brief("Microsoft", as_of=date(2026, 1, 1)).max_discount_pct == 15
    with pytest.raises(LeverageError, match="like 2026-03-02"):
        kb.brief("Microsoft", as_of="30.6.2025")


def test_a_brief_asked_again_is_kept_until_something_changes(kb: KnowledgeBase, deal: Write) -> None:
    """The same object comes back while nothing changed, and a new one the moment after a deal."""
    kb.log(deal(notes="1"))
    first = kb.brief("Microsoft")
    assert kb.brief("Microsoft") is first
    kb.log(deal(vendor="Other"))
    assert kb.brief("Microsoft") is first
    kb.log(deal(notes="2"))
    assert kb.brief("Microsoft").deal_count == 2


def test_retracting_hides_and_restoring_brings_back(kb: KnowledgeBase, deal: Write) -> None:
    """A retracted deal is out of list, deals, brief and recall; restored, all is as before."""
    kept = kb.log(deal(notes="stays"))
    gone = kb.log(deal(notes="goes away", discount_pct=50))
    receipt = kb.retract(gone.deal_id, "typed twice")
    assert receipt.deal_count == 1
    assert [each.deal_id for each in kb.deals("Microsoft")] == [kept.deal_id]
    assert kb.brief("Microsoft").max_discount_pct is None
    assert all(memory.deal_ids == (kept.deal_id,) for memory in kb.recall("Microsoft", "goes away discount", limit=50))
    assert kb.log(deal(notes="goes away", discount_pct=50)).existed
    assert kb.brief("Microsoft").deal_count == 1
    assert kb.check() == []
    with pytest.raises(UnknownDeal):
        kb.retract(gone.deal_id, "again")
    assert kb.restore(gone.deal_id).deal_count == 2
    assert kb.brief("Microsoft").max_discount_pct == 50
    assert any(gone.deal_id in memory.deal_ids for memory in kb.recall("Microsoft", "goes away", limit=50))
    with pytest.raises(UnknownDeal):
        kb.restore(gone.deal_id)
    assert kb.check() == []


def test_an_edit_replaces_the_words_and_keeps_the_history(kb: KnowledgeBase, deal: Write) -> None:
    """After an edit recall and brief know only the new truth; the id stays."""
    receipt = kb.log(deal(payment_terms="Net 30", tactics=[("asked", "failed")], notes="old words"))
    edited = kb.edit(receipt.deal_id, deal(payment_terms="Net 60"), 1)
    assert edited.deal_id == receipt.deal_id
    texts = " ".join(memory.text for memory in kb.recall("Microsoft", "payment asked old words", limit=50))
    assert "Net 60" in texts
    assert "Net 30" not in texts
    assert "old words" not in texts
    assert "FAILED" not in texts
    found = kb.deal(receipt.deal_id)
    assert found is not None
    assert (found.version, found.payment_terms) == (2, "Net 60")
    assert kb.check() == []


def test_an_edit_of_something_changed_meanwhile_is_refused(kb: KnowledgeBase, deal: Write) -> None:
    """Two people edit the same version: the second is told, and nothing is overwritten."""
    receipt = kb.log(deal())
    kb.edit(receipt.deal_id, deal(notes="first"), 1)
    with pytest.raises(EditConflict, match="meanwhile"):
        kb.edit(receipt.deal_id, deal(notes="second"), 1)
    assert [each.notes for each in kb.deals("Microsoft")] == ["first"]
    assert kb.waiting() == []


def test_an_edit_to_another_vendor_moves_the_deal(kb: KnowledgeBase, deal: Write) -> None:
    """The deal leaves the old vendor's bank with everything it said and stands in the new one's."""
    receipt = kb.log(deal(notes="travelling note"))
    moved = kb.edit(receipt.deal_id, deal(vendor="Oracle", notes="travelling note"), 1)
    assert (moved.bank_id, moved.deal_count) == ("vendor-oracle", 1)
    assert kb.deals("Microsoft") == []
    assert kb.recall("Microsoft", "travelling note") == []
    assert kb.recall("Oracle", "travelling note", limit=1)[0].deal_id == receipt.deal_id
    assert kb.check() == []


def test_an_erased_deal_never_comes_back(open_kb: Open, store: Path, deal: Write) -> None:
    """Erasing leaves the id alone: neither a second log nor a replayed outbox file brings the deal back."""
    kb = open_kb()
    kb.log(deal(notes="stays"))
    receipt = kb.log(deal(notes="secret to erase"), key="k")
    kb.forget(receipt.deal_id)
    with pytest.raises(DealErased):
        kb.log(deal(notes="secret to erase"), key="k")
    with pytest.raises(UnknownDeal):
        kb.forget(receipt.deal_id)
    kb._outbox.put(kb._writer.change_of(deal(notes="secret to erase"), "k"))
    kb.close()
    again = open_kb()
    assert [each.notes for each in again.deals("Microsoft")] == ["stays"]
    assert again.waiting() == []
    assert all("secret" not in memory.text for memory in again.recall("Microsoft", "secret to erase", limit=50))
    assert again.rebuild_index() == 1
    assert again.check() == []


def test_a_second_process_or_knowledge_base_is_refused_by_name(open_kb: Open) -> None:
    """The sentence says who holds the store; after closing the next may open it."""
    kb = open_kb()
    with pytest.raises(StoreInUse, match="in use by process"):
        open_kb()
    kb.close()
    kb.close()
    open_kb()


def test_a_folder_that_cannot_be_used_is_a_sentence(tmp_path: Path) -> None:
    """A file where the folder should be ends in a sentence, not in an operating system's error."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreUnavailable, match="be used"):
        KnowledgeBase.open(tmp_path / "file")


@pytest.mark.parametrize("after", [False, True], ids=["before it took effect", "after it took effect"])
@pytest.mark.parametrize("call", [1, 2, 3, 4])
def test_when_the_bank_fails_at_any_step_the_deal_waits_and_goes_in_once(
    open_kb: Open, deal: Write, call: int, after: bool
) -> None:
    """The deal is acknowledged as waiting, counts nowhere, survives a restart, and is then there exactly once."""
    kb = open_kb()
    kb.log(deal(notes="before"))
    failing = FailingEngine(kb.banks.engine, call, after=after)
    receipt = kb.log(deal(notes="in the storm"))
    if not receipt.waiting:  # the write has fewer steps than this
        assert kb.waiting() == []
    else:
        assert [each.deal_id for each in kb.waiting()] == [receipt.deal_id]
        assert [vendor.deal_count for vendor in kb.vendors()] == [1]
        assert kb.log(deal(notes="in the storm")).existed
    kb.close()
    assert failing.is_broken
    again = open_kb()
    assert sorted(str(each.notes) for each in again.deals("Microsoft")) == ["before", "in the storm"]
    assert again.waiting() == []
    assert again.check() == []


def test_what_waits_goes_in_by_itself_when_the_memory_is_back(
    open_kb: Open, deal: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No restart is needed: the background brings it in."""
    monkeypatch.setattr("leverage.replay.FIRST_PAUSE", 0.05)
    kb = open_kb()
    failing = FailingEngine(kb.banks.engine, 1, after=False)
    assert kb.log(deal()).waiting
    failing.is_broken = False
    waited = threading.Event()
    for _ in range(200):
        if not kb.waiting():
            break
        waited.wait(0.05)
    assert kb.waiting() == []
    assert kb.brief("Microsoft").deal_count == 1


def test_edits_wait_in_order_behind_the_deal(open_kb: Open, deal: Write) -> None:
    """A deal logged, edited and retracted while the memory is away goes through all of it later."""
    kb = open_kb()
    FailingEngine(kb.banks.engine, 1, after=False)
    receipt = kb.log(deal(notes="one"))
    assert kb.edit(receipt.deal_id, deal(notes="two"), 1).waiting
    with pytest.raises(EditConflict):
        kb.edit(receipt.deal_id, deal(notes="other"), 1)
    assert kb.retract(receipt.deal_id, "a slip").waiting
    assert [change.version for change in kb.waiting()] == [1, 2, 3]
    kb.close()
    again = open_kb()
    assert again.waiting() == []
    assert again.deals("Microsoft") == []
    again.restore(receipt.deal_id)
    assert [each.notes for each in again.deals("Microsoft")] == ["two"]
    assert again.check() == []


def test_a_change_that_cannot_go_in_is_set_aside_and_the_others_go_in(open_kb: Open, deal: Write) -> None:
    """A waiting file with a broken deal stops nobody, is shown with its reason, and is not lost."""
    kb = open_kb()
    broken = kb._writer.change_of(deal(notes="broken"), None)
    kb._outbox.put(replace(broken, values={"vendor": "Microsoft", "deal_date": "not a day"}))
    kb._outbox.put(kb._writer.change_of(deal(notes="whole"), None))
    kb.close()
    again = open_kb()
    assert [each.notes for each in again.deals("Microsoft")] == ["whole"]
    (aside,) = again.set_aside()
    assert aside["values"]["deal_date"] == "not a day"
    assert aside["why"]
    assert any("set aside" in finding for finding in again.check())


def test_open_without_waiting_catches_up_in_the_background(open_kb: Open, store: Path, deal: Write) -> None:
    """The app starts at once; lists are whole a moment later."""
    kb = open_kb()
    kb.log(deal())
    kb._outbox.put(kb._writer.change_of(deal(notes="waiting"), None))
    kb.close()
    (store / "index.sqlite3").unlink()
    again = open_kb(wait=False)
    pause = threading.Event()
    for _ in range(200):
        if [vendor.deal_count for vendor in again.vendors()] == [2]:
            break
        pause.wait(0.05)
    assert [vendor.deal_count for vendor in again.vendors()] == [2]


def test_a_store_that_opens_without_waiting_is_catching_up_from_the_first_moment(
    open_kb: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before its thread has had a turn, too: whoever waits for the start would go on else, and meet it half-way."""
    turn, run = threading.Event(), Replay._run

    def late(replay: Replay) -> None:
        turn.wait(60)
        run(replay)

    monkeypatch.setattr(Replay, "_run", late)
    kb = open_kb(wait=False)
    try:
        assert kb.is_catching_up
    finally:
        turn.set()


@pytest.mark.slow
def test_eight_threads_log_fifty_deals_each_and_none_is_lost(open_kb: Open, deal: Write) -> None:
    """Own and shared vendors, with the client recycled under their hands: all deals are there, once."""
    kb = open_kb()
    kb.banks.engine._most_banks = 6
    problems: list[BaseException] = []

    def work(thread: int) -> None:
        try:
            for n in range(50):
                kb.log(deal(vendor=f"Vendor {(thread + n) % 13}", logged_by=f"Person {thread}", notes=f"{thread}/{n}"))
                if n % 10 == 0:
                    kb.brief(f"Vendor {n % 13}")
                    kb.recall(f"Vendor {n % 13}", "note")
        except BaseException as problem:  # noqa: BLE001 - shown below, in the test's own thread
            problems.append(problem)

    threads = [threading.Thread(target=work, args=(thread,)) for thread in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    notes = [each.notes for vendor in kb.vendors() for each in kb.deals(vendor.name)]
    assert sorted(map(str, notes)) == sorted(f"{thread}/{n}" for thread in range(8) for n in range(50))
    assert kb.waiting() == []
    assert kb.check() == []


def test_the_real_embedding_meets_a_question_in_other_words(tmp_path: Path, deal: Write) -> None:
    """With the model that ships, a question finds the facet that answers it, though it shares no word with it."""
    with KnowledgeBase.open(tmp_path) as kb:
        kb.log(deal(payment_terms="Net 60", firm_on=["liability clause"], tactics=[("opened with a lowball offer", "failed")]))
        assert kb.recall("Microsoft", "did anyone get more time to pay?", limit=1)[0].facet == "payment"
        assert kb.recall("Microsoft", "starting with a ridiculously small number", limit=1)[0].facet == "tactic"


def test_deal_text_is_not_logged(kb: KnowledgeBase, deal: Write, caplog: pytest.LogCaptureFixture) -> None:
    """Nothing that a person typed reaches the log at the default level."""
    with caplog.at_level("INFO"):
        kb.log(deal(notes="marker-note", payment_terms="marker-terms"))
        FailingEngine(kb.banks.engine, 1, after=False)
        kb.log(deal(notes="marker-waiting"))
    assert "marker" not in caplog.text


@settings(max_examples=40)
@given(deals=st.lists(any_deal(), min_size=1, max_size=3))
def test_whatever_people_type_is_read_back_from_the_bank_as_it_was(
    deals: list[Deal | None], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Deals of awkward texts equal what was logged, before and after the index is made anew, and can be found in their bank."""
    written = [each for each in deals if each]
    with KnowledgeBase.open(tmp_path_factory.mktemp("any"), embedding=WordEmbedding(), clock=Clock()) as kb:
        receipts = [kb.log(each) for each in written]
        kb.rebuild_index()
        for each, receipt in zip(written, receipts, strict=True):
            assert kb.deal(receipt.deal_id) == each
            assert each in kb.deals(each.vendor)
            assert each in kb.deals(receipt.bank_id)
        assert kb.check() == []
