"""Joins of keys that are compatible: for keys too many or too fine for a table of all possible ones.

The *pattern* of a key says which of its values are visible. Two patterns meet in the values visible in both;
their keys are compatible where these agree. Keys are packed into words with bits of their own for each value,
so that one operation leaves of a key what is visible in another pattern.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.keys import combine, compact

WORD = 42
"""Bits of a word: with the place of one of two million keys behind them they still are an int64."""

PER_JOIN = 30_000
"""A join takes as long as so many comparisons of two keys, besides what it takes for each key."""

PER_KEY = 3
"""Comparisons that take as long as a key that is offered to all joins of a pattern."""

FEWER = 4
"""Keys of the longer side are sifted by a table of remainders where it is so many times as long."""

MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
"""Spreads keys over remainders (Knuth's multiplicative hashing)."""


class KeyJoins:
    """Sums over the keys of a file that are compatible with any key.

    Parameters
    ----------
    columns
        Integers (T,) each: codes of each key, 0…sizes[j]−1, and −1 where missing.
    sizes
        Number of different codes of each key.
    mass
        int64 or float64 (T,): what is summed.
    progress
        Asked while keys are joined whether to stop; nothing is reported to it.
    """

    def __init__(
        self,
        columns: Sequence[np.ndarray],
        sizes: Sequence[int],
        mass: np.ndarray,
        progress: Progress = SILENT,
    ) -> None:
        self._progress = progress
        self._fields = _fields(sizes)
        packed = self._packed(columns)
        # Keys of a pattern stand together.
        order = np.argsort(packed.patterns, kind="stable")
        self._file = _Packed(tuple(word[order] for word in packed.words), packed.patterns[order])
        self._mass = mass[order]
        self._visible = [np.zeros(len(order), dtype=np.int64) for _ in self._file.words]
        for bit, field in enumerate(self._fields):
            self._visible[field.word] |= (self._file.patterns >> bit & 1) * field.mask
        patterns, starts = np.unique(self._file.patterns, return_index=True)
        ends = np.append(starts, len(order))[1:]
        self._parts = {
            int(pattern): slice(int(start), int(end))
            for pattern, start, end in zip(patterns, starts, ends, strict=True)
        }

    def sums(self, columns: Sequence[np.ndarray]) -> np.ndarray:
        """Return the sum of each of some keys.

        Parameters
        ----------
        columns
            Integers (m,) each: codes of the keys asked for, −1 where missing.

        Returns
        -------
        np.ndarray
            In the type of the mass, (m,).
        """
        wanted = self._packed(columns)
        total = np.zeros(len(wanted.patterns), dtype=self._mass.dtype)
        for pattern in np.unique(wanted.patterns).tolist():
            asking = np.flatnonzero(wanted.patterns == pattern)
            words = [word[asking] for word in wanted.words]
            further = (len(asking) - PER_KEY) * len(self._mass)
            # What is met is not looked for where comparing is less even for a single join.
            met = self._met(pattern) if further > PER_JOIN else {}
            if further <= PER_JOIN * max(len(met), 1):
                total[asking] = self._compared(words, pattern)
                continue
            for shared, parts in met.items():
                self._progress.check()
                total[asking] += self._agreeing(words, parts, shared)
        return total

    def _met(self, pattern: int) -> dict[int, list[slice]]:
        """Return what a pattern shares with those of the file, and where the keys are that share it."""
        met: dict[int, list[slice]] = {}
        for other, part in self._parts.items():
            met.setdefault(pattern & other, []).append(part)
        return met

    def _packed(self, columns: Sequence[np.ndarray]) -> "_Packed":
        words = [np.zeros(len(columns[0]), dtype=np.int64) for _ in range(1 + self._fields[-1].word)]
        patterns = np.zeros(len(columns[0]), dtype=np.int64)
        for bit, (column, field) in enumerate(zip(columns, self._fields, strict=True)):
            visible = column >= 0
            words[field.word] |= np.where(visible, column, 0).astype(np.int64) << field.shift
            patterns |= visible.astype(np.int64) << bit
        return _Packed(tuple(words), patterns)

    def _masks(self, pattern: int) -> list[int]:
        """Return for each word the bits of the values that are visible in a pattern."""
        masks = [0] * (1 + self._fields[-1].word)
        for bit, field in enumerate(self._fields):
            if pattern >> bit & 1:
                masks[field.word] |= field.mask
        return masks

    def _compared(self, words: Sequence[np.ndarray], pattern: int) -> np.ndarray:
        """Compare keys of a pattern with every key of the file."""
        visible = [its & mask for its, mask in zip(self._visible, self._masks(pattern), strict=True)]
        sums = np.empty(len(words[0]), dtype=self._mass.dtype)
        for place, key in enumerate(zip(*words, strict=True)):
            self._progress.check()
            differ = (self._file.words[0] ^ key[0]) & visible[0]
            for own, offered, bits in zip(key[1:], self._file.words[1:], visible[1:], strict=True):
                differ |= (offered ^ own) & bits
            sums[place] = self._mass[differ == 0].sum()
        return sums

    def _agreeing(self, words: Sequence[np.ndarray], parts: Sequence[slice], shared: int) -> np.ndarray:
        """Sum for each asked key the mass of the offered ones that agree with it where both are visible."""
        mass = _joined([self._mass[part] for part in parts])
        if not shared:
            whole: np.ndarray = np.full(len(words[0]), mass.sum())
            return whole
        offered = [_joined([word[part] for part in parts]) for word in self._file.words]
        asked_codes, offered_codes, domain = _projected(words, offered, self._masks(shared))
        asking: np.ndarray | slice = slice(None)
        if FEWER * len(asked_codes) < len(offered_codes):
            kept = _sifted(offered_codes, asked_codes)
            offered_codes, mass = offered_codes[kept], mass[kept]
        elif FEWER * len(offered_codes) < len(asked_codes):
            asking = _sifted(asked_codes, offered_codes)
        wanted = asked_codes[asking]
        codes, found = compact(np.concatenate([wanted, offered_codes]), domain)
        sums = np.bincount(codes[len(wanted) :], weights=mass, minlength=found)
        total = np.zeros(len(words[0]), dtype=mass.dtype)
        # Whole numbers stay exact: float64 holds those below 2^53.
        total[asking] = sums[codes[: len(wanted)]].astype(mass.dtype, copy=False)
        return total


@dataclass(frozen=True, slots=True, eq=False)
class _Packed:
    """Keys as words, 0 where a value is missing, and the pattern of each, int64 (m,)."""

    words: tuple[np.ndarray, ...]
    patterns: np.ndarray


@dataclass(frozen=True, slots=True)
class _Field:
    """Where the values of a key variable stand."""

    word: int
    shift: int
    mask: int


def _fields(sizes: Iterable[int]) -> list[_Field]:
    fields: list[_Field] = []
    word = used = 0
    for size in sizes:
        bits = max(size - 1, 0).bit_length()
        if used + bits > WORD:
            word, used = word + 1, 0
        fields.append(_Field(word, used, ((1 << bits) - 1) << used))
        used += bits
    return fields


def _joined(parts: Sequence[np.ndarray]) -> np.ndarray:
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _projected(
    wanted: Sequence[np.ndarray], offered: Sequence[np.ndarray], masks: Sequence[int]
) -> tuple[np.ndarray, np.ndarray, int]:
    """Return a number for each key of both sides, equal where the bits of the masks are, and their range."""
    used = [place for place, mask in enumerate(masks) if mask] or [0]
    if len(used) == 1:
        mask = masks[used[0]]
        return wanted[used[0]] & mask, offered[used[0]] & mask, mask + 1
    both = [np.concatenate([wanted[place], offered[place]]) & masks[place] for place in used]
    codes, domain = combine(both, [masks[place] + 1 for place in used])
    return codes[: len(wanted[0])], codes[len(wanted[0]) :], domain


def _sifted(many: np.ndarray, few: np.ndarray) -> np.ndarray:
    """Return the places of those of many codes that may be among a few others; hardly any else."""
    bits = max(len(few), 1).bit_length() + 4
    shift = np.uint64(64 - bits)
    occurs = np.zeros(1 << bits, dtype=bool)
    occurs[few.astype(np.uint64) * MULTIPLIER >> shift] = True
    return np.flatnonzero(occurs[many.astype(np.uint64) * MULTIPLIER >> shift])
