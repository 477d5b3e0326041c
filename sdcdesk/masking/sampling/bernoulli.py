"""Bernoulli sampling: each record is released with the same probability, by itself."""

from typing import ClassVar

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import NUMBER, SHARE, Quantity
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.parameters import REQUIRED, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Percentage, sentence
from sdcdesk.masking.declared import EXPECTED_RECORDS, INCLUSION_PROBABILITY, MARGIN_OF_ERROR
from sdcdesk.masking.sampling.design import SamplingMethod, kept
from sdcdesk.masking.sampling.margin import MARGIN_UNCORRECTED, simple_margins


class BernoulliSampling(SamplingMethod):
    """Release each record with the same probability, independently of all others.

    The size of the sample is random: with n records and probability p it is p·n on average, with standard
    deviation √(n·p·(1 − p)). Given its size t, each set of t records is equally likely. Whether a record is
    released depends on that record alone, so files that arrive in parts, or grow, can be sampled part
    by part. Of two samples with the same seed the one of lower probability lies within the other. A
    sample can be empty. Records keep their order and their values.

    When to use
        As simple random sampling, where the file comes in parts or where nobody shall be able to tell from
        the size of the file and the sample whether one more person was in it.
    When not to use
        As simple random sampling; and where the size of the sample was agreed upon.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"sex": ["f", "m"] * 500}))
    >>> sample = sdc.masking.BernoulliSampling(probability=20).mask(data, seed=7)
    >>> sample.figures["expected_records"].value, len(sample.data)
    (200.0, 180)
    """

    name: ClassVar[str] = "bernoulli_sampling"
    title: ClassVar[str] = "Bernoulli sampling"
    source: ClassVar[str] = (
        "Särndal, Swensson and Wretman (1992), Model Assisted Survey Sampling, section 3.2"
    )
    declares = (
        EXPECTED_RECORDS,
        INCLUSION_PROBABILITY,
        MARGIN_OF_ERROR,
        MARGIN_UNCORRECTED,
    )
    examples = ({"probability": 40.0},)

    probability: float = parameter(
        REQUIRED,
        "Probability",
        "Probability in % with which each record is released.",
        FieldDisplay(unit="%"),
        gt=0,
        le=100,
    )

    def sampling_design(self) -> str:
        """Return nothing: given how many records were drawn, each set of so many is equally likely."""
        return ""

    def summary(self) -> str:
        """Return the step in a few plain words."""
        return sentence("Each record sampled with {part}", part=Percentage(self.probability))

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        self._require_records(data, "probability")
        probability, records = self.probability / 100, len(data)
        drawn = np.flatnonzero(draws.uniform(data.rows) < probability)
        figures = kept(len(drawn), records) | {
            EXPECTED_RECORDS: Quantity(probability * records, NUMBER),
            INCLUSION_PROBABILITY: Quantity(probability, SHARE),
        }
        return Masked(data.take(drawn), figures | simple_margins(len(drawn), records))
