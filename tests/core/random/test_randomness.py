import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sdcdesk.masking
from sdcdesk.core.random import philox
from sdcdesk.core.random.randomness import DENSE, LARGEST_SEED, Draws, draws_from_seed
from sdcdesk.core.running.errors import ParameterError

MANY = np.arange(200_000)
WORDS = ["e1e9589fbf7f6f1d", "5e794bda66c92f56", "845eadf36d56f2f7", "54f02c50b6b75554", "b7da48af1eff8048"]
"""Of the first records of the first step of a recipe with the seed 7."""


def correlation(one: np.ndarray, other: np.ndarray) -> float:
    """Correlation in standard deviations from 0: of independent numbers it is within ±5."""
    return float(np.corrcoef(one, other)[0, 1]) * np.sqrt(len(one))


# A number belongs to its record


@given(
    st.lists(st.integers(0, 2**63 - 1) | st.integers(0, 300), min_size=1, max_size=40),
    st.integers(0, LARGEST_SEED),
    st.integers(0, LARGEST_SEED),
    st.integers(0, 5),
    st.randoms(),
)
def test_a_record_has_its_word_whatever_the_others_are(
    records: list[int], seed: int, stream: int, column: int, random
) -> None:
    draws, places = Draws(seed, stream), np.array(records)
    words = draws.words(places, column)
    alone = [draws.words(np.array([place]), column)[0] for place in records]
    np.testing.assert_array_equal(words, alone)
    order = np.array(random.sample(range(len(records)), len(records)))
    np.testing.assert_array_equal(draws.words(places[order], column), words[order])
    half = len(records) // 2
    parts = [draws.words(part, column) for part in (places[:half], places[half:])]
    np.testing.assert_array_equal(np.concatenate(parts), words)


@pytest.mark.parametrize("spread", [1, DENSE - 1, DENSE, DENSE + 1, 1000])
def test_runs_and_scattered_places_give_the_same_words(spread: int) -> None:
    places = 12_345 + spread * np.arange(5_000)
    expected = philox.scattered((7, 3), 2, places.astype(np.uint64))
    np.testing.assert_array_equal(Draws(7, 3).words(places, 2), expected)


def test_the_first_words_stay_what_they_are() -> None:
    """What was masked must come out again: if this fails, `RANDOMNESS` and the format of projects rise."""
    assert [f"{word:016x}" for word in Draws(7, 1).words(np.arange(5))] == WORDS
    assert Draws(7, 1).uniform(np.arange(3)).tolist() == [
        int(word, 16) // 2**11 / 2**53 for word in WORDS[:3]
    ]


def test_a_part_of_a_file_draws_as_the_whole_does() -> None:
    places = np.array([3, 17, 18, 4_000])
    part = Draws(7, 3, places)
    np.testing.assert_array_equal(part.uniform(np.arange(4)), Draws(7, 3).uniform(places))
    np.testing.assert_array_equal(part.normal(np.array([2, 0])), Draws(7, 3).normal(places[[2, 0]]))


def test_what_belongs_to_no_record_is_the_same_on_a_part_of_a_file() -> None:
    for places in (np.array([3, 17]), np.array([], np.int64)):
        part, whole = Draws(7, 3, places), Draws(7, 3)
        np.testing.assert_array_equal(part.step_uniform(5, 2), whole.step_uniform(5, 2))
        np.testing.assert_array_equal(part.step_normal(5, 2), whole.step_normal(5, 2))
    np.testing.assert_array_equal(whole.step_uniform(5, 2), whole.uniform(np.arange(5), 2))


def test_nothing_but_records_draws_as_records() -> None:
    """Numbers of methods that are no records' are asked for by what a part of a file leaves alone."""
    made_up = re.compile(r"draws\.(words|uniform|normal|order|smallest)\(\s*np\.")
    folder = Path(sdcdesk.masking.__file__).parent
    found = [path.name for path in folder.rglob("*.py") if made_up.search(path.read_text("utf-8"))]
    assert not found


def test_no_records_get_no_numbers() -> None:
    none = np.array([], np.int64)
    draws = Draws(1)
    assert [len(drawn(none)) for drawn in (draws.words, draws.uniform, draws.normal)] == [0, 0, 0]
    assert len(draws.smallest(none, 0)) == 0


# The numbers are random


def test_uniform_numbers_are_uniform() -> None:
    numbers = Draws(1).uniform(MANY)
    assert 0 <= numbers.min() < numbers.max() < 1
    counts = np.bincount((numbers * 100).astype(int), minlength=100)
    chi_square = ((counts - 2000) ** 2 / 2000).sum()
    assert abs(chi_square - 99) < 5 * np.sqrt(2 * 99)
    steps = np.arange(1, len(MANY) + 1) / len(MANY)
    assert np.abs(np.sort(numbers) - steps).max() * np.sqrt(len(MANY)) < 2.5, "Kolmogorov–Smirnov"


