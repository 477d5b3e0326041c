"""Ready grids: alternatives to begin with, made for the variables of a file."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.numeric import is_numeric
from sdcdesk.core.data.variable import Role
from sdcdesk.core.numbers.round_steps import round_step
from sdcdesk.core.operations.method import Method
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.grid import Family, Grid, GridLine
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import known_keys
from sdcdesk.inspection.coarser_values import coarser
from sdcdesk.masking import METHODS

MASKED = (Role.KEY, Role.CONFIDENTIAL, Role.OTHER)
"""Roles of variables whose values are masked."""

BY_BLOCKS = 20_000
"""Records above which records that are alike are sought in blocks, which takes less time."""

MOST_VARIABLES = 6
"""Variables of which each has lines of its own; more have not."""

MOST_GROUPED = 4
"""Largest number of variables that are grouped at once, besides all of them."""


@dataclass(frozen=True, slots=True)
class ReadyGrid:
    """A grid that fits any file with the variables that it needs.

    Attributes
    ----------
    name
        How commands call it.
    title
        How people call it.
    about
        What is compared, in a sentence.
    make
        Makes the grid for the project and its data.
    """

    name: str
    title: str
    about: str
    make: Callable[[Project, Microdata], Grid]


def _study(_project: Project, data: Microdata) -> Grid:
    """Microaggregation by groups of variables, rank swapping, noise, resampling and lossy compression."""
    names = _numbers(data)
    together = _sizes_of_groups(len(names))
    formed = {"formed": ["blocks" if len(data) > BY_BLOCKS else "mdav"]}
    sizes = [3, 5, 10, 15, 20]
    lines = (
        _line("microaggregation", "Microaggregation by variable", variables=[names], k=sizes),
        *(
            _line(
                "microaggregation",
                sentence("Microaggregation of {n} variables at once", n=str(size)),
                variables=[names],
                k=sizes,
                grouping=["together"],
                at_once=[size],
                **formed,
            )
            for size in together
        ),
        _line("rank_swapping", "", variables=[names], window=[float(p) for p in range(1, 21)]),
        _line("additive_noise", "", variables=[names], variance_share=[1.0, 2.0, 5.0, 10.0, 20.0, 50.0]),
        _line("resampling", "", variables=[names], samples=[1, 2, 3, 5, 10]),
        _line("lossy_compression", "", variables=[names], quality=list(range(10, 101, 10))),
    )
    return Grid(lines=tuple((line,) for line in lines))


def _keys(project: Project, data: Microdata) -> Grid:
    """Coarser keys, one by one and together, alone and with local suppression or sampling."""
    keys = _known_keys(project, data)
    ladders = [ladder for key in keys if (ladder := coarser(data, key))]
    suppress = _line("local_suppression", "", keys=[keys], k=[3, 5, 10])
    sample = _line("simple_random_sampling", "", percentage=[80.0, 50.0, 20.0])
    families: list[Family] = [(), (suppress,), (sample,)]
    for ladder in ladders[:MOST_VARIABLES]:
        families += [(_line_of(rung),) for rung in ladder]
    for height in range(max(map(len, ladders), default=0)):
        rungs = tuple(_line_of(ladder[min(height, len(ladder) - 1)]) for ladder in ladders)
        families += [rungs, (*rungs, suppress), (*rungs, sample)]
    return Grid(lines=tuple(families))


def _numbers_grid(_project: Project, data: Microdata) -> Grid:
    """Numbers rounded, cut at the top, grouped, swapped and with noise."""
    names = _numbers(data)
    single = names[:MOST_VARIABLES]
    formed = {"formed": ["blocks" if len(data) > BY_BLOCKS else "mdav"]}
    rounded = [(name, base) for name in single if (base := _round_base(data, name))]
    lines = [
        _line("microaggregation", "Microaggregation by variable", variables=[names], k=[3, 5, 10]),
        _line("rank_swapping", "", variables=[names], window=[2.0, 5.0, 10.0, 15.0]),
        _line("additive_noise", "", variables=[names], variance_share=[5.0, 10.0, 20.0]),
        *(_line("rounding", "", variables=[[name]], base=[base, 5 * base]) for name, base in rounded),
        *(
            _line("tail_coding", "", variable=[name], by=["quantile"], top_quantile=[99.0, 97.0, 95.0])
            for name in single
        ),
    ]
    if len(names) > 1:
        title, grouping = "Microaggregation together", ["together"]
        grouped = _line(
            "microaggregation", title, variables=[names], k=[3, 5, 10], grouping=grouping, **formed
        )
        lines.insert(1, grouped)
    return Grid(lines=((), *((line,) for line in lines)))


def _samples(_project: Project, _data: Microdata) -> Grid:
    """Draw samples of 10 to 90 percent of the records, three of each."""
    shares = [float(share) for share in range(10, 100, 10)]
    return Grid(lines=((_line("simple_random_sampling", "", percentage=shares),), ()), draws=3)


READY = (
    ReadyGrid(
        "study",
        "Comparative study",
        "Numbers microaggregated by groups of variables, rank swapped with p from 1 to 20, with noise, "
        "resampled, and compressed as an image of quality 10 to 100.",
        _study,
    ),
    ReadyGrid(
        "keys",
        "Keys",
        "Keys made coarser, one by one and together, alone and with local suppression or sampling.",
        _keys,
    ),
    ReadyGrid(
        "numbers",
        "Numbers",
        "Numbers rounded, cut at the top, microaggregated, rank swapped and with noise.",
        _numbers_grid,
    ),
    ReadyGrid(
        "samples",
        "Samples",
        "Samples of 10 to 90 % of the records, three of each: which one is the safest, and what it loses.",
        _samples,
    ),
)
"""The ready grids, in the order in which they are offered."""


def ready_grid(name: str) -> ReadyGrid:
    """Return a ready grid by its name.

    Parameters
    ----------
    name
        As commands call it.

    Returns
    -------
    ReadyGrid
        It makes the grid for a file.

    Raises
    ------
    ParameterError
        There is none of this name.
    """
    found = next((one for one in READY if one.name == name), None)
    if found is None:
        names = ", ".join(one.name for one in READY)
        wrong = "There is no ready grid called {name}; there are {names}."
        raise ParameterError(sentence(wrong, name=short(name), names=names), "ready")
    return found


def _line(method: str, title: str, **parameters: Iterable[Any]) -> GridLine:
    return GridLine(
        method=method, title=title, parameters={name: tuple(values) for name, values in parameters.items()}
    )


def _line_of(method: Method) -> GridLine:
    """Return a line that tries one method as it is."""
    kind = METHODS[method.name]
    given = {
        name: value
        for name, value in method.parameters.items()
        if kind.model_fields[name].is_required() or getattr(method, name) != kind.model_fields[name].default
    }
    return GridLine(method=method.name, parameters={name: (value,) for name, value in given.items()})


def _numbers(data: Microdata) -> tuple[str, ...]:
    """Return the continuous variables whose values are masked."""
    found = [one.name for one in data.variables if one.role in MASKED and is_numeric(data, one.name)]
    if not found:
        wrong = "No variable is continuous, so that this grid has nothing to mask; choose another one."
        raise DataError(wrong, "ready")
    return tuple(found)


def _known_keys(project: Project, data: Microdata) -> tuple[str, ...]:
    """Return the keys that somebody knows in a scenario, in the order of the scenarios."""
    scenarios = project.scenarios or (None,)
    found = tuple(dict.fromkeys(key for one in scenarios for key in known_keys(data, one)))
    if not found:
        wrong = "No variable has the role key, so that this grid has nothing to mask; choose another one."
        raise DataError(wrong, "ready")
    return found


def _sizes_of_groups(variables: int) -> Sequence[int]:
    """Return how many variables are grouped at once: two and more, and all of them."""
    return sorted({*range(2, min(variables, MOST_GROUPED) + 1), variables} - {1})


def _round_base(data: Microdata, name: str) -> float | None:
    """Return a round number near a tenth of the standard deviation; None: there is none."""
    values = data.numbers(name)
    values = values[np.isfinite(values)]
    tenth = float(np.std(values)) / 10 if len(values) else 0.0
    return float(round_step(tenth)) if 0 < tenth < float("inf") else None
