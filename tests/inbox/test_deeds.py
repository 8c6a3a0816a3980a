"""What a note tells that the vendor did becomes a signal of its kind, in the words of the clause that says so."""

import pytest

from leverage.inbox import propose
from leverage.inbox.cues import DEEDS_VOCABULARY, LANGUAGES, phrases_in
from leverage.signals import KINDS
from leverage.words import read_vocabulary

DE = "Am 3. März 2026 mit der Tarnbeck Beschläge GmbH abgeschlossen: 12 % Rabatt auf Liste. "
ES = "El 3 de marzo de 2026 firmamos con Tarnbeck Herrajes S.A.: 12% de descuento sobre tarifa. "
DEAL = "Signed with Tarnbeck Fittings GmbH on 3 March 2026: 12% off list, net 45. "


def told(text: str) -> list[tuple[str, str]]:
    """Return the signals of the one proposal of a text, each with its words, which stand in the text."""
    (proposal,) = propose(text)
    quotes = proposal.quotes.get("signals", ())
    assert [text[quote.start : quote.end] for quote in quotes] == [quote.text for quote in quotes]
    return [(signal.kind, signal.quote) for signal in proposal.signals]


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        (DEAL + "In May they went back on their word.", "broken_promise", "In May they went back on their word"),
        (
            DEAL + "The bill had a set-up fee nobody had mentioned.",
            "unannounced_fee",
            "The bill had a set-up fee nobody had mentioned",
        ),
        (DEAL + "Two pallets were delivered ten days late.", "late_delivery", "Two pallets were delivered ten days late"),
        (
            DEAL + "Their director pressed us to sign that night.",
            "deadline_pressure",
            "Their director pressed us to sign that night",
        ),
        (DEAL + "They went straight to our CFO, and nobody liked it.", "bypassed_procurement", "They went straight to our CFO"),
        (DEAL + "They unilaterally changed the service hours.", "changed_terms", "They unilaterally changed the service hours"),
        (DEAL + "In June they suffered a data breach.", "security_incident", "In June they suffered a data breach"),
        (DEAL + "They threatened to switch us off.", "suspension_threat", "They threatened to switch us off"),
        (DEAL + "Their lawyer threatened legal action.", "legal_threat", "Their lawyer threatened legal action"),
        (
            DE + "Danach drohten sie uns mit Lieferstopp.",
            "suspension_threat",
            "Danach drohten sie uns mit Lieferstopp",
        ),
        (
            ES + "Nos presionaron para firmar en agosto.",
            "deadline_pressure",
            "Nos presionaron para firmar en agosto",
        ),
        (
            "Signé le 3 mars 2026 avec Tarnbeck Ferrures SAS : 12 % de remise sur le tarif. Ils ont contourné les achats.",
            "bypassed_procurement",
            "Ils ont contourné les achats",
        ),
        (
            "Firmato il 3 marzo 2026 con Tarnbeck Ferramenta S.r.l.: sconto del 12% sul listino. Hanno consegnato in ritardo.",
            "late_delivery",
            "Hanno consegnato in ritardo",
        ),
        (
            "Op 3 maart 2026 getekend met Tarnbeck Beslag B.V.: 12% korting op de lijstprijs. Ze dreigden met een rechtszaak.",
            "legal_threat",
            "Ze dreigden met een rechtszaak",
        ),
    ],
)
def test_what_they_did_is_told(text: str, kind: str, words: str) -> None:
    """The kind, and the clause word for word."""
    assert told(text) == [(kind, words)]


@pytest.mark.parametrize(
    "more",
    [
        "We threatened to sue.",
        "They did not threaten to sue, and there were no hidden fees.",
        "Have they threatened to suspend the service?",
        "If they deliver late again, they go. If they threatened to stop, we would leave.",
        "The penalty for late delivery stays at 2%.",
        "We asked for a credit if anything is delivered late.",
    ],
)
def test_what_they_did_not_do_is_not_told(more: str) -> None:
    """What we did, what is denied, asked, supposed, or a clause of the contract is no signal."""
    assert told(DEAL + more) == []


def test_the_words_are_of_kinds_that_a_person_may_record() -> None:
    """Each kind of the vocabulary is one of the record's own, in each language, and no phrase stands twice."""
    lists = read_vocabulary(DEEDS_VOCABULARY)
    assert set(lists) <= {name for name, kind in KINDS.items() if not kind.derived}
    every = [phrase for kind in lists.values() for listed in kind.values() for phrase in phrases_in(listed)]
    assert {tuple(kind) for kind in lists.values()} == {("en", "de", "es", "fr", "it", "pt", "nl")}
    assert set(LANGUAGES) == set(next(iter(lists.values())))
    assert len(every) == len(set(every))
