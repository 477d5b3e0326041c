"""Record risks: the measures that have a risk for each record, for steps that keep a limit on it.

Steps know no measure: those of risk name themselves here when their room is imported.
"""

from typing import Annotated, Any

from pydantic import PlainSerializer, PlainValidator

from sdcdesk.core.operations.catalogue import Catalogue
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.running.errors import ParameterError

RECORD_RISKS: Catalogue[Measure] = Catalogue("measure of the risk of each record")
"""Measures with a `record_risk`, in the order of the menu."""


def _read(written: Any) -> Measure:
    """Return the measure; what is wrong with it is said of the parameter that holds it."""
    try:
        return RECORD_RISKS.read(written)
    except ParameterError as error:
        raise ValueError(error.message.removesuffix(".")) from None


WrittenRecordRisk = Annotated[Measure, PlainValidator(_read), PlainSerializer(RECORD_RISKS.write)]
"""Such a measure as a parameter, written with its name and its parameters."""
