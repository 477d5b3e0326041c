"""Parts of keys: several keys as one, by a table of all combinations of their values, as these are few."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from sdcdesk.kernels.lattice.key_levels import KeyLevels
from sdcdesk.kernels.lattice.node_figures import Amounts

VALUES = 1 << 13
"""Most combinations of values of a part of several keys: its tables stay in the cache of the processor."""

MOST_NUMBERS = 1 << 23
"""Numbers in all tables of a part that are kept."""


@dataclass(frozen=True, slots=True, eq=False)
class PartLabels:
    """Labels of the keys of a part at some levels.

    Attributes
    ----------
    codes
        int64 (values,), for each combination of values its combination of labels, from 0.
    different
        How many combinations of labels there could be.
    amounts
        float64 (values, keys + q), the own amount of each key, and the joint ones of all of them.
    """

    codes: np.ndarray
    different: int
    amounts: np.ndarray


@dataclass(eq=False)
class KeyPart:
    """Some keys, whose combinations of values are numbered as those of one key.

    Attributes
    ----------
    keys
        Their places in the lattice.
    digits
        For each key int32 (levels, values), as in `KeyLevels`.
    own, joint
        For each key its amounts; see `Amounts`.
    """

    keys: tuple[int, ...]
    digits: tuple[np.ndarray, ...]
    own: tuple[np.ndarray, ...]
    joint: tuple[np.ndarray, ...]
    _known: dict[tuple[int, ...], PartLabels] = field(default_factory=dict, repr=False)

    @property
    def values(self) -> int:
        """Number of combinations of values."""
        return math.prod(digits.shape[1] for digits in self.digits)

    @property
    def amounts(self) -> int:
        """Number of amounts: the own one of each key, and the joint ones of all of them."""
        return len(self.keys) + len(self.joint[0])

    def combined(self, codes: np.ndarray) -> np.ndarray:
        """Return the combinations of values of this part.

        Parameters
        ----------
        codes
            int32 (d, m), the values of all keys of the lattice.

        Returns
        -------
        np.ndarray
            int64 (m,), the first key being the highest digit.
        """
        found: np.ndarray = codes[self.keys[0]].astype(np.int64)
        for key, digits in zip(self.keys[1:], self.digits[1:], strict=True):
            found *= digits.shape[1]
            found += codes[key]
        return found

    def at(self, levels: Sequence[int]) -> PartLabels:
        """Return the labels at some levels.

        Parameters
        ----------
        levels
            The level of each key of the part.

        Returns
        -------
        PartLabels
            Kept for the next time, as long as there is room.
        """
        node = tuple(levels)
        if node not in self._known:
            found = self._labels(node)
            if len(self._known) * found.amounts.size > MOST_NUMBERS:
                del self._known[next(iter(self._known))]
            self._known[node] = found
        return self._known[node]

    def _labels(self, node: tuple[int, ...]) -> PartLabels:
        shape = tuple(digits.shape[1] for digits in self.digits)
        codes, different = np.zeros(shape, dtype=np.int64), 1
        amounts = np.zeros((*shape, self.amounts))
        for place, level in enumerate(node):
            along = tuple(size if one == place else 1 for one, size in enumerate(shape))
            labels, numbers = np.unique(self.digits[place][level], return_inverse=True)
            codes = codes * len(labels) + numbers.reshape(along)
            different *= len(labels)
            amounts[..., place] = self.own[place][level].reshape(along)
            amounts[..., len(shape) :] += self.joint[place][:, level].T.reshape(*along, -1)
        return PartLabels(codes.ravel(), different, amounts.reshape(codes.size, -1))


def key_parts(keys: KeyLevels, amounts: Amounts, order: Sequence[int]) -> tuple[KeyPart, ...]:
    """Return keys in parts.

    Parameters
    ----------
    keys
        All keys of a lattice.
    amounts
        The amounts of their labels.
    order
        Places of the keys that are wanted.

    Returns
    -------
    tuple[KeyPart, ...]
        Of the keys in this order as many in each as its tables have room for.
    """
    parts: list[list[int]] = []
    values = 1
    for key in order:
        values *= keys.digits[key].shape[1]
        if not parts or values > VALUES:
            parts.append([])
            values = keys.digits[key].shape[1]
        parts[-1].append(key)
    return tuple(
        KeyPart(
            tuple(part),
            tuple(keys.digits[key] for key in part),
            tuple(amounts.own[key] for key in part),
            tuple(amounts.joint[key] for key in part),
        )
        for part in parts
    )
