import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.running.errors import DataError
from sdcdesk.masking.sampling import HouseholdSampling
from sdcdesk.masking.sampling.margin import margin_of_error

HOMES = ["x", "y", "x", None, "z", "z", "x", None, "y", "w"]
"""x 0 2 6, y 1 8, z 4 5, w 9, and two records of unknown households."""


def file(homes: list[str | None] = HOMES, role: Role = Role.HOUSEHOLD) -> Microdata:
    return Microdata(pd.DataFrame({"home": homes}), [Variable(name="home", role=role)])


def test_households_with_the_smallest_words_of_their_first_records_are_released_whole() -> None:
    members = [[0, 2, 6], [1, 8], [3], [4, 5], [7], [9]]
    for seed in range(6):
        words = Draws(seed).words(np.arange(10))
        first = sorted(members, key=lambda rows: words[rows[0]])[:3]
        sample = HouseholdSampling(by="size", size=3).mask(file(), seed)
        assert sample.data.rows.tolist() == sorted(row for rows in first for row in rows)
        assert sample.figures["households"].value == 6
        assert sample.figures["largest_household"].value == max(map(len, first))
        assert sample.figures["inclusion_probability"].value == 0.5


def test_a_percentage_is_one_of_households() -> None:
    figures = HouseholdSampling(percentage=34.0).mask(file(), 1).figures
    assert figures["households_kept"].value == 2  # of 6: 2.04
    assert HouseholdSampling(percentage=34.0).summary() == "Sample 34\u202f% of households"
    assert HouseholdSampling(by="size", size=1, household="home").summary() == "Sample 1 household, by home"


def test_households_of_one_have_the_margin_of_a_simple_random_sample() -> None:
    figures = HouseholdSampling(by="size", size=4).mask(file([str(n) for n in range(20)]), 1).figures
    assert figures["margin_of_error"].value == pytest.approx(margin_of_error(4, 20), rel=1e-14)


def test_the_margin_of_households_that_are_alike_by_enumeration() -> None:
    """The variance over all samples of the linearised ratio, half the households saying yes."""
    sizes = np.array([1, 1, 3, 3])
    answers = np.array([1, 0, 1, 0]) * sizes
    residuals = answers - 0.5 * sizes
    pairs = [(i, j) for i in range(4) for j in range(i)]
    estimates = [residuals[list(pair)].mean() / sizes.mean() for pair in pairs]
    homes = [str(home) for home, size in enumerate(sizes) for _ in range(size)]
    found = HouseholdSampling(by="size", size=2).mask(file(homes), 1).figures["margin_of_error"].value
    # The source divides by n where the variance has n − 1.
    assert found == pytest.approx(1.96 * np.sqrt(np.var(estimates) * 3 / 4), rel=1e-12)


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(DataError, match="7 households cannot be drawn from 6"):
        HouseholdSampling(by="size", size=7).apply(file(), 1)
    with pytest.raises(DataError, match="No variable has the role household"):
        HouseholdSampling(by="size", size=1).apply(file(role=Role.OTHER), 1)
    assert len(HouseholdSampling(by="size", size=6, household="home").apply(file(role=Role.OTHER), 1)) == 10
    with pytest.raises(DataError, match=r"1.% of 6 households is no household"):
        HouseholdSampling(percentage=1.0).apply(file(), 1)
