"""Ordered confidential variables: those of which an intruder should not learn an interval."""

from typing import ClassVar

from sdcdesk.core.data.variable import Role
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.parameters import NOT_IDENTIFIERS, ORDERED, Accepts, FieldDisplay, parameter


class OrderedConfidential(Measure):
    """A measure of what an intruder learns of the size of confidential values."""

    counts_values: ClassVar[bool] = True

    variables: tuple[str, ...] = parameter(
        (),
        "Confidential variables",
        "Continuous or ordinal variables of which an intruder should not learn an interval. Left empty: all "
        "of them with the role confidential.",
        FieldDisplay(empty="all with the role confidential"),
        accepts=Accepts(scales=ORDERED.scales, roles=NOT_IDENTIFIERS, otherwise=Role.CONFIDENTIAL),
    )
