"""What the sampling tab computes on a worker thread: exact curves, and simulated samples beside them."""

from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass

from sdcdesk.core.progress import Progress
from sdcdesk.release.sampling_curves import KeySet, SamplingCurves
from ui.pages.risk.sampling.series import SYMBOLS, Limits, Series, computed
from ui.pages.risk.sampling.sets import NamedSet
from ui.plots.curve import Band

Simulation = tuple[SamplingCurves, KeySet, int, int]
"""What identifies simulated samples: file, key set, number, seed."""

Simulated = MutableMapping[Simulation, tuple[Band, ...]]
"""What was simulated, one band for each risk."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """One series that is to be drawn.

    Attributes
    ----------
    curves
        The file that is sampled.
    named
        The key set.
    names
        Its variables: in another file the roles could be others.
    name
        What the series is called.
    """

    curves: SamplingCurves
    named: NamedSet
    names: tuple[str, ...]
    name: str

    @property
    def key_set(self) -> KeySet:
        """The key set with its variables named."""
        return KeySet(self.names, self.named.key_set.weights, self.named.key_set.missing)

    def simulation(self, samples: int, seed: int) -> Simulation:
        """Return what identifies simulated samples of this series."""
        return self.curves, self.key_set, samples, seed


def compute(
    wanted: Sequence[Wanted], limits: Limits, progress: Progress, *, spread: bool
) -> tuple[Series, ...]:
    """Return the series with their exact curves; `spread` asks for standard deviations after masking too."""
    return tuple(
        computed(one.curves, one.key_set, one.named, one.name, limits, share, spread=spread)
        for one, share in progress.over(wanted, "Drawing the risk of sampling")
    )


def simulate(wanted: Sequence[Simulation], kept: Simulated, progress: Progress) -> None:
    """Simulate samples; what is finished is kept, also where the user stops the rest."""
    for one, share in progress.over(wanted, "Drawing samples"):
        curves, key_set, samples, seed = one
        found = curves.simulated(key_set, samples, seed, share)
        shares = tuple(found.shares.tolist())
        kept[one] = tuple(
            Band(f"{SYMBOLS[risk]} simulated", shares, tuple(low.tolist()), tuple(high.tolist()))
            for risk, (low, high) in found.ends.items()
        )
