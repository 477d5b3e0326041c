"""Design of a sample: what all ways to draw records have in common."""

import math
from fractions import Fraction
from typing import ClassVar, Literal, Self

from pydantic import model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale
from sdcdesk.core.numbers.contributions import KNOWN_TO_ALL
from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Quantity
from sdcdesk.core.operations.method import Method, Purpose
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import Percentage, Sentence, counted, sentence
from sdcdesk.masking.declared import RECORDS_KEPT, SAMPLING_FACTOR

BY = {"percentage": "A percentage of the records", "size": "A number of records"}


class SamplingMethod(Method):
    """A method that releases a random part of the records, each once at most and with its own values."""

    purpose: ClassVar[Purpose] = Purpose.SAMPLE
    random: ClassVar[bool] = True
    declares: ClassVar[tuple[Declared, ...]] = (RECORDS_KEPT, SAMPLING_FACTOR)

    def check(self, data: Microdata) -> tuple[str, ...]:
        """Return what becomes of weights, and which continuous variables sampling leaves open to a match."""
        notes = (*super().check(data), *_about_weights(data))
        released = [
            variable.name
            for variable in data.variables
            if variable.scale is Scale.CONTINUOUS and variable.role in (Role.KEY, Role.CONFIDENTIAL)
        ]
        if not released:
            return notes
        words = (
            "{title} is not advised for continuous variables such as {name}: their values are released "
            "as they are."
        )
        return (*notes, sentence(words, title=self.title, name=released[0]))

    def sampling_design(self) -> str:
        """Return what people call the design: nothing is to be said of simple random samples alone."""
        return self.title

    def _require_records(self, data: Microdata, field: str) -> None:
        if len(data) == 0:
            raise DataError(sentence("the file holds no records to draw from."), field, title=self.title)


def _about_weights(data: Microdata) -> tuple[str, ...]:
    """Return that weights stay, and what follows for those who use them."""
    weights = data.named(Role.WEIGHT)
    if not weights:
        return ()
    kept = sentence(
        "The weights in {names} are kept as they are: those of a sample add up to fewer people, and whoever "
        "uses them must divide them by the inclusion probabilities, unless a later step calibrates them.",
        names=", ".join(short(name) for name in weights),
    )
    return (kept,)


class SizedSampling(SamplingMethod):
    """A method that draws as many records as a size or a percentage says."""

    share_drawn: ClassVar[str] = "Sample {part} of records"
    nothing_drawn: ClassVar[str] = "{part} of {number} is no record; choose a larger percentage."

    by: Literal["percentage", "size"] = parameter(
        "percentage", "Sample", "How the size of the sample is given.", FieldDisplay(choices=BY)
    )
    percentage: float | None = parameter(
        None,
        "Percentage",
        "Records in the sample, in % of the records of the file: 80 is eighty of a hundred.",
        FieldDisplay(unit="%", when={"by": ("percentage",)}),
        gt=0,
        le=100,
    )
    size: int | None = parameter(
        None,
        "Size",
        "Number of records in the sample.",
        FieldDisplay(unit="records", when={"by": ("size",)}),
        ge=1,
    )

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if (self.percentage if self.by == "percentage" else self.size) is None:
            raise FieldError(self.by, "a value must be given")
        return self

    def summary(self) -> str:
        """Return the step in a few plain words."""
        if self.size is not None:
            return sentence("Sample {size}", size=self.counted(self.size))
        return sentence(self.share_drawn, part=Percentage(self.percentage or 0.0))

    @classmethod
    def counted(cls, number: int) -> Sentence:
        """Return a number of what is drawn.

        Parameters
        ----------
        number
            How many.

        Returns
        -------
        Sentence
            "500 records".
        """
        return counted(number, "record")

    def _size(self, number: int) -> int:
        """Return how many of a number of units, at least one, are drawn."""
        if self.size is None:
            # The decimal fraction that the user wrote, so that 0.5 % of 100 is exactly one half.
            size = math.floor(Fraction(str(self.percentage)) * number / 100 + Fraction(1, 2))
        else:
            size = self.size
        if size > number:
            raise DataError(
                sentence(
                    "a sample of {size} cannot be drawn from {number}; choose a smaller one.",
                    size=self.counted(size),
                    number=number,
                ),
                "size",
                title=self.title,
            )
        if size == 0:
            raise DataError(
                sentence(
                    self.nothing_drawn,
                    part=Percentage(self.percentage or 0.0),
                    number=self.counted(number),
                ),
                "percentage",
                title=self.title,
            )
        return size


def kept(sample: int, records: int) -> dict[Declared, Quantity]:
    """Return what every design reports: the size of the sample, and its share of the file.

    Parameters
    ----------
    sample, records
        Records in the sample and in the file, the latter at least 1.

    Returns
    -------
    dict[Declared, Quantity]
        By the declaration of each.
    """
    return {
        RECORDS_KEPT: Quantity(sample, RECORDS, contributions=KNOWN_TO_ALL),
        SAMPLING_FACTOR: Quantity(sample / records, SHARE),
    }
