"""Saved comparisons: read again from what `Comparison.to_json` wrote, with project and data at hand."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.files.opening import read_text
from sdcdesk.core.numbers.quantity import NUMBER, SCORE, SHARE, Noun, Unit
from sdcdesk.core.numbers.saved_quantity import read_quantity
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.running.errors import ProjectError, ReadError, SdcError
from sdcdesk.core.text.json_text import json_text
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.core.text.strict_json import parsed
from sdcdesk.document.grid import Grid
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.project import Project
from sdcdesk.release.risk_loss_path import Address
from sdcdesk.search.alternatives.alternative import Alternative, find_alternatives
from sdcdesk.search.alternatives.comparison import SCHEMA, Comparison
from sdcdesk.search.alternatives.identity import begun_comparison, require_same
from sdcdesk.search.alternatives.outcome import Outcome, Unassessed
from sdcdesk.search.alternatives.scores import has_scale

PLAIN = {unit.name: unit for unit in (SHARE, NUMBER, SCORE)}
"""Units that are known by their names."""


def read_comparison(written: Any, project: Project, data: Microdata) -> Comparison:
    """Return a comparison that was saved.

    Parameters
    ----------
    written
        What `Comparison.to_json` returned, or its file holds.
    project, data
        The project and the initial file that it belongs to: it holds neither seed nor steps.

    Returns
    -------
    Comparison
        Its axes are those of the project now.

    Raises
    ------
    ProjectError
        It is no comparison, is damaged, was saved by a newer version, or belongs to other data or another
        project.
    """
    try:
        if not isinstance(written, dict) or not isinstance(written.get("schema"), int):
            raise TypeError  # noqa: TRY301 - what else is wrong is told by the same sentence
        if written["schema"] > SCHEMA:
            raise ProjectError("The comparison was saved by a newer SDCDesk; go on with that one.", "schema")
        grid = Grid(**written["grid"])
        begun = begun_comparison(project, data, grid)
        require_same(replace(begun, project=written["project"], data=written["data"]), project, data)
        alternatives = find_alternatives(grid, project, data)
        outcomes = tuple(_outcome(one, alternatives) for one in written["outcomes"])
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        raise ProjectError("This is no comparison of alternatives, or it is damaged.", "done") from None
    return begun.with_outcomes(outcomes)


def _outcome(written: Mapping[str, Any], alternatives: tuple[Alternative, ...]) -> Outcome:
    number = written["number"]
    if not 0 <= number < len(alternatives):
        raise IndexError
    error = written["error"]
    return Outcome(
        alternatives[number],
        {_address(one): read_quantity(one, _unit(one)) for one in written["figures"]},
        Verdict(written["verdict"]),
        written["records"],
        tuple(Unassessed(**one) for one in written["unassessed"]),
        None if error is None else _error(error),
    )


def _address(written: Mapping[str, Any]) -> Address:
    return Address(written["scenario"], written["measure"], written["figure"])


def _unit(written: Mapping[str, Any]) -> Unit:
    """Return the unit: that which the figure declares, with the noun or the text that was found."""
    name = written["unit"]
    declared = MEASURES[written["measure"]].declared(written["figure"])
    if declared is not None and declared.unit.name == name:
        return declared.unit
    if "noun" in written:
        one, many = written["noun"]
        return Unit("count", Noun(one, many))
    if declared is not None and declared.unit.kind == "variable":
        squared = name.endswith("²")
        return replace(declared.unit, text=name.removesuffix("²"), power=2 if squared else 1)
    return PLAIN[name]


def _error(written: Mapping[str, Any]) -> SdcError:
    kinds: dict[str, Callable[[str], SdcError]] = {kind.code: kind for kind in SdcError.__subclasses__()}
    return kinds.get(written["code"], SdcError)(plain(str(written["message"])))


def comparison_bytes(comparison: Comparison, weight: float | None = None) -> bytes:
    """Return a comparison as the content of a JSON file.

    Parameters
    ----------
    comparison
        What became of alternatives.
    weight
        How much the risk counts in the overall score, 0…1; see `Comparison.to_json`.

    Returns
    -------
    bytes
        Text in UTF-8.
    """
    scored = all(map(has_scale, (comparison.risk, comparison.loss)))
    written = comparison.to_json(weight if scored else None)
    return json_text(written).encode()


def load_comparison(path: Path, project: Project, data: Microdata) -> Comparison:
    """Return the comparison that a file holds.

    Parameters
    ----------
    path
        The file.
    project, data
        The project and the initial file that it belongs to.

    Returns
    -------
    Comparison
        See `read_comparison`.

    Raises
    ------
    ReadError
        The file cannot be read, or is no JSON.
    ProjectError
        See `read_comparison`.
    """
    text = read_text(path, ReadError)
    try:
        written = parsed(text)
    except ValueError:
        wrong = "{name} holds no comparison of alternatives; choose a file that was saved as one."
        raise ReadError(sentence(wrong, name=short(path.name))) from None
    return read_comparison(written, project, data)
