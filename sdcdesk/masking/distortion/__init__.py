"""Distortion by probability distribution: values are drawn anew from a distribution that fits them."""

from sdcdesk.masking.distortion.method import ProbabilityDistortion

__all__ = ["ProbabilityDistortion"]
