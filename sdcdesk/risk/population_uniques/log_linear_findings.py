"""Findings of the log-linear risk: what is expected of records that are alone, and how the model fits."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sdcdesk.core.numbers.quantity import (
    EXPECTED_NUMBER,
    NUMBER,
    RECORDS,
    SHARE,
    Bound,
    Quantity,
    Reason,
    Unit,
)
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section, State
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.population_uniques import log_linear_declared as declared
from sdcdesk.risk.population_uniques.log_linear_error import Criterion
from sdcdesk.risk.population_uniques.log_linear_model import model_text
from sdcdesk.risk.population_uniques.log_linear_risks import LogLinearRisks
from sdcdesk.risk.population_uniques.sample import NO_UNIQUES
from sdcdesk.risk.population_uniques.uniques_findings import fraction_figure, uniques_figure
from sdcdesk.risk.record_risks.listed_records import Listed, strongest

ESTIMATE = Bound.ESTIMATE

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
    chosen = strongest(risks.right)
    listed = Listed(risks, risks.sampled.masked, risks.sampled.names, chosen, risks.places[chosen])
    return Findings(
        sections=(
            headline,
            _fit(risks),
            declared.THRESHOLDS.section(risks.of_all()),
            declared.RECORDS_AT_RISK.section(listed, name="records"),
        ),
        records={
            "population_unique": risks.of_records(risks.unique, 0.0 if risks.unknown is None else np.nan),
            "risk": risks.of_records(risks.right, np.nan),
        },
    )


def _about(risks: LogLinearRisks) -> Sentence:
    return sentence("The model has {terms}.", terms=model_text(risks.sampled.terms, risks.sampled.names))


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
        whole = _of_all(value, EXPECTED_NUMBER, risks)
        mean = replace(_number(value / max(len(values), 1), SHARE, risks), people=(len(values),))
        figures += [
            total.figure(whole, computation=((words, whole),) if known else ()),
            part.figure(mean, computation=((words, whole), alone) if known else ()),
        ]
    return tuple(figures)


def _of_records(risks: LogLinearRisks) -> tuple[Figure, ...]:
    largest = float(risks.right.max(initial=0.0))
    alone = risks.of_all()
    return (
        declared.LARGEST.figure(
            _number(largest, SHARE, risks),
            rows=alone.rows_of(largest) if risks.reason is None else None,
            row_title="with the largest risk",
        ),
        *alone.above(declared.ABOVE, declared.SHARE_ABOVE),
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