def test_every_bit_is_set_half_the_time() -> None:
    words = Draws(1).words(MANY)
    for bit in range(64):
        ones = int((words >> np.uint64(bit) & np.uint64(1)).sum())
        assert abs(ones - len(MANY) / 2) < 5 * np.sqrt(len(MANY) / 4)


def test_normal_numbers_have_the_moments_of_the_normal_distribution() -> None:
    numbers, n = Draws(1).normal(MANY), len(MANY)
    for power, moment, variance in ((1, 0, 1), (2, 1, 2), (3, 0, 15), (4, 3, 96)):
        assert abs((numbers**power).mean() - moment) < 5 * np.sqrt(variance / n)
    assert abs((numbers > 3).sum() - 0.00135 * n) < 5 * np.sqrt(0.00135 * n)


@pytest.mark.parametrize("apart", [1, 2, 3, 4, 5, 8, 1024])
def test_neighbouring_records_are_independent(apart: int) -> None:
    numbers = Draws(1).normal(MANY)
    assert abs(correlation(numbers[apart:], numbers[:-apart])) < 5


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((1, 1, 0), (2, 1, 0)),
        ((1, 1, 0), (1, 2, 0)),
        ((1, 1, 0), (1, 1, 1)),
        ((1, 2, 0), (2, 1, 0)),
        ((1, 2, 1), (1, 1, 2)),
        ((0, 1, 0), (LARGEST_SEED, 1, 0)),
    ],
    ids=["seeds", "streams", "columns", "seed and stream", "stream and column", "far seeds"],
)
def test_seeds_streams_and_columns_are_independent(
    one: tuple[int, int, int], other: tuple[int, int, int]
) -> None:
    first, second = (Draws(seed, stream).normal(MANY, column) for seed, stream, column in (one, other))
    assert not np.isin(Draws(*one[:2]).words(MANY, one[2]), Draws(*other[:2]).words(MANY, other[2])).any()
    for apart in (0, 1, 4):
        assert abs(correlation(first[apart:], second[: len(second) - apart])) < 5


# The smallest words


@given(st.lists(st.integers(0, 500), unique=True, max_size=60), st.data())
def test_a_sample_has_the_smallest_words(records: list[int], data: st.DataObject) -> None:
    number, places = data.draw(st.integers(0, len(records))), np.array(records, np.int64)
    draws = Draws(5)
    chosen = draws.smallest(places, number)
    words = dict(zip(records, draws.words(places).tolist(), strict=True))
    assert set(places[chosen].tolist()) == set(sorted(records, key=words.__getitem__)[:number])
    assert (np.diff(chosen) > 0).all()


def test_equal_words_are_told_apart_by_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Draws, "words", lambda _, records, __=0: records.astype(np.uint64) // 3)
    for records in (np.arange(9), np.arange(9)[::-1], np.array([4, 1, 7, 3, 0, 8, 2, 6, 5])):
        assert set(records[Draws(1).smallest(records, 5)].tolist()) == {0, 1, 2, 3, 4}


# Seeds


@pytest.mark.parametrize("seed", [-1, LARGEST_SEED + 1, 1.0, True, "7", np.random.default_rng(1)])
def test_what_is_no_seed_is_refused(seed: object) -> None:
    with pytest.raises(ParameterError, match=f"whole number from 0 to {LARGEST_SEED}"):
        Draws(seed)
    with pytest.raises(ParameterError, match="The stream of random numbers"):
        Draws(1, seed)


def test_a_number_stands_for_the_first_step_of_a_recipe() -> None:
    for seed in (7, np.int64(7), Draws(7, 1)):
        np.testing.assert_array_equal(
            draws_from_seed(seed, "PRAM").words(MANY[:9]), Draws(7, 1).words(MANY[:9])
        )
    with pytest.raises(ParameterError, match="PRAM draws random numbers; give it a seed"):
        draws_from_seed(None, "PRAM")


def test_records_with_equal_words_stand_in_the_order_of_their_positions(monkeypatch) -> None:
    records = np.array([7, 3, 9, 1])
    monkeypatch.setattr(Draws, "words", lambda *_: np.array([5, 5, 2, 5], dtype=np.uint64))
    assert Draws(1).order(records).tolist() == [2, 3, 1, 0]


def test_words_that_differ_in_their_last_digits_alone_are_told_apart(monkeypatch) -> None:
    rng = np.random.default_rng(3)
    records = rng.permutation(5_000)
    near = rng.integers(0, 20, 5_000, np.uint64) << np.uint64(60) | rng.integers(0, 900, 5_000, np.uint64)
    monkeypatch.setattr(Draws, "words", lambda *_: near)
    np.testing.assert_array_equal(Draws(1).order(records), np.lexsort((records, near)))
