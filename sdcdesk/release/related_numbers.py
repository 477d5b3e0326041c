"""Related numbers: whether other variables of a file tell a masked one better than its masked values do."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.numeric import is_numeric
from sdcdesk.core.data.variable import Role, Scale
from sdcdesk.core.running.progress import Progress

NEARER = 0.5
"""Share of the error of the masked values below which that of the others makes them worth naming."""

FEW = 20
"""Of fewer changed values nothing is said."""

MOST = 50
"""Variables by which one is told: those that go with it most."""

_CELLS = 1 << 20
"""Numbers that are looked at, at most; of larger files it is those of records at equal distances."""


@dataclass(frozen=True, slots=True, eq=False)
class RelatedNumbers:
    """The numbers of a masked file, as a reader has them.

    Attributes
    ----------
    original, masked
        Both files.
    places
        int64 (m,), the records that are looked at.
    names
        The variables that are numbers.
    values
        float64 (m, v), theirs, of mean 0 and variance 1; 0 where missing.
    """

    original: Microdata
    masked: Microdata
    places: np.ndarray
    names: tuple[str, ...]
    values: np.ndarray

    @classmethod
    def of(cls, original: Microdata, masked: Microdata, progress: Progress) -> "RelatedNumbers":
        """Return the numbers of a masked file.

        Parameters
        ----------
        original, masked
            Both files.
        progress
            Stops the work where the user asked to.

        Returns
        -------
        RelatedNumbers
            Without variables that name or number records.
        """
        apart = (*masked.named(Role.IDENTIFIER), *masked.named(Role.HOUSEHOLD))
        names = tuple(name for name in masked.names if name not in apart and is_numeric(masked, name))
        step = -(-len(masked) * max(len(names), 1) // _CELLS)
        places = np.arange(0, len(masked), max(step, 1))
        values = np.zeros((len(places), len(names)))
        for column, name in enumerate(names):
            progress.check()
            values[:, column] = _standard(masked.numbers(name, copy=False)[places])
        return cls(original, masked, places, names, values)

    def tell(self, name: str) -> bool:
        """Return whether a regression on the other variables is nearer to what values were than they are now.

        The values at both ends are left out where the regression is made, for there tails are coded.

        Parameters
        ----------
        name
            A variable that steps changed.

        Returns
        -------
        bool
            By the mean squared error of those values that are others now.
        """
        if name not in self.names or self.masked.variable(name).scale is not Scale.CONTINUOUS:
            return False
        if name not in self.original or not is_numeric(self.original, name):
            return False
        then = self.original.numbers(name, copy=False)[self.masked.rows[self.places]]
        now = self.masked.numbers(name, copy=False)[self.places]
        known = np.isfinite(then) & np.isfinite(now)
        changed = known & (then != now)
        if np.count_nonzero(changed) < FEW:
            return False
        within = known & (now > np.min(now[known])) & (now < np.max(now[known]))
        fitted = within if 2 * np.count_nonzero(within) >= np.count_nonzero(known) else known
        with np.errstate(over="ignore", invalid="ignore"):  # numbers whose squares are none
            told = self._regressed(name, now, fitted)
            if told is None:
                return False
            off, still = told[changed] - then[changed], now[changed] - then[changed]
            return bool(np.mean(off**2) < NEARER**2 * np.mean(still**2))

    def _regressed(self, name: str, now: np.ndarray, fitted: np.ndarray) -> np.ndarray | None:
        """Return what a regression on others makes of a variable; None: there are too few records."""
        own = _standard(np.where(fitted, now, np.nan))
        strength = np.abs(own @ self.values)
        strength[self.names.index(name)] = -1.0
        others = np.argsort(-strength, kind="stable")[: min(MOST, len(self.names) - 1)]
        if not len(others) or np.count_nonzero(fitted) < 2 * (len(others) + 1):
            return None
        design = np.column_stack([self.values[:, others], np.ones(len(self.places))])
        used = design[fitted]
        factors = np.linalg.pinv(used.T @ used, hermitian=True) @ (used.T @ now[fitted])
        told: np.ndarray = design @ factors
        return told


def _standard(numbers: np.ndarray) -> np.ndarray:
    """Return numbers of mean 0 and variance 1; 0 where missing, or where all are equal."""
    known = np.isfinite(numbers)
    if not known.any():
        return np.zeros(len(numbers))
    with np.errstate(over="ignore", invalid="ignore"):
        spread = float(np.std(numbers[known]))
        found: np.ndarray = np.where(known, numbers - np.mean(numbers[known]), 0.0)
    return found / spread if 0 < spread < np.inf else np.zeros(len(numbers))
