"""Philox4x64-10 against the published vectors, and against a second, slow implementation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.random.philox import blocks, run, scattered

LAST = 2**64 - 1
PI = (0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89)
PI_KEY = (0x452821E638D01377, 0xBE5466CF34E90C6C)

PUBLISHED = [
    ((0,) * 4, (0,) * 2, "16554d9eca36314c db20fe9d672d0fdc d7e772cee186176b 7e68b68aec7ba23b"),
    ((LAST,) * 4, (LAST,) * 2, "87b092c3013fe90b 438c3c67be8d0224 9cc7d7c69cd777b6 a09caebf594f0ba0"),
    (PI, PI_KEY, "a528f45403e61d95 38c72dbd566e9788 a5a1610e72fd18b5 57bd43b5e52b7fe6"),
]
"""Counter, key and words of philox4x64 with 10 rounds, from the file kat_vectors of Random123."""

WORD = st.integers(0, LAST)


def slow(counter: tuple[int, ...], key: tuple[int, ...]) -> tuple[int, ...]:
    """Philox as the paper writes it, with Python's integers of any length."""
    (a, b, c, d), (k, m) = counter, key
    for _ in range(10):
        one, other = 0xD2E7470EE14C6C93 * a, 0xCA5A826395121157 * c
        a, b, c, d = (other >> 64) ^ b ^ k, other & LAST, (one >> 64) ^ d ^ m, one & LAST
        k, m = (k + 0x9E3779B97F4A7C15) & LAST, (m + 0xBB67AE8584CAA73B) & LAST
    return a, b, c, d


def fast(counter: tuple[int, ...], key: tuple[int, int]) -> tuple[int, ...]:
    a, b, c, d = (np.array([word], np.uint64) for word in counter)
    return tuple(int(word[0]) for word in blocks(key, (a, b, c, d)))


@pytest.mark.parametrize(("counter", "key", "words"), PUBLISHED)
def test_the_published_vectors(counter: tuple[int, ...], key: tuple[int, int], words: str) -> None:
    expected = tuple(int(word, 16) for word in words.split())
    assert fast(counter, key) == slow(counter, key) == expected


@given(st.tuples(WORD, WORD, WORD, WORD), st.tuples(WORD, WORD))
def test_any_counter_and_key(counter: tuple[int, ...], key: tuple[int, int]) -> None:
    assert fast(counter, key) == slow(counter, key)


@given(st.tuples(WORD, WORD), WORD, st.lists(WORD, min_size=1, max_size=20))
def test_the_word_of_a_place(key: tuple[int, int], column: int, places: list[int]) -> None:
    found = scattered(key, column, np.array(places, np.uint64))
    assert found.tolist() == [slow((place // 4 + 1, column, 0, 0), key)[place % 4] for place in places]


@given(st.tuples(WORD, WORD), WORD, st.integers(0, LAST - 30), st.integers(1, 30))
def test_a_run_has_the_words_of_its_places(
    key: tuple[int, int], column: int, first: int, number: int
) -> None:
    places = np.uint64(first) + np.arange(number, dtype=np.uint64)
    np.testing.assert_array_equal(run(key, column, first, number), scattered(key, column, places))


def test_more_places_than_are_computed_at_once() -> None:
    places = np.arange(10_000, dtype=np.uint64)
    np.testing.assert_array_equal(scattered((7, 1), 2, places), run((7, 1), 2, 0, 10_000))
    assert len(scattered((7, 1), 2, places[:0])) == 0
