"""Catalogue of the examples of papers, in the order of menus."""

from sdcdesk.document.examples.area_examples import AREA_EXAMPLES
from sdcdesk.document.examples.example import Example
from sdcdesk.document.examples.rule_examples import RULE_EXAMPLES

EXAMPLES: tuple[Example, ...] = (*AREA_EXAMPLES, *RULE_EXAMPLES)
"""Each has a name of its own."""
