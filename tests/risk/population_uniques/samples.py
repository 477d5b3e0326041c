"""Samples of groups for the estimators of population uniques."""

from collections.abc import Sequence

import numpy as np
from hypothesis import strategies as st

from sdcdesk.risk.population_uniques.sample import Sample, sample_of


def sample(sizes: Sequence[int], population: int) -> Sample:
    return sample_of(np.array(sizes, dtype=np.int64), population)


SIZES = st.lists(st.integers(1, 7), min_size=1, max_size=12)
"""Sizes of groups, often with some of one record and some of more."""

MIXED = SIZES.map(lambda sizes: [1, 2, *sizes])
"""The same, with a group of one record and one of two."""
