"""Condition of a search: how large groups have to be, how many records may be left out, which loss counts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

SUPPRESSED = 0.02
"""Share of records that may be left out, to begin with."""

LOSS = "loss"
"""Name of the loss to begin with."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What is asked of a coding.

    Attributes
    ----------
    k
        Records that must share their key values.
    suppress
        Records that may be left out: a share, or as a whole number how many.
    loss
        Name of the loss that is to be least.
    weights
        By name of a key how much it counts in the loss; 1 where not given.
    """

    k: int
    suppress: float | int = SUPPRESSED
    loss: str = LOSS
    weights: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
