"""Microaggregation: records in groups of at least k get the mean, median or mode of their group."""

from sdcdesk.masking.microaggregation.method import Microaggregation

__all__ = ["Microaggregation"]
