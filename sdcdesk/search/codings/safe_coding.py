"""Safe coding: hierarchies for the keys that somebody knows, and the best codings with what comes of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.counting.questions import CountedFile
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario, known_keys
from sdcdesk.document.variable_hierarchy import hierarchy_of
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.proposal import propose, proposed
from sdcdesk.release.pipeline import Run
from sdcdesk.search.codings.coding_effect import CodingEffect, coding_effect
from sdcdesk.search.codings.codings import Codings
from sdcdesk.search.codings.lattice import Node
from sdcdesk.search.codings.remaining_hierarchy import remaining

FIVE = 5
"""Codings that are offered."""


@dataclass(frozen=True, slots=True)
class SafeCoding:
    """A coding that meets what is asked for.

    Attributes
    ----------
    node
        The level of each key.
    words
        "age in 10-year bands, education dropped".
    suppressed
        Records left out.
    loss
        By the loss that was asked for.
    effect
        The verdict, the limited figure and the loss of the file, and what stays of the values; None where it
        could not be assessed.
    """

    node: Node
    words: str
    suppressed: int
    loss: float
    effect: CodingEffect | None = None

    @classmethod
    def from_codings(cls, codings: Codings, node: Node, effect: CodingEffect | None = None) -> "SafeCoding":
        """Return a coding of those that were found.

        Parameters
        ----------
        codings
            What was found.
        node
            One of them.
        effect
            What comes of it.

        Returns
        -------
        SafeCoding
            With its words, records left out and loss.
        """
        return cls(node, codings.words(node), codings.suppressed(node), codings.loss(node), effect)


def scenario_keys(data: Microdata, scenario: Scenario | None) -> tuple[str, ...]:
    """Return the keys that somebody knows, of which there must be one.

    Parameters
    ----------
    data, scenario
        As of `known_keys`.

    Returns
    -------
    tuple[str, ...]
        Their names.

    Raises
    ------
    ParameterError
        There is none.
    """
    found = known_keys(data, scenario)
    if not found:
        raise ParameterError("Name at least one key; no variable has that role.", "keys")
    return found


def key_hierarchies(
    data: Microdata, keys: Sequence[str], known: Mapping[str, Hierarchy], progress: Progress = SILENT
) -> dict[str, Hierarchy]:
    """Return a hierarchy for each key.

    Parameters
    ----------
    data
        The file, maybe after some steps.
    keys
        Names of the keys.
    known
        Hierarchies by name of their key; some keys may have none.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    dict[str, Hierarchy]
        What is left of the known one above the values of the file, or one that suits these values.

    Raises
    ------
    DataError
        The file has no such variable, or the variable no value.
    Cancelled
        The user asked to stop.
    """
    return {
        name: remaining(known[name], data, name) if name in known else propose(data, name)
        for name, _ in progress.over(keys)
    }


def counted_hierarchies(
    file: CountedFile, keys: Sequence[str], known: Mapping[str, Hierarchy], progress: Progress = SILENT
) -> dict[str, Hierarchy]:
    """Return a hierarchy for each key of a file that is counted where it is.

    Parameters
    ----------
    file
        The file.
    keys
        Names of the keys.
    known
        Hierarchies by name of their key; some keys may have none.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    dict[str, Hierarchy]
        The known one, or one that suits the values.

    Raises
    ------
    DataError
        The file has no such variable, or the variable no value.
    Cancelled
        The user asked to stop.
    """
    found = {}
    for name, _ in progress.over(keys):
        if name in known:
            found[name] = known[name]
            continue
        counting = file.counting((name,), "category")
        values = pd.Series(counting.categories(name))
        found[name] = proposed(file.described.variable(name), values, counting.value_frequencies(name))
    return found


def project_hierarchies(project: Project, keys: Sequence[str]) -> dict[str, Hierarchy]:
    """Return the hierarchies that a project has for keys.

    Parameters
    ----------
    project
        The project.
    keys
        Names of the keys.

    Returns
    -------
    dict[str, Hierarchy]
        By name of the key; not of all, maybe.
    """
    held = {name: hierarchy_of(project, name) for name in keys}
    return {name: hierarchy for name, hierarchy in held.items() if hierarchy is not None}


def scenario_named(project: Project, name: str | None) -> Scenario | None:
    """Return a scenario of a project.

    Parameters
    ----------
    project
        The project.
    name
        What it is called; None: the first one.

    Returns
    -------
    Scenario or None
        None: the project has none.

    Raises
    ------
    ParameterError
        None is called so.
    """
    if name is None:
        return project.scenarios[0] if project.scenarios else None
    found = next((one for one in project.scenarios if one.name == name), None)
    if found is None:
        raise ParameterError(sentence("The project has no scenario called {name}.", name=name), "scenario")
    return found


def best_codings(
    project: Project, run: Run, codings: Codings, number: int = FIVE, progress: Progress = SILENT
) -> tuple[SafeCoding, ...]:
    """Return the best codings, with what comes of each.

    Parameters
    ----------
    project, run
        The project, and what became of its recipe, which left the file that was searched.
    codings
        What was found.
    number
        How many of them.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    tuple[SafeCoding, ...]
        Those of least loss that meet the request, the best first.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    return tuple(
        SafeCoding.from_codings(codings, node, coding_effect(project, run, codings, node, share))
        for node, share in progress.over(codings.best(number))
    )
