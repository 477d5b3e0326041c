"""Published table: what anybody may be told of a table of a project, and what its owner keeps.

Which cells are sensitive, how many of them there are, the parameters of rules and protections, the values
that were hidden and sums of them would all help somebody who works hidden cells out. None of it is told.
"""

from dataclasses import replace
from typing import Any

from sdcdesk.core.results.findings import Findings
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.text.sentence import Sentence, counted, joined_by_and, sentence
from sdcdesk.release.table_result import TableResult
from sdcdesk.tables import Audit


def table_json(result: TableResult) -> dict[str, Any]:
    """Return what files of figures tell anybody of a table.

    Parameters
    ----------
    result
        What became of the table.

    Returns
    -------
    dict[str, Any]
        Plain JSON values. Its cells stand in its own file, if it leaves.
    """
    planned, table = result.planned, result.table
    rules, protection = made_by(result)
    told: dict[str, Any] = {
        "name": planned.name,
        "title": planned.title,
        "unit": planned.unit,
        "made_of": planned.description,
        "of": planned.of if planned.plan is not None else None,
        "together": planned.together,
        "rules": list(rules),
        "protection": protection,
        "verdict": str(result.verdict),
        "leaves": result.leaves,
    }
    if result.leaves and table is not None:
        told |= {"cells": len(table), "hidden": int(table.is_hidden.sum())}
    if recorded_reason(result):
        told["override"] = recorded_reason(result)
    return told


def made_by(result: TableResult) -> tuple[tuple[str, ...], str | None]:
    """Return the titles of the rules of a table, and of its protection; None: it has none.

    Parameters
    ----------
    result
        What became of the table.

    Returns
    -------
    tuple[tuple[str, ...], str or None]
        Without parameters: p of p % and its like are secrets of the owner.
    """
    planned = result.planned
    rules = tuple(dict.fromkeys(rule.title for rule in planned.rules))
    return rules, None if planned.protection is None else planned.protection.title


def made_findings(result: TableResult) -> Findings | None:
    """Return what the protection of a table tells its owner beside the audit; None: there is none.

    Parameters
    ----------
    result
        What became of the table.

    Returns
    -------
    Findings or None
        Without the figures that the audit has, too: both are shown together.
    """
    made = result.made
    if made is None:
        return None
    told = {one.name for one in Audit.declares}
    sections = made.mapped(lambda block: None if block.name in told else block)
    return replace(made, sections=sections)


def recorded_reason(result: TableResult) -> str:
    """Return why a table leaves although it is not known to be safe; empty: it needs no reason, or has none.

    Parameters
    ----------
    result
        What became of the table.

    Returns
    -------
    str
        In the words of its owner.
    """
    return "" if result.verdict is Verdict.SAFE else result.planned.override


def verdict_sentence(result: TableResult) -> Sentence:
    """Return what anybody is told of the verdict of a table.

    Parameters
    ----------
    result
        What became of the table.

    Returns
    -------
    Sentence
        Without a cell, a value or a count of sensitive cells.
    """
    if result.table is None:
        return sentence("The table could not be made, so nothing of it is published.")
    if result.verdict is Verdict.SAFE:
        return sentence("No sensitive cell can be worked out as closely as the rules forbid.")
    if result.verdict is Verdict.NOT_ASSESSED:
        return sentence("No rule has said which cells are sensitive, so nothing is known of its safety.")
    return sentence(
        "Somebody who reads the table works sensitive cells out more closely than the rules allow."
    )


def making_sentence(result: TableResult) -> Sentence:
    """Return how a table was made, for anybody.

    Parameters
    ----------
    result
        What became of the table.

    Returns
    -------
    Sentence
        Its variables, its rules and its protection by their titles.
    """
    rules, protection = made_by(result)
    holes = {"what": result.planned.description}
    if rules and protection:
        words = "{what}. Rules: {rules}. Protection: {protection}."
        return sentence(words, **holes, rules=joined_by_and(rules), protection=protection)
    if rules:
        return sentence("{what}. Rules: {rules}. No protection.", **holes, rules=joined_by_and(rules))
    if protection:
        return sentence("{what}. No rules. Protection: {protection}.", **holes, protection=protection)
    return sentence("{what}. No rules, and no protection.", **holes)


def outcome_sentence(result: TableResult) -> Sentence:
    """Return for the owner what became of a table, in one line.

    Parameters
    ----------
    result
        What became of the table.

    Returns
    -------
    Sentence
        Its name, cells and verdict.
    """
    name, table = result.planned.name, result.table
    if table is None:
        why = result.error.message if result.error is not None else ""
        return sentence("{name}: failed. {why}", name=name, why=why)
    words = "{name}: {cells}, {sensitive} sensitive, {hidden} hidden, {verdict}"
    return sentence(
        words,
        name=name,
        cells=counted(len(table), "cell"),
        sensitive=int(table.is_sensitive.sum()),
        hidden=int(table.is_hidden.sum()),
        verdict=str(result.verdict),
    )
