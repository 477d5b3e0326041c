"""Alternatives table: alternatives in the order of their scores, with the figures that decide."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from sdcdesk.core.numbers.quantity import RECORDS, SCORE, Quantity, count_unit
from sdcdesk.core.results.column import Column
from sdcdesk.core.results.figure_address import FigureAddress
from sdcdesk.core.results.table import Table
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import capital, sentence
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.risk_loss_map import loss_name
from sdcdesk.release.risk_loss_path import Address
from sdcdesk.search.alternatives.alternative_kinds import alternative_kinds
from sdcdesk.search.alternatives.alternative_texts import AlternativeTexts
from sdcdesk.search.alternatives.axis_figures import figure_title, figure_unit, limited_figures, risk_limits
from sdcdesk.search.alternatives.comparison import Comparison
from sdcdesk.search.alternatives.outcome import Outcome, more_is_better
from sdcdesk.search.alternatives.scores import require_scale

RANK = count_unit("rank")

FAILED = "failed"
"""Verdict of an alternative that could not be applied."""

SCORED = "The mean of {risk} and {loss}, each on 0 to 100, weighed as the slider says; less is better."


def score_hindrance(risk: Address, loss: Address) -> str:
    """Return why two figures have no overall score; empty: they have.

    Parameters
    ----------
    risk, loss
        The figures on the axes.

    Returns
    -------
    str
        A sentence.
    """
    try:
        for axis in (risk, loss):
            require_scale(axis)
    except ParameterError as error:
        return error.problem
    return ""


def alternatives_table(
    comparison: Comparison | None,
    scenarios: Sequence[Scenario],
    risk: Address,
    loss: Address,
    texts: AlternativeTexts | None = None,
    weight: float = 0.5,
) -> Table:
    """Return a row for each alternative, the lowest score first; those that failed stand last.

    Parameters
    ----------
    comparison
        What became of the alternatives; of several draws the first one stands for all. None: there are none.
    scenarios
        Scenarios of the project, whose other limited figures have columns too.
    risk, loss
        The figures on the axes.
    texts
        What alternatives do; None: variables are called by their names.
    weight
        How much the risk counts in the score, 0…1; the loss counts the rest.

    Returns
    -------
    Table
        Its frame holds "number" and "kind" too. Where the figures have no score, the lowest loss is first.
    """
    texts = texts or AlternativeTexts()
    firsts = (
        () if comparison is None else (*(one.outcomes[0] for one in comparison.groups), *comparison.failed)
    )
    scores: dict[int, Quantity] = {}
    if comparison is not None and not score_hindrance(risk, loss):
        scores = comparison.with_outcomes(firsts).scores({risk: weight, loss: 1 - weight})
    others = limited_figures(scenarios, risk)
    columns = _columns(scenarios, (risk, *others), loss)
    kinds = alternative_kinds(comparison.grid).of_family if comparison is not None else ()
    rows = [
        (
            *_row(one, scores.get(one.alternative.number), (risk, *others), loss, texts),
            kinds[one.alternative.family],
        )
        for one in firsts
    ]
    names = [
        "alternative",
        *(f"risk_{place}" for place in range(len(others) + 1)),
        "records",
        "loss",
        "score",
    ]
    names += ["verdict", "number", "order", "kind"]
    frame = pd.DataFrame(rows, columns=names).sort_values("order", kind="stable", ignore_index=True)
    ranks = frame["order"].rank(method="min").where(frame["order"] < float("inf"))
    frame.insert(0, "rank", ranks.astype("Int64"))
    return Table(
        name="alternatives",
        title="Alternatives",
        columns=columns,
        frame=frame.astype({"records": "Int64"}),
        empty="No alternative is done yet.",
        capped=max(len(frame), 1),
    )


def _columns(scenarios: Sequence[Scenario], risks: Sequence[Address], loss: Address) -> tuple[Column, ...]:
    scored = sentence(SCORED, risk=figure_title(risks[0]), loss=figure_title(loss))
    up = (
        Column(
            f"risk_{place}",
            figure_title(axis),
            figure_unit(axis),
            _meaning(axis),
            limits=tuple(limit.value for limit in risk_limits(scenarios, axis).values()),
        )
        for place, axis in enumerate(risks)
    )
    return (
        Column("rank", "Rank", RANK, "By score, the lowest first; equal scores share a rank.", role="key"),
        Column("alternative", "Alternative", meaning="What its steps do.", role="key"),
        *up,
        Column("records", "Records", RECORDS, "Records that would be released."),
        Column("loss", capital(loss_name(FigureAddress(*loss[1:]))), figure_unit(loss), _meaning(loss)),
        Column("score", "Score", SCORE, scored),
        Column("verdict", "Verdict", meaning="Safe where every limit of every scenario is kept."),
    )


def _row(
    outcome: Outcome,
    score: Quantity | None,
    risks: Sequence[Address],
    loss: Address,
    texts: AlternativeTexts,
) -> tuple[Any, ...]:
    one, failed = outcome.alternative, outcome.error is not None
    words = texts.text(one)
    if outcome.error is not None:
        words = sentence("{words}: {problem}", words=words, problem=texts.problem(outcome.error))
    figures = [outcome.quantity(axis) for axis in (*risks, loss)]
    *up, right = (quantity if quantity is not None and not failed else None for quantity in figures)
    value = None if score is None else score.value
    order = value if score is not None else _by_loss(outcome, loss)
    order = None if failed else order
    verdict = FAILED if failed else str(outcome.verdict)
    records = None if failed else outcome.records
    return (words, *up, records, right, value, verdict, one.number, _last(order))


def _by_loss(outcome: Outcome, loss: Address) -> float | None:
    lost = outcome.value(loss)
    return -lost if lost is not None and more_is_better(loss) else lost


def _last(order: float | None) -> float:
    return float("inf") if order is None else float(order)


def _meaning(axis: Address) -> str:
    declared = MEASURES[axis.measure].declared(axis.figure)
    return str(declared.meaning) if declared is not None else ""
