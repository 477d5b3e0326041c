"""Shuffling: values of confidential variables go to other records, as a model of the others suggests."""

import math
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from pydantic import model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED
from sdcdesk.core.numbers.quantity import NUMBER, VALUES, Quantity
from sdcdesk.core.operations.masked import Masked, by_variable
from sdcdesk.core.operations.method import Purpose
from sdcdesk.core.operations.parameters import KEY_LIKE, ORDERED, REQUIRED, FieldDisplay, parameter
from sdcdesk.core.random.normal_quantile import normal_quantile
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.results.original_counts import values_counted
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.ranks import middle_ranks, rank_correlations, unit_ranks
from sdcdesk.kernels.stable_order import stable_order
from sdcdesk.masking.covariance import coordinates, mixed, triangular_root
from sdcdesk.masking.edit_rules.edit_rules_kept import ChoosesValues
from sdcdesk.masking.household_records import MasksDistinctRecords
from sdcdesk.masking.missing_patterns import records_alike
from sdcdesk.masking.strata import find_strata

CONTRADICTION = 1e-9
"""Correlations that their root misses by more than this are those of no variables."""

FEWEST = 3
"""Records without a missing value that correlations need."""


RANK_CORRELATION = Declared(
    "rank_correlation_with_original",
    "Rank correlation with original",
    NUMBER,
    "Between masked and original values.",
)

LARGEST_CHANGE = Declared(
    "largest_change_of_correlation",
    "Largest correlation change",
    NUMBER,
    "Among confidential variables and with predictors, in the records without a missing value.",
    better="less",
)

VALUES_AS_BEFORE = Declared(
    "values_as_before",
    "Values as before",
    VALUES,
    "Values of records that received the same again, over all variables.",
)

BY_VARIABLE = by_variable(RANK_CORRELATION)


