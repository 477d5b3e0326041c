"""Sampling: a part of the records is released, by one design of a survey each."""

from sdcdesk.masking.sampling.bernoulli import BernoulliSampling
from sdcdesk.masking.sampling.household import HouseholdSampling
from sdcdesk.masking.sampling.proportional import ProportionalSampling
from sdcdesk.masking.sampling.simple import SimpleRandomSampling
from sdcdesk.masking.sampling.stratified import StratifiedSampling
from sdcdesk.masking.sampling.systematic import SystematicSampling
from sdcdesk.masking.sampling.weight_calibration import WeightCalibration

__all__ = [
    "BernoulliSampling",
    "HouseholdSampling",
    "ProportionalSampling",
    "SimpleRandomSampling",
    "StratifiedSampling",
    "SystematicSampling",
    "WeightCalibration",
]
