"""Figures and tables of the log-linear risk: its sums, the records at risk, and the fit of the model."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

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
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section, State
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.population_uniques.log_linear_error import Criterion
from sdcdesk.risk.population_uniques.log_linear_model import model_text
from sdcdesk.risk.population_uniques.log_linear_risks import LogLinearRisks
from sdcdesk.risk.population_uniques.sample import NO_UNIQUES
from sdcdesk.risk.population_uniques.uniques_findings import (
    FRACTION,
    LOG_LINEAR_SOURCE,
    UNIQUES,
    fraction_figure,
    uniques_figure,
)
from sdcdesk.risk.record_risks.listed_records import Listed, records_at_risk, strongest
from sdcdesk.risk.record_risks.record_risks import RecordRisks
from sdcdesk.risk.record_risks.threshold_curve import counts_above, threshold_curve, with_a_risk

USUAL = 1.96
"""A right model stays below it in 95 of 100 samples."""

risk_figure = partial(Declared, better="less", source=LOG_LINEAR_SOURCE)

of_fit = partial(Declared, unit=NUMBER, source="Skinner and Shlomo 2008")

TAU_1 = risk_figure("tau_1", "Expected population uniques", EXPECTED_NUMBER, symbol="τ_1").means(
    "How many of the released records that are alone with their key are expected to be alone in the "
    "population too: the sum of P(F = 1 | f = 1)."
)
SHARE_1 = risk_figure("tau_1_share", "Uniques that are so for all", SHARE).means(
    "Expected population uniques, divided by the released records that are alone with their key."
)
TAU_2 = risk_figure("tau_2", "Expected right matches", EXPECTED_NUMBER, symbol="τ_2").means(
    "How many of the released records that are alone with their key an intruder is expected to link "
    "to the right person of the population: the sum of E(1/F | f = 1)."
)
SHARE_2 = risk_figure("tau_2_share", "Right among all matches", SHARE).means(
    "Expected right matches, divided by the released records that are alone with their key."
)
LARGEST = risk_figure("largest_risk", "Largest risk of a record", SHARE).means(
    "E(1/F | f = 1) of the released record that is most at risk: how likely a match of it is right."
)
ABOVE = risk_figure("records_above", "Records above the threshold", RECORDS).means(
    "Released records that are alone with their key, and whose risk E(1/F | f = 1) is larger than "
    "the threshold."
)
SHARE_ABOVE = risk_figure("share_above", "Share above the threshold", SHARE).means(
    "Released records that are alone with their key, and whose risk E(1/F | f = 1) is larger than "
    "the threshold, divided by the released records."
)


ERROR_1 = of_fit("error_1", "Error of the uniques", symbol="B₁").means(
    "By how much the uniques are estimated to be too many because of the model; below 0 they are too few."
)

TEST_1 = of_fit("test_1", "Test of the uniques", symbol="B₁/√v₁").means(
    sentence(
        "The error of the uniques, divided by its standard deviation. Between −{usual} and {usual} with a "
        "probability of 95 % where the model is right; above, it leaves out interactions; below, it has too "
        "many.",
        usual=USUAL,
    )
)

ERROR_2 = of_fit("error_2", "Error of the right matches", symbol="B₂").means(
    "By how much the right matches are estimated to be too many because of the model; below 0 they are too "
    "few."
)

TEST_2 = of_fit("test_2", "Test of the right matches", symbol="B₂/√v₂").means(
    sentence(
        "The error of the right matches, divided by its standard deviation. Between −{usual} and {usual} "
        "with a probability of 95 % where the model is right; above, it leaves out interactions; below, it "
        "has too many.",
        usual=USUAL,
    )
)

OF_RECORDS = (UNIQUES, FRACTION, TAU_1, SHARE_1, TAU_2, SHARE_2, LARGEST, ABOVE, SHARE_ABOVE)
OF_FIT = (ERROR_1, TEST_1, ERROR_2, TEST_2)
DECLARES = (*OF_RECORDS, *OF_FIT)


def _counts_above(risks: RecordRisks) -> np.ndarray:
    counts = counts_above(risks.risk, risks.threshold)
    return counts if risks.unknown is None else np.full(len(counts), np.nan)


THRESHOLDS: DeclaredTable[RecordRisks] = threshold_curve(
    (
        Column("records", "Records above", RECORDS, "Released records.").cells(
            _counts_above, bound=Bound.ESTIMATE, undefined=lambda risks: risks.unknown
        ),
    ),
    with_a_risk,
    about="Released records that are alone with their key and have a larger risk.",
    key="E(1/F | f = 1).",
    axis="Threshold of the risk",
    plot="Where the curve is flat, another threshold would hardly count other records.",
    figure=ABOVE.name,
)

RECORDS_AT_RISK: DeclaredTable[Listed[LogLinearRisks]] = records_at_risk(
    Column("people", "People with its key", NUMBER, "As expected.", secrecy=Secrecy.RECORD).cells(
        lambda listed: listed.risks.people[listed.chosen], bound=Bound.ESTIMATE
    ),
    Column("unique", "Alone in the population", SHARE, "P(F = 1 | f = 1).", secrecy=Secrecy.RECORD).cells(
        lambda listed: listed.risks.unique[listed.chosen], bound=Bound.ESTIMATE
    ),
    Column("risk", "Risk", SHARE, "E(1/F | f = 1).", secrecy=Secrecy.RECORD).cells(
        lambda listed: listed.risks.right[listed.chosen], bound=Bound.ESTIMATE
    ),
    title="Records at risk",
    about="The records alone with their key whose match is most likely right, the largest risk first.",
    empty="No released record that is alone with its key has a risk.",
)

TABLES = (THRESHOLDS, RECORDS_AT_RISK)


ESTIMATE = Bound.ESTIMATE

FITS = {
    "too simple": "Too simple: interactions of the keys are missing, and the risk is probably too large.",
    "no sign of error": sentence(
        "The tests show no error of the risk; between −{usual} and {usual} they could be chance.",
        usual=USUAL,
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
            THRESHOLDS.section(risks.of_all()),
            RECORDS_AT_RISK.section(listed, name="records"),
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
        (TAU_1, SHARE_1, risks.unique, "Sum of P(F = 1 | f = 1)"),
        (TAU_2, SHARE_2, risks.right, "Sum of E(1/F | f = 1)"),
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
        LARGEST.figure(
            _number(largest, SHARE, risks),
            rows=alone.rows_of(largest) if risks.reason is None else None,
            row_title="with the largest risk",
        ),
        *alone.above(ABOVE, SHARE_ABOVE),
    )


def _fit(risks: LogLinearRisks) -> Section:
    errors = risks.errors
    if isinstance(errors, Reason):
        code = "not assessed"
        figures = [each.undefined(errors) for each in OF_FIT]
    else:
        figures = [
            *_tested(OF_FIT[:2], errors[0]),
            *_tested(OF_FIT[2:], errors[1]),
        ]
        ratios = [each.ratio for each in errors]
        code = "no sign of error"
        if min(ratios) < -USUAL:
            code = "too rich"
        if max(ratios) > USUAL:
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
