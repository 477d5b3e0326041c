"""PRIL, per-record information loss: how improbable the original category is, given the masked one."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from sdcdesk.core.data.coding import MISSING
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Findings, Note, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, plain
from sdcdesk.kernels.posteriors import logarithms
from sdcdesk.loss.transitions import Transitions
from sdcdesk.loss.uncertainty import (
    MOST_LISTED,
    NO_RECORD,
    RELEASED,
    SOURCE,
    VARIABLE,
    Uncertain,
    UncertaintyMeasure,
    added_figures,
    added_up,
    find_uncertain,
    record_effect,
)

PRIL = Declared("pril", "PRIL", NUMBER, better="less").means(
    "Sum, over all masked records and variables, of −log P(V = i | V′ = j), where i is the original and j "
    "the masked category of the record: the less probable its own category, the more the record lost."
)
MEAN = Declared("pril_mean", "PRIL per value", NUMBER, better="less").means(
    "PRIL divided by the masked records and the variables."
)


@dataclass(frozen=True, eq=False)
class Improbabilities:
    """Variables of which the loss of each record was added up.

    Attributes
    ----------
    uncertain
        The variables.
    original
        The initial file.
    base
        Base of the logarithm.
    """

    uncertain: Sequence[Uncertain]
    original: Microdata
    base: float

    @cached_property
    def pairs(self) -> list["PairOfCategories"]:
        """Pairs of categories that lost anything, those of each variable with the largest losses first."""
        found = []
        for one in self.uncertain:
            before, after, counts = one.transitions.pairs
            probabilities = one.transitions.posterior.of_pairs(before, after)
            losses = losses_of(probabilities, self.base)
            order = np.argsort(-losses, kind="stable")[:MOST_LISTED]
            found += [
                PairOfCategories(
                    one,
                    int(before[at]),
                    int(after[at]),
                    int(counts[at]),
                    float(probabilities[at]),
                    float(losses[at]),
                )
                for at in order
                if losses[at] > 0
            ]
        return found


@dataclass(frozen=True, slots=True, eq=False)
class PairOfCategories:
    """An original category, and a masked one that records with it have.

    Attributes
    ----------
    uncertain
        The variable.
    before, after
        Positions of the categories; one beyond the last is a missing value.
    count
        Masked records with both.
    probability
        P(V = before | V′ = after).
    loss
        −log of it.
    """

    uncertain: Uncertain
    before: int
    after: int
    count: int
    probability: float
    loss: float

    def records(self) -> np.ndarray:
        """Return the records that have both categories.

        Returns
        -------
        np.ndarray
            int64 (m,), positions in the original, ascending.
        """
        found = self.uncertain.transitions
        before = self.before if self.before < len(found.before.categories) else MISSING
        after = self.after if self.after < len(found.after.categories) else MISSING
        both = (found.before.codes[found.rows] == before) & (found.after.codes == after)
        return np.sort(found.rows[both])


VARIABLES_ADDED = DeclaredTable[Improbabilities](
    name="variables",
    title="By variable",
    columns=(
        VARIABLE.cells(lambda found: [one.transitions.name for one in found.uncertain]),
        SOURCE.cells(lambda found: [one.source for one in found.uncertain]),
        RELEASED.cells(lambda found: [one.records for one in found.uncertain]),
        Column("pril", "PRIL", NUMBER, "Sum over the masked records.", undefined=NO_RECORD).cells(
            lambda found: [added_up([one], found.original, 1) for one in found.uncertain]
        ),
        Column(
            "pril_mean", "PRIL per value", NUMBER, "Mean over the masked records.", undefined=NO_RECORD
        ).cells(lambda found: [added_up([one], found.original, one.records) for one in found.uncertain]),
    ),
    empty="No variable has categories in both files.",
    plots=(
        Plot(
            name="variables_plot",
            title="PRIL per value by variable",
            kind="bars",
            x=Axis("Variable", column="variable"),
            y=Axis("PRIL per value", unit=NUMBER, least=0.0),
            series=(Series("pril_mean", "PRIL per value", "loss"),),
            about=plain("A bar for each variable: how much its values lost on average."),
        ),
    ),
)

PAIRS = DeclaredTable[Improbabilities](
    name="pairs",
    title="Values that lose most",
    about=plain("Of each variable the pairs of an original and a masked category whose records lose most."),
    columns=(
        VARIABLE.cells(lambda found: [one.uncertain.transitions.name for one in found.pairs]),
        Column("before", "Original category", None, "", "key", Secrecy.RECORD).cells(
            lambda found: [one.uncertain.original_text(one.before) for one in found.pairs]
        ),
        Column("after", "Masked category", None, "", "key", Secrecy.RECORD).cells(
            lambda found: [one.uncertain.masked_text(one.after) for one in found.pairs]
        ),
        Column("records", "Records", RECORDS, "Masked records with both.").cells(
            lambda found: [one.count for one in found.pairs]
        ),
        Column("probability", "Probability", SHARE, "Of the original category, given the masked one.").cells(
            lambda found: [one.probability for one in found.pairs]
        ),
        Column("loss", "PRIL of a record", NUMBER, "−log of the probability.").cells(
            lambda found: [one.loss for one in found.pairs]
        ),
        Column("pril", "PRIL", NUMBER, "Of all these records.").cells(
            lambda found: [one.loss * one.count for one in found.pairs]
        ),
    ),
    empty="No masked category leaves any doubt about the original one.",
    rows=lambda found, at: found.pairs[at].records(),
    row_title=lambda _found, _at: "with these two categories",
)


class Pril(UncertaintyMeasure):
    """How improbable the original category of each record is to whoever sees the masked one.

    A household of Albany that becomes one of New York State loses more than one of New York City: few of
    those who are in the state live in Albany. For a record with category i in the original and j in the
    masked file

    PRIL(P, i, j) = −log P(V = i | V′ = j), with IL(P, F, G) = Σ_r PRIL(P, i_r, j_r), r in G

    over the records of the masked file. Bayes's formula gives the posterior P(V = i | V′ = j) =
    f_i P_ij / Σ_i f_i P_ij from the probabilities P_ij = P(V′ = j | V = i) and the frequencies f of the
    original. (The paper displays P(V′ = j | V = i); its text and its example take the posterior.) In base 2
    it is measured in bits.

    The probabilities P are those of what the recipe did: 0 and 1 for recodings, the transition matrix for
    PRAM, their product for several of these steps. With strata PRAM has a matrix for each; that of the
    whole file counts. Where another step changed the values, or the recipe is not known, P are the shares
    of the masked records of each original category in the two files, which a note and the column
    *probabilities from* say. A variable whose values are all as they were loses nothing.

    Frequencies are those of the whole original, also for a sample, and records count equally; sampling
    weights are not used. A missing value is one more category, before and after. A pair of categories with
    posterior 0, which the steps cannot have made, is an error: with one if you named the variable, else it
    is left out and reported. Without a released record nothing is defined.

    When to use: where it matters which records lost: rare categories lose more than frequent ones.

    When not: without a pairing of the records. Of a recoding of all records PRIL and EBIL have the same sum;
    they differ by record, and after PRAM.

    The table `variables` has for each variable the source of P, `pril` and `pril_mean`; `pairs` the pairs of
    categories whose records lose most, at most 200 of a variable, with their posterior probability.

    Example
    -------
    Of the records of a state half live in its city:

    >>> import pandas as pd
    >>> from sdcdesk.core.data.microdata import Microdata
    >>> from sdcdesk.loss import Pril
    >>> towns = ["New York City", "New York City", "Albany", "Buffalo"]
    >>> original = Microdata(pd.DataFrame({"home": towns}))
    >>> masked = original.recode("home", lambda towns: towns.map(lambda _: "NY"))
    >>> pairs = Pril().assess(original, masked).table("pairs")
    >>> pairs[["before", "probability", "loss"]].values.tolist()
    [['Albany', 0.25, 2.0], ['Buffalo', 0.25, 2.0], ['New York City', 0.5, 1.0]]
    """

    name: ClassVar[str] = "pril"
    title: ClassVar[str] = "Per-record information loss (PRIL)"
    source: ClassVar[str] = (
        "Domingo-Ferrer and Torra, Disclosure Control Methods and Information Loss for Microdata, section 4, "
        "Example 7"
    )
    purpose: ClassVar[str] = "How improbable the original category of each record is, seeing the masked one."
    declares: ClassVar[tuple[Declared, ...]] = (PRIL, MEAN)
    tables: ClassVar[tuple[DeclaredTable[Any], ...]] = (VARIABLES_ADDED, PAIRS)

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        found, notes = find_uncertain(self.variables, original, masked, self._added_up, progress)
        return _to_findings(Improbabilities(found, original, self.base), notes)

    def _added_up(self, transitions: Transitions) -> Uncertain:
        """Add up the losses of the masked records, or refuse values that have none."""
        before, after, counts = transitions.pairs
        probabilities = transitions.posterior.of_pairs(before, after)
        impossible = probabilities == 0
        if impossible.any():
            raise transitions.refused(int(counts[impossible].sum()))
        losses = losses_of(probabilities, self.base)
        records = int(transitions.frequencies.sum())
        one = record_effect(records, self.base, float(losses.max(initial=0.0)))
        return Uncertain(transitions, float(losses @ counts), one)


def losses_of(probabilities: np.ndarray, base: float) -> np.ndarray:
    """Return −log of probabilities.

    Parameters
    ----------
    probabilities
        float64 (p,), more than 0 and at most 1.
    base
        Base of the logarithm.

    Returns
    -------
    np.ndarray
        float64 (p,), 0 or more.
    """
    # Of 1 the logarithm is 0, and −0 is none that people know.
    losses: np.ndarray = np.maximum(-logarithms(probabilities, base), 0.0) + 0.0
    return losses


def _to_findings(found: Improbabilities, notes: Sequence[Sentence]) -> Findings:
    """Return the findings of variables that were added up."""
    figures = added_figures(PRIL, MEAN, found.uncertain, found.original)
    blocks = (*figures, *VARIABLES_ADDED.blocks(found))
    section = Section(name="variables", blocks=blocks, notes=tuple(map(Note, notes)))
    return Findings(sections=(section, PAIRS.section(found)))
