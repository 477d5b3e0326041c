"""Figures and tables of the log-linear risk, before anything is computed."""

import numpy as np

from sdcdesk.core.numbers.quantity import EXPECTED_NUMBER, NUMBER, RECORDS, SHARE, Bound
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.results.table import Column, Secrecy
from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk.population_uniques.declared import FRACTION, LOG_LINEAR_SOURCE, UNIQUES
from sdcdesk.risk.population_uniques.log_linear_risks import LogLinearRisks
from sdcdesk.risk.record_risks.listed_records import Listed, records_at_risk
from sdcdesk.risk.record_risks.record_risks import RecordRisks
from sdcdesk.risk.record_risks.threshold_curve import counts_above, threshold_curve, with_a_risk

USUAL = 1.96
"""A right model stays below it in 95 of 100 samples."""

TAU_1 = Declared(
    "tau_1",
    "Expected population uniques",
    EXPECTED_NUMBER,
    symbol="τ_1",
    better="less",
    source=LOG_LINEAR_SOURCE,
).means(
    "How many of the released records that are alone with their key are expected to be alone in the "
    "population too: the sum of P(F = 1 | f = 1)."
)
SHARE_1 = Declared(
    "tau_1_share", "Uniques that are so for all", SHARE, better="less", source=LOG_LINEAR_SOURCE
).means("Expected population uniques, divided by the released records that are alone with their key.")
TAU_2 = Declared(
    "tau_2", "Expected right matches", EXPECTED_NUMBER, symbol="τ_2", better="less", source=LOG_LINEAR_SOURCE
).means(
    "How many of the released records that are alone with their key an intruder is expected to link "
    "to the right person of the population: the sum of E(1/F | f = 1)."
)
SHARE_2 = Declared(
    "tau_2_share", "Right among all matches", SHARE, better="less", source=LOG_LINEAR_SOURCE
).means("Expected right matches, divided by the released records that are alone with their key.")
LARGEST = Declared(
    "largest_risk", "Largest risk of a record", SHARE, better="less", source=LOG_LINEAR_SOURCE
).means("E(1/F | f = 1) of the released record that is most at risk: how likely a match of it is right.")
ABOVE = Declared(
    "records_above", "Records above the threshold", RECORDS, better="less", source=LOG_LINEAR_SOURCE
).means(
    "Released records that are alone with their key, and whose risk E(1/F | f = 1) is larger than "
    "the threshold."
)
SHARE_ABOVE = Declared(
    "share_above", "Share above the threshold", SHARE, better="less", source=LOG_LINEAR_SOURCE
).means(
    "Released records that are alone with their key, and whose risk E(1/F | f = 1) is larger than "
    "the threshold, divided by the released records."
)


def _error(name: str, title: str, meaning: str, number: str) -> Declared:
    return Declared(
        name=name,
        title=title,
        unit=NUMBER,
        meaning=meaning,
        symbol=f"B{number}",
        source="Skinner and Shlomo 2008",
    )


def _test(name: str, title: str, meaning: str, number: str) -> Declared:
    return Declared(
        name=name,
        title=title,
        unit=NUMBER,
        meaning=sentence(meaning, usual=USUAL),
        symbol=f"B{number}/√v{number}",
        source="Skinner and Shlomo 2008",
    )


ERROR_1 = _error(
    "error_1",
    "Error of the uniques",
    "By how much the uniques are estimated to be too many because of the model; below 0 they are too few.",
    "₁",
)
TEST_1 = _test(
    "test_1",
    "Test of the uniques",
    "The error of the uniques, divided by its standard deviation. Between −{usual} and {usual} with a "
    "probability of 95 % where the model is right; above, it leaves out interactions; below, it has too "
    "many.",
    "₁",
)
ERROR_2 = _error(
    "error_2",
    "Error of the right matches",
    "By how much the right matches are estimated to be too many because of the model; below 0 they are too "
    "few.",
    "₂",
)
TEST_2 = _test(
    "test_2",
    "Test of the right matches",
    "The error of the right matches, divided by its standard deviation. Between −{usual} and {usual} with a "
    "probability of 95 % where the model is right; above, it leaves out interactions; below, it has too "
    "many.",
    "₂",
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
        lambda listed: listed.found.people[listed.chosen], bound=Bound.ESTIMATE
    ),
    Column("unique", "Alone in the population", SHARE, "P(F = 1 | f = 1).", secrecy=Secrecy.RECORD).cells(
        lambda listed: listed.found.unique[listed.chosen], bound=Bound.ESTIMATE
    ),
    Column("risk", "Risk", SHARE, "E(1/F | f = 1).", secrecy=Secrecy.RECORD).cells(
        lambda listed: listed.found.right[listed.chosen], bound=Bound.ESTIMATE
    ),
    title="Records at risk",
    about="The records alone with their key whose match is most likely right, the largest risk first.",
    empty="No released record that is alone with its key has a risk.",
)

TABLES = (THRESHOLDS, RECORDS_AT_RISK)
