"""Stratified sampling: a part of the records of each stratum is released."""

from dataclasses import replace
from typing import Annotated, ClassVar, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED
from sdcdesk.core.numbers.quantity import SHARE, Quantity, count_unit
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.parameters import CONTINUOUS, KEY_LIKE, REQUIRED, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import FieldError, NamesValues
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import counted, joined, sentence
from sdcdesk.kernels.allocation import equal, optimal, proportional
from sdcdesk.masking.sampling.design import BY, SizedSampling, kept
from sdcdesk.masking.sampling.margin import stratified_margin
from sdcdesk.masking.strata import find_strata, stratum_names

ALLOCATIONS = {
    "proportional": "In proportion to the stratum",
    "equal": "Equally many of each stratum",
    "optimal": "In proportion to size and spread (Neyman)",
    "given": "Numbers of your own",
}
SHARED = ("proportional", "equal", "optimal")
"""Allocations that share out the size of a sample."""

STRATA = count_unit("stratum", "strata")

Drawn = Annotated[int, Field(ge=0)]


STRATA_IN_ALL = Declared(
    "strata",
    "Strata",
    STRATA,
    "Those of the file before the step.",
)

STRATA_WITHOUT_RECORD = Declared(
    "strata_without_record",
    "Strata without a record",
    STRATA,
    "Those that are not in the sample.",
    better="less",
)

SMALLEST_FACTOR = Declared(
    "smallest_sampling_factor",
    "Smallest factor of a stratum",
    SHARE,
    "Of t_h/n_h, the inclusion probability of the records of stratum h.",
)

LARGEST_FACTOR = Declared(
    "largest_sampling_factor",
    "Largest factor of a stratum",
    SHARE,
    "Of t_h/n_h, the inclusion probability of the records of stratum h.",
    better="less",
)

MARGIN = Declared(
    "margin_of_error",
    "Margin of error",
    SHARE,
    sentence(
        "{z}·√(Σ (n_h/n)²·{quarter}/t_h·(1 − t_h/n_h)): half the width of the 95 % confidence interval of "
        "a percentage that is estimated with the weights n_h/t_h, where it is 50 % in every stratum, "
        "which is the worst case. Not defined where a stratum is not in the sample.",
        z=1.96,
        quarter=0.25,
    ),
    better="less",
)


