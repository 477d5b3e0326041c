"""Table of the attacks of one criterion: the strongest first, with what each reached."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.quantity import RECORDS, SHARE
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.criteria.attack import Attack
from sdcdesk.risk.criteria.declared import GUESSES
from sdcdesk.risk.criteria.outcome import Outcome

BRIEF = ("attack", "guesses", "share")
"""Columns that stand beside the other criteria, without bars."""


def attack_table(outcome: Outcome, name: str = "attacks", *, brief: bool = False) -> Table:
    """Return all attacks that guessed.

    Parameters
    ----------
    outcome
        What the attacks reached.
    name
        Name of the table.
    brief
        Whether it has the few columns that stand beside the other criteria.

    Returns
    -------
    Table
        Its rows show the people about whom a guess is probably right.
    """
    attacks = outcome.ranked
    found = _columns(outcome)
    if brief:
        found = tuple(replace(column, bar="") for column in found if column.name in BRIEF)
    return Table(
        name=name,
        title="Attacks" if brief else outcome.words.attacks,
        about=_strongest(attacks, pooled=outcome.pooled),
        columns=found,
        frame=_frame(outcome)[[column.name for column in found]],
        empty=outcome.nothing.text,
        rows=lambda at: np.unique(attacks[at].right),
        row_title=lambda at: f"{outcome.words.found}, by {attacks[at].name}",
    )


def _frame(outcome: Outcome) -> pd.DataFrame:
    attacks = outcome.ranked
    ends = [outcome.ends(attack)[1] for attack in attacks]
    return pd.DataFrame(
        {
            "attack": pd.Series([attack.name for attack in attacks], dtype=object),
            "guesses": pd.Series([attack.rate.guesses for attack in attacks], dtype="int64"),
            "share": pd.Series([outcome.attack_rate(attack) for attack in attacks], dtype=object),
            "control": pd.Series([outcome.control_rate(attack) for attack in attacks], dtype=object),
            "naive": pd.Series([outcome.rate(attack.naive) for attack in attacks], dtype=object),
            "risk": pd.Series([outcome.risk(attack) for attack in attacks], dtype=object),
            "most": pd.Series(ends, dtype=object),
            "people": pd.Series([len(attack.right) for attack in attacks], dtype="int64"),
            "strength": pd.Series(
                ["weak attack" if attack.is_weak else "" for attack in attacks], dtype=object
            ),
        }
    )


def _columns(outcome: Outcome) -> tuple[Column, ...]:
    return (
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


def _strongest(attacks: Sequence[Attack], *, pooled: bool) -> Sentence:
    if not attacks:
        return plain("Every attack that was made.")
    words = "The strongest is {name}: its risk, or without a control its rate, is the highest."
    if not pooled:
        words = (
            "The strongest is {name}, of which the figures are: the upper end of its interval is the highest."
        )
    return sentence(words, name=attacks[0].name)