class Shuffling(MasksDistinctRecords, ChoosesValues):
    """Give the values of confidential variables to other records, so that relations stay and no value does.

    Nothing new is released: each variable keeps exactly its values, and so its whole distribution. Who gets
    which value follows a model of the ranks (Muralidhar and Sarathy):

    1. Every value becomes a normal score, the quantile of (rank − ½)/m among the m values of its variable;
       equal values share a middle rank.
    2. Spearman's rank correlations r of all variables named here, over the records in which none is
       missing, become correlations of normal variables, 2·sin(π·r/6). Where those contradict one another,
       as they can where variables nearly determine one another, r itself is taken, and a note says so.
    3. For each record the scores of the confidential variables are drawn anew from their conditional normal
       distribution given the scores of its predictors, not of its own confidential values.
    4. The record whose new score has rank j gets the j-th smallest value.

    Given the predictors, a masked value is independent of the original one: it tells an intruder who knows
    the predictors nothing more. Rank correlations, between confidential variables and with the predictors,
    stay as they were, up to chance and to what is not monotone. Without predictors those with other
    variables are lost.

    A record with a missing predictor is drawn given those that it has. Missing values stay with their
    record. Within strata, values go to records of the same stratum only, so that each stratum keeps its
    distributions; the correlations are those of the whole file.

    With `households`, records of a household that have the same values in all variables of the step,
    predictors aside, are masked as one, the first of them in the initial file, and all get its new
    values; others, and who has no household, stand for themselves. Predictors are those of the first. The
    values and correlations that stay are then those of the records that are masked: a large household
    counts no more than a small one.

    When to use
        For continuous or ordinal variables with many values where a plausible, not a true, value may stand
        in each record, and distributions and monotone relations shall stay: incomes, balances, ages.
    When not to use
        Where relations are not monotone, or edits tie variables together: a total no longer equals its
        parts. For few categories: many records then receive the value that they had. An unusual value
        stays in the file, at another record.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> file = pd.DataFrame({"age": [31.0, 45.0, 52.0, 64.0], "income": [1200.0, 1900.0, 2500.0, 4100.0]})
    >>> shuffling = sdc.masking.Shuffling(variables=["income"], predictors=["age"])
    >>> masked = shuffling.apply(sdc.Microdata(file), seed=2).frame
    >>> sorted(masked["income"]) == sorted(file["income"])
    True
    """

    name: ClassVar[str] = "shuffling"
    title: ClassVar[str] = "Shuffling"
    source: ClassVar[str] = (
        "Muralidhar and Sarathy (2006), Data Shuffling: A New Masking Approach for Numerical Data"
    )
    purpose: ClassVar[Purpose] = Purpose.CHANGE_VALUES
    random: ClassVar[bool] = True
    declares = (
        VALUES_AS_BEFORE,
        LARGEST_CHANGE,
    )
    tables = (BY_VARIABLE,)
    examples = (
        {"variables": ["income"], "predictors": ["bonus"]},
        {"variables": ["income", "bonus"], "predictors": ["age", "school"], "within": ["zip"]},
        {"variables": ["income", "bonus"], "edit_rules": "keep", "households": True},
    )

    variables: tuple[str, ...] = parameter(
        REQUIRED,
        "Variables",
        "The confidential variables whose values go to other records.",
        accepts=ORDERED,
        min_length=1,
    )
    predictors: tuple[str, ...] = parameter(
        (),
        "Predictors",
        "Variables that are released as they are, and to which the relations shall stay.",
        FieldDisplay(empty="none"),
        accepts=ORDERED,
    )
    within: tuple[str, ...] = parameter(
        (),
        "Within",
        "Values go to records that agree on these variables.",
        FieldDisplay(more=True, empty="one stratum, all records"),
        accepts=KEY_LIKE,
    )

    @model_validator(mode="after")
    def _apart(self) -> "Shuffling":
        for field in ("predictors", "within"):
            if {*getattr(self, field)} & {*self.variables}:
                raise FieldError(field, "names a variable that is shuffled")
        return self

    def summary(self) -> str:
        """Return the step in a few plain words."""
        names, others = ", ".join(self.variables), ", ".join(self.predictors)
        if not self.predictors:
            return sentence("{names} shuffled", names=names)
        return sentence("{names} shuffled given {others}", names=names, others=others)

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        codes = []
        for name, share in progress.part(0.0, 0.4).over((*self.predictors, *self.variables)):
            share.at(0.0, name)
            codes.append(data.coding(name).codes)
        known, predictors = len(self.predictors), codes[: len(self.predictors)]
        whole = _complete(codes)
        units = self._unit_ranks(codes, whole)
        before = rank_correlations(units)
        matrix, notes = _normal_correlations(before)
        noise = np.column_stack([draws.normal(data.rows, at) for at in range(len(self.variables))])
        drawn = self._drawn(predictors, noise, matrix, progress.part(0.4, 0.7))
        strata, columns = find_strata(data, self.within), {}
        of_each: dict[str, dict[Declared, Quantity]] = {}
        same = 0
        for place, share in progress.part(0.7, 1.0).over(range(len(self.variables))):
            name, old = self.variables[place], codes[known + place]
            share.at(0.0, name)
            source = _exchanged(old, (noise[:, place], drawn[place], strata))
            columns[name] = data.column(name).take(source).reset_index(drop=True)
            new = old[source]
            present = old >= 0
            same += int((new == old)[present].sum())
            # All unit ranks are found once; where values are missing, a variable alone has more of them.
            original, units[known + place] = units[known + place], unit_ranks(_chosen(new, whole))
            if present.any() and old[present].min() < old[present].max():
                pair = [original, units[known + place]]
                if not whole.all():
                    pair = [unit_ranks(old[present]), unit_ranks(new[present])]
                of_each[name] = {
                    RANK_CORRELATION: Quantity(
                        float(rank_correlations(pair)[0, 1]), NUMBER, contributions=NEVER_PUBLISHED
                    )
                }
        change = np.abs(rank_correlations(units) - before)[known:]
        reported = {VALUES_AS_BEFORE: values_counted(same, data)}
        if len(codes) > 1:
            reported[LARGEST_CHANGE] = Quantity(float(change.max()), NUMBER, contributions=NEVER_PUBLISHED)
        return Masked(data.assign(columns), reported, notes, (BY_VARIABLE.table(of_each),))

    def _unit_ranks(self, codes: list[np.ndarray], whole: np.ndarray) -> list[np.ndarray]:
        """Return the unit ranks of all variables in the records that have all values."""
        if whole.sum() < FEWEST and len(codes) > 1:
            raise DataError(
                sentence(
                    "{n} record has values of all chosen variables, and correlations "
                    "need {fewest}; choose other variables.",
                    "{n} records have values of all chosen variables, and correlations "
                    "need {fewest}; choose other variables.",
                    "n",
                    n=int(whole.sum()),
                    fewest=FEWEST,
                ),
                "variables",
                title=self.title,
            )
        return [unit_ranks(_chosen(column, whole)) for column in codes]

    def _drawn(
        self, conditions: list[np.ndarray], noise: np.ndarray, matrix: np.ndarray, progress: Progress
    ) -> np.ndarray:
        """Return new scores of the confidential variables, (variables, n), given those of the predictors."""
        known, wanted = len(conditions), len(self.variables)
        scores = [_scores(column) for column in conditions]
        drawn = np.empty((wanted, len(noise)))
        for members, share in progress.over(records_alike([column < 0 for column in conditions], len(noise))):
            share.at(0.0, self.title)
            there = [place for place in range(known) if not np.isnan(scores[place][members[0]])]
            order = [*there, *range(known, known + wanted)]
            root = triangular_root(matrix[np.ix_(order, order)])
            parts = noise[members]
            if there:
                known_parts = coordinates([scores[place][members] for place in there], root)
                parts = np.hstack([known_parts, parts])
            for at in range(wanted):
                drawn[at, members] = mixed(parts, root[len(there) + at])
        return drawn