class StratifiedSampling(SizedSampling):
    """Release a simple random sample of each stratum instead of all records.

    Strata are the records that agree on all variables named by *within*; a missing value agrees with
    another missing value. The size t of the whole sample is given, or follows from a percentage of the n
    records as in simple random sampling. It is shared out over the strata in one of these ways:

    - *proportional*: a stratum of n_h records gives t_h = t·n_h/n, rounded down; what is left goes, one
      record each, to the strata with the largest remainders. Every record is as likely to be released.
    - *equal*: every stratum gives the same number of records, or all that it has. What is left goes, one
      record each, to the largest strata.
    - *optimal*: t_h is proportional to n_h·S_h, S_h being the standard deviation (÷ n_h − 1) of a variable in
      the stratum, so that the mean of that variable is estimated with the least error (Neyman 1934). No
      stratum gives more than it has; the others share the rest. Each gives one record at least if t
      suffices. Missing values are left out; with fewer than two values S_h is 0.
    - *given*: you say how many records each stratum gives. One that is not named gives none.

    Equal claims go to the larger stratum, then to the one with the earliest record of the original. Within
    a stratum each set of t_h records is equally likely. Records keep their order and their values.

    When to use
        As simple random sampling, where the shares of regions or other groups shall not change by chance
        (proportional), where small groups must be large enough to be studied (equal), or where one
        total matters most (optimal).
    When not to use
        As simple random sampling. Any allocation but the proportional one releases most or all of some
        strata, whose records are then as exposed as before; and users need weights, n_h/t_h, which are not
        added. Sampling weights in the file are not adapted.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"sex": ["f", "m", "f", "m", "f", "f", "f", "f"]}))
    >>> sampling = sdc.masking.StratifiedSampling(within=["sex"], percentage=50)
    >>> sampling.apply(data, seed=7).column("sex").value_counts().to_dict()
    {'f': 3, 'm': 1}
    """

    name: ClassVar[str] = "stratified_sampling"
    title: ClassVar[str] = "Stratified sampling"
    source: ClassVar[str] = (
        "Domingo-Ferrer and Torra, Disclosure Control Methods and Information Loss for Microdata, section 3; "
        "Cochran (1977), Sampling Techniques, chapter 5"
    )
    declares = (
        STRATA_IN_ALL,
        STRATA_WITHOUT_RECORD,
        SMALLEST_FACTOR,
        LARGEST_FACTOR,
        MARGIN,
    )
    examples = (
        {"percentage": 50.0, "within": ["zip"]},
        {"by": "size", "size": 60, "within": ["zip", "bonus"], "allocation": "equal"},
        {"by": "size", "size": 60, "within": ["zip"], "allocation": "optimal", "spread": "income"},
        {"within": ["zip"], "allocation": "given", "numbers": {"0012": 5, "4802": 1}},
    )

    within: tuple[str, ...] = parameter(
        REQUIRED, "Within", "The variables that form the strata.", accepts=KEY_LIKE, min_length=1
    )
    allocation: Literal["proportional", "equal", "optimal", "given"] = parameter(
        "proportional",
        "Allocation",
        "How many records each stratum gives.",
        FieldDisplay(choices=ALLOCATIONS, menu=True),
    )
    spread: str | None = parameter(
        None,
        "Spread of",
        "The variable whose mean or total shall be estimated with the least error.",
        FieldDisplay(when={"allocation": ("optimal",)}),
        accepts=CONTINUOUS,
    )
    by: Literal["percentage", "size"] = parameter(
        "percentage",
        "Sample",
        "How the size of the sample is given.",
        FieldDisplay(choices=BY, when={"allocation": SHARED}),
    )
    percentage: float | None = parameter(
        None,
        "Percentage",
        "Records in the sample, in % of the records of the file: 80 is eighty of a hundred.",
        FieldDisplay(unit="%", when={"by": ("percentage",), "allocation": SHARED}),
        gt=0,
        le=100,
    )
    size: int | None = parameter(
        None,
        "Size",
        "Number of records in the sample.",
        FieldDisplay(unit="records", when={"by": ("size",), "allocation": SHARED}),
        ge=1,
    )
    numbers: Annotated[dict[str, Drawn], NamesValues] = parameter(
        {},
        "Records by stratum",
        "How many records each stratum gives. Where several variables form the strata, a stratum is named by "
        'its values with " × " between them, as in "north × female"; a missing value is "(missing)".',
        FieldDisplay(when={"allocation": ("given",)}, combinations="within"),
    )

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if self.allocation == "given":
            if not any(self.numbers.values()):
                raise FieldError("numbers", "no stratum gives a record; say how many each gives")
        elif (self.percentage if self.by == "percentage" else self.size) is None:
            raise FieldError(self.by, "a value must be given")
        if self.allocation == "optimal" and self.spread is None:
            raise FieldError("spread", "name the variable whose spread decides")
        return self

    def summary(self) -> str:
        """Return the step in a few plain words."""
        own = sentence("Sample {size}", size=counted(sum(self.numbers.values()), "record"))
        whole = own if self.allocation == "given" else super().summary()
        words = {
            "equal": "equally many of each {within}",
            "optimal": "by spread of {spread} in {within}",
        }.get(self.allocation, "stratified by {within}")
        return joined([whole, sentence(words, spread=str(self.spread), within=", ".join(self.within))])

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        self._require_records(data, self.by)
        strata = find_strata(data, self.within)
        progress.at(0.2, self.title)
        order = draws.order(data.rows)
        together = order[np.argsort(strata[order], kind="stable")]
        sizes = np.bincount(strata)
        starts = sizes.cumsum() - sizes
        progress.at(0.6, self.title)
        allocated, notes = self._allocate(
            data, strata, sizes, np.minimum.reduceat(data.rows[together], starts)
        )
        place = np.arange(len(data)) - np.repeat(starts, sizes)
        drawn = np.sort(together[place < np.repeat(allocated, sizes)])
        return Masked(data.take(drawn), self._figures(data, sizes, allocated), notes)

    def _allocate(
        self, data: Microdata, strata: np.ndarray, sizes: np.ndarray, earliest: np.ndarray
    ) -> tuple[np.ndarray, tuple[str, ...]]:
        """Return how many records each stratum gives, and what is to be said of that."""
        if self.allocation == "given":
            return self._stated_allocation(stratum_names(data, self.within, strata), sizes)
        size = self._size(len(data))
        if self.spread is not None:
            numbers = data.numbers(self.spread)
            return optimal(sizes, deviations(numbers, strata, data.rows), size, earliest), ()
        share = proportional if self.allocation == "proportional" else equal
        return share(sizes, size, earliest), ()

    def _stated_allocation(self, names: list[str], sizes: np.ndarray) -> tuple[np.ndarray, tuple[str, ...]]:
        drawn = np.array([self.numbers.get(name, 0) for name in names], dtype=np.int64)
        unknown = sum(number > 0 for name, number in self.numbers.items() if name not in set(names))
        if unknown:
            raise DataError(
                sentence(
                    "{n} name shall give records and is no stratum of the file; leave it out.",
                    "{n} names shall give records and are no strata of the file; leave them out.",
                    "n",
                    n=unknown,
                ),
                "numbers",
                title=self.title,
            )
        short = int((drawn > sizes).sum())
        if short:
            raise DataError(
                sentence(
                    "{n} stratum has fewer records than it shall give; ask for fewer.",
                    "{n} strata have fewer records than they shall give; ask for fewer.",
                    "n",
                    n=short,
                ),
                "numbers",
                title=self.title,
            )
        silent = sum(name not in self.numbers for name in names)
        note = sentence(
            "{n} stratum is not named and gives no record.",
            "{n} strata are not named and give no record.",
            "n",
            n=silent,
        )
        return drawn, (note,) if silent else ()

    def _figures(self, data: Microdata, sizes: np.ndarray, drawn: np.ndarray) -> dict[Declared, Quantity]:
        factors = drawn / sizes
        of_strata = {
            STRATA_IN_ALL: Quantity(len(sizes), STRATA),
            STRATA_WITHOUT_RECORD: Quantity(int((drawn == 0).sum()), STRATA),
            SMALLEST_FACTOR: Quantity(float(factors.min()), SHARE),
            LARGEST_FACTOR: Quantity(float(factors.max()), SHARE),
            MARGIN: stratified_margin(sizes, drawn),
        }
        if not set(data.named(Role.CONFIDENTIAL)).isdisjoint(self.looked_at()):
            # How many records have a confidential value, or how far such values spread, follows from them.
            of_strata = {
                one: replace(found, contributions=NEVER_PUBLISHED) for one, found in of_strata.items()
            }
        return kept(int(drawn.sum()), int(sizes.sum())) | of_strata


def deviations(numbers: np.ndarray, strata: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Return the standard deviation (÷ count − 1) of the numbers of each stratum.

    Parameters
    ----------
    numbers
        float64 (n,), NaN where missing.
    strata
        int64 (n,), 0…S−1.
    rows
        int64 (n,), positions of the initial records: sums are made in their order.

    Returns
    -------
    np.ndarray
        float64 (S,); exactly 0 where all are equal, and with fewer than two numbers.
    """
    order = np.argsort(rows, kind="stable")
    order = order[~np.isnan(numbers[order])]
    groups, among = int(strata.max()) + 1, strata[order]
    scale = float(np.abs(numbers[order]).max(initial=0.0)) or 1.0
    scaled = numbers[order] / scale
    counts = np.bincount(among, minlength=groups)
    member = np.zeros(groups)
    member[among] = scaled
    # Equal numbers differ by exactly 0 from one of them; from their rounded mean they need not.
    gaps = scaled - member[among]
    means = np.bincount(among, gaps, groups) / np.maximum(counts, 1)
    squares = np.bincount(among, (gaps - means[among]) ** 2, groups)
    found: np.ndarray = np.sqrt(squares / np.maximum(counts - 1, 1))
    return found
