"""Overlap of the confidence intervals of a regression, estimated from either file."""

from collections.abc import Iterable
from typing import Any, ClassVar

import numpy as np
import pandas as pd
from pydantic import field_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure, Unpaired
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Findings
from sdcdesk.core.results.without_original import LOSS_UNKNOWN
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import Sentence, counted, sentence
from sdcdesk.kernels.linear_models import LinearFit, least_squares, logistic
from sdcdesk.loss.regression.design import Design, category_texts, design, is_number_like
from sdcdesk.loss.regression.findings import (
    DECLARES,
    INTERVALS,
    NO_FORMULA,
    NOT_ESTIMATED,
    Overlaps,
    interval_overlap,
    to_findings,
)
from sdcdesk.loss.regression.formula import Formula, FormulaVariable


class RegressionOverlap(Measure):
    """Whether an analyst who fits the same model to either file comes to the same conclusions.

    The model that you write is estimated from the original and from the masked file, each with all its
    records that have the values it needs. Of each coefficient b, with the confidence
    intervals [L, U] before and [L′, U′] after masking, the *overlap* is

    J = ½ (o/(U − L) + o/(U′ − L′)), o = max(0, min(U, U′) − max(L, L′)),

    1 for equal intervals and 0 for two that do not meet. A conclusion is *kept* where the sign of b is the
    same in both files, and it differs from 0 significantly in both or in neither: 0 lies outside, or within,
    the interval.

    The formula names what is explained before the ~, and what explains it behind: `income ~ age + sex`. A
    continuous variable has one coefficient; any other has one for each category but the first that both
    files have, with which the others are compared. `age:sex` stands for a product, `age*sex` for
    `age + sex + age:sex`; `log(income)`, `sqrt(income)` and `square(age)` for numbers computed of each value;
    `category(zip)` for the values of a variable as categories; `0 +` leaves the constant out. A name with
    blanks or signs stands between backticks.

    Numbers are explained by least squares, with t intervals of n − p degrees of freedom. An outcome that is
    no number must have two categories, the same in both files; the log odds of the second are explained by
    logistic regression, with normal intervals. Sampling weights are not used. Records without one of the
    values, or with one whose logarithm or root does not exist, are left out in each file, and counted. A
    coefficient that only one of the files has, as of a category that was recoded, or that others already
    determine, has no overlap, and is counted apart.

    When to use: if you know what the file will be analysed for. Overlaps of several typical models tell more
    than any distance of values.

    When not: to judge a file for uses that nobody knows yet. A sample of a file keeps its conclusions and has
    wider intervals, so that the overlap falls though no value was touched.

    Example
    -------
    Incomes that were exchanged between neighbours tell nearly the same of age:

    >>> import pandas as pd
    >>> from sdcdesk.core.data.microdata import Microdata
    >>> from sdcdesk.core.data.variable import Scale, Variable
    >>> from sdcdesk.loss import RegressionOverlap
    >>> frame = pd.DataFrame({"age": [20, 30, 40, 50, 60], "income": [10.0, 14.0, 21.0, 24.0, 31.0]})
    >>> numbers = [Variable(name=name, scale=Scale.CONTINUOUS) for name in frame]
    >>> original = Microdata(frame, numbers)
    >>> masked = original.assign({"income": pd.Series([14.0, 10.0, 21.0, 24.0, 31.0])})
    >>> found = RegressionOverlap(formula="income ~ age").assess(original, masked)
    >>> round(found.value("overlap"), 3), found.value("conclusions_kept")
    (0.644, 0.5)
    """

    concern: ClassVar[Concern] = Concern.LOSS
    name: ClassVar[str] = "regression"
    title: ClassVar[str] = "Regression"
    source: ClassVar[str] = (
        "Karr, Kohnen, Oganian, Reiter and Sanil (2006), A framework for evaluating the utility of data "
        "altered to protect confidentiality, The American Statistician 60(3), section 3"
    )
    purpose: ClassVar[str] = "Whether a model that you name leads to the same conclusions from either file."
    declares: ClassVar[tuple[Declared, ...]] = DECLARES
    tables: ClassVar[tuple[DeclaredTable[Any], ...]] = (INTERVALS,)
    unpaired: ClassVar[Unpaired] = "beside"
    needs_original: ClassVar[str] = LOSS_UNKNOWN
    examples = (
        {},
        {"formula": "income ~ age + school", "confidence": 0.9},
        {"formula": "log(income) ~ age*category(bonus) + zip"},
    )

    formula: str = parameter(
        "",
        "Model",
        "What is explained, ~, and what explains it, as income ~ age + sex. Products are written age:sex, "
        "functions log(income), sqrt(income), square(age), category(age); backticks hold names with blanks.",
        FieldDisplay(empty="income ~ age + sex", wide=True),
    )
    confidence: float = parameter(
        0.95,
        "Confidence",
        "Probability with which an interval holds the true coefficient.",
        FieldDisplay(unit="as a share", more=True),
        gt=0,
        lt=1,
    )

    @field_validator("formula")
    @classmethod
    def _readable(cls, formula: str) -> str:
        if formula.strip():
            Formula.parsed(formula)
        return formula.strip()

    @property
    def by_record(self) -> tuple[str, ...]:
        """Names of what needs to know who is who: nothing, for either file is analysed by itself."""
        return ()

    def compared_names(self, original: Microdata) -> tuple[str, ...]:
        """Return the variables of the model; without one none."""
        return Formula.parsed(self.formula).names if self.formula else ()

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        if not self.formula:
            return to_findings(None, NO_FORMULA, ())
        formula = Formula.parsed(self.formula)
        _check_names(formula.names, original)
        gone = [name for name in formula.names if name not in masked]
        if gone:
            note = sentence(
                "Not in the masked file, so the model cannot be estimated: {names}.", names=", ".join(gone)
            )
            return to_findings(None, NOT_ESTIMATED, [note])
        is_number = self._explains_numbers(original, masked, formula)
        categories = _categories(original, masked, formula)
        files = {"before": original, "after": masked}
        designs, fits = {}, {}
        for place, (side, file) in enumerate(files.items()):
            share = progress.part(place / 2, (place + 1) / 2)
            designs[side] = one = design(file, formula, categories[side])
            fit = least_squares if is_number else logistic
            fits[side] = fit(one.columns, one.outcome, share)
        notes = _notes(designs, fits)
        return to_findings(self._overlaps(designs, fits), NOT_ESTIMATED, notes)

    _assess_unpaired = _assess

    def _explains_numbers(self, original: Microdata, masked: Microdata, formula: Formula) -> bool:
        """Return whether the outcome is a number; else it must have the same two categories in both files."""
        outcome = formula.outcome
        kinds = {is_number_like(file, outcome) for file in (original, masked)}
        if kinds == {True}:
            return True
        before, after = (category_texts(file, outcome.name) for file in (original, masked))
        if len(before) != 2 or not set(after) <= set(before) or True in kinds:
            wrong = (
                "{name} cannot be explained: a model explains a number, or one of two categories, and the "
                "same in both files; choose another outcome."
            )
            raise DataError(sentence(wrong, name=outcome.name), "formula")
        return False

    def _overlaps(self, designs: dict[str, Design], fits: dict[str, LinearFit]) -> Overlaps:
        """Return both intervals of each coefficient beside one another."""
        from scipy.special import ndtri, stdtrit

        sides = {}
        for side, fit in fits.items():
            freedom, tail = fit.freedom, 0.5 + self.confidence / 2
            width = float(
                ndtri(tail) if np.isinf(freedom) else stdtrit(freedom, tail) if freedom > 0 else np.nan
            )
            half = width * fit.errors
            cells = {
                "estimate": fit.coefficients if fit.settled else np.full_like(fit.coefficients, np.nan),
                "lower": fit.coefficients - half,
                "upper": fit.coefficients + half,
            }
            frame = pd.DataFrame(cells | {"error": fit.errors}, index=list(designs[side].coefficients))
            sides[side] = frame[~frame.index.duplicated()].add_suffix(f"_{side}")
        order = list(dict.fromkeys([*sides["before"].index, *sides["after"].index]))
        both = sides["before"].reindex(order).join(sides["after"].reindex(order))
        ends = {side: (both[f"lower_{side}"].to_numpy(), both[f"upper_{side}"].to_numpy()) for side in sides}
        both["overlap"] = interval_overlap(ends["before"], ends["after"])
        moved = (both["estimate_after"] - both["estimate_before"]).abs()
        with np.errstate(divide="ignore", invalid="ignore"):
            both["moved"] = (moved / both["error_before"]).replace(np.inf, np.nan)
        frame = both.drop(columns=["error_before", "error_after"])
        frame.insert(0, "coefficient", order)
        return Overlaps(
            frame.reset_index(drop=True),
            _same_conclusions(both, ends),
            (len(designs["before"].outcome), len(designs["after"].outcome)),
        )


