"""What the risk would be if only a simple random sample of a file were released, for several key sets."""

from sdcdesk.release.sampling_curves.curve import SamplingCurve, sample_sizes
from sdcdesk.release.sampling_curves.inverse import Largest, largest
from sdcdesk.release.sampling_curves.key_set import KeySet
from sdcdesk.release.sampling_curves.sampled import SamplingCurves, SimulatedCurve

__all__ = [
    "KeySet",
    "Largest",
    "SamplingCurve",
    "SamplingCurves",
    "SimulatedCurve",
    "largest",
    "sample_sizes",
]
