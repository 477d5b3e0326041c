"""Microaggregation: records in groups of at least k get the mean or median of their group."""

from collections.abc import Iterator
from typing import ClassVar, Literal, Self

import numpy as np
import pandas as pd
from pydantic import model_validator

from sdcdesk.core.errors import DataError
from sdcdesk.core.legible import brief
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.model import FieldError
from sdcdesk.core.operation import KEY_LIKE, ORDERED, Masked, Method, Purpose
from sdcdesk.core.parameters import REQUIRED, Shown, parameter
from sdcdesk.core.progress import Progress
from sdcdesk.core.quantity import RECORDS, Quantity
from sdcdesk.core.randomness import Draws
from sdcdesk.core.sentence import joined, sentence
from sdcdesk.core.variable import Scale
from sdcdesk.kernels.grouping import (
    fixed_groups,
    group_lower_medians,
    group_means,
    group_medians,
    mdav,
    optimal_absolute,
    optimal_squares,
)
from sdcdesk.kernels.grouping.equal_together import fixed_together, optimal_together
from sdcdesk.kernels.grouping.exact_distances import ExactDistances
from sdcdesk.masking.covariance import scores_of
from sdcdesk.masking.group_loss import group_sizes, losses
from sdcdesk.masking.new_values import decimal_notes, numbers_to_square, replace_codes, replace_numbers
from sdcdesk.masking.strata import NO_GROUP, grouped, strata_of, too_small

GROUPINGS = {"single": "Each variable by itself", "together": "All variables at once (MDAV)"}

PARTITIONS = {"optimal": "Sizes that lose least", "fixed": "Groups of k, the last one larger"}

OBJECTIVES = {"squares": "Squared deviations from the mean", "absolute": "Absolute deviations from the mean"}

CENTROIDS = {"mean": "Mean", "median": "Median"}

"""Name of a figure."""


