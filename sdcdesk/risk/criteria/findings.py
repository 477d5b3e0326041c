"""Findings of one criterion: its risk, the rates behind it, and every attack."""

from dataclasses import replace

import numpy as np

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, Bound, Quantity
from sdcdesk.core.results.findings import Figure, Findings, Note, Section, State
from sdcdesk.core.text.sentence import Sentence, joined, plain, sentence
from sdcdesk.risk.criteria.attack import Attack
from sdcdesk.risk.criteria.held_out import Attacked
from sdcdesk.risk.criteria.outcome import Outcome
from sdcdesk.risk.criteria.rates import Rate
from sdcdesk.risk.criteria.tables import attack_table, attacks, rate_blocks, rates

WEAK = (
    "Weak attack: its guesses are no better than blind ones, as far as can be told. That is no sign of "
    "safety, for a better attack may do more: the risk is at least what is shown, and a limit on it cannot "
    "be kept."
)

STRENGTHS = {
    "weak": WEAK,
    "strong": "The guesses are better than blind ones, so that the attack tells something of the file.",
    "none": "Nothing could be guessed.",
}
"""What is said of an attack beside its numbers, by strength."""


def to_findings(outcome: Outcome, attacked: Attacked) -> Findings:
    """Return the findings of one criterion by itself.

    Parameters
    ----------
    outcome
        What the attacks reached.
    attacked
        What was attacked.

    Returns
    -------
    Findings
        All declared figures, the rates of the attack that they are of, and all attacks.
    """
    strength = strength_of(outcome.headline)
    state = State("strength", "Strength of the attack", strength, STRENGTHS[strength])
    headline = Section(
        name=outcome.words.name,
        about=reached(outcome),
        blocks=(*figures(outcome), attacked.figure, state),
        notes=(*weakness(outcome), *(Note(note) for note in (*attacked.notes, *outcome.notes))),
    )
    guesses = Section(
        name="rates",
        title="Attack, control and blind guesses",
        blocks=rate_blocks(outcome, rates(outcome.declares)),
    )
    table = attack_table(outcome, attacks(outcome.words))
    listed = Section(name="attacks", title=outcome.words.attacks, blocks=(table,))
    return Findings(sections=(headline, guesses, listed))


def weakness(outcome: Outcome) -> tuple[Note, ...]:
    """Return the warning that an attack was weak; nothing where it was not.

    Parameters
    ----------
    outcome
        What the attacks reached.

    Returns
    -------
    tuple[Note, ...]
        Its name is "weak".
    """
    return (Note(plain(WEAK), "warning", "weak"),) if strength_of(outcome.headline) == "weak" else ()


def strength_of(attack: Attack | None) -> str:
    """Return how strong an attack was.

    Parameters
    ----------
    attack
        The one that the figures are of; None: nothing could be guessed.

    Returns
    -------
    str
        A key of `STRENGTHS`.
    """
    if attack is None:
        return "none"
    return "weak" if attack.is_weak else "strong"


def reached(outcome: Outcome) -> Sentence:
    """Return what the attack means for a person in the file.

    Parameters
    ----------
    outcome
        What the attacks reached.

    Returns
    -------
    Sentence
        Or why nothing could be guessed.
    """
    headline = outcome.headline
    if headline is None:
        return plain(outcome.nothing.text)
    sentences = [sentence(outcome.words.with_file, attack=outcome.attack_rate(headline), what=headline.name)]
    if headline.control is not None:
        attack, control = outcome.rate_against_control(headline), outcome.control_rate(headline)
        words = outcome.words.compared
        sentences = [sentence(words, attack=attack, control=control, what=headline.name)]
    risk, most = outcome.risk(headline), outcome.ends(headline)[1]
    if headline.is_weak:
        sentences.append(
            plain("Blind guesses are about as good: the attack shows neither a risk nor that there is none.")
        )
    elif risk.defined:
        words = "The risk that comes from being in the file is {risk}; it may be up to {most}."
        sentences.append(sentence(words, risk=risk, most=replace(most, bound=Bound.EXACT)))
    elif risk.reason is not None and headline.control is not None:
        sentences.append(plain(risk.reason.text))
    return joined(sentences, " ")


def figures(outcome: Outcome) -> tuple[Figure, ...]:
    """Return the figures of a criterion.

    Parameters
    ----------
    outcome
        What the attacks reached.

    Returns
    -------
    tuple[Figure, ...]
        Each with a value or the reason why there is none.
    """
    attack, declares = outcome.headline, outcome.declares
    low, high = outcome.ends(attack)
    people = np.array([], dtype=np.int64) if attack is None else attack.right
    note = "weak" if strength_of(attack) == "weak" else ""
    steps = _steps(outcome, attack) if outcome.risk(attack).defined else ()
    none = outcome.attack_rate(None)
    naive = none if attack is None else outcome.rate(attack.naive)
    right = Quantity(len(people), RECORDS)
    if attack is not None:
        right = outcome.with_contributions(right, attack.rate, 1.0)
    return (
        declares.risk.figure(outcome.risk(attack), computation=steps, note=note),
        declares.most.figure(high, note=note),
        declares.least.figure(low, note=note),
        declares.people.figure(right, rows=lambda: np.unique(people), row_title=outcome.words.row_title),
        declares.attack.figure(
            outcome.attack_rate(attack),
            computation=_rate_steps(outcome, "Attack", attack.rate) if attack else (),
            note=note,
        ),
        declares.control.figure(
            outcome.control_rate(attack),
            computation=_rate_steps(outcome, "Control", attack.control) if attack and attack.control else (),
        ),
        declares.naive.figure(
            naive, computation=_rate_steps(outcome, "Blind", attack.naive) if attack else ()
        ),
    )


Steps = tuple[tuple[str, Quantity | str], ...]


def _rate_steps(outcome: Outcome, who: str, found: Rate) -> Steps:
    one = 1 / max(found.guesses, 1)
    return (
        (
            sentence("{who}: right guesses", who=who),
            outcome.with_contributions(Quantity(found.right, NUMBER), found, 1.0),
        ),
        (sentence("{who}: guesses", who=who), outcome.guesses(found)),
        (
            sentence("{who}: middle of the interval", who=who),
            outcome.with_contributions(Quantity(found.estimate, SHARE), found, one),
        ),
        (
            sentence("{who}: half its width", who=who),
            outcome.with_contributions(Quantity(found.half_width, NUMBER), found, one),
        ),
    )


def _steps(outcome: Outcome, attack: Attack | None) -> Steps:
    risk = attack.risk if attack else None
    if attack is None or attack.control is None or risk is None:
        return ()
    return (
        *_rate_steps(outcome, "Attack", attack.against_control),
        *_rate_steps(outcome, "Control", attack.control),
        (
            "(attack − control) ÷ (1 − control)",
            outcome.risk_with_contributions(Quantity(risk.value, NUMBER), attack),
        ),
        (
            "Half the width of its interval",
            outcome.risk_with_contributions(Quantity(risk.half_width, NUMBER), attack),
        ),
    )
