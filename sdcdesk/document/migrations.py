"""Project files of older formats, brought to the current one step by step.

Each step is one small function from a format to the next; old project files are kept as tests.
"""

from collections.abc import Callable
from itertools import count, pairwise
from typing import Any, Final

from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.fresh_name import fresh_name
from sdcdesk.hierarchies.label_text import parse_labels

FORMAT: Final = 14
"""The format that this version writes.

It is raised whenever a project can say something new, be it one more parameter of a step: a version
that could not understand it must name the newer format, rather than blame the file.
"""

Written = dict[str, Any]

_LIMITS = {
    "limit_weighted": ("dr_weighted", "at most"),
    "limit_minimal": ("dr_min", "at most"),
    "limit_maximal": ("dr_max", "at most"),
    "least_k": ("k", "at least"),
}
"""Limits of format 1, as fields of a scenario: figure of the disclosure risk, and side."""


def _limits_on_any_figure(project: Written) -> Written:
    """Bring format 1 to 2: limits are entries of their own, and measures know none.

    A disclosure risk beside the scenarios becomes one if it has limits, for only scenarios have them now.
    The direct comparison is called categorical comparison.
    """
    weights, scenarios = project.get("weights", {}), _list(project.get("scenarios", ()))
    measures = _list(project.get("measures", ()))
    if not isinstance(weights, dict) or scenarios is None or measures is None:
        return project
    strict = [written for written in measures if _limited(written)]
    names = {*weights, *(str(scenario.get("name")).strip() for scenario in scenarios)}
    free = (
        name
        for number in count(1)
        if (name := sentence("Disclosure risk {number}", number=str(number))) not in names
    )
    for written, name in zip(strict, free, strict=False):
        parameters = dict(written["parameters"])
        alike = {"structure": "general", "block": [[1.0]], "tail": 1.0}
        weights = {**weights, name: parameters.pop("weights", alike)}
        scenarios.append({"name": name, "weights": name, **parameters})
    changed = {**project, "weights": weights, "scenarios": [_with_limits(entry) for entry in scenarios]}
    if "measures" in project:
        changed["measures"] = [_without_limits(written) for written in measures if written not in strict]
    return changed


def _measures_without_knowledge(project: Written) -> Written:
    """Bring format 2 to 3: what a scenario says of its intruder, its measures say no more.

    It never counted there. The window wrote all of it, often what the scenario had said before; who wrote
    some of it by hand meant it, so that what contradicts the scenario stays, and is refused.
    """
    scenarios = _list(project.get("scenarios", ()))
    if not scenarios:
        return project
    changed = [
        {**scenario, "measures": [_without_knowledge(written, scenario) for written in measures]}
        if (measures := _list(scenario.get("measures", ())))
        else scenario
        for scenario in scenarios
    ]
    return {**project, "scenarios": changed}


def _draws_by_record(project: Written) -> Written:
    """Bring format 3 to 4: the recipe states the rule that makes its random numbers, which is a new one."""
    recipe = project.get("recipe")
    return {**project, "recipe": {"randomness": 2, **recipe}} if isinstance(recipe, dict) else project


def _with_rules(project: Written) -> Written:
    """Bring format 4 to 5: the project may hold edit rules; one that says nothing of them has none."""
    return project


def _with_more_parameters(project: Written) -> Written:
    """Bring format 5 to 6: steps and measures have more parameters, which are left at their defaults."""
    return project


def _with_secrets(project: Written) -> Written:
    """Bring format 6 to 7: the project says more of what stays secret; one that says nothing is as it was.

    A seed must be written; where none was, it was 0. Camouflage has no vectors with common weights any more,
    and so no number of them, and protects by ten thousand times the value at most.
    """
    recipe = project.get("recipe", {})
    if not isinstance(recipe, dict):
        return project
    recipe, steps = {"seed": 0, **recipe}, _list(recipe.get("steps", ()))
    if steps:
        recipe["steps"] = [_without_vectors(step) for step in steps]
    return {**project, "recipe": recipe}


