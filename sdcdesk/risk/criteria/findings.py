"""Findings of one criterion: its risk, the rates behind it, and every attack."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from sdcdesk.core.findings import Figure, Findings, Note, Section, State
from sdcdesk.core.plot import Axis, Plot, Series
from sdcdesk.core.quantity import NUMBER, RECORDS, SHARE, Quantity
from sdcdesk.core.sentence import Sentence, joined, plain, sentence
from sdcdesk.core.table import Column, Secrecy, Table
from sdcdesk.risk.criteria.attack import Attack
from sdcdesk.risk.criteria.declared import FOLLOWED, GUESSES
from sdcdesk.risk.criteria.outcome import Outcome
from sdcdesk.risk.criteria.rates import Rate

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

SHORT = {"weak": "weak attack", "strong": ""}


def found(outcome: Outcome, notes: Sequence[Sentence]) -> Findings:
    """Return the findings.

    Parameters
    ----------
    outcome
        What the attacks reached.
    notes
        Remarks on variables and on what was guessed.

    Returns
    -------
    Findings
        All declared figures, the rates of the attack that they are of, and all attacks.
    """
    strength = _strength(outcome.headline)
    state = State("strength", "Strength of the attack", strength, STRENGTHS[strength])
    warning = [Note(plain(WEAK), "warning", "weak")] if strength == "weak" else []
    headline = Section(
        name=outcome.words.name,
        about=_about(outcome),
        blocks=(*_figures(outcome), state),
        notes=(*warning, *(Note(note) for note in notes)),
    )
    rates = Section(name="rates", title="Attack, control and blind guesses", blocks=_rates(outcome))
    attacks = Section(name="attacks", title=outcome.words.attacks, blocks=(_attacks(outcome),))
    return Findings(sections=(headline, rates, attacks))


def _strength(attack: Attack | None) -> str:
    if attack is None:
        return "none"
    return "weak" if attack.is_weak else "strong"


def _about(outcome: Outcome) -> Sentence:
    """Return what the attack means for a person in the file."""
    headline = outcome.headline
    if headline is None:
        return plain(outcome.nothing.text)
    said = [sentence(f"{outcome.words.with_file}.", attack=outcome.rate(headline.rate), what=headline.name)]
    if headline.control is not None:
        words = f"{outcome.words.with_file}, {outcome.words.of_others}."
        attack, control = outcome.rate(headline.against_control), outcome.rate(headline.control)
        said = [sentence(words, attack=attack, control=control, what=headline.name)]
    risk, most = outcome.risk(headline), outcome.ends(headline)[1]
    if headline.is_weak:
        said.append(
            plain("Blind guesses are about as good: the attack shows neither a risk nor that there is none.")
        )
    elif risk.defined:
        words = "The risk that comes from being in the file is {risk}; it may be up to {most}."
        said.append(sentence(words, risk=risk, most=Quantity(most.value, SHARE)))
    return joined(said, " ")


def _figures(outcome: Outcome) -> tuple[Figure, ...]:
    attack, declares = outcome.headline, outcome.declares
    low, high = outcome.ends(attack)
    people = np.array([], dtype=np.int64) if attack is None else attack.right
    note = "weak" if _strength(attack) == "weak" else ""
    steps = _steps(attack) if outcome.risk(attack).defined else ()
    none = outcome.attack_rate(None)
    naive = none if attack is None else outcome.rate(attack.naive)
    return (
        declares.risk.found(outcome.risk(attack), computation=steps, note=note),
        declares.most.found(high, note=note),
        declares.least.found(low, note=note),
        declares.people.found(
            Quantity(len(people), RECORDS), rows=lambda: np.unique(people), row_title=outcome.words.found
        ),
        declares.attack.found(
            outcome.attack_rate(attack),
            computation=_rate_steps("Attack", attack.rate) if attack else (),
            note=note,
        ),
        declares.control.found(
            outcome.control_rate(attack),
            computation=_rate_steps("Control", attack.control) if attack and attack.control else (),
        ),
        declares.naive.found(naive, computation=_rate_steps("Blind", attack.naive) if attack else ()),
    )


Steps = tuple[tuple[str, Quantity | str], ...]


def _rate_steps(who: str, found: Rate) -> Steps:
    return (
        (f"{who}: right guesses", Quantity(found.right, NUMBER)),
        (f"{who}: guesses", Quantity(found.guesses, GUESSES)),
        (f"{who}: middle of the interval", Quantity(found.estimate, SHARE)),
        (f"{who}: half its width", Quantity(found.half_width, NUMBER)),
    )


def _steps(attack: Attack | None) -> Steps:
    risk = attack.risk if attack else None
    if attack is None or attack.control is None or risk is None:
        return ()
    return (
        *_rate_steps("Attack", attack.against_control),
        *_rate_steps("Control", attack.control),
        ("(attack − control) ÷ (1 − control)", Quantity(risk.value, NUMBER)),
        ("Half the width of its interval", Quantity(risk.half_width, NUMBER)),
    )


def _rates(outcome: Outcome) -> tuple[Table, Plot]:
    attack = outcome.headline
    rates: list[tuple[str, Rate]] = []
    if attack is not None:
        rates.append(("attack", attack.rate))
        if attack.compared is not None:
            rates.append(("attack, equal size", attack.compared))
        if attack.control is not None:
            rates.append(("control", attack.control))
        rates.append(("blind", attack.naive))
    frame = pd.DataFrame(
        {
            "who": pd.Series([who for who, _ in rates], dtype=object),
            "guesses": pd.Series([rate.guesses for _, rate in rates], dtype="int64"),
            "share": pd.Series([rate.share for _, rate in rates], dtype="float64"),
            "low": pd.Series([rate.interval[0] for _, rate in rates], dtype="float64"),
            "high": pd.Series([rate.interval[1] for _, rate in rates], dtype="float64"),
        }
    )
    columns = (
        Column("who", "Guesses", None, "With the file, of others, or blindly.", "key", Secrecy.PUBLIC),
        Column("guesses", "Number", GUESSES, "All of them."),
        Column("share", "Right", SHARE, "Divided by all guesses of the row."),
        Column("low", "From", SHARE, "Lower end of Wilson's 95 % interval."),
        Column("high", "To", SHARE, "Upper end of Wilson's 95 % interval."),
    )
    table = Table(
        name="rates",
        title="Right guesses",
        about=plain(
            "How often guesses are right about people in the file (attack; at equal size: among as few "
            "people as the control has), about people who are not in it (control), and with random knowledge "
            "(blind); with 95 % intervals after Wilson."
        ),
        columns=columns,
        frame=frame,
        empty=outcome.nothing.text,
        follows=FOLLOWED,
    )
    plot = Plot(
        name="rates_plot",
        title="Right guesses",
        kind="bars",
        table="rates",
        x=Axis("Guesses", column="who"),
        y=Axis("Right guesses", unit=SHARE, least=0.0),
        series=(Series("share", "Right guesses", low="low", high="high"),),
        about=plain("What the attack reaches beyond the control is the risk; beyond blind guesses, its use."),
    )
    return table, plot


def _attacks(outcome: Outcome) -> Table:
    attacks = outcome.ranked
    ends = [outcome.ends(attack)[1] for attack in attacks]
    frame = pd.DataFrame(
        {
            "attack": pd.Series([attack.name for attack in attacks], dtype=object),
            "guesses": pd.Series([attack.rate.guesses for attack in attacks], dtype="int64"),
            "share": pd.Series([outcome.attack_rate(attack) for attack in attacks], dtype=object),
            "control": pd.Series([outcome.control_rate(attack) for attack in attacks], dtype=object),
            "naive": pd.Series([outcome.rate(attack.naive) for attack in attacks], dtype=object),
            "risk": pd.Series([outcome.risk(attack) for attack in attacks], dtype=object),
            "most": pd.Series(ends, dtype=object),
            "people": pd.Series([len(attack.right) for attack in attacks], dtype="int64"),
            "strength": pd.Series([SHORT[_strength(attack)] for attack in attacks], dtype=object),
        }
    )
    columns = (
        Column("attack", outcome.words.variables, None, outcome.words.meaning, "key", Secrecy.PUBLIC),
        Column("guesses", "Guesses", GUESSES, "About people in the file."),
        Column("share", "Right", SHARE, "Guesses with the file, divided by all of them.", bar="risk"),
        Column("control", "Of others", SHARE, "The same guesses about people who are not in the file."),
        Column("naive", "Blindly", SHARE, "As many guesses with random knowledge."),
        Column("risk", "Risk", SHARE, "(attack − control) ÷ (1 − control), between 0 and 1."),
        Column("most", "At most", SHARE, "Upper end of its 95 % interval."),
        Column("people", "People", RECORDS, f"Records {outcome.words.found}."),
        Column("strength", "Remark", None, "A weak attack is no better than blind guesses."),
    )
    return Table(
        name="attacks",
        title=outcome.words.attacks,
        about=_strongest(attacks, pooled=outcome.pooled),
        columns=columns,
        frame=frame,
        empty=outcome.nothing.text,
        rows=lambda at: np.unique(attacks[at].right),
        row_title=lambda at: f"{outcome.words.found}, by {attacks[at].name}",
    )


def _strongest(attacks: Sequence[Attack], *, pooled: bool) -> Sentence:
    if not attacks:
        return plain("Every attack that was made.")
    words = "The strongest is {name}: its risk, or without a control its rate, is the highest."
    if not pooled:
        words = (
            "The strongest is {name}, of which the figures are: the upper end of its interval is the highest."
        )
    return sentence(words, name=attacks[0].name)
