"""EBIL, entropy-based information loss: how uncertain the original category is, given the masked one."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from sdcdesk.core.data.coding import MISSING
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import CATEGORIES, NUMBER, RECORDS
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Findings, Note, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, plain
from sdcdesk.kernels.posteriors import entropy
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
    original_entropy,
    record_effect,
)

EBIL = Declared("ebil", "EBIL", NUMBER, better="less").means(
    "Sum, over all masked records and variables, of the entropy of the original category given the masked "
    "one: how many bits are missing to know the original value, in the base that was chosen."
)
MEAN = Declared("ebil_mean", "EBIL per value", NUMBER, better="less").means(
    "EBIL divided by the masked records and the variables."
)


@dataclass(frozen=True, eq=False)
class Entropies:
    """Variables of which the entropy was added up.

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
    def categories(self) -> list[tuple[Uncertain, int, float]]:
        """Masked categories as variable, position and entropy; of each variable the largest sums first."""
        found = []
        for one in self.uncertain:
            entropies = one.transitions.posterior.entropies(self.base)
            lost = np.nan_to_num(entropies) * one.transitions.released
            order = np.argsort(-lost, kind="stable")[:MOST_LISTED]
            found += [(one, int(code), float(entropies[code])) for code in order if lost[code] > 0]
        return found

    def records(self, at: int) -> np.ndarray:
        """Return the records that have a masked category.

        Parameters
        ----------
        at
            Place of the category among those listed.

        Returns
        -------
        np.ndarray
            int64 (m,), positions in the original, ascending.
        """
        one, code, _ = self.categories[at]
        after = one.transitions.after
        wanted = code if code < len(after.categories) else MISSING
        return np.sort(one.transitions.rows[after.codes == wanted])


VARIABLES_ADDED = DeclaredTable[Entropies](
    name="variables",
    title="By variable",
    columns=(
        VARIABLE.cells(lambda found: [one.transitions.name for one in found.uncertain]),
        SOURCE.cells(lambda found: [one.source for one in found.uncertain]),
        RELEASED.cells(lambda found: [one.records for one in found.uncertain]),
        Column("entropy", "Entropy", NUMBER, "Of the variable in the original, per value.").cells(
            lambda found: [
                original_entropy(
                    entropy(one.transitions.frequencies, found.base), one, found.original, found.base
                )
                for one in found.uncertain
            ]
        ),
        Column("ebil", "EBIL", NUMBER, "Sum over the masked records.", undefined=NO_RECORD).cells(
            lambda found: [added_up([one], found.original, 1) for one in found.uncertain]
        ),
        Column(
            "ebil_mean", "EBIL per value", NUMBER, "Mean over the masked records.", undefined=NO_RECORD
        ).cells(lambda found: [added_up([one], found.original, one.records) for one in found.uncertain]),
    ),
    empty="No variable has categories in both files.",
    plots=(
        Plot(
            name="variables_plot",
            title="EBIL per value by variable",
            kind="bars",
            x=Axis("Variable", column="variable"),
            y=Axis("EBIL per value", unit=NUMBER, least=0.0),
            series=(Series("ebil_mean", "EBIL per value", "loss"),),
            about=plain("A bar for each variable: how uncertain its original values are on average."),
        ),
    ),
)

CATEGORIES_ADDED = DeclaredTable[Entropies](
    name="categories",
    title="Masked categories that lose most",
    about=plain("Of each variable the masked categories whose records lose most, the largest sum first."),
    columns=(
        VARIABLE.cells(lambda found: [one.transitions.name for one, _, _ in found.categories]),
        Column("category", "Masked category", None, "", "key", Secrecy.RECORD).cells(
            lambda found: [one.masked_text(code) for one, code, _ in found.categories]
        ),
        Column("records", "Records", RECORDS, "Masked records.").cells(
            lambda found: [int(one.transitions.released[code]) for one, code, _ in found.categories]
        ),
        Column("possible", "Possible", CATEGORIES, "Original categories that it may come from.").cells(
            lambda found: [
                int(one.transitions.posterior.possible()[code]) for one, code, _ in found.categories
            ]
        ),
        Column("entropy", "Entropy", NUMBER, "Of the original category, given this one.").cells(
            lambda found: [number for _, _, number in found.categories]
        ),
        Column("ebil", "EBIL", NUMBER, "Entropy times records.").cells(
            lambda found: [
                number * int(one.transitions.released[code]) for one, code, number in found.categories
            ]
        ),
    ),
    empty="No masked category leaves any doubt about the original one.",
    rows=lambda found, at: found.records(at),
    row_title=lambda _found, _at: "with this masked category",
)


