"""Condition of a search: how large groups have to be, how many records may be left out, which loss counts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.limit import Limit
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario
from sdcdesk.masking.suppression.class_conditions import AnyClassCondition

SUPPRESSED = 0.02
"""Share of records that may be left out, to begin with."""

LOSS = "loss"
"""Name of the loss to begin with."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What is asked of a coding.

    Attributes
    ----------
    k
        Records that must share their key values.
    suppress
        Records that may be left out: a share, or as a whole number how many.
    loss
        Name of the loss that is to be least.
    weights
        By name of a key how much it counts in the loss; 1 where not given.
    limits, measures
        What the file of a coding must keep, and the measures that assess it.
    groups
        What every group must hold of confidential variables.
    """

    k: int
    suppress: float | int = SUPPRESSED
    loss: str = LOSS
    weights: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    limits: tuple[Limit, ...] = ()
    measures: tuple[Measure, ...] = ()
    groups: tuple[AnyClassCondition, ...] = ()


def judged_by(project: Project, scenario: Scenario) -> tuple[tuple[Limit, ...], tuple[Measure, ...]]:
    """Return the limits of a scenario on figures of measures, and these as its intruder would use them."""
    limits = tuple(limit for limit in scenario.limits if limit.measure in MEASURES)
    matrix, named = project.weights[scenario.weights], {limit.measure for limit in limits}
    wanted = (measure for measure in scenario.wanted(only_limited=True) if measure.name in named)
    return limits, tuple(scenario.informed(measure, matrix) for measure in wanted)
