"""Sampling proportional to size: large units are released with a higher probability than small ones."""

from dataclasses import replace
from typing import ClassVar, Literal

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED
from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, Quantity, Why, undefined
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.parameters import CONTINUOUS, REQUIRED, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import joined, sentence
from sdcdesk.kernels.inclusion_probabilities import inclusion_probabilities
from sdcdesk.masking.declared import EXPECTED_RECORDS
from sdcdesk.masking.sampling.design import SizedSampling, kept
from sdcdesk.masking.sampling.margin import NO_SAMPLE, fixed_size_margin, poisson_margin

DESIGNS = {
    "fixed": "A fixed number: systematic, in random order",
    "independent": "Each record by itself (Poisson)",
}

START = 1
"""Column of the draw that begins the systematic sample; the words of column 0 order the records."""


RECORDS_CERTAIN = Declared(
    "records_certain",
    "Records certain to be drawn",
    RECORDS,
    "Those with π_r = 1.",
)

RECORDS_NEVER_DRAWN = Declared(
    "records_never_drawn",
    "Records never drawn",
    RECORDS,
    "Those with π_r = 0.",
)

SMALLEST_PROBABILITY = Declared(
    "smallest_inclusion_probability",
    "Smallest probability",
    SHARE,
    "Of the records that can be drawn.",
)

LARGEST_PROBABILITY = Declared(
    "largest_inclusion_probability",
    "Largest probability",
    SHARE,
    "Of the records that can be drawn.",
)

MARGIN = Declared(
    "margin_of_error",
    "Margin of error",
    SHARE,
    sentence(
        "Half the width of the 95 % confidence interval of a percentage of the records, estimated with "
        "the weights 1/π_r (Hájek), where it is 50 %: *independent* {z}·√({quarter}·Σ (1/π_r − 1))/n, "
        "*fixed* {z}·√({quarter}·Σ (1/π_r − (t − 1)/t))/n over the t records that are not certain "
        "(Hartley and Rao); at most 1. Not defined where records are never drawn: nothing is known of "
        "them.",
        z=1.96,
        quarter=0.25,
    ),
    better="less",
)


