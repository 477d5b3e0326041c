"""Diversity: what an intruder who finds the group of a person learns about confidential values."""

from sdcdesk.risk.diversity.attribute_disclosure import AttributeDisclosure
from sdcdesk.risk.diversity.l_diversity import LDiversity
from sdcdesk.risk.diversity.multi_attribute import MultiAttributeDiversity
from sdcdesk.risk.diversity.t_closeness import TCloseness

__all__ = ["AttributeDisclosure", "LDiversity", "MultiAttributeDiversity", "TCloseness"]
