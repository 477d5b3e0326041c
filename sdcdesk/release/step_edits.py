"""Edits of the steps of a recipe: wider bands, shorter codes, larger groups, in place of one more step."""

from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.method import Method
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.running.errors import SdcError
from sdcdesk.document.scenario import Scenario, known_keys
from sdcdesk.masking import LocalSuppression, Microaggregation, Recoding, RecordSuppression
from sdcdesk.release.pipeline import Run
from sdcdesk.release.reduction_candidates import wanted_sizes

WIDER = 2.0
"""How many times as wide bands, and as large groups of microaggregation, are tried."""


def edits(scenario: Scenario, limit: Limit, run: Run, most: int) -> tuple[tuple[int, Method], ...]:
    """Return steps of a recipe with the parameter changed that stands between them and a limit.

    Bands of a key become twice as wide, its codes one character shorter; suppression aims at the group size
    that the scenario or the limit asks for, where it aims at a smaller one; microaggregation of keys forms
    groups twice as large.

    Parameters
    ----------
    scenario
        What the intruder knows.
    limit
        The limit that is to be kept.
    run
        What became of the recipe; all its steps worked.
    most
        How many edits are returned at most.

    Returns
    -------
    tuple[tuple[int, Method], ...]
        Positions of steps, from 0, and what stands there instead, the last steps first, each step once before
        any of them again; each passes its own check on the file before the step.
    """
    found: list[list[tuple[int, Method]]] = []
    for position in reversed(range(len(run.stages))):
        step = run.stages[position].step
        before = data_before(run, position)
        keys = known_keys(before, scenario)
        stronger = _stronger(step.method, keys, wanted_sizes(scenario, limit)) if step.on else ()
        found.append([(position, method) for method in stronger if _fits(method, before)])
    # Each step once before any of them is tried again.
    rounds = chain.from_iterable(zip_longest(*found))
    return tuple([one for one in rounds if one is not None][:most])


def data_before(run: Run, position: int) -> Microdata:
    """Return the file before a step of a recipe.

    Parameters
    ----------
    run
        What became of the recipe.
    position
        The step, from 0.

    Returns
    -------
    Microdata
        After the last step before it that is on.
    """
    done = (stage.masked.data for stage in reversed(run.stages[:position]) if stage.masked is not None)
    return next(done, run.original)


def _stronger(method: Method, keys: Sequence[str], sizes: Sequence[int]) -> Iterator[Method]:
    if isinstance(method, Recoding) and method.variable in keys:
        if method.how == "width" and method.width:
            yield method.changed(width=WIDER * method.width)
        elif method.how == "prefix" and method.keep is not None and method.keep > 1:
            yield method.changed(keep=method.keep - 1)
    elif isinstance(method, LocalSuppression | RecordSuppression) and method.by == "k":
        yield from (method.changed(k=size) for size in sizes if size > method.k)
    elif isinstance(method, Microaggregation) and any(name in keys for name in method.variables):
        yield method.changed(k=round(WIDER * method.k))


def _fits(method: Method, data: Microdata) -> bool:
    try:
        method.check(data)
    except SdcError:
        return False
    return True
