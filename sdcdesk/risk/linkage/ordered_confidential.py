"""Ordered confidential variables: those of which an intruder should not learn an interval."""

from sdcdesk.core.measure import Measure
from sdcdesk.core.parameters import NOT_IDENTIFIERS, ORDERED, Accepts, Shown, parameter
from sdcdesk.core.variable import Role


class OrderedConfidential(Measure):
    """A measure of what an intruder learns of the size of confidential values."""

    variables: tuple[str, ...] = parameter(
        (),
        "Confidential variables",
        "Continuous or ordinal variables of which an intruder should not learn an interval. Left empty: all "
        "of them with the role confidential.",
        Shown(empty="all with the role confidential"),
        accepts=Accepts(scales=ORDERED.scales, roles=NOT_IDENTIFIERS, otherwise=Role.CONFIDENTIAL),
    )
