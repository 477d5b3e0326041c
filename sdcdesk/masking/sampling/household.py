"""Household sampling: households are released whole, or not at all."""

from typing import ClassVar, Literal

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.role_variable import needed_variable
from sdcdesk.core.data.variable import Role
from sdcdesk.core.numbers.contributions import KNOWN_TO_ALL
from sdcdesk.core.numbers.quantity import HOUSEHOLDS, RECORDS, SHARE, Quantity
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.parameters import KEY_LIKE, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, counted, joined, sentence
from sdcdesk.masking.declared import INCLUSION_PROBABILITY
from sdcdesk.masking.households import find_households
from sdcdesk.masking.sampling.design import SizedSampling, kept
from sdcdesk.masking.sampling.margin import household_margin

HOUSEHOLDS_KEPT = Declared(
    "households_kept",
    "Households kept",
    HOUSEHOLDS,
    "m, the households in the sample.",
    better="more",
)

HOUSEHOLDS_IN_ALL = Declared(
    "households",
    "Households",
    HOUSEHOLDS,
    "M, the households of the file before the step.",
)

LARGEST_HOUSEHOLD = Declared(
    "largest_household",
    "Largest household kept",
    RECORDS,
    "The most records of a household in the sample.",
)

MARGIN = Declared(
    "margin_of_error",
    "Margin of error",
    SHARE,
    sentence(
        "{z}·√({quarter}/m·(1 − m/M)·(Σ n_h²/M)/n̄²), n_h being the records of household h and n̄ their "
        "mean: half the width of the 95 % confidence interval of a percentage of the persons, estimated "
        "as the ratio of two totals, at the worst case, in which it is 50 % and all members of a "
        "household are alike; at most 1.",
        z=1.96,
        quarter=0.25,
    ),
    better="less",
)


class HouseholdSampling(SizedSampling):
    """Release a simple random sample of the households, each with all its records.

    A household is all records with the same value of the variable that names it; a record whose household
    is missing is a household of its own. Of the M households m different ones are drawn, each set of m with
    equal probability; the number of records that come with them is random. m is given, or follows from a
    percentage of the households: m = ⌊p·M/100 + ½⌋. The random number of a household is that of its
    earliest record in the original file. Records keep their order and their values. The variable may name
    any other clusters too: schools, practices, enterprises.

    When to use
        Where users study households, or relations between their members. Samples of persons tear them apart.
    When not to use
        Where households are large or unusual: whoever knows that one member is in the sample knows it of
        all, and who recognises the household finds each of its members. The risk of households is
        among those of *Individual risk*.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"home": [1, 1, 1, 2, 3, 3, 4, 4]}))
    >>> sampling = sdc.masking.HouseholdSampling(household="home", percentage=50)
    >>> sampling.apply(data, seed=7).column("home").tolist()
    [2, 4, 4]
    """

    name: ClassVar[str] = "household_sampling"
    title: ClassVar[str] = "Sampling of households"
    source: ClassVar[str] = "Cochran (1977), Sampling Techniques, chapters 9 and 9A"
    declares = (
        HOUSEHOLDS_KEPT,
        HOUSEHOLDS_IN_ALL,
        LARGEST_HOUSEHOLD,
        INCLUSION_PROBABILITY,
        MARGIN,
    )
    share_drawn: ClassVar[str] = "Sample {part} of households"
    nothing_drawn: ClassVar[str] = "{part} of {number} is no household; choose a larger percentage."
    examples = (
        {"household": "zip", "percentage": 40.0},
        {"by": "size", "household": "zip", "size": 2},
    )

    household: str | None = parameter(
        None,
        "Households",
        "The variable whose values are equal for members of one household. Left empty: the one with the role "
        "household.",
        FieldDisplay(empty="the one with the role household"),
        accepts=KEY_LIKE,
    )
    by: Literal["percentage", "size"] = parameter(
        "percentage",
        "Sample",
        "How the size of the sample is given.",
        FieldDisplay(
            choices={"percentage": "A percentage of the households", "size": "A number of households"}
        ),
    )
    percentage: float | None = parameter(
        None,
        "Percentage",
        "Households in the sample, in % of the households of the file: 80 is eighty of a hundred.",
        FieldDisplay(unit="%", when={"by": ("percentage",)}),
        gt=0,
        le=100,
    )
    size: int | None = parameter(
        None,
        "Size",
        "Number of households in the sample.",
        FieldDisplay(unit="households", when={"by": ("size",)}),
        ge=1,
    )

    def summary(self) -> str:
        """Return the step in a few plain words."""
        whole = super().summary()
        return (
            joined([whole, sentence("by {household}", household=self.household)]) if self.household else whole
        )

    @classmethod
    def counted(cls, number: int) -> Sentence:
        """Return a number of households."""
        return counted(number, "household")

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        household = needed_variable(Role.HOUSEHOLD, self.household, data)
        self._require_records(data, self.by)
        progress.at(0.3, self.title)
        households = find_households(data, household)
        sizes = households.sizes
        progress.at(0.6, self.title)
        number = self._size(len(sizes))
        drawn = np.zeros(len(sizes), dtype=bool)
        drawn[draws.smallest(data.rows[households.first], number)] = True
        chosen = np.flatnonzero(drawn[households.codes])
        figures = kept(len(chosen), len(data)) | {
            HOUSEHOLDS_KEPT: Quantity(number, HOUSEHOLDS, contributions=KNOWN_TO_ALL),
            HOUSEHOLDS_IN_ALL: Quantity(len(sizes), HOUSEHOLDS),
            LARGEST_HOUSEHOLD: Quantity(int(sizes[drawn].max()), RECORDS),
            INCLUSION_PROBABILITY: Quantity(number / len(sizes), SHARE),
            MARGIN: household_margin(sizes, number),
        }
        return Masked(data.take(chosen), figures)
