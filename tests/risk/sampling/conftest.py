from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import strategies as st

from sdcdesk.kernels.counting import Groups
from sdcdesk.risk import ClassificationMatrix, WeightMatrix

Risks = tuple[Fraction, Fraction, Fraction]


@dataclass(frozen=True)
class SmallFile:
    """A file of few records whose samples can all be looked at.

    Attributes
    ----------
    n
        Initial records.
    before
        F_r of each released record.
    now
        Group of each released record in the masked file.
    """

    n: int
    before: tuple[int, ...]
    now: tuple[int, ...]

    @property
    def initial(self) -> np.ndarray:
        return np.array(self.before, dtype=np.int64)

    @property
    def groups(self) -> Groups:
        _, labels = np.unique(np.array(self.now, dtype=np.int64), return_inverse=True)
        return Groups(labels, np.bincount(labels))

    @property
    def matrix(self) -> ClassificationMatrix:
        return ClassificationMatrix.from_sizes(self.groups.record_sizes, self.initial, self.n)

    def samples(self, t: int, weights: WeightMatrix) -> Iterator[Risks]:
        """DR_min, DR_W and DR_max of every sample of t records, from their definitions."""
        for drawn in combinations(range(len(self.now)), t):
            shown = [self.now[record] for record in drawn]
            cells = [(shown.count(group), self.before[r]) for r, group in zip(drawn, shown, strict=True)]
            parts = [Fraction(1, max(cell)) for cell in cells]
            share = [Fraction(float(weights.at(*cell))) / Fraction(weights.first) for cell in cells]
            weighted = sum((a * b for a, b in zip(share, parts, strict=True)), Fraction(0))
            yield (
                Fraction(cells.count((1, 1)), self.n),
                weighted / self.n,
                sum(parts, Fraction(0)) / self.n,
            )

    def means(self, t: int, weights: WeightMatrix) -> Risks:
        """Expected risks, in fractions."""
        low, weighted, high = zip(*self.samples(t, weights), strict=True)
        return sum(low) / len(low), sum(weighted) / len(low), sum(high) / len(low)

    def variances(self, t: int) -> tuple[Fraction, Fraction]:
        """Variances of DR_min and DR_max, in fractions."""
        low, _, high = zip(*self.samples(t, WeightMatrix.maximal()), strict=True)
        return _variance(low), _variance(high)


def _variance(values: tuple[Fraction, ...]) -> Fraction:
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / len(values)


@st.composite
def _small_files(draw: st.DrawFn, least: int = 0) -> SmallFile:
    n = draw(st.integers(max(least, 1), 7))
    key = draw(st.lists(st.integers(0, 4), min_size=n, max_size=n))
    kept = [record for record in range(n) if record < least or draw(st.integers(0, 3))]
    masking = draw(st.sampled_from(["none", "merged", "anything"]))
    if masking == "none":
        masked = key
    elif masking == "merged":
        masked = [value // 2 for value in key]
    else:
        masked = draw(st.lists(st.integers(0, 2), min_size=n, max_size=n))
    return SmallFile(n, tuple(key.count(key[r]) for r in kept), tuple(masked[r] for r in kept))


@pytest.fixture(scope="session")
def small_files() -> st.SearchStrategy[SmallFile]:
    """Files of up to 7 records; keys unmasked, merged or changed in any way, some records left out."""
    return _small_files()


@pytest.fixture(scope="session")
def make_file() -> type[SmallFile]:
    return SmallFile
