"""Which known vendors a name may mean."""

from collections.abc import Callable

import pytest

from leverage import Deal, KnowledgeBase, directory

Write = Callable[..., Deal]


@pytest.fixture
def known(kb: KnowledgeBase, deal: Write) -> KnowledgeBase:
    """Three vendors, one of them under two names."""
    for vendor in ("Microsoft Corp.", "Orbis Power", "Vale"):
        kb.log(deal(vendor=vendor))
    directory.add_alias(kb, "Orbis Power", "Nordlicht Energie")
    return kb


def test_a_name_with_another_legal_form_is_suggested_with_the_reason(known: KnowledgeBase) -> None:
    """The reason is the end of a sentence, and the bank id leads to the brief."""
    found = directory.suggest(known, "Microsoft")
    assert [(each.name, each.bank_id) for each in found] == [("Microsoft Corp.", "vendor-microsoft-corp")]
    assert found[0].reason == "same name, other legal form"


def test_a_name_like_an_alias_suggests_the_vendor_and_names_the_alias(known: KnowledgeBase) -> None:
    """A person sees why a quite different name is offered."""
    found = directory.suggest(known, "Nordlicht Energie GmbH")
    assert [(each.name, each.reason) for each in found] == [("Orbis Power", "also known as Nordlicht Energie")]


def test_a_vendor_is_suggested_once_and_at_most_so_many_are(kb: KnowledgeBase, deal: Write) -> None:
    """Several alike names of one vendor are one suggestion, and they take no other vendor's place."""
    for vendor in ("Microsoft Corp.", "Microsoft GmbH", "Microsoft Ireland Ltd"):
        kb.log(deal(vendor=vendor))
    for alias in ("Microsoft SE", "Microsoft Inc", "Microsoft plc"):
        directory.add_alias(kb, "Microsoft Corp.", alias)
    found = directory.suggest(kb, "Microsoft")
    assert len({each.bank_id for each in found}) == len(found) >= 2
    assert len(directory.suggest(kb, "Microsoft", limit=1)) == 1


@pytest.mark.parametrize("name", ["", " ", "Zyxomma", "Vale", "\ud800", "🙂"])
def test_nothing_is_suggested_for_what_is_like_nothing_or_known_already(known: KnowledgeBase, name: str) -> None:
    """Blank, strange and known names alike."""
    assert directory.suggest(known, name) == []


def test_an_empty_store_suggests_nothing(kb: KnowledgeBase) -> None:
    """There is nobody to be meant."""
    assert directory.suggest(kb, "Microsoft") == []
