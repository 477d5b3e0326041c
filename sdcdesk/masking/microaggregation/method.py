"""Microaggregation: the method, its parameters, and the values that groups get."""

from collections.abc import Iterator
from typing import ClassVar, Literal, Self

import numpy as np
from pydantic import model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.numbers.quantity import RECORDS, Quantity
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Purpose
from sdcdesk.core.operations.parameters import KEY_LIKE, REQUIRED, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.grouping import (
    fixed_groups,
    optimal_absolute,
    optimal_squares,
)
from sdcdesk.kernels.grouping.mixed_mdav import Categories
from sdcdesk.kernels.grouping.ties_together import fixed_together, optimal_together
from sdcdesk.kernels.stable_order import stable_order
from sdcdesk.masking.decimals_kept import KeepsDecimals
from sdcdesk.masking.declared import RECORDS_LEFT_ALONE
from sdcdesk.masking.household_records import MasksDistinctRecords
from sdcdesk.masking.microaggregation.centres import (
    CENTROIDS,
    Centring,
    Centroid,
    centred,
    left_out,
    numbers_or_codes,
)
from sdcdesk.masking.microaggregation.group_loss import (
    GROUPS_FORMED,
    INFORMATION_LOSS,
    LARGEST_GROUP,
    SMALLEST_GROUP,
    SSE,
    SST,
    group_sizes,
    losses,
)
from sdcdesk.masking.microaggregation.minimum_records import check_enough
from sdcdesk.masking.microaggregation.multivariate_groups import Formed, Forming, WholeRecords
from sdcdesk.masking.microaggregation.scales import Chosen
from sdcdesk.masking.new_values import KEEP_WHOLE, decimal_notes, with_numbers
from sdcdesk.masking.strata import NO_GROUP, find_strata, grouped

GROUPINGS = {"single": "Each variable by itself", "together": "Several variables at once"}

WAYS = {
    "mdav": "MDAV",
    "variable": "V-MDAV, sizes vary",
    "blocks": "MDAV in blocks, improved",
    "principal": "First principal component",
    "scores": "Sum of z-scores",
}

PARTITIONS = {"optimal": "Sizes that lose least", "fixed": "Groups of k, the last one larger"}

OBJECTIVES = {"squares": "Squared deviations from the mean", "absolute": "Absolute deviations from the mean"}

DISTANCES = {"standardised": "Standardised values", "robust": "Robust Mahalanobis distances"}

BY_DISTANCES = ("mdav", "variable", "blocks")
"""Ways that compare records by distances."""

_SUMMARIES = {
    (False, False, False): "{names} in groups of at least {k}",
    (False, False, True): "{names} in groups of at least {k} within {within}",
    (True, False, False): "{names} together in groups of at least {k}",
    (True, False, True): "{names} together in groups of at least {k} within {within}",
    (True, True, False): "{names} together, {n} at once, in groups of at least {k}",
    (True, True, True): "{names} together, {n} at once, in groups of at least {k} within {within}",
}
"""By whether variables are grouped at once, whether these are not all, and whether there are strata."""


