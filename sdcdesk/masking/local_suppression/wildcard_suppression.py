"""Wildcard suppression: few blanks, where blanked values of other records count as compatible too."""

import math
from collections.abc import Sequence

import numpy as np

from sdcdesk.core.running.progress import Progress
from sdcdesk.kernels.counting import Codes, group_records
from sdcdesk.kernels.key_joins import KeyJoins
from sdcdesk.masking.local_suppression.key_tuples import KeyTuples, Masks, Sharing
from sdcdesk.masking.local_suppression.strict_suppression import cheapest
from sdcdesk.masking.local_suppression.subsets import Subset
from sdcdesk.masking.suppression.record_safety import Safety

GAINS = (16.0, 8.0, 4.0, 3.0, 2.0, 1.5, 1.0, 0.0)
"""Records made safe for the cost of their blanks: lines with more of them go first."""

LARGEST_TABLE = 2_000_000
"""Up to this many possible keys all their counts are computed again after every step."""


def wildcard_blanks(
    tuples: KeyTuples, safety: Safety, subsets: Sequence[Subset], progress: Progress
) -> Masks:
    """Return keys to blank so that each tuple is safe where missing values match every value, on both sides.

    Only tuples that are not safe are touched, each with a subset that is a cheapest one for itself at that
    moment. Tuples that agree where a subset is blanked form a *line*: a record of it that is blanked becomes
    compatible with all others of the line. So tuples of a line are blanked, those with the fewest compatible
    records first, only until the next one has enough. Of all lines those go first that make the most
    records safe for their cost.

    Counts never fall by blanks, so that safe records stay safe.

    Parameters
    ----------
    tuples
        The different keys of the file.
    safety
        What makes a record safe.
    subsets
        The cheapest first.
    progress
        Receives how many are safe, and is asked whether to stop.

    Returns
    -------
    np.ndarray
        int64 (T,); 0 where nothing is blanked. Tuples stay unsafe only where no subset would suffice.
    """
    file = _File(tuples, safety, progress)
    keys = math.prod(size + 1 for size in tuples.domains)
    # Counting by joins takes too long for many sweeps.
    gains = GAINS if keys <= LARGEST_TABLE else GAINS[-1:]
    changed = True
    while changed:
        changed = False
        for gain in gains:
            changed |= file.sweep(subsets, gain, progress)
    return file.masks


class _File:
    """The file while its keys are blanked.

    Compatible records are counted once for a sweep; from then on only what blanks change is added.
    """

    def __init__(self, tuples: KeyTuples, safety: Safety, progress: Progress) -> None:
        self._progress = progress
        self.masks = np.zeros(len(tuples), dtype=np.int64)
        self._tuples, self._safety = tuples, safety
        self._visible = tuples.visible()
        self._waiting = np.arange(len(tuples))
        self._matching = np.zeros(len(tuples), dtype=np.int64)
        self._people = None if tuples.people is None else np.zeros(len(tuples))
        self._count()

    def _count(self) -> None:
        self._sharing = Sharing(self._tuples, self._safety, self.masks, LARGEST_TABLE, self._progress)
        found, people = self._sharing.counts(self._tuples.blanked(self.masks[self._waiting], self._waiting))
        self._matching[self._waiting] = found
        if self._people is not None:
            self._people[self._waiting] = people
        self._waiting = self._unsafe(self._waiting)

    def _enough(self, mask: int, which: np.ndarray) -> np.ndarray:
        """Return which tuples would be safe with more keys blanked, none of them blanked already."""
        return self._sharing.safe(self._tuples.blanked(self.masks[which] | mask, which))

    def _unsafe(self, which: np.ndarray) -> np.ndarray:
        """Return those of some tuples that are not safe now."""
        unsafe: np.ndarray = which[~self._safety.safe(self._matching[which], self._people_at(which))]
        return unsafe

    def _people_at(self, which: np.ndarray) -> np.ndarray | None:
        return None if self._people is None else self._people[which]

    def sweep(self, subsets: Sequence[Subset], gain: float, progress: Progress) -> bool:
        """Blank all lines with at least such a gain, and return whether there were any."""
        found = list(cheapest(subsets, self._waiting, self._enough, progress, ties=True))
        changed = False
        for number, (subset, which) in enumerate(found):
            progress.at(number / len(found), "Lines of equal keys")
            # Tuples that were blanked wait no longer, and others have become safe.
            which = self._unsafe(np.intersect1d(which, self._waiting, assume_unique=True))
            chosen = self._lines(subset, which, gain) if len(which) else which
            if len(chosen):
                self._blank(chosen, subset)
                changed = True
        if changed:
            self._count()
        return changed

    def _blank(self, chosen: np.ndarray, subset: Subset) -> None:
        """Blank keys of tuples, and add to the others that wait the records that become compatible."""
        before = self._tuples.blanked(self.masks[chosen], chosen)
        self.masks[chosen] |= subset.mask & self._visible[chosen]
        after = self._tuples.blanked(self.masks[chosen], chosen)
        columns = [np.concatenate(pair) for pair in zip(before, after, strict=True)]
        self._waiting = np.setdiff1d(self._waiting, chosen, assume_unique=True)
        left = self._unsafe(self._waiting)
        blanked = self._tuples.blanked(self.masks[left], left)
        for totals, mass in ((self._matching, self._tuples.records), (self._people, self._tuples.people)):
            if totals is not None and mass is not None:
                change = np.concatenate([-mass[chosen], mass[chosen]])
                totals[left] += KeyJoins(columns, self._tuples.domains, change, self._progress).sums(blanked)

    def _lines(self, subset: Subset, which: np.ndarray, gain: float) -> np.ndarray:
        """Return which of some tuples to blank: those of lines with at least such a gain."""
        found, people = self._matching[which], self._people_at(which)
        line = self._line(subset, which)
        order = np.lexsort((which, self._safety.standing(found, people), line))
        which, line, found = which[order], line[order], found[order]
        records = self._tuples.records[which]
        found = found + _before(records, line)
        if people is not None and self._tuples.people is not None:
            people = people[order] + _before(self._tuples.people[which], line)
        blank = ~self._safety.safe(found, people)
        cost = np.bincount(line, records * blank) * subset.cost
        worth = np.bincount(line, records) >= gain * cost
        chosen: np.ndarray = which[blank & worth[line]]
        return chosen

    def _line(self, subset: Subset, which: np.ndarray) -> np.ndarray:
        """Return the line of each tuple, 0…L−1: those that agree once the subset is blanked."""
        columns = self._tuples.blanked(self.masks[which] | subset.mask, which)
        codes = [Codes(*column) for column in zip(columns, self._tuples.domains, strict=True)]
        return group_records(codes).labels


def _before(mass: np.ndarray, line: np.ndarray) -> np.ndarray:
    """Return for each tuple, sorted by line, the mass of those before it in its line."""
    before = np.cumsum(mass) - mass
    first = np.flatnonzero(np.append(True, line[1:] != line[:-1]))
    result: np.ndarray = before - before[first][line]
    return result
