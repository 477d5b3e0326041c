"""Candidates of a risk reduction: steps that may bring a limited figure nearer to its limit."""

import math
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.numeric import is_numeric
from sdcdesk.core.numbers.quantity import SHARE
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.method import Method
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.running.errors import SdcError
from sdcdesk.document.limits import limited_figure
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario, known_keys
from sdcdesk.inspection.coarser_values import coarser
from sdcdesk.inspection.step_suggestions import by_contribution, fitting_steps
from sdcdesk.masking import (
    LocalSuppression,
    Microaggregation,
    Pram,
    RankSwapping,
    RecordSuppression,
    RiskSuppression,
    SimpleRandomSampling,
    TailCoding,
)

TOP = 95.0
"""Quantile from which on the largest numbers of a key are put together."""

SAMPLES = (80.0, 50.0)
"""Percentages of the records that are released."""

LARGEST_GROUP = 100
"""Group size up to which suppression is tried: beyond, hardly any record would be left."""

BY_BLOCKS = 20_000
"""Records above which records that are alike are sought in blocks, which takes less time."""


def candidates(
    project: Project, scenario: Scenario, limit: Limit, data: Microdata, most: int
) -> tuple[Method, ...]:
    """Return steps that fit the masked data and may help, the most likely ones first.

    Keys that contribute most are made coarser, from fine to coarse; then records and values that stand out
    are left out, by the group size that the scenario or the limit asks for; then numbers are grouped or
    swapped, a part of the records is released, and categories change at random.

    Parameters
    ----------
    project
        Holds the weights of the scenario.
    scenario
        What the intruder knows.
    limit
        The limit that is to be kept.
    data
        The masked file as it is.
    most
        How many steps are returned at most.

    Returns
    -------
    tuple[Method, ...]
        Always the same for the same file; each passes its own check.
    """
    keys = known_keys(data, scenario)
    steps = fitting_steps(_offered(project, scenario, limit, data, keys), data)
    return tuple(islice(steps, most))


def _offered(
    project: Project, scenario: Scenario, limit: Limit, data: Microdata, keys: Sequence[str]
) -> Iterator[Method]:
    sizes = wanted_sizes(scenario, limit)
    ladders = [coarser(data, key) for key in by_contribution(data, keys)]
    # Each key once before any of them gets rougher, and no more of them than leave room for the others.
    yield from (ladder[0] for ladder in ladders[:3] if ladder)
    mode: Literal["wildcard", "strict"] = "wildcard" if scenario.missing == "wildcard" else "strict"
    for k in sizes if keys else ():
        yield LocalSuppression(keys=tuple(keys), k=k, mode=mode)
        yield RecordSuppression(keys=tuple(keys), k=k, missing=scenario.missing)
    yield from (ladder[1] for ladder in ladders[:3] if len(ladder) > 1)
    yield from _risky_record_steps(project, scenario, limit)
    yield from (SimpleRandomSampling(percentage=share) for share in SAMPLES)
    yield from _number_steps(data, keys, sizes[0])
    yield from (Pram(variable=key, diagonal=80.0) for key in keys[:2] if not is_numeric(data, key))
    yield from (ladder[0] for ladder in ladders[3:] if ladder)


def _number_steps(data: Microdata, keys: Sequence[str], k: int) -> Iterator[Method]:
    """Yield steps that change numbers known to the intruder."""
    numbers = [key for key in keys if is_numeric(data, key)]
    yield from (TailCoding(variable=key, by="quantile", top_quantile=TOP) for key in numbers[:1])
    if numbers:
        grouping: Literal["together", "single"] = "together" if len(numbers) > 1 else "single"
        formed: Literal["blocks", "mdav"] = "blocks" if len(data) > BY_BLOCKS else "mdav"
        yield Microaggregation(variables=tuple(numbers), k=k, grouping=grouping, formed=formed)
        yield RankSwapping(variables=tuple(numbers))


def _risky_record_steps(project: Project, scenario: Scenario, limit: Limit) -> Iterator[Method]:
    """Yield suppression by the risk of each record, where the limited measure gives each record one."""
    kind, declared = MEASURES[limit.measure], limited_figure(limit)
    if kind.concern is not Concern.RISK or kind.record_risk is None:
        return
    if declared is None or declared.unit != SHARE or limit.side != "at most":
        return
    wanted = next((one for one in scenario.wanted() if one.name == limit.measure), None)
    if wanted is None:
        return
    try:
        measure = scenario.informed(wanted, project.weights[scenario.weights])
        yield RiskSuppression(measure=measure, largest=limit.value, what="values")
        yield RiskSuppression(measure=measure, largest=limit.value)
    except SdcError:
        return


def wanted_sizes(scenario: Scenario, limit: Limit) -> tuple[int, ...]:
    """Return the group sizes that suppression aims at: that of the limit, or of the scenario, and 1 in k.

    Parameters
    ----------
    scenario
        Its k counts where the limit says no size.
    limit
        The limit that is to be kept.

    Returns
    -------
    tuple[int, ...]
        One or two, ascending.
    """
    declared = limited_figure(limit)
    if declared is None or limit.value <= 0:
        return (scenario.k,)
    if declared.unit.kind == "count" and limit.side == "at least":
        return (min(max(math.ceil(limit.value), 2), LARGEST_GROUP),)
    if declared.unit == SHARE and limit.side == "at most":
        # Nobody in a group of k is found with a chance of more than 1 in k.
        chance = min(math.ceil(1 / limit.value), LARGEST_GROUP)
        return (scenario.k, chance) if chance > scenario.k else (scenario.k,)
    return (scenario.k,)
