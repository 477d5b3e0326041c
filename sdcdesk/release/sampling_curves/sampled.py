"""The curves of one file: counted once, and simulated where that is wanted."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.progress import SILENT, Progress
from sdcdesk.release.sampling_curves.curve import SamplingCurve, expected_curve, over
from sdcdesk.release.sampling_curves.key_set import KeySet
from sdcdesk.risk import ClassificationMatrix, WeightMatrix, compare
from sdcdesk.risk.key_measure import Missing
from sdcdesk.risk.sampling.deviation import Deviations, deviations, never_grown
from sdcdesk.risk.sampling.expectation import RISKS, Risk

SIMULATED = tuple(float(percentage) for percentage in range(0, 101, 5))
"""Sampling factors, in percent, for which samples are drawn."""


@dataclass(frozen=True, slots=True, eq=False)
class SimulatedCurve:
    """What the risks of drawn samples spread over.

    Attributes
    ----------
    shares
        float64, t / n′ of each sample size.
    ends
        For each risk the quantiles of 5 and 95 %, as shares of the n initial records.
    """

    shares: np.ndarray
    ends: Mapping[Risk, tuple[np.ndarray, np.ndarray]]


@dataclass(slots=True, eq=False)
class SamplingCurves:
    """The curves of one file; its records are counted once for each key set.

    Parameters
    ----------
    original
        The initial file.
    masked
        The file that is sampled: the initial one itself, or what earlier masking made of it.
    """

    original: Microdata
    masked: Microdata
    _matrices: dict[tuple[tuple[str, ...], Missing], ClassificationMatrix] = field(default_factory=dict)
    _curves: dict[KeySet, SamplingCurve] = field(default_factory=dict)
    _deviations: dict[KeySet, Deviations] = field(default_factory=dict)

    def of(self, key_set: KeySet, progress: Progress = SILENT, *, spread: bool = False) -> SamplingCurve:
        """Return the curve of a key set.

        Parameters
        ----------
        key_set
            Variables and weights.
        progress
            Told how far the work is.
        spread
            Whether standard deviations are wanted. Of an initial file they are always there; after masking
            they take longer than all else.

        Raises
        ------
        DataError
            There are no key variables, a key variable does not exist, or is an identifier.
        ParameterError
            The weights break a rule of their structure.
        Cancelled
            The user asked to stop.
        """
        measure = key_set.measure()
        names = measure.key_names(self.original)
        measure.check(self.original)
        wanted = replace(key_set, keys=names)
        if wanted not in self._curves:
            matrix = self._matrix(wanted, progress.part(0.0, 0.2))
            self._curves[wanted] = expected_curve(wanted, matrix, progress.part(0.2, 0.4))
        curve = self._curves[wanted]
        if not spread and not never_grown(curve.matrix):
            return curve
        found = self._spread(wanted, curve, progress.part(0.4, 1.0))
        return replace(curve, deviations=found) if np.isfinite(found.sd_min).all() else curve

    def simulated(
        self, key_set: KeySet, samples: int, seed: int, progress: Progress = SILENT
    ) -> SimulatedCurve:
        """Draw samples, and return what their risks spread over.

        Parameters
        ----------
        key_set
            Variables and weights; where the weights do not fit, DR_W is left out.
        samples
            Of each size, 1…1,000.
        seed
            Of the random numbers; with the same one `SamplingRisk` draws the same samples.
        progress
            Told how far the work is.

        Raises
        ------
        DataError, ParameterError, Cancelled
            As `of`.
        """
        misfit = self.of(key_set, progress.part(0.0, 0.05)).misfit
        measure = key_set.measure().changed(factors=SIMULATED, replicates=samples, seed=seed)
        if misfit is not None:
            measure = measure.changed(weights=WeightMatrix.maximal())
        table = measure.assess(self.original, self.masked, progress.part(0.05, 1.0)).table("curve")
        ends = {
            risk: (
                table[f"{risk}_simulated_q05"].to_numpy(dtype=np.float64),
                table[f"{risk}_simulated_q95"].to_numpy(dtype=np.float64),
            )
            for risk in RISKS
            if misfit is None or risk != "dr_weighted"
        }
        return SimulatedCurve(over(table["t"].to_numpy(dtype=np.int64), len(self.masked)), ends)

    def _matrix(self, wanted: KeySet, progress: Progress) -> ClassificationMatrix:
        counted = wanted.keys, wanted.missing
        if counted not in self._matrices:
            found = compare(self.original, self.masked, wanted.keys, wanted.missing, progress)
            self._matrices[counted] = found.matrix
        return self._matrices[counted]

    def _spread(self, wanted: KeySet, curve: SamplingCurve, progress: Progress) -> Deviations:
        if wanted not in self._deviations:
            groups, initial = None, curve.matrix.j
            if not never_grown(curve.matrix):
                # Counted once more rather than kept: what a comparison holds is several times the file.
                part = progress.part(0.0, 0.2)
                compared = compare(self.original, self.masked, wanted.keys, wanted.missing, part)
                groups, initial = compared.after.groups, compared.initial
            drawn, rest = curve.records.tolist(), progress.part(0.2, 1.0)
            self._deviations[wanted] = deviations(curve.matrix, groups, initial, drawn, rest)
        return self._deviations[wanted]
