"""Catalogue of all measures, for projects and commands that take any of them."""

from typing import Annotated

from pydantic import PlainSerializer, PlainValidator

from sdcdesk.core.operations.catalogue import Catalogue
from sdcdesk.core.operations.measure import Measure
from sdcdesk.loss import LOSSES
from sdcdesk.risk import RISKS

MEASURES: Catalogue[Measure] = Catalogue("measure", parts=(RISKS, LOSSES))
"""Measures of disclosure risk first, then those of information loss."""

WrittenMeasure = Annotated[Measure, PlainValidator(MEASURES.read), PlainSerializer(MEASURES.write)]
"""A measure as a field of a document, written with its name and its parameters."""
