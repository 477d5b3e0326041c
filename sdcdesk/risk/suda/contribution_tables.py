"""Contributions to SUDA scores: which variables, and which of their values, tell records apart."""

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Reason, Why
from sdcdesk.core.results.findings import Section
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.text.sentence import plain
from sdcdesk.risk.disclosure.breakdown import strongest
from sdcdesk.risk.keys.frequencies import key_codes
from sdcdesk.risk.keys.key_values import key_texts
from sdcdesk.risk.suda.assessed import AssessedSuda
from sdcdesk.risk.suda.declared import SETS

MOST = 200
"""Values that are listed."""

NO_SCORES = {"share": Reason(Why.ZERO_DIVISOR, "No record has a score.")}

OF_VARIABLES = (
    Column("variable", "Variable", role="key"),
    Column("sets", "Minimal unique sets", SETS, "Sets that hold the variable."),
    Column("records", "Records", RECORDS, "Released records with such a set."),
    Column("share", "Of all scores", SHARE, "What these sets add, divided by all scores.", bar="risk"),
)

OF_VALUES = (
    Column("variable", "Variable", role="key", secrecy=Secrecy.RECORD),
    Column("value", "Value", None, "In the masked file.", "key", Secrecy.RECORD),
    Column(
        "records", "Records", RECORDS, "Released records with a set that holds it.", secrecy=Secrecy.RECORD
    ),
    Column(
        "share",
        "Of all scores",
        SHARE,
        "What the sets that hold it add, divided by all scores.",
        secrecy=Secrecy.RECORD,
        bar="risk",
    ),
)


def contribution_section(suda: AssessedSuda) -> Section:
    """Return the section with what each variable and value adds to the scores.

    Parameters
    ----------
    suda
        Scores of the released records.

    Returns
    -------
    Section
        A table of the variables and one of their values, those that add most first.
    """
    return Section(
        name="contributions",
        title="Where scores come from",
        about=plain(
            "A set counts for each of its variables, so the shares of the variables sum to more than 100 %."
        ),
        blocks=(_of_variables(suda), _of_values(suda)),
    )


def _total(suda: AssessedSuda) -> float:
    """Return the sum of all scores; NaN where it is 0, so that no share of it is defined."""
    return float(np.dot(suda.scores.points, suda.scores.sets_of_size)) or np.nan


def _of_variables(suda: AssessedSuda) -> Table:
    scores = suda.scores
    order = np.argsort(-scores.score_with_key, kind="stable")
    frame = pd.DataFrame(
        {
            "variable": np.array(suda.keys, dtype=object)[order],
            "sets": scores.sets_with_key[order],
            "records": scores.with_key.sum(axis=1)[order],
            "share": scores.score_with_key[order] / _total(suda),
        }
    )
    return Table(
        name="variables",
        title="By variable",
        about=plain("Coarser values of the first variables lower the scores most."),
        columns=OF_VARIABLES,
        frame=frame,
        undefined=NO_SCORES,
        rows=lambda at: suda.masked.rows[scores.with_key[order[at]]],
        row_title=lambda at: f"told apart by sets with {suda.keys[order[at]]}",
    )


def _of_values(suda: AssessedSuda) -> Table:
    columns = [key.values for key in key_codes(suda.masked, suda.keys)]
    scored = suda.scores.score_of_values
    place = np.repeat(np.arange(len(columns)), [len(each) for each in scored])
    value = np.concatenate([np.arange(len(each)) for each in scored])
    chosen = strongest(np.concatenate(scored), MOST)
    place, value = place[chosen], value[chosen]

    def having(at: int) -> np.ndarray:
        """Return the records (bool) with the value and a set that holds it."""
        code = value[at] if value[at] < len(scored[place[at]]) - 1 else -1
        found: np.ndarray = suda.scores.with_key[place[at]] & (columns[place[at]] == code)
        return found

    holders = [having(at) for at in range(len(chosen))]
    texts = [
        key_texts(suda.masked, suda.keys[key], np.flatnonzero(records)[:1]).iloc[0]
        for key, records in zip(place, holders, strict=True)
    ]
    frame = pd.DataFrame(
        {
            "variable": pd.Series([suda.keys[at] for at in place], dtype=object),
            "value": pd.Series(texts, dtype=object),
            "records": np.array([records.sum() for records in holders], dtype=np.int64),
            "share": np.concatenate(scored)[chosen] / _total(suda),
        }
    )
    return Table(
        name="values",
        title="By value",
        about=plain("The values that add most to the scores: rare ones, alone or beside others."),
        columns=OF_VALUES,
        frame=frame,
        empty="No released record has a minimal unique set.",
        undefined=NO_SCORES,
        rows=lambda at: suda.masked.rows[having(at)],
        row_title=lambda at: f"told apart by this value of {suda.keys[place[at]]}",
        capped=20,
    )
