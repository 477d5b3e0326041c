"""Suggested steps: a recipe to begin with, from the variables of a file."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np
import pandas as pd

from sdcdesk.core.data.described_frame import DescribedFrame
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale
from sdcdesk.core.operations.method import Method
from sdcdesk.core.operations.operation import fitting
from sdcdesk.core.operations.parameters import accepts
from sdcdesk.core.running.errors import SdcError
from sdcdesk.inspection.coarser_values import BANDS, into_bands, shortened
from sdcdesk.masking import Microaggregation, Recoding, RecordSuppression, SimpleRandomSampling
from sdcdesk.masking.decimals_kept import KeepsDecimals

MANY = 12
"""Different values from which on fewer would help."""

LOOKED_AT = 20_000
"""Records, spread over the file, by which the contribution of a key is judged."""

SAMPLE = 80.0
"""Percentage of a first sample."""


def suggested_steps(data: Microdata, keys: Sequence[str], k: int = 3, most: int = 3) -> tuple[Method, ...]:
    """Return steps to begin with, those that cost least first.

    Keys with many numbers are put into bands, codes of equal length are cut by their last character,
    confidential amounts get group means, and a part of the records is released.

    Parameters
    ----------
    data
        The original.
    keys
        The variables that an intruder knows.
    k
        The wanted group size.
    most
        How many steps are returned at most.

    Returns
    -------
    tuple[Method, ...]
        At most `most` methods, which all fit the data; none for a released file alone, which is only
        assessed.
    """
    if data.is_released:
        return ()
    return tuple(islice(fitting_steps(_candidates(data, keys, k), data), most))


def fitting_steps(steps: Iterable[Method], data: Microdata) -> Iterator[Method]:
    """Walk through the steps that fit a file, each once.

    Parameters
    ----------
    steps
        Steps, which are made one after another.
    data
        What they are to mask.

    Yields
    ------
    Method
        In their order.
    """
    found: list[Method] = []
    for step in steps:
        if step in found:
            continue
        try:
            step.check(data)
        except SdcError:
            continue
        found.append(step)
        yield step


def _candidates(data: Microdata, keys: Sequence[str], k: int) -> Iterator[Method]:
    coarser = (_coarser(data, name) for name in keys)
    yield from (step for step in coarser if step is not None)
    amounts = [v.name for v in data.variables if v.role is Role.CONFIDENTIAL and v.scale is Scale.CONTINUOUS]
    yield from (Microaggregation(variables=(name,), k=k) for name in amounts)
    yield SimpleRandomSampling(percentage=SAMPLE)
    if keys:
        yield RecordSuppression(k=k, keys=tuple(keys))


def _coarser(data: Microdata, name: str) -> Method | None:
    """Return a recoding of a key with many values; None where none suggests itself."""
    values = data.coding(name).values
    if len(values) <= MANY:
        return None
    if data.variable(name).scale is Scale.CONTINUOUS and pd.api.types.is_numeric_dtype(values):
        return into_bands(name, values, BANDS)
    return shortened(name, values, 1)


def first_values(kind: type[Method], data: Microdata) -> dict[str, Any]:
    """Return parameters that the form of a method begins with.

    A method that computes values begins with keeping the decimals of each variable, which Python and the
    command line must ask for: whoever compares with a paper needs all digits. A method for one variable
    begins with the key that contributes most: without it fewest records would be
    alone. A recoding begins with the way that fits the values of this key.

    Parameters
    ----------
    kind
        The method.
    data
        The file before the step.

    Returns
    -------
    dict[str, Any]
        Values by parameter; none where no key fits.
    """
    if issubclass(kind, KeepsDecimals):
        return {"decimals": True}
    single = (
        (name, accepted)
        for name, info in kind.model_fields.items()
        if (accepted := accepts(info)) is not None and info.annotation is str
    )
    name, accepted = next(single, ("", None))
    fit = [] if accepted is None else fitting(accepted, data)
    keys = [key for key in by_contribution(data, data.named(Role.KEY)) if key in fit] if fit else []
    if not keys:
        return {}
    if kind is not Recoding:
        return {name: keys[0]}
    step = _coarser(data, keys[0])
    if isinstance(step, Recoding):
        return {part: getattr(step, part) for part in ("variable", "how", "width", "keep")}
    return {name: keys[0], "how": "mapping"}


def likely_variables(data: DescribedFrame) -> list[str]:
    """Return the variables that a step is likely to be about.

    Parameters
    ----------
    data
        The file before the step.

    Returns
    -------
    list[str]
        Keys first, the others in their order, identifiers left out.
    """
    some = (variable for variable in data.variables if variable.role is not Role.IDENTIFIER)
    return [one.name for one in sorted(some, key=lambda variable: variable.role is not Role.KEY)]


def by_contribution(data: Microdata, keys: Sequence[str]) -> list[str]:
    """Return keys, first the one without which fewest records are alone; a part of large files tells.

    Parameters
    ----------
    data
        The file.
    keys
        Some of its variables.

    Returns
    -------
    list[str]
        All of them.
    """
    places = np.unique(np.linspace(0, max(len(data) - 1, 0), LOOKED_AT).astype(np.int64))[: len(data)]
    codes = pd.DataFrame({key: data.coding(key).codes[places] for key in keys})

    def alone_without(key: str) -> int:
        others = [other for other in keys if other != key]
        return int((~codes.duplicated(others, keep=False)).sum()) if others else 0

    return sorted(keys, key=alone_without)