class Ebil(UncertaintyMeasure):
    """How uncertain the original categories are to whoever sees the masked ones, by entropy.

    Masking is taken for noise on a channel: with which probability P(V′ = j | V = i) does category i of a
    variable become j? Together with the frequencies of the original, Bayes's formula gives the posterior
    P(V = i | V′ = j) = f_i P_ij / Σ_i f_i P_ij of whoever knows P and the frequencies, and its entropy

    H(V | V′ = j) = −Σ_i P(V = i | V′ = j) log P(V = i | V′ = j)

    is what is missing to know the original category. EBIL adds it up over the records of the masked file G,
    EBIL(P, G) = Σ_r H(V | V′ = j_r), r in G. In base 2 it is measured in bits.

    The probabilities P are those of what the recipe did: 0 and 1 for recodings, the transition matrix
    for PRAM, their product for several of these steps. With strata PRAM has a matrix for each; that of
    the whole file counts. Where another step changed the values, or the recipe is not known, P are the
    shares of the masked records of each original category in the two files, which a note and the column
    *probabilities from* say. A variable whose values are all as they were loses nothing.

    Frequencies are those of the whole original, also for a sample, and records count equally; sampling
    weights are not used. A missing value is one more category, before and after: suppressing values
    makes *missing* a masked category that may come from any of those that were suppressed, and recoding
    makes wide categories that may come from each under them, so that both are measured alike. A masked
    value that the steps cannot have made is an error: with one if you named the variable, else it is
    left out and reported. Without a released record nothing is defined.

    When to use: to compare what recoding, suppression and PRAM cost, in one unit.

    When not: to judge single records. EBIL does not depend on which value a record had: take PRIL for
    that. It takes variables one by one, and says nothing of tables (see CTBIL).

    The table `variables` has for each variable the source of P, the `entropy` of the original per
    value, `ebil` and `ebil_mean`; `categories` the masked categories that lose most, at most 200 of a
    variable.

    Example
    -------
    Three towns become one state, half of whose people live in one of them:

    >>> import pandas as pd
    >>> from sdcdesk.core.data.microdata import Microdata
    >>> from sdcdesk.loss import Ebil
    >>> towns = ["New York City", "New York City", "Albany", "Buffalo"]
    >>> original = Microdata(pd.DataFrame({"home": towns}))
    >>> masked = original.recode("home", lambda towns: towns.map(lambda _: "NY"))
    >>> found = Ebil().assess(original, masked)
    >>> found.value("ebil"), found.value("ebil_mean")
    (6.0, 1.5)
    """

    name: ClassVar[str] = "ebil"
    title: ClassVar[str] = "Entropy-based information loss (EBIL)"
    source: ClassVar[str] = (
        "Domingo-Ferrer and Torra, Disclosure Control Methods and Information Loss for Microdata, section 4, "
        "expression (2); De Waal and Willenborg (1999); Kooiman, Willenborg and Gouweleeuw (1998)"
    )
    purpose: ClassVar[str] = "How uncertain original categories are to whoever sees the masked ones."
    declares: ClassVar[tuple[Declared, ...]] = (EBIL, MEAN)
    tables: ClassVar[tuple[DeclaredTable[Any], ...]] = (VARIABLES_ADDED, CATEGORIES_ADDED)

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        found, notes = find_uncertain(self.variables, original, masked, self._added_up, progress)
        return _to_findings(Entropies(found, original, self.base), notes)

    def _added_up(self, transitions: Transitions) -> Uncertain:
        """Add up the entropies of the masked records, or refuse values that have none."""
        entropies, released = transitions.posterior.entropies(self.base), transitions.released
        impossible = np.isnan(entropies) & (released > 0)
        if impossible.any():
            raise transitions.refused(int(released[impossible].sum()))
        total = float(np.nan_to_num(entropies) @ released)
        return Uncertain(transitions, total, record_effect(int(transitions.frequencies.sum()), self.base))


def _to_findings(found: Entropies, notes: Sequence[Sentence]) -> Findings:
    """Return the findings of variables that were added up."""
    figures = added_figures(EBIL, MEAN, found.uncertain, found.original)
    blocks = (*figures, *VARIABLES_ADDED.blocks(found))
    section = Section(name="variables", blocks=blocks, notes=tuple(map(Note, notes)))
    return Findings(sections=(section, CATEGORIES_ADDED.section(found)))