class ProportionalSampling(SizedSampling):
    """Release a sample in which the probability of a record is proportional to a measure of its size.

    With the measures x_r, the inclusion probability of record r is π_r = t·x_r/Σx. Where that exceeds 1 the
    record is certain to be drawn, and what is left of t is shared among the others in the same way, until
    none exceeds 1. A record of size 0 is never drawn; negative and missing sizes are refused. The
    probabilities are met exactly by both designs:

    - *fixed*: records are put in random order, the probabilities added up, and a record is drawn where the
      sum passes u, u + 1, u + 2, …, with one random start u (Hartley and Rao 1962). Exactly t records are
      drawn.
    - *independent*: each record is drawn by itself with its probability (Poisson sampling). The number of
      records is random, t on average; the sample can be empty.

    The size t is given, or follows from a percentage as in simple random sampling. Records keep their order
    and their values.

    When to use
        Businesses, schools, municipalities: totals hang on the large ones, and a sample in proportion to size
        gives them with the least error. Users need the weights 1/π_r.
    When not to use
        As protection: the large units are the ones that everybody knows, and they are released surely or
        almost so. The uncertainty that sampling gives holds for the small ones alone; the number of records
        that are certain is among the figures. Weights are not added or adapted.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"staff": [900, 40, 30, 20, 10, 10, 10, 10]}))
    >>> sample = sdc.masking.ProportionalSampling(by="size", size=3, measure="staff").mask(data, seed=7)
    >>> sample.data.column("staff").tolist(), sample.figures["records_certain"].value
    ([900, 40, 30], 1)
    """

    name: ClassVar[str] = "proportional_sampling"
    title: ClassVar[str] = "Sampling proportional to size"
    source: ClassVar[str] = (
        "Hartley and Rao (1962); Hájek (1964); Särndal, Swensson and Wretman (1992), Model Assisted Survey "
        "Sampling, section 3.6"
    )
    declares = (
        EXPECTED_RECORDS,
        RECORDS_CERTAIN,
        RECORDS_NEVER_DRAWN,
        SMALLEST_PROBABILITY,
        LARGEST_PROBABILITY,
        MARGIN,
    )
    examples = (
        {"by": "size", "size": 40, "measure": "weight"},
        {"percentage": 20.0, "measure": "weight", "design": "independent"},
    )

    measure: str = parameter(
        REQUIRED, "Measure of size", "The variable that says how large a unit is.", accepts=CONTINUOUS
    )
    design: Literal["fixed", "independent"] = parameter(
        "fixed", "Design", "Whether the number of records is fixed or random.", FieldDisplay(choices=DESIGNS)
    )

    def summary(self) -> str:
        """Return the step in a few plain words."""
        return joined([super().summary(), sentence("in proportion to {measure}", measure=self.measure)])

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        self._require_records(data, self.by)
        sizes = self._sizes(data)
        number = self._size(len(data))
        if number > np.count_nonzero(sizes):
            raise DataError(
                sentence(
                    "{drawable} of {all} records have a size above 0, too few for a "
                    "sample of {number}; choose a smaller one.",
                    drawable=int(np.count_nonzero(sizes)),
                    all=len(data),
                    number=number,
                ),
                self.by,
                title=self.title,
            )
        probabilities = inclusion_probabilities(sizes, number)
        progress.at(0.4, self.title)
        if self.design == "fixed":
            drawn = systematic(probabilities, draws.order(data.rows), _start(draws))
        else:
            drawn = np.flatnonzero(draws.uniform(data.rows) < probabilities)
        figures = kept(len(drawn), len(data)) | self._figures(probabilities, number, len(drawn))
        return Masked(data.take(drawn), figures)

    def _sizes(self, data: Microdata) -> np.ndarray:
        sizes = data.numbers(self.measure)
        wrong = int(np.count_nonzero(~(sizes >= 0)))
        if wrong:
            raise DataError(
                sentence(
                    "{name} is missing or negative in {n} record; a size is 0 or more.",
                    "{name} is missing or negative in {n} records; a size is 0 or more.",
                    "n",
                    name=self.measure,
                    n=wrong,
                ),
                "measure",
                title=self.title,
            )
        return sizes / (sizes.max() or 1.0)  # their sum cannot overflow

    def _figures(self, probabilities: np.ndarray, number: int, drawn: int) -> dict[Declared, Quantity]:
        possible = probabilities[probabilities > 0]
        margin = fixed_size_margin if self.design == "fixed" else poisson_margin
        if drawn == 0:
            error = NO_SAMPLE
        elif len(possible) < len(probabilities):
            error = undefined(SHARE, Why.NOT_APPLICABLE, "Records of size 0 are never drawn.")
        else:
            error = margin(probabilities)
        return {
            EXPECTED_RECORDS: Quantity(float(number), NUMBER),
            RECORDS_CERTAIN: Quantity(int((probabilities == 1).sum()), RECORDS),
            RECORDS_NEVER_DRAWN: Quantity(int((probabilities == 0).sum()), RECORDS),
            SMALLEST_PROBABILITY: _secret_probability(float(possible.min())),
            LARGEST_PROBABILITY: _secret_probability(float(possible.max())),
            MARGIN: replace(error, contributions=NEVER_PUBLISHED),
        }


def _secret_probability(probability: float) -> Quantity:
    """Return a probability from which the size of a record could be computed."""
    return Quantity(probability, SHARE, contributions=NEVER_PUBLISHED)


def systematic(probabilities: np.ndarray, order: np.ndarray, start: float) -> np.ndarray:
    """Return the records at which the sums of probabilities pass start, start + 1, ….

    Parameters
    ----------
    probabilities
        float64 (n,), 0…1, with a whole sum.
    order
        int64 (n,), in which they are added.
    start
        0 ≤ start < 1.

    Returns
    -------
    np.ndarray
        int64 (t,), places in `probabilities`, ascending; those of probability 1 are among them.
    """
    certain = probabilities == 1
    order = order[~certain[order]]
    sums = np.cumsum(probabilities[order])
    if len(sums):
        # The sum is whole but for rounding; so it is at its end, also after records that add nothing.
        sums[sums >= sums[-1]] = np.rint(sums[-1])
    passed = np.floor(sums - start) > np.floor(np.append(0.0, sums[:-1]) - start)
    return np.sort(np.append(np.flatnonzero(certain), order[passed]))


def _start(draws: Draws) -> float:
    return float(draws.step_uniform(1, START)[0])
