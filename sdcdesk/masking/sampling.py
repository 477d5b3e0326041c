"""Sampling: a part of the records is released."""

import math
from fractions import Fraction
from typing import ClassVar, Literal, Self

from pydantic import model_validator

from sdcdesk.core.errors import DataError
from sdcdesk.core.method import Masked, Method, Purpose
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.model import FieldError
from sdcdesk.core.parameters import Shown, parameter
from sdcdesk.core.progress import Progress
from sdcdesk.core.quantity import RECORDS, SHARE, Quantity
from sdcdesk.core.randomness import Draws
from sdcdesk.core.sentence import Percentage, sentence
from sdcdesk.core.variable import Role, Scale

BY = {"percentage": "A percentage of the records", "size": "A number of records"}

NORMAL_95 = 1.96
"""Half width of the central 95 % of the normal distribution, in standard deviations, as in the source."""


class SizedSampling(Method):
    """A method that draws as many records as a size or a percentage says, each at most once."""

    purpose: ClassVar[Purpose] = Purpose.SAMPLE
    random: ClassVar[bool] = True

    by: Literal["percentage", "size"] = parameter(
        "percentage", "Sample", "How the size of the sample is given.", Shown(choices=BY)
    )
    percentage: float | None = parameter(
        None,
        "Percentage",
        "Records in the sample, in % of the records of the file: 80 is eighty of a hundred.",
        Shown(unit="%", when={"by": ("percentage",)}),
        gt=0,
        le=100,
    )
    size: int | None = parameter(
        None,
        "Size",
        "Number of records in the sample.",
        Shown(unit="records", when={"by": ("size",)}),
        ge=1,
    )

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if (self.percentage if self.by == "percentage" else self.size) is None:
            raise FieldError(self.by, "a value must be given")
        return self

    def _percentage(self) -> Percentage:
        return Percentage(self.percentage or 0.0)

    def check(self, data: Microdata) -> tuple[str, ...]:
        """Return which continuous variables sampling leaves open to a match."""
        notes = super().check(data)
        released = [
            variable.name
            for variable in data.variables
            if variable.scale is Scale.CONTINUOUS and variable.role in (Role.KEY, Role.CONFIDENTIAL)
        ]
        if not released:
            return notes
        note = f"{self.title} is not advised for continuous variables such as {released[0]}"
        return (*notes, f"{note}: their values are released as they are.")

    def _size(self, records: int) -> int:
        if records == 0:
            raise DataError(f"{self.title}: the file holds no records to draw from.", self.by)
        if self.size is None:
            # The decimal fraction that the user wrote, so that 0.5 % of 100 is exactly one half.
            size = math.floor(Fraction(str(self.percentage)) * records / 100 + Fraction(1, 2))
        else:
            size = self.size
        if size > records:
            raise DataError(
                sentence(
                    f"{self.title}: a sample of {{size}} records cannot be drawn from {{records}}; choose a "
                    "smaller one.",
                    size=size,
                    records=records,
                ),
                "size",
            )
        if size == 0:
            raise DataError(
                sentence(
                    f"{self.title}: {{part}} of {{records}} records is no record; choose a larger "
                    "percentage.",
                    part=self._percentage(),
                    records=records,
                ),
                "percentage",
            )
        return size


class SimpleRandomSampling(SizedSampling):
    """Release a simple random sample of the records instead of all.

    Records are drawn without replacement, each set of t records with equal probability, and keep their
    order and their values. The size t is given, or follows from a percentage of the n records: t = ⌊p·n/100
    + ½⌋, so that 80 means 80 %. A sample larger than the file and a sample without records are refused. Of
    two samples with the same seed the smaller lies within the larger.

    When to use
        Categorical variables. An intruder who finds a unique record in the sample cannot be sure that it
        is unique in the population, and nothing that is released is false.
    When not to use
        Where a continuous variable is known to intruders: its values are released as they are and hardly
        any two people share one, so that a match is sure whatever the sampling factor. Records of one
        household are drawn independently of each other. Sampling weights are not adapted to the smaller
        number of records.

    Figures
    -------
    records kept, sampling factor
        The size t, and t/n.
    margin of error
        1.96·√(0.25/t·(1 − t/n)): half the width of the 95 % confidence interval of a percentage
        estimated from the sample, at the worst case of 50 %; also without the correction 1 − t/n for a
        finite population. In the example of the source 245,944 of 6,059,494 inhabitants were released:
        factor 0.0406, margin 0.19 points, 0.20 without correction.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"sex": ["f", "m", "f", "m", "f"]}))
    >>> sample = sdc.masking.SimpleRandomSampling(percentage=80).mask(data, seed=7)
    >>> len(sample.data)
    4
    """

    name: ClassVar[str] = "simple_random_sampling"
    title: ClassVar[str] = "Simple random sampling"
    source: ClassVar[str] = (
        "Domingo-Ferrer and Torra, Disclosure Control Methods and Information Loss for Microdata, section 3, "
        "Example 5"
    )

    def summary(self) -> str:
        """Return the step in a few plain words."""
        if self.size is not None:
            return sentence("Sample {n} record", "Sample {n} records", "n", n=self.size)
        return sentence("Sample {part} of records", part=self._percentage())

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        size = self._size(len(data))
        drawn = draws.smallest(data.rows, size)
        figures = {
            "records kept": Quantity(size, RECORDS),
            "sampling factor": Quantity(size / len(data), SHARE),
            "margin of error": Quantity(margin_of_error(size, len(data)), SHARE),
            "margin of error without correction": Quantity(margin_of_error(size, None), SHARE),
        }
        return Masked(data.take(drawn), figures)


def margin_of_error(sample: int, population: int | None) -> float:
    """Return the margin of error of a share of one half, as a share: 1.96·√(0.25/t·(1 − t/n)).

    Parameters
    ----------
    sample
        Size t of the sample, at least 1.
    population
        Size n of the population; None leaves out the correction 1 − t/n.

    Returns
    -------
    float
        0…1, at 95 % confidence.
    """
    correction = 1.0 if population is None else 1 - sample / population
    return NORMAL_95 * math.sqrt(0.25 / sample * correction)
