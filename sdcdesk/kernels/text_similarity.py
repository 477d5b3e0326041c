"""Similarity of texts that may be written differently: after Jaro and Winkler, and after Levenshtein.

All pairs of different texts are compared: one text of the second list at a time, with many of the first at
once.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

BLOCK = 4_096
"""Texts of similar length that are compared with one other at a time."""

ALIKE_FROM = 0.7
"""A common beginning counts only where the similarity after Jaro is higher than this (Winkler)."""

BEGINNING = 4
"""So many letters of a common beginning count at most."""

FOR_A_LETTER = 0.1
"""Share of the way to 1 for each letter of a common beginning."""

Step = Callable[[float], None]
"""Told the share of the work that is done; it may raise to stop the work."""


@dataclass(frozen=True, slots=True, eq=False)
class _Block:
    """Some texts, one below each other.

    Attributes
    ----------
    places
        int64 (a,), which texts they are.
    letters
        (longest, a), numbers of letters from 1; 0 behind the end of a text.
    lengths
        int16 (a,).
    """

    places: np.ndarray
    letters: np.ndarray
    lengths: np.ndarray


def jaro_winkler(first: Sequence[str], second: Sequence[str], step: Step) -> np.ndarray:
    """Compare texts after Jaro (1989) and Winkler (1990).

    Letters of the second text find, one after the other, the first equal letter of the first text that is
    not yet found and at most ⌊longer ÷ 2⌋ − 1 places away. Of c letters that were found, in texts of a and b
    letters, with t the number of those that stand in another order, halved and rounded down, the similarity
    is j = (c/a + c/b + (c − t)/c)/3. Where j > 0.7, it becomes j + l·0.1·(1 − j) with l equal letters at the
    beginning, at most 4.

    Parameters
    ----------
    first, second
        Texts. An empty one is equal to another empty one, and has nothing of any other.
    step
        Told how far the work is.

    Returns
    -------
    np.ndarray
        float64 (a, b), 0…1; 1 exactly where texts are equal.
    """
    return _similarities(first, second, _jaro_winkler, step)


def levenshtein(first: Sequence[str], second: Sequence[str], step: Step) -> np.ndarray:
    """Compare texts by the fewest letters put in, left out or replaced (Levenshtein 1966).

    Parameters
    ----------
    first, second
        Texts.
    step
        Told how far the work is.

    Returns
    -------
    np.ndarray
        float64 (a, b), 1 − letters changed ÷ letters of the longer text, 0…1; 1 exactly where texts are
        equal.
    """
    return _similarities(first, second, _levenshtein, step)


def _similarities(
    first: Sequence[str],
    second: Sequence[str],
    similarity: Callable[[_Block, np.ndarray], np.ndarray],
    step: Step,
) -> np.ndarray:
    found = np.empty((len(first), len(second)))
    its, own = _numbered(first, second)
    done, every = 0, len(first) * len(second)
    for block in _blocks(its):
        for place, text in enumerate(own):
            step(done / every)
            done += len(block.places)
            if len(text):
                found[block.places, place] = similarity(block, text)
            else:
                found[block.places, place] = block.lengths == 0
    return found


def _numbered(first: Sequence[str], second: Sequence[str]) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Return texts as numbers of letters, in as few bytes as can be: nothing is compared more often."""
    alphabet = {letter: number for number, letter in enumerate(sorted(set("".join((*first, *second)))), 1)}
    kind = np.min_scalar_type(len(alphabet))
    its, own = (
        [np.array([alphabet[letter] for letter in text], dtype=kind) for text in texts]
        for texts in (first, second)
    )
    return its, own


def _blocks(texts: Sequence[np.ndarray]) -> Iterator[_Block]:
    """Cut texts into blocks of similar length."""
    lengths = np.array([len(text) for text in texts], dtype=np.int16)
    order = np.argsort(lengths, kind="stable")
    for start in range(0, len(texts), BLOCK):
        places = order[start : start + BLOCK]
        letters = np.zeros((int(lengths[places].max()), len(places)), dtype=texts[0].dtype)
        for column, place in enumerate(places.tolist()):
            letters[: lengths[place], column] = texts[place]
        yield _Block(places, letters, lengths[places])


def _jaro_winkler(block: _Block, text: np.ndarray) -> np.ndarray:
    jaro = _jaro(block, text)
    alike = np.ones(len(jaro), dtype=bool)
    beginning = np.zeros(len(jaro))
    for letter, its in zip(text[:BEGINNING], block.letters, strict=False):
        alike &= its == letter
        beginning += alike
    return np.where(jaro > ALIKE_FROM, jaro + beginning * FOR_A_LETTER * (1 - jaro), jaro)


def _jaro(block: _Block, text: np.ndarray) -> np.ndarray:
    letters, lengths = block.letters, block.lengths
    reach = np.maximum(np.maximum(lengths, len(text)) // 2 - 1, 0)
    nearest, farthest = int(reach.min()), int(reach.max())
    left = letters.copy()
    common = np.zeros(len(lengths), dtype=np.int16)
    own = np.zeros((len(text), len(lengths)), dtype=letters.dtype)
    for at, letter in enumerate(text):
        wanting = np.ones(len(lengths), dtype=bool)
        for place in range(max(at - farthest, 0), min(at + farthest + 1, len(letters))):
            hit = (left[place] == letter) & wanting
            if abs(place - at) > nearest:
                hit &= reach >= abs(place - at)
            wanting ^= hit
            left[place] *= ~hit
        hits = np.flatnonzero(~wanting)
        own[common[hits], hits] = letter
        common[hits] += 1
    its = np.zeros_like(own)
    reached = np.zeros_like(common)
    for there, kept in zip(letters, left, strict=True):
        hits = np.flatnonzero(there != kept)
        its[reached[hits], hits] = there[hits]
        reached[hits] += 1
    moved = np.count_nonzero(its != own, axis=0) // 2
    found = common / np.maximum(lengths, 1) + common / len(text)
    return np.asarray((found + (common - moved) / np.maximum(common, 1)) / 3)


def _levenshtein(block: _Block, text: np.ndarray) -> np.ndarray:
    letters, lengths = block.letters, block.lengths
    # Changes that make the first so many letters of each text the beginning of the other one.
    changes = np.repeat(np.arange(len(letters) + 1, dtype=np.int16)[:, None], len(lengths), axis=1)
    for letter in text:
        before, changes = changes, changes + 1
        np.minimum(changes[1:], before[:-1] + (letters != letter), out=changes[1:])
        for place in range(1, len(changes)):
            np.minimum(changes[place], changes[place - 1] + 1, out=changes[place])
    fewest = changes[lengths, np.arange(len(lengths))]
    return np.asarray(1 - fewest / np.maximum(lengths, len(text)))
