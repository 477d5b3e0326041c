"""JSON of findings: stable names, full precision, no NaN; words stand apart, with their language."""

from collections.abc import Sequence
from typing import Any

from sdcdesk.core.results.column import Column
from sdcdesk.core.results.edition import WITHHELD, Edition
from sdcdesk.core.results.findings import Figure, Findings, Section
from sdcdesk.core.results.limit import UNLIMITED, Limit, Limits
from sdcdesk.core.results.table import Table, rows_to_json
from sdcdesk.core.results.withholding import withheld
from sdcdesk.core.text.quantity_text import quantity_text

LANGUAGE = "en"


def findings_json(
    findings: Findings, edition: Edition = WITHHELD, limits: Limits = UNLIMITED
) -> dict[str, Any]:
    """Return findings as plain JSON values, as far as an edition shows them; per-record series never are.

    Parameters
    ----------
    findings
        Findings or an assessment.
    edition
        Whom the file is for; values of the data are left out where it does not say otherwise.
    limits
        By name of the figure; words tell numbers from them, as those of report and terminal do.

    Returns
    -------
    dict[str, Any]
        "figures", "states" and "tables" by name; titles and meanings under "words".
    """
    kept = withheld(findings, edition, limits)
    return {
        "figures": {
            name: figure.quantity.to_json()
            | ({} if figure.before is None else {"before": figure.before.to_json()})
            for name, figure in kept.figures.items()
        },
        "states": {name: {"value": state.code} for name, state in kept.states.items()},
        "tables": {name: _table(table) for name, table in kept.tables.items()},
        "words": _words(kept, limits),
    }


def _table(table: Table) -> dict[str, Any]:
    columns = [
        {
            "name": column.name,
            "unit": None if column.unit is None else column.unit.name,
            **_bounds(table, column),
            **_steps(table, column),
            "secrecy": str(column.secrecy),
        }
        for column in table.columns
    ]
    undefined = {name: str(reason.code) for name, reason in table.undefined.items()}
    rows = rows_to_json(table.frame[[column.name for column in table.columns]])
    return {"columns": columns, "rows": rows, "undefined": undefined}


def _bounds(table: Table, column: Column) -> dict[str, Any]:
    """Return the bound of a column's numbers or, where it differs, that of each row."""
    if column.unit is None:
        return {"bound": None}
    if table.frame[column.name].dtype != object:
        return {"bound": str(column.bound)}
    bounds = [str(quantity.bound) for quantity in table.quantities(column)]
    if set(bounds) <= {str(column.bound)}:
        return {"bound": str(column.bound)}
    return {"bound": None, "bounds": bounds}


def _steps(table: Table, column: Column) -> dict[str, Any]:
    """Return the step that each number of a column is rounded to, where some are."""
    if column.unit is None or table.frame[column.name].dtype != object:
        return {}
    steps = [quantity.rounded_to for quantity in table.quantities(column)]
    return {"rounded_to": steps} if any(step is not None for step in steps) else {}


def _words(findings: Findings, limits: Limits) -> dict[str, Any]:
    """Return all that is for people, which may change and be translated."""
    figures = {name: _figure_words(figure, limits.get(name, ())) for name, figure in findings.figures.items()}
    tables = {
        name: {
            "title": table.title,
            "about": table.about,
            "columns": {column.name: column.title for column in table.columns},
            "undefined": {column: reason.text for column, reason in table.undefined.items()},
        }
        for name, table in findings.tables.items()
    }
    return {
        "language": LANGUAGE,
        "sections": [_section_words(section) for section in findings.sections],
        "figures": figures,
        "states": {
            name: {"title": state.title, "meaning": state.meaning} for name, state in findings.states.items()
        },
        "tables": tables,
        "notes": list(findings.notes),
    }


def _figure_words(figure: Figure, limits: Sequence[Limit]) -> dict[str, Any]:
    values = [limit.value for limit in limits]
    quantity, before = figure.quantity, figure.before
    beside = [] if before is None else [before]
    written = quantity_text(quantity, limits=values, beside=beside).text
    words = {
        "title": figure.title,
        "meaning": figure.meaning,
        "shown": written,
    }
    if before is not None:
        words["before"] = quantity_text(before, limits=values, beside=[quantity]).text
    return words | ({"reason": quantity.reason.text} if quantity.reason else {})


def _section_words(section: Section) -> dict[str, Any]:
    return {"name": section.name, "title": section.title, "about": section.about}
