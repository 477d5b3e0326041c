"""All measures in one catalogue, for projects and commands that take any of them."""

from sdcdesk.core.catalogue import Catalogue
from sdcdesk.core.operation import Measure
from sdcdesk.loss import LOSSES
from sdcdesk.risk import RISKS

MEASURES: Catalogue[Measure] = Catalogue("measure", parts=(RISKS, LOSSES))
"""Measures of disclosure risk first, then those of information loss."""
