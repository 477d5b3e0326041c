"""Propensity score measure: whether a model can tell masked from original records."""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure, Unpaired
from sdcdesk.core.operations.parameters import NOT_IDENTIFIERS, Accepts, FieldDisplay, parameter
from sdcdesk.core.random.randomness import FIRST_STREAM, LARGEST_SEED, generator
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Findings
from sdcdesk.core.results.without_original import LOSS_UNKNOWN
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.classification_tree import grown_tree
from sdcdesk.kernels.design_columns import DesignColumn
from sdcdesk.kernels.linear_models import logistic, predicted_chances
from sdcdesk.loss.propensity.findings import (
    BY_VARIABLE,
    DECLARES,
    NO_RECORDS,
    NOTHING_SHARED,
    PropensityErrors,
    to_findings,
)
from sdcdesk.loss.propensity.stacked_files import StackedVariable, stacked
from sdcdesk.loss.selection import selected

MOST_COLUMNS = 400
"""Columns of a logistic regression beyond which its arithmetic takes minutes."""

ROUNDING = 1e-20
"""A propensity error that comes from rounding alone."""


class Propensity(Measure):
    """How well a model tells masked from original records.

    Both files are put together, N = n + t records, of which t, the share c, are masked. A model gives every
    record the probability p of being a masked one from its values, and

    pMSE = Σ (p − c)² / N.

    It is 0 where nothing tells the files apart, as they are equal, and c(1 − c) where everything does. Either
    model can be chosen:

    - *logistic*: a logistic regression on all variables (numbers as they are, an indicator for each category
      but the first) and, if you choose so, on the products of any two of them. By chance
      (k − 1)(1 − c)² c / N is expected, k the number of coefficients with the constant.
      Where the variables tell the file of some records for certain, p is 0 or 1 for these.
    - *tree*: a classification tree, which finds by itself what variables tell together. Leaves are split
      where Gini's impurity falls most, as deep as you allow, none smaller than you allow; numbers with more
      than 64 values are put into 64 bins of equally many. What is expected by chance is (1 − c) times the
      mean over trees of the same records whose files are drawn at random.

    What is expected by chance is the error of a file whose records were all drawn anew from a true model of
    the original; the *ratio* to it is then about 1, and 1/(1 − c) for two samples of the same people. Masked
    files share most values with their original, so that the ratio can lie far below 1.

    A variable that a recoding of the recipe changed is compared after it, so that only other changes count.
    Missing values are a category of their own; of numbers, a logistic regression has an indicator of them
    beside. Categories beyond the most frequent ones of both files count as one. Sampling weights are not
    used.

    When to use: as one number for the whole file, which also notices what pairs of means and correlations do
    not, as impossible combinations of values.

    When not: to see what an analysis loses; and not for a few records, where a model tells everything apart.

    Example
    -------
    Of two equal files nothing can be told apart; a shift is noticed:

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> from sdcdesk.loss import Propensity
    >>> income = sdc.Variable(name="income", scale=sdc.Scale.CONTINUOUS)
    >>> original = sdc.Microdata(pd.DataFrame({"income": [10.0, 20.0, 30.0, 40.0]}), [income])
    >>> masked = original.assign({"income": pd.Series([20.0, 30.0, 40.0, 50.0])})
    >>> round(Propensity().assess(original, original).value("pmse"), 9)
    0.0
    >>> round(Propensity().assess(original, masked).value("pmse"), 3)
    0.042
    """

    concern: ClassVar[Concern] = Concern.LOSS
    name: ClassVar[str] = "propensity"
    title: ClassVar[str] = "Propensity score"
    source: ClassVar[str] = (
        "Woo, Reiter, Oganian and Karr (2009), Global measures of data utility for microdata masked for "
        "disclosure limitation, Journal of Privacy and Confidentiality 1(1), section 3.1; its expectation: "
        "Snoke, Raab, Nowok, Dibben and Slavkovic (2018), General and specific utility measures for "
        "synthetic data, Journal of the Royal Statistical Society A 181(3), section 3"
    )
    purpose: ClassVar[str] = "How well a model tells masked from original records."
    declares: ClassVar[tuple[Declared, ...]] = DECLARES
    tables: ClassVar[tuple[DeclaredTable[Any], ...]] = (BY_VARIABLE,)
    unpaired: ClassVar[Unpaired] = "beside"
    needs_original: ClassVar[str] = LOSS_UNKNOWN
    examples = (
        {},
        {"variables": ["age", "zip", "income"], "products": True, "most_categories": 4},
        {"model": "tree", "depth": 3, "smallest_leaf": 10, "replicates": 4, "seed": 5},
    )

    variables: tuple[str, ...] = parameter(
        (),
        "Variables",
        "The variables by which records are told apart; none named: all but identifiers and household "
        "numbers.",
        FieldDisplay(empty="all but identifiers"),
        accepts=Accepts(roles=NOT_IDENTIFIERS),
    )
    model: Literal["logistic", "tree"] = parameter(
        "logistic",
        "Model",
        "A logistic regression, or a classification tree, which also finds what variables tell together.",
        FieldDisplay(choices={"logistic": "Logistic regression", "tree": "Tree"}),
    )
    products: bool = parameter(
        False,
        "Products of two variables",
        "Whether the logistic regression also has the products of any two variables.",
        FieldDisplay(when={"model": ("logistic",)}),
    )
    most_categories: int = parameter(
        50,
        "Categories told apart",
        "Of a variable with more categories, all but the most frequent ones of both files count as one.",
        FieldDisplay(more=True),
        ge=2,
        le=1000,
    )
    depth: int = parameter(
        5,
        "Depth of the tree",
        "Splits one above another at most.",
        FieldDisplay(when={"model": ("tree",)}, more=True),
        ge=1,
        le=12,
    )
    smallest_leaf: int = parameter(
        20,
        "Smallest leaf",
        "Records that each leaf of the tree has at least.",
        FieldDisplay(unit="records", when={"model": ("tree",)}, more=True),
        ge=1,
    )
    replicates: int = parameter(
        20,
        "Trees by chance",
        "Trees of the same records with files drawn at random, from which follows what is expected.",
        FieldDisplay(when={"model": ("tree",)}, more=True),
        ge=1,
        le=1000,
    )
    seed: int = parameter(
        0,
        "Seed",
        "Of the random numbers that draw the files of records; they mask nothing.",
        FieldDisplay(when={"model": ("tree",)}, more=True),
        ge=0,
        le=LARGEST_SEED,
    )

    @property
    def by_record(self) -> tuple[str, ...]:
        """Names of what needs to know who is who: nothing, for records of both files are put together."""
        return ()

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        names, notes = selected(self.variables, original, masked, *Scale)
        if not names:
            return to_findings(None, NOTHING_SHARED, notes)
        if not len(masked):
            return to_findings(None, NO_RECORDS, notes)
        variables = [
            stacked(original, masked, name, self.most_categories)
            for name, _ in progress.part(0.0, 0.2).over(names, "Values of both files")
        ]
        pooled = [one.name for one in variables if one.pooled]
        if pooled:
            words = "Rare categories count as one, of: {names}."
            notes.append(sentence(words, names=", ".join(pooled)))
        of_masked = np.arange(len(original) + len(masked)) >= len(original)
        judge = self._by_tree if self.model == "tree" else self._by_regression
        error, expected = judge(variables, of_masked, progress.part(0.2, 0.7))
        alone = [
            self._error([one], of_masked, share)
            for one, share in progress.part(0.7, 1.0).over(variables, "Each variable alone")
        ]
        found = PropensityErrors(
            tuple(names), (len(original), len(masked)), error, expected, self.model == "tree", tuple(alone)
        )
        return to_findings(found, NO_RECORDS, notes)

    _assess_unpaired = _assess

    def _by_regression(
        self, variables: Sequence[StackedVariable], of_masked: np.ndarray, progress: Progress
    ) -> tuple[float, float]:
        """Return the error of a logistic regression, and what is expected of it."""
        error, coefficients = _regression(self._columns(variables), of_masked, progress)
        share = float(of_masked.mean())
        return error, (coefficients - 1) * (1 - share) ** 2 * share / len(of_masked)

    def _by_tree(
        self, variables: Sequence[StackedVariable], of_masked: np.ndarray, progress: Progress
    ) -> tuple[float, float]:
        """Return the error of a tree, and the mean of those whose records have files drawn at random."""
        binned = [one.binned() for one in variables]
        rng, files = generator(self.seed, FIRST_STREAM), np.sort(of_masked)
        # In the order of their values, so that the order of the records does not matter.
        order = np.lexsort([one.codes for one in binned])
        drawn = np.empty_like(of_masked)
        errors = [_tree(binned, of_masked, self.depth, self.smallest_leaf, progress.part(0.0, 0.1))]
        for _, share in progress.part(0.1, 1.0).over(range(self.replicates), "Trees by chance"):
            drawn[order] = rng.permutation(files)
            errors.append(_tree(binned, drawn, self.depth, self.smallest_leaf, share))
        # Files that are drawn at random differ both from what they have in common, and an original does not.
        return errors[0], float((1 - of_masked.mean()) * np.mean(errors[1:]))

    def _error(
        self, variables: Sequence[StackedVariable], of_masked: np.ndarray, progress: Progress
    ) -> float:
        """Return the error of the chosen model with some of the variables."""
        if self.model == "tree":
            binned = [one.binned() for one in variables]
            return _tree(binned, of_masked, self.depth, self.smallest_leaf, progress)
        return _regression(self._columns(variables), of_masked, progress)[0]

    def _columns(self, variables: Sequence[StackedVariable]) -> list[DesignColumn]:
        """Return the columns of the regression, the constant first."""
        single = [one.columns() for one in variables]
        columns: list[DesignColumn] = [(), *(column for group in single for column in group)]
        pairs = [(one, other) for place, one in enumerate(single) for other in single[:place]]
        size = len(columns) + sum(len(one) * len(other) for one, other in pairs if self.products)
        if size > MOST_COLUMNS:
            wrong = (
                "The regression has {size} columns, more than {most}; name fewer variables, tell fewer "
                "categories apart, or take the tree."
            )
            raise DataError(sentence(wrong, size=str(size), most=str(MOST_COLUMNS)), "variables")
        if self.products:
            columns += [(*one, *other) for left, right in pairs for one in left for other in right]
        return columns


def _regression(
    columns: Sequence[DesignColumn], of_masked: np.ndarray, progress: Progress
) -> tuple[float, int]:
    """Return the error of a logistic regression, and the number of its coefficients."""
    fit = logistic(columns, of_masked.astype(np.float64), progress)
    chances = predicted_chances(columns, fit.coefficients, len(of_masked))
    error = float(((chances - of_masked.mean()) ** 2).mean())
    return error if error > ROUNDING else 0.0, fit.estimated


def _tree(
    binned: Sequence[Any], of_masked: np.ndarray, depth: int, smallest: int, progress: Progress
) -> float:
    tree = grown_tree(binned, of_masked, depth, smallest, progress)
    return float(((tree.shares[tree.leaves] - of_masked.mean()) ** 2).mean())
