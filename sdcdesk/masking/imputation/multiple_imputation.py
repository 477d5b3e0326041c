"""Multiple imputation: values are replaced by draws from a regression on other variables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
import pandas as pd
from pydantic import model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED
from sdcdesk.core.numbers.quantity import NUMBER, SHARE, Quantity
from sdcdesk.core.operations.masked import Masked, by_variable
from sdcdesk.core.operations.method import Purpose
from sdcdesk.core.operations.parameters import CONTINUOUS, KEY_LIKE, REQUIRED, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.masking.covariance import correlations, standard_deviation
from sdcdesk.masking.decimals_kept import KeepsDecimals
from sdcdesk.masking.declared import CORRELATION
from sdcdesk.masking.edit_rules.edit_rules_kept import ChoosesValues
from sdcdesk.masking.household_records import MasksDistinctRecords
from sdcdesk.masking.imputation.regression import Regression
from sdcdesk.masking.missing_patterns import records_alike
from sdcdesk.masking.new_values import (
    KEEP_WHOLE,
    decimal_notes,
    numbers_to_square,
    replace_numbers,
    with_numbers,
)

MOST_CATEGORIES = 100
"""A predictor with more categories than this would need as many coefficients."""

MOST_COPIES = 1000


VARIANCE_EXPLAINED = Declared(
    "variance_explained",
    "Variance explained",
    SHARE,
    "Share R² in the regression that most records use.",
)

BY_VARIABLE = by_variable(VARIANCE_EXPLAINED, CORRELATION)


class MultipleImputation(KeepsDecimals, MasksDistinctRecords, ChoosesValues):
    """Replace the values of continuous variables by draws from their regression on other variables.

    The variables are taken in turn, in the order given. Each is explained by the predictors and by the
    variables before it, in a linear regression with normal errors, estimated from the original values of
    the records that have all of them. Then

    1. the variance of the errors and the coefficients are drawn from their posterior distribution (flat
       prior in coefficients and ln σ: SSE/σ² is χ² with n − coefficients degrees of freedom),
    2. each value is replaced by constant + Σ coefficient·regressor + error, with the predictors as they are
       and the earlier variables as already replaced.

    Means, variances, covariances and regressions among these variables stay in expectation. Nominal and
    ordinal predictors enter by one indicator for each category but the first; what other regressors
    determine adds nothing. A variable that its regressors determine, as a total its parts, keeps
    following them. Missing values stay missing; a record that lacks a regressor gets the regression
    on those that it has.

    One copy understates the uncertainty that imputation adds. So release m copies: files of the same step
    with *Copy* 1, 2, …, m (in Python `copies`), each with its own parameters and errors, the same for the
    same seed. An analyst repeats the analysis on each and combines the results with `combined`: the estimate
    is the mean, its variance T = ū + b/m (Reiter 2003), with ū the mean of the stated variances and b
    the variance of the estimates between copies. Each further copy also tells more about the parameters, and
    so about unusual records: choose few, 5 or so.

    With `households`, records of a household that have the same values in all variables of the step,
    predictors aside, are masked as one, the first of them in the initial file, and all get its new
    values; others, and who has no household, stand for themselves. Predictors are those of the first. The
    regression is then that of the records that are masked: a large household counts no more than a small
    one.

    When to use
        For files whose users run models on which you can agree: the regression, with all that they may ask
        about among its predictors. No released value is a true one.
    When not to use
        Where relations are curved or differ between groups that are no predictor, and for skewed amounts:
        errors are normal, so that incomes may become negative, zeros do not stay, and tails shorten.
        A relation that the model leaves out is lost.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> file = pd.DataFrame({"age": [31, 45, 52, 64, 70], "income": [1200.0, 1900.0, 2500.0, 4100.0, 3900.0]})
    >>> imputation = sdc.masking.MultipleImputation(variables=["income"], predictors=["age"])
    >>> copies = list(imputation.copies(sdc.Microdata(file), seed=7, m=5))
    >>> means = [copy.frame["income"].mean() for copy in copies]
    >>> variances = [copy.frame["income"].var() / 5 for copy in copies]
    >>> result = sdc.masking.combined(means, variances)
    >>> low, high = result.interval(0.95)
    >>> low < result.estimate < high
    True
    """

    name: ClassVar[str] = "multiple_imputation"
    title: ClassVar[str] = "Multiple imputation"
    source: ClassVar[str] = (
        "Rubin (1993), Discussion: Statistical Disclosure Limitation; Kennickell (1997), Multiple Imputation "
        "and Disclosure Protection; Reiter (2003), Inference for Partially Synthetic Microdata"
    )
    purpose: ClassVar[Purpose] = Purpose.CHANGE_VALUES
    random: ClassVar[bool] = True
    tables = (BY_VARIABLE,)
    examples = (
        {"variables": ["income"], "predictors": ["bonus"]},
        {
            "variables": ["income"],
            "predictors": ["age", "zip"],
            "copy_number": 3,
            "whole_numbers": True,
            "decimals": True,
        },
        {"variables": ["income"], "predictors": ["age"], "edit_rules": "keep", "households": True},
    )

    variables: tuple[str, ...] = parameter(
        REQUIRED,
        "Variables",
        "The variables whose values are replaced, in this order; each also explains the later ones.",
        accepts=CONTINUOUS,
        min_length=1,
    )
    predictors: tuple[str, ...] = parameter(
        (),
        "Predictors",
        "Variables that stay as they are and explain the others; categories enter by indicators.",
        FieldDisplay(empty="none"),
        accepts=KEY_LIKE,
    )
    copy_number: int = parameter(
        1,
        "Copy",
        "Which of the copies the step makes: to release m copies, write the file once for each, 1 to m.",
        ge=1,
        le=MOST_COPIES,
    )
    whole_numbers: bool = parameter(False, *KEEP_WHOLE)

    @model_validator(mode="after")
    def _apart(self) -> "MultipleImputation":
        if {*self.predictors} & {*self.variables}:
            raise FieldError("predictors", "names a variable that is replaced")
        return self

    def summary(self) -> str:
        """Return the step in a few plain words."""
        return sentence("{names} imputed, copy {m}", names=", ".join(self.variables), m=self.copy_number)

    def copies(
        self, data: Microdata, seed: Draws | int, m: int, progress: Progress = SILENT
    ) -> Iterator[Microdata]:
        """Walk through the masked files 1, …, m.

        Parameters
        ----------
        data
            The file before the step.
        seed
            Seed of the random numbers, the same for all copies.
        m
            How many copies.
        progress
            Receives the share that is done.

        Yields
        ------
        Microdata
            The file with *Copy* 1, 2, …, m.
        """
        for number, share in progress.over(range(1, m + 1)):
            yield self.changed(copy_number=number).apply(data, seed, share)

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        values = [numbers_to_square(data, name) for name in self.variables]
        notes = decimal_notes(dict(zip(self.variables, values, strict=True))) if self.whole_numbers else []
        known = [_Regressor.from_variable(data, name) for name in self.predictors]
        columns: dict[str, pd.Series] = {}
        found: dict[str, dict[Declared, Quantity]] = {}
        for (place, name), share in progress.over(list(enumerate(self.variables))):
            old = values[place]
            noise = draws.normal(data.rows, self._column(place))
            new, explained = np.full(len(old), np.nan), 0.0
            groups = _groups(known, ~np.isnan(old))
            for (number, members), part in share.over(list(enumerate(groups)), name):
                used = [each for each in known if not each.missing[members[:1]].any()]
                fitted = self._fitted(used, old, name, part)
                predictors = [column[members] for each in used for column in each.new]
                own = self._column(place) + 1 + 2 * number
                new[members] = fitted.drawn(predictors, noise[members], draws, own)
                if len(members) == max(map(len, groups)):
                    explained = fitted.explained
            if standard_deviation(old[~np.isnan(old)]) == 0:
                notes.append(sentence("{name} has no variance and stays.", name=name))
                new = old
            columns[name] = replace_numbers(data, name, new, whole=self.whole_numbers)
            known.append(_Regressor(np.isnan(old), [old], [new]))
            found[name] = _figures(old, new, explained)
        return Masked(with_numbers(data, columns), notes=tuple(notes), tables=(BY_VARIABLE.table(found),))

    def _column(self, place: int) -> int:
        """Return the first column of random numbers of a variable; its copies and variables share none."""
        return self.copy_number * 2**48 + place * 2**36

    def _fitted(
        self, used: Sequence["_Regressor"], old: np.ndarray, name: str, progress: Progress
    ) -> Regression:
        """Return the regression of a variable on the original values of these regressors, checked."""
        there = ~np.isnan(old)
        for each in used:
            there &= ~each.missing
        regressors = [column[there] for each in used for column in each.old]
        fitted = Regression.fitted(regressors, old[there], progress)
        if fitted.freedom < 1:
            raise DataError(
                sentence(
                    "{n} record has values of {name} and of what explains it, too few for "
                    "so many coefficients; choose fewer predictors.",
                    "{n} records have values of {name} and of what explains it, too few for "
                    "so many coefficients; choose fewer predictors.",
                    "n",
                    n=fitted.records,
                    name=name,
                ),
                "predictors",
                title=self.title,
            )
        return fitted


@dataclass(frozen=True, slots=True, eq=False)
class _Regressor:
    """A variable that explains others: columns with its original values, and with those that are released."""

    missing: np.ndarray
    old: list[np.ndarray]
    new: list[np.ndarray] = field(default_factory=list)

    @classmethod
    def from_variable(cls, data: Microdata, name: str) -> "_Regressor":
        if data.variable(name).scale is Scale.CONTINUOUS:
            columns = [numbers_to_square(data, name)]
            return cls(np.isnan(columns[0]), columns, columns)
        coding = data.coding(name)
        if len(coding.categories) > MOST_CATEGORIES:
            raise DataError(
                sentence(
                    "Multiple imputation: {name} has {n} categories, and a predictor may have {most}; recode "
                    "it first, or leave it out.",
                    name=name,
                    n=len(coding.categories),
                    most=MOST_CATEGORIES,
                ),
                "predictors",
            )
        columns = [(coding.codes == code).astype(np.float64) for code in range(1, len(coding.categories))]
        return cls(coding.codes < 0, columns, columns)


def _groups(known: Sequence[_Regressor], there: np.ndarray) -> list[np.ndarray]:
    """Return the records that have the variable, by which regressors they lack: fewest first."""
    found = (
        members[there[members]] for members in records_alike([each.missing for each in known], len(there))
    )
    groups = [members for members in found if len(members)]
    return sorted(groups, key=lambda members: [bool(each.missing[members[0]]) for each in known])


def _figures(old: np.ndarray, new: np.ndarray, explained: float) -> dict[Declared, Quantity]:
    present = ~np.isnan(old)
    if not standard_deviation(old[present]):
        return {}
    found = {VARIANCE_EXPLAINED: Quantity(explained, SHARE, contributions=NEVER_PUBLISHED)}
    if standard_deviation(new[present]):
        correlation = float(correlations([old[present], new[present]])[0, 1])
        found[CORRELATION] = Quantity(correlation, NUMBER, contributions=NEVER_PUBLISHED)
    return found