def _hierarchies_with_names(project: Written) -> Written:
    """Bring format 7 to 8: the project holds the hierarchies, and steps and measures name them.

    Before, each step and measure held the labels of each value as one text. A hierarchy is called after the
    variable of its step; equal ones become one.
    """
    hierarchies: dict[str, Written] = {}

    def named(value: Any) -> Any:
        if isinstance(value, list | tuple):
            return [named(one) for one in value]
        if not isinstance(value, dict):
            return value
        changed = {field: named(one) for field, one in value.items()}
        if not {"how", "ground"} & value.keys():
            return changed  # no parameters of what uses a hierarchy
        if value.get("hierarchy") == {}:
            del changed["hierarchy"]
        if (levels := _levels(value.get("hierarchy"))) is not None:
            variables = value.get("variables")
            first = variables[0] if isinstance(variables, list) and variables else None
            wanted = next(
                (one for one in (value.get("variable"), first) if isinstance(one, str)), "Hierarchy"
            )
            changed["hierarchy"] = _hierarchy_name(hierarchies, wanted, levels)
        return changed

    used = ("recipe", "scenarios", "measures")
    parts: Written = {name: named(project[name]) for name in used if name in project}
    return {**project, **parts, "hierarchies": list(hierarchies.values())}


def _with_axes(project: Written) -> Written:
    """Bring format 8 to 9: the project may choose the figures of the risk–loss path; older ones have not."""
    return project


def _with_titles_of_levels(project: Written) -> Written:
    """Bring format 9 to 10: levels of hierarchies may have titles; in older projects none has."""
    return project


def _with_more_measures(project: Written) -> Written:
    """Bring format 10 to 11: there are more measures of loss, older ones ask for more, and there are grids.

    An older project compares no alternatives, and has no notes on any; where record suppression says nothing
    of conditions on groups there are none.
    """
    return project


def _with_tables(project: Written) -> Written:
    """Bring format 11 to 12: a project may hold statistical tables; an older one has none."""
    return project


def _with_more_of_tables_and_areas(project: Written) -> Written:
    """Bring format 12 to 13: a project may say which areas touch, and more of its tables.

    An older one does not, and protections have their defaults; controlled rounding took the nearest table.
    """
    for table in project.get("tables", []):
        protection = table.get("protection")
        if protection and protection.get("name") == "controlled_rounding":
            protection["parameters"].setdefault("way", "nearest")
    return project


def _with_samples(project: Written) -> Written:
    """Bring format 13 to 14: a project may read a random sample of its file; an older one reads all.

    Noise for outliers and top coding of several variables keep decimals where nobody says more; before, they
    did not.
    """
    recipe = project.get("recipe", {})
    steps = _list(recipe.get("steps", ())) if isinstance(recipe, dict) else None
    for step in steps or ():
        method = step.get("method")
        if isinstance(method, dict) and method.get("name") in ("outlier_noise", "multivariate_top_coding"):
            parameters = method.get("parameters", {})
            if isinstance(parameters, dict):
                method["parameters"] = {"decimals": False, **parameters}
    return project


DRAWN_BY_RECORD = 4
"""Since this format random numbers belong to records; before, they were drawn one after the other."""

CAMOUFLAGED_BY_RECORD = 7
"""Since this format camouflage draws its weights for each record by itself."""

MOST_PROTECTION = 1e6
"""Percent of the value that intervals of format 7 can protect by; before, there was no end to it."""

STEPS: dict[int, Callable[[Written], Written]] = {
    1: _limits_on_any_figure,
    2: _measures_without_knowledge,
    3: _draws_by_record,
    4: _with_rules,
    5: _with_more_parameters,
    6: _with_secrets,
    7: _hierarchies_with_names,
    8: _with_axes,
    9: _with_titles_of_levels,
    10: _with_more_measures,
    11: _with_tables,
    12: _with_more_of_tables_and_areas,
    13: _with_samples,
}
"""For each older format the function that brings a project to the next one."""


def migrated(project: Written, form: int) -> Written:
    """Return a project of an older format in the current one.

    Parameters
    ----------
    project
        The content of the file.
    form
        Its format, from 1.

    Returns
    -------
    Written
        Content of a file of the current format.
    """
    for older in range(form, FORMAT):
        project = STEPS[older](project)
    return {**project, "format": FORMAT}


def drawn_anew(name: str, form: int, random_steps: int) -> str:
    """Return what a user should know of the random numbers of a project of an older format.

    Parameters
    ----------
    name
        Name of its file.
    form
        Its format, from 1.
    random_steps
        Steps of its recipe that draw random numbers.

    Returns
    -------
    str
        A sentence; empty: all steps give what they gave.
    """
    if form >= DRAWN_BY_RECORD or not random_steps:
        return ""
    return sentence(
        "{name} was saved by an older SDCDesk, which drew random numbers in another way: with the same seed "
        "{steps} random step of its recipe gives other values now.",
        "{name} was saved by an older SDCDesk, which drew random numbers in another way: with the same seed "
        "{steps} random steps of its recipe give other values now.",
        "steps",
        name=name,
        steps=random_steps,
    )


