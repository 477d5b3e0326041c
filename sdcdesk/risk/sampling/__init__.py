"""Sampling: the disclosure risk that is expected of simple random samples, by their size."""

from sdcdesk.risk.sampling.deviation import Deviations, deviations
from sdcdesk.risk.sampling.expectation import Expected, Risk, expected, sample_size
from sdcdesk.risk.sampling.inverse import largest
from sdcdesk.risk.sampling.measure import SamplingRisk

__all__ = [
    "Deviations",
    "Expected",
    "Risk",
    "SamplingRisk",
    "deviations",
    "expected",
    "largest",
    "sample_size",
]