def _same_conclusions(both: pd.DataFrame, ends: dict[str, tuple[np.ndarray, np.ndarray]]) -> int:
    """Return how many coefficients have the same sign, and are significant in both files or in neither."""
    compared = both["overlap"].notna().to_numpy()
    signs = [np.sign(both[f"estimate_{side}"].to_numpy()) for side in ends]
    significant = [(low > 0) | (high < 0) for low, high in ends.values()]
    same = (signs[0] == signs[1]) & (significant[0] == significant[1])
    return int((compared & same).sum())


def _categories(
    original: Microdata, masked: Microdata, formula: Formula
) -> dict[str, dict[FormulaVariable, tuple[str, ...]]]:
    """Return for each file the categories of variables that are no numbers there: a common one first."""
    found: dict[str, dict[FormulaVariable, tuple[str, ...]]] = {"before": {}, "after": {}}
    files = {"before": original, "after": masked}
    variables = dict.fromkeys([formula.outcome, *(one for term in formula.terms for one in term)])
    for one in variables:
        texts = {
            side: category_texts(file, one.name)
            for side, file in files.items()
            if not is_number_like(file, one)
        }
        if one == formula.outcome:
            # The second of the original's two is explained in both files.
            found["before"] |= {one: tuple(texts["before"])} if texts else {}
            found["after"] |= {one: tuple(texts["before"])} if texts else {}
            continue
        base = next((text for text in texts.get("before", []) if text in texts.get("after", [])), None)
        for side, categories in texts.items():
            found[side][one] = tuple(sorted(categories, key=lambda text: text != base))
    return found


def _notes(designs: dict[str, Design], fits: dict[str, LinearFit]) -> list[Sentence]:
    notes = []
    for side, words in (
        ("before", "The original has {records} that lack a value of the model, and are left out."),
        ("after", "The masked file has {records} that lack a value of the model, and are left out."),
    ):
        if designs[side].incomplete:
            notes.append(sentence(words, records=counted(designs[side].incomplete, "record")))
    for side, words in (
        (
            "before",
            "In the original the model tells some outcomes for certain, so that it has no estimates.",
        ),
        (
            "after",
            "In the masked file the model tells some outcomes for certain, so that it has no estimates.",
        ),
    ):
        if not fits[side].settled:
            notes.append(sentence(words))
    return notes


def _check_names(names: Iterable[str], data: Microdata) -> None:
    """Refuse names that the file has not; those it has are shown in backticks, as a model may be typed."""
    for name in names:
        if name not in data:
            words = "There is no variable {name} in the data; a model calls them as the file does: {names}."
            there = short(", ".join(f"`{one}`" for one in data.names))
            raise DataError(sentence(words, name=f"`{short(name)}`", names=there), "formula")
