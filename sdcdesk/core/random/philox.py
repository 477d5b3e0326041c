"""Philox4x64-10, the counter-based generator: what it draws at any place follows from that place alone."""

from collections.abc import Iterator

import numpy as np

Words = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
"""The four words of some counters, or those that are drawn for them: each uint64 (n,)."""

ROUNDS = 10
MULTIPLIERS = 0xD2E7470EE14C6C93, 0xCA5A826395121157
WEYL = 0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B

AT_ONCE = 4_096
"""So many blocks are computed together that all numbers between two steps stay in the processor's cache."""

LOW, HALF = np.uint64(0xFFFFFFFF), np.uint64(32)


def run(key: tuple[int, int], column: int, first: int, number: int) -> np.ndarray:
    """Return the words at consecutive places; see `scattered`.

    Parameters
    ----------
    key, column
        Which sequence.
    first
        The first place.
    number
        How many words.

    Returns
    -------
    np.ndarray
        uint64 (number,).
    """
    block, skipped = divmod(first, 4)
    # numpy counts before it draws: its first words are those of the next counter.
    bits = np.random.Philox(counter=np.array([block, column, 0, 0], np.uint64), key=np.array(key, np.uint64))
    words: np.ndarray = bits.random_raw(skipped + number)
    return words[skipped:]


def scattered(key: tuple[int, int], column: int, places: np.ndarray) -> np.ndarray:
    """Return the words at any places.

    Four words are drawn for each counter: those of place p stand at p modulo 4 in the block of the counter
    (⌊p / 4⌋ + 1, column, 0, 0).

    Parameters
    ----------
    key
        Two numbers from 0 to 2⁶⁴ − 1.
    column
        0…2⁶⁴ − 1.
    places
        uint64 (n,).

    Returns
    -------
    np.ndarray
        uint64 (n,).
    """
    words = np.empty(len(places), np.uint64)
    for start in range(0, len(places), AT_ONCE):
        some = places[start : start + AT_ONCE]
        block, none = (some >> np.uint64(2)) + np.uint64(1), np.zeros(len(some), np.uint64)
        drawn = blocks(key, (block, none + np.uint64(column), none, none))
        words[start : start + AT_ONCE] = np.choose((some & np.uint64(3)).astype(np.intp), drawn)
    return words


def blocks(key: tuple[int, int], counters: Words) -> Words:
    """Return the four words of each counter.

    Salmon, Moraes, Dror and Shaw (2011), Parallel random numbers: as easy as 1, 2, 3.

    Parameters
    ----------
    key
        Two numbers from 0 to 2⁶⁴ − 1.
    counters
        Their four words.

    Returns
    -------
    Words
        Four words for each.
    """
    a, b, c, d = counters
    for one, other in _keys(key):
        (high, low), (high_c, low_c) = (_product(x, by) for x, by in zip((a, c), MULTIPLIERS, strict=True))
        a, b, c, d = high_c ^ b ^ one, low_c, high ^ d ^ other, low
    return a, b, c, d


def _keys(key: tuple[int, int]) -> Iterator[tuple[np.uint64, np.uint64]]:
    """Walk through the keys of the rounds."""
    for round_number in range(ROUNDS):
        one, other = (
            np.uint64((start + round_number * step) % 2**64) for start, step in zip(key, WEYL, strict=True)
        )
        yield one, other


def _product(x: np.ndarray, by: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the upper and lower 64 bits of a product of 128 bits, from halves of 32 bits."""
    lower, upper = np.uint64(by & 0xFFFFFFFF), np.uint64(by >> 32)
    low, high = x & LOW, x >> HALF
    middle = upper * low + (lower * low >> HALF)
    across = lower * high + (middle & LOW)
    return upper * high + (middle >> HALF) + (across >> HALF), x * np.uint64(by)