def camouflaged_anew(name: str, form: int, steps: int) -> str:
    """Return what a user should know of the camouflage in a project of an older format.

    Parameters
    ----------
    name
        Name of its file.
    form
        Its format, from 1.
    steps
        Steps of its recipe that camouflage values.

    Returns
    -------
    str
        A sentence; empty: they give what they gave.
    """
    if form >= CAMOUFLAGED_BY_RECORD or not steps:
        return ""
    return sentence(
        "{name} was saved by an older SDCDesk, whose camouflage gave whole numbers away: its intervals are "
        "other ones now. Do not release them beside the old ones, as two intervals of a value together are "
        "narrower.",
        name=name,
    )


def _list(entries: Any) -> list[Any] | None:
    """Return a list of what is written as names and values; None: it is something else."""
    listed = isinstance(entries, list | tuple) and all(isinstance(entry, dict) for entry in entries)
    return list(entries) if listed else None


def _levels(labels: Any) -> list[dict[str, str]] | None:
    """Return the levels of a hierarchy, of labels of each value with " > " between them; None: of none."""
    if not isinstance(labels, dict) or not labels or not all(isinstance(one, str) for one in labels.values()):
        return None
    rows = [[value, *parse_labels(text)] for value, text in labels.items()]
    if len({len(row) for row in rows}) > 1:
        return None
    levels = [dict(zip(*level, strict=True)) for level in pairwise(zip(*rows, strict=True))]
    nested = all(row[at + 1] == level[row[at]] for row in rows for at, level in enumerate(levels))
    return levels if nested else None


def _hierarchy_name(hierarchies: dict[str, Written], wanted: str, levels: list[dict[str, str]]) -> str:
    """Return the name under which a project holds a hierarchy from now on."""
    same = (
        name
        for name, one in hierarchies.items()
        if list(one["levels"][0]) == list(levels[0]) and one["levels"] == levels
    )
    name = next(same, "") or fresh_name(wanted, hierarchies)
    hierarchies[name] = {"name": name, "levels": levels}
    return name


def _without_vectors(step: Written) -> Written:
    """Return a step without the vectors of a camouflage, and with no wider protection than there is now."""
    method = step.get("method")
    if not isinstance(method, dict) or method.get("name") != "camouflage":
        return step
    parameters = method.get("parameters")
    if not isinstance(parameters, dict):
        return step
    kept = {name: value for name, value in parameters.items() if name != "vectors"}
    for name in ("below", "above"):
        if isinstance(kept.get(name), int | float):
            kept[name] = min(kept[name], MOST_PROTECTION)
    return {**step, "method": {**method, "parameters": kept}}


_KNOWN: dict[str, tuple[str, ...]] = {
    "k_anonymity": ("keys", "missing", "weights", "k"),
    "sampling_risk": ("keys", "missing", "weights"),
}
"""Parameters of the measures of format 2 that a scenario says itself."""

_UNLESS = {"keys": [], "missing": "category", "k": 3}
"""What the scenario says where it says nothing."""


def _without_knowledge(written: Written, scenario: Written) -> Written:
    known, parameters = _KNOWN.get(str(written.get("name")), ()), written.get("parameters")
    if not isinstance(parameters, dict):
        return written
    whole = all(name in parameters for name in known)
    taken = {
        name
        for name in known
        if whole or (name in _UNLESS and parameters.get(name) == scenario.get(name, _UNLESS[name]))
    }
    return {**written, "parameters": {n: value for n, value in parameters.items() if n not in taken}}


def _disclosure(written: Written) -> dict[str, Any]:
    """Return the parameters of a disclosure risk; none for any other measure."""
    parameters = written.get("parameters", {})
    return parameters if written.get("name") == "disclosure_risk" and isinstance(parameters, dict) else {}


def _limited(written: Written) -> bool:
    return any(_disclosure(written).get(field) is not None for field in _LIMITS)


def _with_limits(written: Written) -> Written:
    limits = [
        {"measure": "disclosure_risk", "figure": figure, "side": side, "value": written[field]}
        for field, (figure, side) in _LIMITS.items()
        if written.get(field) is not None
    ]
    return {**{name: value for name, value in written.items() if name not in _LIMITS}, "limits": limits}


def _without_limits(written: Written) -> Written:
    """Return a measure under its present name, and without limits."""
    if written.get("name") == "direct_comparison":
        return {**written, "name": "categorical_comparison"}
    parameters = _disclosure(written)
    kept = {name: value for name, value in parameters.items() if name not in _LIMITS}
    return {**written, "parameters": kept} if parameters else written