class Microaggregation(KeepsDecimals, MasksDistinctRecords):
    """Put records into groups of at least k similar ones, and give all of a group the same value.

    The value is the mean, the median or the trimmed mean of the group: that without the ⌊t·g/100⌋ smallest
    and as many of the largest of its g values, so that one outlier does not move it. *Single* (individual
    ranking) sorts each variable by itself and cuts it into groups of neighbours. With *fixed* sizes every
    group holds k records and the last one up to 2k − 1. With *optimal* sizes the loss is the least possible:
    that of squared deviations from the group means exactly (sizes k to 2k − 1 suffice), that of absolute
    deviations (Truta, Fotouhi and Barth-Jones, formula 2) among all partitions into consecutive groups of up
    to `longest` records, which is exact with all records.

    *Together* groups whole records, by all variables or by `at_once` of them at a time in the order in which
    they are named. Each variable is standardised (÷ n; constant ones do not count). The groups are formed

    - by MDAV: the record farthest from the mean of the rest and its k − 1 nearest form a group, then the one
      farthest from that record and its nearest, and so on, ties to the record that comes first; the time
      grows with the square of the number of records;
    - by V-MDAV: likewise, but up to k − 1 more records join a group, each if it lies nearer to it than `gain`
      times its distance from the records without a group;
    - in blocks: the file is cut into blocks of up to `block` neighbouring records, MDAV works in each of
      them, and a local search improves the groups. A million records take seconds, and it loses less than
      MDAV alone;
    - or as neighbours in the order of the first principal component or of the sum of z-scores, in groups of
      k: fast, and they lose more.

    With `distances` *robust*, the first three ways compare records by robust Mahalanobis distances: centre
    and covariances are those of the half of the records that lie closest together (minimum covariance
    determinant, deterministic, reweighted), so that outliers do not set the scale, and correlated variables
    do not count twice; constant ones do not count. Records in which most variables follow from others, or
    most values are equal, have no such distances: that is refused.

    With `clusters`, the records are first put into so many clusters (k-means of the distances above, started
    with equal parts of the order of the first principal component; clusters of fewer than k records are
    dissolved), and groups never reach across them: natural clumps of records stay apart.

    The local search, which *improve* adds to the other ways, moves records between neighbouring groups,
    exchanges them and dissolves groups, as long as that lessens the loss.

    Groups never reach across the strata formed by the variables in `within`; records without a value
    there are a stratum of their own. Missing values stay missing. *Single* groups the values of a
    variable that are present. *Together* needs complete records: one with a missing value among the
    variables that are grouped together is left as it is in these, and counted.

    Equal values may fall into different groups and get different results, unless *keep equal values
    together* forbids it: then a fixed group is closed when it holds k and the next value differs (what is
    left over joins the last group), and optimal groups are the best ones under this condition.

    Categories have no mean. Ordinal variables get the median, in even groups the lower of the middle two:
    by themselves in fixed groups, or by MDAV together with others. Nominal variables get the most frequent
    category, of equally frequent ones the first, by MDAV. The squared distance of two records is then the
    sum of those of the standardised numbers, of the ranks over the number of categories, and 1 for every
    nominal variable in which they differ (Domingo-Ferrer and Torra 2005). The result of whole numbers has
    decimals unless `whole_numbers` rounds it.

    With `households`, records of a household that have the same values in all variables of the step are
    masked as one, the first of them in the initial file, and all get its new values; others, and who has
    no household, stand for themselves. Groups then hold at least k of the records that are masked, so
    that no group is filled by the members of one household who are alike; group sizes, means and the
    information loss are those of these records.

    When to use
        For variables that an intruder could know: every value is then shared by at least k records, with
        *together* every combination of them, if no values are missing. Unrounded means of groups keep the
        mean of each variable; its variance shrinks by the information loss.
    When not to use
        With *single*, combinations of several variables can stay unique, and values close to the original
        ones are released: as the only protection of several variables it is weak; so is *together* with
        few variables at once. Medians of groups of an odd size, and trimmed means that leave one value, are
        true values of a record: take means where these must not leave. Groups of equal confidential values
        protect nothing. A few nominal variables are told better by recoding.


    Examples
    --------
    >>> import pandas as pd
    >>> from sdcdesk.core.data.microdata import Microdata
    >>> from sdcdesk.masking import Microaggregation
    >>> data = Microdata(pd.DataFrame({"age": [8, 10, 19, 23, 37, 43, 68, 72]}))
    >>> Microaggregation(variables=["age"], k=2).apply(data).column("age").tolist()
    [9.0, 9.0, 21.0, 21.0, 40.0, 40.0, 70.0, 70.0]
    """

    name: ClassVar[str] = "microaggregation"
    title: ClassVar[str] = "Microaggregation"
    source: ClassVar[str] = (
        "Truta, Fotouhi and Barth-Jones, Global Disclosure Risk Measures and k-Anonymity Property for "
        "Microdata, section 2; Domingo-Ferrer and Torra, Disclosure Control Methods and Information Loss for "
        "Microdata, section 3; Hansen and Mukherjee (2003); Solanas and Martínez-Ballesté (2006); "
        "Domingo-Ferrer and Torra (2005); Templ and Meindl (2008), on robust distances; Hubert, Rousseeuw "
        "and Verdonck (2012)"
    )
    purpose: ClassVar[Purpose] = Purpose.CHANGE_VALUES
    declares = (
        GROUPS_FORMED,
        SMALLEST_GROUP,
        LARGEST_GROUP,
        RECORDS_LEFT_ALONE,
        SSE,
        SST,
        INFORMATION_LOSS,
    )
    examples = (
        {"variables": ["income", "age"], "k": 4},
        {"variables": ["income", "bonus"], "k": 3, "grouping": "together", "within": ["school"]},
        {"variables": ["income", "bonus"], "k": 2, "grouping": "together", "formed": "blocks", "block": 4},
        {"variables": ["income", "zip"], "k": 3, "grouping": "together", "at_once": 2},
        {"variables": ["income"], "grouping": "together", "formed": "variable", "gain": 1.1, "improve": True},
        {"variables": ["income"], "partition": "fixed", "households": True},
        {"variables": ["income"], "partition": "optimal", "objective": "absolute", "longest": 12},
        {
            "variables": ["income"],
            "centroid": "median",
            "keep_equal_together": True,
            "whole_numbers": True,
            "decimals": True,
        },
        {"variables": ["income", "age"], "k": 5, "grouping": "together", "centroid": "trimmed", "trim": 30.0},
        {"variables": ["income", "age"], "grouping": "together", "distances": "robust", "clusters": 3},
    )

    variables: tuple[str, ...] = parameter(
        REQUIRED, "Variables", "The variables whose values are replaced.", accepts=KEY_LIKE, min_length=1
    )
    k: int = parameter(
        3, "Smallest group", "Every group holds at least so many.", FieldDisplay(unit="records"), ge=2
    )
    grouping: Literal["single", "together"] = parameter(
        "single", "Groups of", "Whether each variable has its own groups.", FieldDisplay(choices=GROUPINGS)
    )
    formed: Formed = parameter(
        "mdav",
        "Formed by",
        "How records that are alike are found; in blocks for large files. Categories by MDAV only.",
        FieldDisplay(choices=WAYS, when={"grouping": ("together",)}),
    )
    gain: float = parameter(
        0.2,
        "Gain",
        "A record joins a group where it is nearer to it than so many times its distance from the others: "
        "about a fifth where records are scattered, above 1 where they form clumps.",
        FieldDisplay(when={"grouping": ("together",), "formed": ("variable",)}),
        ge=0,
        le=100,
    )
    block: int = parameter(
        2000,
        "Largest block",
        "Larger blocks lose a little less and take longer. At least 2k.",
        FieldDisplay(unit="records", more=True, when={"grouping": ("together",), "formed": ("blocks",)}),
        ge=2,
    )
    improve: bool = parameter(
        False,
        "Improve by exchanges",
        "A local search moves and exchanges records between neighbouring groups while that lessens the loss.",
        FieldDisplay(when={"grouping": ("together",), "formed": ("mdav", "variable", "principal", "scores")}),
    )
    distances: Literal["standardised", "robust"] = parameter(
        "standardised",
        "Distances of",
        "By what records are alike: robust distances neither let outliers set the scale, nor count what "
        "correlated variables share twice.",
        FieldDisplay(choices=DISTANCES, more=True, when={"grouping": ("together",), "formed": BY_DISTANCES}),
    )
    clusters: int | None = parameter(
        None,
        "Clusters first",
        "So many clusters of records are formed first, and groups never reach across them.",
        FieldDisplay(empty="none", more=True, when={"grouping": ("together",)}),
        ge=2,
    )
    at_once: int | None = parameter(
        None,
        "Variables at once",
        "So many variables are grouped together, in the order in which they are named, then the next ones.",
        FieldDisplay(empty="all", more=True, when={"grouping": ("together",)}),
        ge=1,
    )
    partition: Literal["optimal", "fixed"] = parameter(
        "optimal",
        "Sizes",
        "How sorted values are cut into groups.",
        FieldDisplay(choices=PARTITIONS, when={"grouping": ("single",)}),
    )
    objective: Literal["squares", "absolute"] = parameter(
        "squares",
        "Loss",
        "What the optimal sizes make least.",
        FieldDisplay(choices=OBJECTIVES, when={"grouping": ("single",), "partition": ("optimal",)}),
    )
    longest: int | None = parameter(
        None,
        "Largest group",
        "Groups tried for absolute deviations hold up to so many, at least 2k − 1; 4k where not given. "
        "Exact if that is the number of records.",
        FieldDisplay(
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
        FieldDisplay(when={"grouping": ("single",), "objective": ("squares",)}),
    )
    centroid: Centroid = parameter(
        "mean", "Published value", "What all records of a group get.", FieldDisplay(choices=CENTROIDS)
    )
    trim: float = parameter(
        25.0,
        "Left out at each end",
        "The trimmed mean leaves out this share of the values of a group at each end, rounded down.",
        FieldDisplay(unit="% of the group", when={"centroid": ("trimmed",)}),
        gt=0,
        lt=50,
    )
    within: tuple[str, ...] = parameter(
        (),
        "Within",
        "Groups never reach across these strata.",
        FieldDisplay(more=True, empty="one stratum, all records"),
        accepts=KEY_LIKE,
    )
    whole_numbers: bool = parameter(False, *KEEP_WHOLE)

    @property
    def _robust(self) -> bool:
        """Whether distances that count are robust."""
        return self.distances == "robust" and self.formed in BY_DISTANCES

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if {*self.within} & {*self.variables}:
            raise FieldError("within", "names a variable that is microaggregated")
        if self.longest is not None and self.longest < 2 * self.k - 1:
            raise FieldError("longest", sentence("must be at least 2k − 1 = {n}", n=2 * self.k - 1))
        if self.formed == "blocks" and self.block < 2 * self.k:
            raise FieldError("block", sentence("must be at least 2k = {n}", n=2 * self.k))
        return self

    def summary(self) -> str:
        """Return the step in a few plain words."""
        at_once = max(map(len, self._sets())) if self.grouping == "together" else 1
        many = at_once > 1
        some = many and at_once < len(self.variables)
        words = _SUMMARIES[many, some, bool(self.within)]
        return sentence(
            words, names=", ".join(self.variables), n=at_once, k=self.k, within=", ".join(self.within)
        )

    def check(self, data: Microdata) -> tuple[str, ...]:
        """Check that the variables exist and are of scales that these groups and centroids can take."""
        notes = super().check(data)
        Chosen(
            together=self.grouping == "together",
            mdav=self.formed == "mdav",
            improve=self.improve,
            robust=self._robust,
            clusters=self.clusters is not None,
            fixed=self.partition == "fixed",
            median=self.centroid == "median",
            whole=self.whole_numbers,
        ).check({name: data.variable(name).scale for name in self.variables}, self.title)
        return notes

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        values = {name: numbers_or_codes(data, name) for name in self.variables}
        strata = find_strata(data, self.within)
        if self.grouping == "together":
            labels: dict[str, np.ndarray] = {}
            for names, share in progress.over(self._sets()):
                labels |= dict.fromkeys(names, self._together(data, values, names, strata, share))
        else:
            labels = {
                name: self._single(name, values[name], strata, share)
                for name, share in progress.over(self.variables)
            }
        how = Centring(self.centroid, self.trim, self.whole_numbers)
        masked = with_numbers(data, {n: centred(data, n, values[n], labels[n], how) for n in self.variables})
        reported = self._sizes(labels) | losses(self._pairs(data, masked, labels))
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
        if (
            self.centroid == "trimmed"
            and not left_out(self.trim, int(reported[LARGEST_GROUP].value or 0))[-1]
        ):
            notes.append("No group is large enough to leave a value out: all get their mean.")
        return Masked(masked, reported, tuple(notes))

    def _single(self, name: str, values: np.ndarray, strata: np.ndarray, progress: Progress) -> np.ndarray:
        """Return the groups of the values of one variable."""
        present = ~np.isnan(values)
        check_enough(strata[present], self.k, name)
        ascending = stable_order(values)[: np.count_nonzero(present)]  # missing ones stand last
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

    def _sets(self) -> list[tuple[str, ...]]:
        """Return the variables that are grouped together."""
        size = self.at_once or len(self.variables)
        return [self.variables[start : start + size] for start in range(0, len(self.variables), size)]

    def _together(
        self,
        data: Microdata,
        values: dict[str, np.ndarray],
        names: tuple[str, ...],
        strata: np.ndarray,
        progress: Progress,
    ) -> np.ndarray:
        """Return the groups of the records in which none of some variables is missing."""
        complete = np.flatnonzero(~np.isnan([values[name] for name in names]).any(axis=0))
        check_enough(strata[complete], self.k)
        scales = {name: data.variable(name).scale for name in names}
        numbers = [values[name] for name in names if scales[name] is Scale.CONTINUOUS]
        categories = [
            Categories(data.coding(name).codes, len(data.coding(name).categories), scale is Scale.ORDINAL)
            for name, scale in scales.items()
            if scale is not Scale.CONTINUOUS
        ]
        start = 0.2 if self._robust else 0.0
        if self._robust:
            records = WholeRecords.by_robust_distances(numbers, complete, progress.part(0.0, start))
        else:
            records = WholeRecords.from_columns(numbers, categories, complete, self.formed)
        forming = Forming(
            k=self.k,
            formed=self.formed,
            gain=self.gain,
            block=self.block,
            improve=self.improve or self.formed == "blocks",
            clusters=self.clusters or 1,
        )

        def form(part: np.ndarray, share: Progress) -> np.ndarray:
            return records.part(part).groups(forming, share)

        return grouped(strata, complete, form, progress.part(start, 1.0))

    def _sizes(self, labels: dict[str, np.ndarray]) -> dict[Declared, Quantity]:
        if self.grouping == "single":
            return group_sizes(labels.values())
        left = Quantity(self._left(labels), RECORDS)
        return group_sizes([labels[names[0]] for names in self._sets()]) | {RECORDS_LEFT_ALONE: left}

    def _left(self, labels: dict[str, np.ndarray]) -> int:
        """Return how many records lack a value of variables that are grouped together."""
        if self.grouping == "single":
            return 0
        return int(np.logical_or.reduce([labels[names[0]] == NO_GROUP for names in self._sets()]).sum())

    def _pairs(
        self, data: Microdata, masked: Microdata, labels: dict[str, np.ndarray]
    ) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Walk through the grouped values of the continuous variables, original and masked."""
        for name, groups in labels.items():
            if data.variable(name).scale is Scale.CONTINUOUS:
                original, new = (file.numbers(name, copy=False) for file in (data, masked))
                inside = groups != NO_GROUP
                # All are taken without a copy.
                yield (original, new) if inside.all() else (original[inside], new[inside])
