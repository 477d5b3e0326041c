"""Continuous measures: what measures of information loss share that compare numbers of two files."""

from typing import ClassVar

from sdcdesk.core.data.variable import Scale
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure, Unpaired
from sdcdesk.core.operations.parameters import NOT_IDENTIFIERS, Accepts, FieldDisplay, parameter
from sdcdesk.core.results.without_original import LOSS_UNKNOWN


class ContinuousMeasure(Measure):
    """A measure that compares the continuous variables of both files.

    Attributes
    ----------
    variables
        Names of the variables; none: those of `continuous_names`.
    """

    concern: ClassVar[Concern] = Concern.LOSS
    unpaired: ClassVar[Unpaired] = "beside"
    needs_original: ClassVar[str] = LOSS_UNKNOWN

    variables: tuple[str, ...] = parameter(
        (),
        "Variables",
        "The variables to compare; none named: all that are continuous in both files but identifiers and "
        "household numbers.",
        FieldDisplay(empty="all continuous ones"),
        accepts=Accepts(scales=(Scale.CONTINUOUS,), roles=NOT_IDENTIFIERS),
    )
