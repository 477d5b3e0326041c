"""Comparison as a section: alternatives in a table with their score, and on a map of risk and loss."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd

from sdcdesk.core.numbers.quantity import SCORE, Quantity, Reason, Unit, Why, count_unit
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.findings import Note, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.sentence import Sentence, joined, sentence
from sdcdesk.document.measures import MEASURES
from sdcdesk.release.risk_loss_path import Address
from sdcdesk.search.alternatives.axis_figures import figure_title
from sdcdesk.search.alternatives.comparison import Comparison
from sdcdesk.search.alternatives.outcome import Group
from sdcdesk.search.alternatives.parameter_curves import parameter_curves
from sdcdesk.search.alternatives.scores import has_scale

DRAWS = count_unit("draw")


def comparison_section(comparison: Comparison, weight: float | Mapping[Address, float] = 0.5) -> Section:
    """Return a comparison as a section: what was compared, the table, the map, and what failed.

    Parameters
    ----------
    comparison
        What became of alternatives.
    weight
        How much figures count in the overall score; see `Comparison.scores`.

    Returns
    -------
    Section
        For internal documents only.

    Raises
    ------
    ParameterError
        A weight is negative, or all are 0.
    """
    table = comparison_table(comparison, weight)
    map_of_all = Plot(
        kind="points",
        name="map",
        title="Risk against loss",
        table=table.name,
        x=_axis(table, "loss"),
        y=Axis("", scale="log"),
        series=(Series("risk", figure_title(comparison.risk)),),
        label="place",
    )
    curves = (block for pair in parameter_curves(comparison) for block in pair)
    return Section(
        name="alternatives",
        title="Alternatives",
        about=_about(comparison),
        blocks=(table, map_of_all, *curves) if len(table) else (table,),
        notes=tuple(map(Note, _notes(comparison))),
    )


def comparison_table(comparison: Comparison, weight: float | Mapping[Address, float] = 0.5) -> Table:
    """Return the alternatives that could be applied as a table, draws of one together, least score first.

    Parameters
    ----------
    comparison
        What became of alternatives.
    weight
        See `comparison_section`.

    Returns
    -------
    Table
        Of several draws the means of their figures and, beside them, standard deviations (÷ draws − 1).
        Without scores where an axis is on no scale of 0–100; the least loss comes first then.
    """
    scored = not isinstance(weight, float | int) or all(map(has_scale, (comparison.risk, comparison.loss)))
    scores = comparison.scores(weight) if scored else {}
    front = set(comparison.front().numbers)
    rows = [_row(group, comparison, scores, front) for group in comparison.groups]
    rows.sort(key=lambda row: _order(row, "score" if scored else "loss"))
    rows = [{"place": str(place), **row} for place, row in enumerate(rows, start=1)]
    several = any(len(group.outcomes) > 1 for group in comparison.groups)
    columns = [column for column in _columns(comparison, rows) if several or column.name not in OF_SEVERAL]
    if not scored:
        columns = [column for column in columns if column.name != "score"]
    frame = pd.DataFrame(rows, columns=[column.name for column in columns])
    return Table(
        name="alternatives",
        title="Alternatives",
        columns=tuple(columns),
        frame=frame,
        empty="No alternative is done yet.",
    )


OF_SEVERAL = {"draws", "risk_deviation", "loss_deviation"}
"""Columns that say something where an alternative has several draws."""


def _columns(comparison: Comparison, rows: Iterable[Mapping[str, Any]]) -> Iterable[Column]:
    rows = list(rows)
    secrecy = Secrecy.INTERNAL
    yield Column("place", "No.", role="key", secrecy=secrecy)
    yield Column("alternative", "Alternative", role="key", secrecy=secrecy)
    yield Column("front", "Beaten by none", meaning=FRONT, secrecy=secrecy)
    yield Column("verdict", "Verdict", secrecy=secrecy)
    yield Column("draws", "Draws", DRAWS, secrecy=secrecy)
    yield Column("score", "Score", SCORE, SCORED, secrecy=secrecy)
    for axis, name in ((comparison.risk, "risk"), (comparison.loss, "loss")):
        unit = next((row[name].unit for row in rows if row[name] is not None), SCORE)
        yield Column(name, figure_title(axis), unit, secrecy=secrecy)
        yield Column(
            f"{name}_deviation",
            "Deviation",
            unit,
            DEVIATION,
            over=figure_title(axis),
            secrecy=secrecy,
            undefined=ONE_DRAW,
        )


FRONT = "Of no other alternative both figures are at least as good, and one of them better."
SCORED = "Weighted mean of the figures that count, each on 0–100, where less is better."
DEVIATION = "Standard deviation over the draws, divided by draws − 1."
ONE_DRAW = Reason(Why.TOO_FEW, "One draw has no deviation.")


def _row(
    group: Group, comparison: Comparison, scores: Mapping[int, Quantity], front: set[int]
) -> dict[str, Any]:
    first = group.outcomes[0]
    numbers = [outcome.alternative.number for outcome in group.outcomes]
    own = [scores[number] for number in numbers if number in scores]
    on_front = sum(number in front for number in numbers)
    row: dict[str, Any] = {
        "alternative": first.alternative.words,
        "front": "" if not on_front else "yes" if on_front == len(numbers) else _some(on_front, len(numbers)),
        "verdict": _verdict(group),
        "draws": len(numbers),
        "score": _mean(own),
    }
    for axis, name in ((comparison.risk, "risk"), (comparison.loss, "loss")):
        mean, spread = group.mean(axis), group.spread(axis)
        row[name] = mean
        row[f"{name}_deviation"] = None if mean is None or not mean.defined else spread.deviation
    return row


def _some(part: int, whole: int) -> str:
    return sentence("{part} of {draws}", part=str(part), draws=str(whole))


def _verdict(group: Group) -> str:
    verdicts = [str(outcome.verdict) for outcome in group.outcomes]
    if len(set(verdicts)) == 1:
        return verdicts[0]
    return sentence("safe in {some}", some=_some(verdicts.count("safe"), len(verdicts)))


def _mean(scores: list[Quantity]) -> Quantity | None:
    unknown = next((score for score in scores if score.value is None), None)
    if unknown is not None or not scores:
        return unknown
    return Quantity(sum(float(score.value or 0) for score in scores) / len(scores), SCORE)


def _order(row: Mapping[str, Any], name: str) -> tuple[bool, float]:
    quantity = row[name]
    known = quantity is not None and quantity.value is not None
    return not known, float(quantity.value) if known else 0.0


def _axis(table: Table, name: str) -> Axis:
    column = next(column for column in table.columns if column.name == name)
    unit: Unit | None = column.unit
    return Axis(column.title, name, unit, least=0.0)


def _about(comparison: Comparison) -> Sentence:
    words = "{done} of {n} alternative is done; no other one beats {front} of them in both figures."
    many = "{done} of {n} alternatives are done; no other one beats {front} of them in both figures."
    front = str(len(comparison.front().numbers))
    return sentence(words, many, "n", n=comparison.runs, done=str(len(comparison.outcomes)), front=front)


def _notes(comparison: Comparison) -> Iterable[Sentence]:
    """Say which figure stands for the risk, which alternatives are equal, and which failed."""
    yield sentence(
        "The risk is {risk}, of several scenarios that of the worst; the loss is {loss}.",
        risk=figure_title(comparison.risk),
        loss=figure_title(comparison.loss),
    )
    for tie in comparison.front().ties:
        equal = [comparison.outcome(number).alternative.full_words for number in tie]
        yield sentence("Equal in both figures: {alternatives}.", alternatives=joined(equal, "; "))
    missed = Counter(one for outcome in comparison.outcomes for one in outcome.unassessed)
    for one, number in missed.items():
        words = "{measure} could not be assessed for {n} alternative. {problem}"
        many = "{measure} could not be assessed for {n} alternatives. {problem}"
        title = MEASURES[one.measure].title
        yield sentence(words, many, "n", n=number, measure=title, problem=one.problem)
    for outcome in comparison.failed:
        problem = outcome.error.message if outcome.error is not None else ""
        words = "{alternative} failed. {problem}"
        yield sentence(words, alternative=outcome.alternative.full_words, problem=problem)