class Microaggregation(Method):
    """Put records into groups of at least k similar ones, and give all of a group the same value.

    The value is the mean or the median of the group. There are two ways to form the groups:

    - *single* (individual ranking): each variable by itself is sorted and cut into groups of neighbours.
      With *fixed* sizes every group holds k records and the last one up to 2k − 1. With *optimal* sizes
      the loss is the least possible: that of squared deviations from the group means exactly (sizes k to
      2k − 1 suffice), that of absolute deviations (Truta, Fotouhi and Barth-Jones, formula 2) among all
      partitions into consecutive groups of up to `longest` records, which is exact with all records.
    - *together*: all variables at once by MDAV. Each is standardised (÷ n; constant ones do not count);
      the record farthest from the mean of the rest and its k − 1 nearest form a group, then the one
      farthest from that record and its nearest, and so on, ties to the record that comes first. The time
      grows with the square of the number of records.

    Groups never reach across the strata formed by the variables in `within`; records without a value
    there are a stratum of their own. Missing values stay missing. *Single* groups the values of a
    variable that are present. *Together* needs complete records: one with a missing value among the
    variables is left as it is, and counted.

    Equal values may fall into different groups and get different results, unless *keep equal values
    together* forbids it: then a fixed group is closed when it holds k and the next value differs (what is
    left over joins the last group), and optimal groups are the best ones under this condition.

    Ordinal variables are taken by fixed groups and the median only: a category, in even groups the lower
    of the middle two. The result of whole numbers has decimals unless `whole_numbers` rounds it.

    When to use
        For continuous variables that an intruder could know: every value is then shared by at least k
        records, with *together* every combination of them, if no values are missing. Unrounded means of
        groups keep the mean of each variable; its variance shrinks by the information loss.
    When not to use
        With *single*, combinations of several variables can stay unique, and values close to the original
        ones are released: as the only protection of several variables it is weak. Groups of equal
        confidential values protect nothing. For nominal variables use recoding.

    Figures
    -------
    groups, smallest group, largest group
        For *single* over all variables.
    SSE, SST, information loss
        SSE sums the squared differences of masked and original values, SST those of original values and
        their mean, over all grouped values of the continuous variables, each standardised; the
        information loss is SSE/SST, of 100. It is not defined, and left out, if all are constant.
    records left as they are
        Those with missing values, for *together*.

    Examples
    --------
    >>> import pandas as pd
    >>> from sdcdesk.core.microdata import Microdata
    >>> from sdcdesk.masking import Microaggregation
    >>> data = Microdata(pd.DataFrame({"age": [8, 10, 19, 23, 37, 43, 68, 72]}))
    >>> Microaggregation(variables=["age"], k=2).apply(data).column("age").tolist()
    [9.0, 9.0, 21.0, 21.0, 40.0, 40.0, 70.0, 70.0]
    """

    name: ClassVar[str] = "microaggregation"
    title: ClassVar[str] = "Microaggregation"
    source: ClassVar[str] = (
        "Truta, Fotouhi and Barth-Jones, Global Disclosure Risk Measures and k-Anonymity Property for "
        "Microdata, section 2; Domingo-Ferrer and Torra, Disclosure Control Methods and Information Loss "
        "for Microdata, section 3; Hansen and Mukherjee (2003)"
    )
    purpose: ClassVar[Purpose] = Purpose.CHANGE_VALUES

    variables: tuple[str, ...] = parameter(
        REQUIRED, "Variables", "The variables whose values are replaced.", accepts=ORDERED, min_length=1
    )
    k: int = parameter(
        3, "Smallest group", "Every group holds at least so many.", Shown(unit="records"), ge=2
    )
    grouping: Literal["single", "together"] = parameter(
        "single", "Groups of", "Whether each variable has its own groups.", Shown(choices=GROUPINGS)
    )
    partition: Literal["optimal", "fixed"] = parameter(
        "optimal",
        "Sizes",
        "How sorted values are cut into groups.",
        Shown(choices=PARTITIONS, when={"grouping": ("single",)}),
    )
    objective: Literal["squares", "absolute"] = parameter(
        "squares",
        "Loss",
        "What the optimal sizes make least.",
        Shown(choices=OBJECTIVES, when={"grouping": ("single",), "partition": ("optimal",)}),
    )
    longest: int | None = parameter(
        None,
        "Largest group",
        "Groups tried for absolute deviations hold up to so many, at least 2k − 1; 4k where not given. "
        "Exact if that is the number of records.",
        Shown(
            unit="records",
            more=True,
            when={"grouping": ("single",), "partition": ("optimal",), "objective": ("absolute",)},
        ),
        ge=3,
    )
    keep_equal_together: bool = parameter(
        False,
        "Keep equal values together",
        "Equal values get equal results. Not available for absolute deviations.",
        Shown(when={"grouping": ("single",), "objective": ("squares",)}),
    )
    centroid: Literal["mean", "median"] = parameter(
        "mean", "Published value", "What all records of a group get.", Shown(choices=CENTROIDS)
    )
    within: tuple[str, ...] = parameter(
        (), "Within", "Groups never reach across these strata.", Shown(more=True), accepts=KEY_LIKE
    )
    whole_numbers: bool = parameter(
        False,
        "Keep whole numbers whole",
        "Round variables that hold only whole numbers to whole numbers again (halves to the even one).",
    )

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if len(set(self.variables + self.within)) < len(self.variables + self.within):
            raise FieldError("within", "a variable is named twice, here and in Variables")
        if self.longest is not None and self.longest < 2 * self.k - 1:
            raise FieldError("longest", sentence("must be at least 2k − 1 = {n}", n=2 * self.k - 1))
        return self

    def summary(self) -> str:
        """Return the step in a few plain words."""
        together = " together" if self.grouping == "together" and len(self.variables) > 1 else ""
        within = f" within {', '.join(self.within)}" if self.within else ""
        groups = sentence("in groups of at least {k}{within}", k=self.k, within=within)
        return joined([", ".join(self.variables) + together, groups], " ")

    def check(self, data: Microdata) -> tuple[str, ...]:
        """Check that the variables exist and are of scales that these groups and centroids can take."""
        notes = super().check(data)
        wanted = {
            "grouping": (self.grouping == "single", "grouping by single variables"),
            "partition": (self.partition == "fixed", "fixed sizes"),
            "centroid": (self.centroid == "median", "the median"),
        }
        for name in self.variables:
            if data.variable(name).scale is Scale.ORDINAL:
                for field, (chosen, words) in wanted.items():
                    if not chosen:
                        raise DataError(
                            f"{self.title}: {brief(name)} is ordinal; choose {words} for it.", field
                        )
                if self.whole_numbers:
                    raise DataError(
                        f"{self.title}: {brief(name)} is ordinal and always gets one of its categories; "
                        "leave Keep whole numbers whole (whole_numbers) out.",
                        "whole_numbers",
                    )
        return notes

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        values = {name: self._values(data, name) for name in self.variables}
        strata = strata_of(data, self.within)
        if self.grouping == "together":
            labels = dict.fromkeys(values, self._together(list(values.values()), strata, progress))
        else:
            labels = {
                name: self._single(name, values[name], strata, share)
                for name, share in progress.over(self.variables)
            }
        masked = data.assign({n: self._aggregated(data, n, values[n], labels[n]) for n in self.variables})
        figures = self._sizes(labels) | losses(self._pairs(data, masked, labels))
        notes = decimal_notes(values) if self.whole_numbers else []
        if left := self._left(labels):
            notes.append(
                sentence(
                    "{n} record with a missing value was left as it is, not masked.",
                    "{n} records with a missing value were left as they are, not masked.",
                    "n",
                    n=left,
                )
            )
        return Masked(masked, figures, tuple(notes))

    def _values(self, data: Microdata, name: str) -> np.ndarray:
        """Return numbers, or codes of ordered categories, as float64, NaN where missing."""
        if data.variable(name).scale is Scale.CONTINUOUS:
            return numbers_to_square(data, name)
        codes = data.coding(name).codes
        return np.where(codes >= 0, codes, np.nan)

    def _single(self, name: str, values: np.ndarray, strata: np.ndarray, progress: Progress) -> np.ndarray:
        """Return the groups of the values of one variable."""
        present = np.flatnonzero(~np.isnan(values))
        self._check_enough(strata[present], name)
        ascending = present[np.argsort(values[present], kind="stable")]
        return grouped(strata, ascending, lambda part, share: self._cut(values[part], share), progress)

    def _cut(self, ascending: np.ndarray, progress: Progress) -> np.ndarray:
        """Cut sorted values into groups."""
        if self.partition == "fixed":
            together = self.keep_equal_together
            return fixed_together(ascending, self.k) if together else fixed_groups(len(ascending), self.k)
        if self.objective == "absolute":
            return optimal_absolute(ascending, self.k, self.longest or 4 * self.k, progress)
        form = optimal_together if self.keep_equal_together else optimal_squares
        return form(ascending, self.k, progress)

    def _together(self, values: list[np.ndarray], strata: np.ndarray, progress: Progress) -> np.ndarray:
        """Return the groups of the records in which no variable is missing."""
        complete = np.flatnonzero(~np.isnan(values).any(axis=0))
        self._check_enough(strata[complete], "all chosen variables")
        scores = scores_of(values, complete)
        numbers = np.where(np.isnan(values).any(axis=0), 0.0, values).T
        exact = ExactDistances.of(numbers, complete)

        def groups(part: np.ndarray, share: Progress) -> np.ndarray:
            return mdav(scores[part], self.k, share, exact.part(part) if exact else None)

        return grouped(strata, complete, groups, progress)

    def _check_enough(self, strata: np.ndarray, whose: str) -> None:
        """Check that there are k values, and none or k in each stratum."""
        if len(strata) < self.k:
            raise DataError(
                sentence(
                    f"{self.title}: {{n}} record has a value of {{whose}}, and a group needs {{k}}; choose a "
                    "smaller k or leave the variable out.",
                    f"{self.title}: {{n}} records have a value of {{whose}}, and a group needs {{k}}; "
                    "choose a "
                    "smaller k or leave the variable out.",
                    "n",
                    n=len(strata),
                    whose=whose,
                    k=self.k,
                ),
                "k",
            )
        small = too_small(strata, self.k)
        if small:
            raise DataError(
                sentence(
                    f"{self.title}: in {{n}} stratum fewer than {{k}} records have a value of {{whose}}; put "
                    "strata together or choose a smaller k.",
                    f"{self.title}: in {{n}} strata fewer than {{k}} records have a value of {{whose}}; put "
                    "strata together or choose a smaller k.",
                    "n",
                    n=small,
                    k=self.k,
                    whose=whose,
                ),
                "within",
            )

    def _aggregated(self, data: Microdata, name: str, values: np.ndarray, labels: np.ndarray) -> pd.Series:
        """Return the column with the centroid of its group in each record that is in one."""
        inside = labels != NO_GROUP
        members, groups = values[inside], labels[inside]
        if data.variable(name).scale is Scale.ORDINAL:
            codes = data.coding(name).codes.copy()
            codes[inside] = group_lower_medians(members, groups)[groups]
            return replace_codes(data.column(name), data.coding(name), codes)
        centroids = group_means if self.centroid == "mean" else group_medians
        numbers = np.full(len(values), np.nan)
        numbers[inside] = centroids(members, groups)[groups]
        return replace_numbers(data, name, numbers, whole=self.whole_numbers)

    def _sizes(self, labels: dict[str, np.ndarray]) -> dict[str, Quantity]:
        if self.grouping == "single":
            return group_sizes(labels.values())
        left = Quantity(self._left(labels), RECORDS)
        return group_sizes([labels[self.variables[0]]]) | {"records left as they are": left}

    def _left(self, labels: dict[str, np.ndarray]) -> int:
        """Return how many records lack a value of the variables that are grouped together."""
        together = self.grouping == "together"
        return int((labels[self.variables[0]] == NO_GROUP).sum()) if together else 0

    def _pairs(
        self, data: Microdata, masked: Microdata, labels: dict[str, np.ndarray]
    ) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Walk through the grouped values of the continuous variables, original and masked."""
        for name, groups in labels.items():
            if data.variable(name).scale is Scale.CONTINUOUS:
                inside = groups != NO_GROUP
                yield data.numbers(name)[inside], masked.numbers(name)[inside]