def _normal_correlations(ranked: np.ndarray) -> tuple[np.ndarray, tuple[str, ...]]:
    """Return the correlations of normal variables with these rank correlations, and what to know of them."""
    normal = 2 * _sine(math.pi / 6 * ranked)
    np.fill_diagonal(normal, 1.0)
    if _is_possible(normal):
        return normal, ()
    return ranked, ("Normal correlations contradict one another: rank correlations are used.",)


def _chosen(codes: np.ndarray, records: np.ndarray) -> np.ndarray:
    """Return the codes of some records; of all of them, without a copy."""
    return codes if records.all() else codes[records]


def _sine(x: np.ndarray) -> np.ndarray:
    """Return the sine of numbers within ±π/6, the same to the last digit on every machine."""
    value: np.ndarray = np.zeros(x.shape)
    for n in range(8, -1, -1):
        value = value * x * x + (-1) ** n / math.factorial(2 * n + 1)
    value *= x
    return value


def _complete(codes: Sequence[np.ndarray]) -> np.ndarray:
    """Return which records have all values, bool (n,)."""
    whole: np.ndarray = np.all([column >= 0 for column in codes], axis=0)
    return whole


def _scores(codes: np.ndarray) -> np.ndarray:
    """Return normal scores, float64 (n,), NaN where missing."""
    ranks = middle_ranks(codes)
    present = ~np.isnan(ranks)
    ranks[present] = normal_quantile((ranks[present] - 0.5) / max(int(present.sum()), 1))
    return ranks


def _is_possible(matrix: np.ndarray) -> bool:
    """Return whether a matrix is one of correlations: it is the square of its root."""
    root = triangular_root(matrix)
    square = np.array([[(one * other).sum() for one in root] for other in root])
    return bool((np.abs(square - matrix) < CONTRADICTION).all())


def _exchanged(codes: np.ndarray, keys: tuple[np.ndarray, np.ndarray, np.ndarray]) -> np.ndarray:
    """Return whose value each record gets, int64 (n,): the j-th smallest to the j-th smallest score.

    `keys` are random numbers for equal scores, the scores, and the strata.
    """
    source = np.arange(len(codes))
    present = np.flatnonzero(codes >= 0)
    receiving = present[_order([key[present] for key in keys])]
    source[receiving] = present[_order([codes[present], keys[-1][present]])]
    return source


def _order(keys: Sequence[np.ndarray]) -> np.ndarray:
    """Return the order by these keys, the last one first, int64 (m,)."""
    *_, values, strata = keys
    if not strata.any():
        order = stable_order(values)  # which is much faster, and all where no two are equal
        ranked = values[order]
        if len(keys) == 2 or not (ranked[1:] == ranked[:-1]).any():
            return order
    return np.lexsort(keys)
