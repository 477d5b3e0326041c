"""Diversity: what an intruder who finds the group of a person learns about confidential values."""

from sdcdesk.risk.diversity.attribute_disclosure import AttributeDisclosure
from sdcdesk.risk.diversity.l_diversity import LDiversity

__all__ = ["AttributeDisclosure", "LDiversity"]
