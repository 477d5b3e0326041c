"""Findings of the log-linear risk: what is expected of records that are alone, and how the model fits."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, Bound, Quantity, Reason, Unit, share
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section, State
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.disclosure.breakdown import strongest
from sdcdesk.risk.keys.key_values import listed_records
from sdcdesk.risk.population_uniques import declared
from sdcdesk.risk.population_uniques.log_linear_error import Criterion
from sdcdesk.risk.population_uniques.log_linear_model import model_words
from sdcdesk.risk.population_uniques.log_linear_risks import LogLinearRisks
from sdcdesk.risk.population_uniques.sample import NO_UNIQUES
from sdcdesk.risk.population_uniques.uniques_findings import fraction_figure, uniques_figure
from sdcdesk.risk.thresholds import counts_above, thresholds

ESTIMATE = Bound.ESTIMATE

MOST = 200
"""Records that are listed."""

FITS = {
    "too simple": "Too simple: interactions of the keys are missing, and the risk is probably too large.",
    "no sign of error": sentence(
        "The tests show no error of the risk; between −{usual} and {usual} they could be chance.",
        usual=declared.USUAL,
    ),
    "too rich": "Too rich: there are too many interactions, and the risk is probably too small.",
    "not assessed": "The errors of the risk are not estimated.",
}


def to_findings(risks: LogLinearRisks, notes: Sequence[str]) -> Findings:
    """Return the findings.

    Parameters
    ----------
    risks
        The risks of all records that are alone with their key.
    notes
        Remarks on keys and sample.

    Returns
    -------
    Findings
        All declared figures; of each record the probability that it is alone in the population, and its risk,
        which is NaN for those that are not alone in the sample.
    """
    headline = Section(
        name="log_linear_risk",
        about=_about(risks),
        blocks=(
            uniques_figure(risks.sampled),
            fraction_figure(risks.sampled),
            *_sums(risks),
            *_of_records(risks),
        ),
        notes=tuple(Note(plain(note)) for note in notes),
    )
    listed = Section(name="records", title="Records at risk", blocks=(_records(risks),))
    return Findings(
        sections=(headline, _fit(risks), _curve(risks), listed),
        records={
            "population_unique": risks.of_records(risks.unique, np.nan if _unknown(risks) else 0.0),
            "risk": risks.of_records(risks.right, np.nan),
        },
    )


def _about(risks: LogLinearRisks) -> Sentence:
    return sentence("The model has {terms}.", terms=model_words(risks.sampled.terms, risks.sampled.names))


def _unknown(risks: LogLinearRisks) -> bool:
    """Return whether there are records alone with their key of which nothing is known."""
    return risks.reason not in (None, NO_UNIQUES)


def _number(value: float, unit: Unit, risks: LogLinearRisks) -> Quantity:
    """Return an estimate, or why there is none."""
    if isinstance(risks.model, Reason):
        return Quantity(None, unit, reason=risks.model)
    return Quantity(value, unit, ESTIMATE)


def _of_all(value: float, unit: Unit, risks: LogLinearRisks) -> Quantity:
    """Return a sum or number of records that are alone with their key, which is 0 where none is."""
    return Quantity(0, unit) if risks.reason == NO_UNIQUES else _number(value, unit, risks)


def _sums(risks: LogLinearRisks) -> tuple[Figure, ...]:
    alone = ("Records alone with their key", Quantity(len(risks.places), RECORDS))
    figures = []
    for total, part, values, words in (
        (declared.TAU_1, declared.SHARE_1, risks.unique, "Sum of P(F = 1 | f = 1)"),
        (declared.TAU_2, declared.SHARE_2, risks.right, "Sum of E(1/F | f = 1)"),
    ):
        # In ascending order, so that the order of the records changes no digit.
        value = float(np.sort(values).sum())
        known = risks.reason is None
        whole = _of_all(value, NUMBER, risks)
        mean = _number(value / max(len(values), 1), SHARE, risks)
        figures += [
            total.figure(whole, computation=((words, whole),) if known else ()),
            part.figure(mean, computation=((words, whole), alone) if known else ()),
        ]
    return tuple(figures)


def _of_records(risks: LogLinearRisks) -> tuple[Figure, ...]:
    records = len(risks.sampled.masked)
    largest = float(risks.right.max(initial=0.0))
    above = int(np.count_nonzero(risks.right > risks.threshold))
    counted = _of_all(above, RECORDS, risks)
    part = share(above, records, counted.bound, empty=NOTHING_RELEASED)
    if _unknown(risks):
        part = Quantity(None, SHARE, reason=risks.reason)
    steps = (
        ("Threshold", Quantity(risks.threshold, SHARE)),
        ("Records above it", counted),
        ("Released records", Quantity(records, RECORDS)),
    )
    known, title = not _unknown(risks), "above the threshold"

    def rows() -> np.ndarray:
        return risks.rows_above(risks.threshold)

    def rows_largest() -> np.ndarray:
        found: np.ndarray = risks.sampled.masked.rows[risks.places[risks.right == largest]]
        return found

    return (
        declared.LARGEST.figure(
            _number(largest, SHARE, risks),
            rows=rows_largest if risks.reason is None else None,
            row_title="with the largest risk",
        ),
        declared.ABOVE.figure(
            counted,
            computation=steps[:2] if known else (),
            rows=rows if known else None,
            row_title=title,
        ),
        declared.SHARE_ABOVE.figure(
            part, computation=steps if known else (), rows=rows if known else None, row_title=title
        ),
    )


def _fit(risks: LogLinearRisks) -> Section:
    errors = risks.errors
    if isinstance(errors, Reason):
        code = "not assessed"
        none = Quantity(None, NUMBER, reason=errors)
        figures = [each.figure(none) for each in declared.OF_FIT]
    else:
        figures = [
            *_tested(declared.OF_FIT[:2], errors[0]),
            *_tested(declared.OF_FIT[2:], errors[1]),
        ]
        ratios = [each.ratio for each in errors]
        code = "no sign of error"
        if min(ratios) < -declared.USUAL:
            code = "too rich"
        if max(ratios) > declared.USUAL:
            code = "too simple"
    state = State("fit", "Fit of the model", code, FITS[code])
    about = plain(
        "Errors are estimated by the criteria of Skinner and Shlomo, over all combinations of values that "
        "the model allows, also those without records."
    )
    return Section(name="fit", title="Fit of the model", about=about, blocks=(state, *figures))


def _tested(pair: Sequence[Declared], criterion: Criterion) -> tuple[Figure, Figure]:
    """Return the error of one sum and its test."""
    error, test = pair
    value = Quantity(criterion.error, NUMBER, ESTIMATE)
    ratio = Quantity(criterion.ratio, NUMBER, ESTIMATE)
    steps = (
        ("Error", value),
        (
            "Its standard deviation where the model is right",
            Quantity(criterion.variance**0.5, NUMBER, ESTIMATE),
        ),
        ("Error ÷ standard deviation", ratio),
    )
    return error.figure(value), test.figure(ratio, computation=steps)


def _curve(risks: LogLinearRisks) -> Section:
    places, title = thresholds(risks.threshold), "Records above each threshold"
    reason = risks.reason if _unknown(risks) else None
    counts = counts_above(risks.right, places)
    frame = pd.DataFrame({"threshold": places, "records": counts if reason is None else np.nan})
    table = Table(
        name="thresholds",
        title=title,
        about=plain("Released records that are alone with their key and have a larger risk."),
        columns=(
            Column(
                "threshold",
                "Threshold",
                SHARE,
                "E(1/F | f = 1).",
                "key",
                Secrecy.PUBLIC,
                limits=tuple(places),
            ),
            Column("records", "Records above", RECORDS, "Released records.", bound=ESTIMATE),
        ),
        frame=frame,
        undefined={"records": reason} if reason is not None else {},
        rows=lambda at: risks.rows_above(places[at]),
        row_title=lambda at: sentence("with a risk above {risk}", risk=Quantity(places[at], SHARE)),
    )
    plot = Plot(
        name="thresholds_plot",
        title=title,
        kind="curves",
        table=table.name,
        x=Axis("Threshold of the risk", column="threshold", unit=SHARE, scale="log"),
        y=Axis("Records above it", unit=RECORDS, least=0.0),
        series=(Series("records", "Records above"),),
        about=plain("Where the curve is flat, another threshold would hardly count other records."),
        figure="records_above",
    )
    return Section(name="thresholds", title=title, blocks=(plot, table))


def _records(risks: LogLinearRisks) -> Table:
    masked, chosen = risks.sampled.masked, strongest(risks.right, MOST)
    places = risks.places[chosen]
    positions = masked.rows[places]
    frame, columns = listed_records(masked, risks.sampled.names, places)
    frame["people"], frame["unique"] = risks.people[chosen], risks.unique[chosen]
    frame["risk"] = risks.right[chosen]
    secret = Secrecy.RECORD
    columns += [
        Column("people", "People with its key", NUMBER, "As expected.", secrecy=secret, bound=ESTIMATE),
        Column(
            "unique", "Alone in the population", SHARE, "P(F = 1 | f = 1).", secrecy=secret, bound=ESTIMATE
        ),
        Column("risk", "Risk", SHARE, "E(1/F | f = 1).", secrecy=secret, bound=ESTIMATE),
    ]
    return Table(
        name="records_at_risk",
        title="Records at risk",
        about=plain(
            "The records alone with their key whose match is most likely right, the largest risk first."
        ),
        columns=tuple(columns),
        frame=frame,
        empty="No released record that is alone with its key has a risk.",
        rows=lambda at: positions[at : at + 1],
        row_title=lambda at: f"record {positions[at] + 1}",
        capped=20,
    )
