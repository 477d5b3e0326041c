"""Findings of the propensity: its mean square error, beside the one that is expected, and by variable."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED
from sdcdesk.core.numbers.quantity import (
    NUMBER,
    RECORDS,
    SHARE,
    VARIABLES,
    Bound,
    Quantity,
    Reason,
    Why,
    number,
)
from sdcdesk.core.results.column import Column, Secrecy, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.text.sentence import Sentence, plain

PMSE = Declared("pmse", "Propensity error", NUMBER, better="less", symbol="pMSE").means(
    "Mean of (p − c)² over the records of both files, p the probability that a model gives a record of being "
    "a masked one, c the share of masked records. 0: nothing tells them apart; c(1 − c): everything does."
)
EXPECTED = Declared("expected_pmse", "Expected by chance", NUMBER).means(
    "The propensity error that is expected of a file whose records are drawn anew from a true model of the "
    "original."
)
RATIO = Declared("pmse_ratio", "Propensity ratio", NUMBER, better="less").means(
    "The propensity error divided by the one that is expected by chance: about 1 of a file that is drawn "
    "anew from a true model of the original; below 1 where most values are those of the original."
)
DECLARES = (PMSE, EXPECTED, RATIO)

NO_RECORDS = Reason(Why.NO_RECORDS, "No record is released.")
NOTHING_SHARED = Reason(Why.NOT_APPLICABLE, "No variable is in both files.")
NO_CHANCE = Reason(
    Why.ZERO_DIVISOR, "Nothing tells records apart by chance, so that nothing is divided by it."
)

BY_VARIABLE = DeclaredTable[pd.DataFrame](
    name="variables",
    title="What gives masked records away",
    about=plain("Each variable alone: how well masked records are told from original ones by it."),
    columns=(
        public_key("variable", "Variable"),
        Column(
            "pmse",
            "Propensity error",
            NUMBER,
            "Of the model with this variable alone.",
            secrecy=Secrecy.DERIVED,
        ),
        Column(
            "part",
            "Of the largest",
            SHARE,
            "Divided by c(1 − c), the error of a model that always tells.",
            secrecy=Secrecy.DERIVED,
        ),
    ),
    empty="No variable is in both files, so nothing is compared.",
    plots=(
        Plot(
            name="propensity_plot",
            title="Propensity error by variable",
            kind="bars",
            x=Axis("Variable", column="variable"),
            y=Axis("Of the largest", unit=SHARE, least=0.0),
            series=(Series("part", "Of the largest", "loss"),),
            about=plain("A bar for each variable: how well it alone tells masked from original records."),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class PropensityErrors:
    """Errors that were found.

    Attributes
    ----------
    names
        The variables.
    records
        Of the original and of the masked file.
    error, expected
        Of the model with all variables, and what is expected of it by chance.
    is_estimate
        Whether the expected one was drawn, not computed.
    alone
        Of the model with each variable alone.
    """

    names: tuple[str, ...]
    records: tuple[int, int]
    error: float
    expected: float
    is_estimate: bool
    alone: tuple[float, ...]

    @property
    def largest(self) -> float:
        """The error of a model that always tells, c(1 − c)."""
        share = self.records[1] / sum(self.records)
        return share * (1 - share)


def to_findings(found: PropensityErrors | None, why: Reason, notes: Sequence[Sentence]) -> Findings:
    """Return the findings.

    Parameters
    ----------
    found
        What was found; None: nothing was.
    why
        Why nothing was.
    notes
        What was left out, and why.

    Returns
    -------
    Findings
        All declared figures, and the table of variables.
    """
    if found is None:
        figures = tuple(one.undefined(why) for one in DECLARES)
        frame = pd.DataFrame({"variable": [], "pmse": [], "part": []})
    else:
        figures = _figures(found)
        alone = np.array(found.alone, np.float64)
        frame = pd.DataFrame({"variable": found.names, "pmse": alone, "part": alone / found.largest})
    section = Section(
        name="variables",
        blocks=(*figures, *BY_VARIABLE.blocks(frame)),
        notes=tuple(Note(note) for note in notes),
    )
    return Findings(sections=(section,))


def _figures(found: PropensityErrors) -> tuple[Figure, ...]:
    secret = partial(number, otherwise=NO_CHANCE, contributions=NEVER_PUBLISHED)
    error = secret(found.error, NUMBER)
    bound = Bound.ESTIMATE if found.is_estimate else Bound.EXACT
    expected = secret(found.expected, NUMBER, bound=bound)
    ratio = found.error / found.expected if found.expected > 0 else np.nan
    computation = (
        ("Records of the original", Quantity(found.records[0], RECORDS)),
        ("Records of the masked file", Quantity(found.records[1], RECORDS)),
        ("Variables", Quantity(len(found.names), VARIABLES)),
        ("Error of a model that always tells", Quantity(found.largest, NUMBER)),
        ("Propensity error", error),
    )
    return (
        PMSE.figure(error, computation=computation),
        EXPECTED.figure(expected),
        RATIO.figure(secret(ratio, NUMBER, bound=bound)),
    )
