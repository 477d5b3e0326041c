"""Simple random sampling: records are drawn with equal probability."""

from typing import ClassVar

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import SHARE, Quantity, count_unit
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import joined
from sdcdesk.masking.declared import INCLUSION_PROBABILITY, MARGIN_OF_ERROR
from sdcdesk.masking.sampling.design import SizedSampling, kept
from sdcdesk.masking.sampling.margin import MARGIN_UNCORRECTED, simple_margins

DRAWS = count_unit("draw")

NUMBERS = 1
"""Column of the draws with replacement; the words of column 0 order the records."""


DRAW_COUNT = Declared(
    "draws",
    "Draws",
    DRAWS,
    "How often a record was drawn, with replacement.",
)


class SimpleRandomSampling(SizedSampling):
    """Release a simple random sample of the records instead of all.

    Without replacement t different records are drawn, each set of t with equal probability. With
    replacement there are t draws, and each draws any of the n records with probability 1/n, also one that was
    drawn before. The size t is given, or follows from a percentage of the n records: t = ⌊p·n/100 + ½⌋,
    so that 80 means 80 %. A sample larger than the file and a sample without records are refused. Of two
    samples with the same seed the smaller lies within the larger.

    Records keep their order and their values, and each is released once at most. A record that was drawn
    several times is released once: copies tell users nothing, for the mean of the different records is the
    better estimate (Raj and Khamis 1958), and to an intruder two copies are one person, though they would
    look like two who hide each other. The number of different records is random; given this number each
    set of so many is equally likely.

    When to use
        Categorical variables. An intruder who finds a unique record in the sample cannot be sure that it
        is unique in the population, and nothing that is released is false.
    When not to use
        Where a continuous variable is known to intruders: its values are released as they are and hardly
        any two people share one, so that a match is sure whatever the sampling factor. Records of one
        household are drawn independently of each other. Sampling weights are not adapted to the smaller
        number of records.


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
        "Example 5; Raj and Khamis (1958)"
    )
    declares = (
        DRAW_COUNT,
        INCLUSION_PROBABILITY,
        MARGIN_OF_ERROR,
        MARGIN_UNCORRECTED,
    )
    examples = (
        {"percentage": 50.0},
        {"percentage": 80.0, "replacement": True},
        {"by": "size", "size": 12},
    )

    replacement: bool = parameter(
        False,
        "With replacement",
        "A record can be drawn more than once, and is then released once.",
        FieldDisplay(more=True),
    )

    def sampling_design(self) -> str:
        """Return nothing: given how many different records were drawn, each set of them is equally likely."""
        return ""

    def summary(self) -> str:
        """Return the step in a few plain words."""
        whole = super().summary()
        return joined([whole, "drawn with replacement"]) if self.replacement else whole

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        self._require_records(data, self.by)
        records = len(data)
        size = self._size(records)
        different = _different(draws, size, records) if self.replacement else size
        probability = -np.expm1(size * np.log1p(-1 / records)) if self.replacement and records > 1 else None
        figures = kept(different, records)
        if self.replacement:
            figures[DRAW_COUNT] = Quantity(size, DRAWS)
        figures[INCLUSION_PROBABILITY] = Quantity(
            size / records if probability is None else float(probability), SHARE
        )
        chosen = draws.smallest(data.rows, different)
        return Masked(data.take(chosen), figures | simple_margins(different, records))


def _different(draws: Draws, number: int, records: int) -> int:
    """Return how many different records a number of draws with replacement finds."""
    places = (draws.step_uniform(number, NUMBERS) * records).astype(np.int64)
    return int(np.count_nonzero(np.bincount(places)))
