"""Figures and tables of the individual risk, before anything is computed."""

import numpy as np

from sdcdesk.core.numbers.quantity import (
    EXPECTED_NUMBER,
    HOUSEHOLDS,
    NUMBER,
    RECORDS,
    SHARE,
    Bound,
    Reason,
    Why,
)
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.results.table import Column, Secrecy
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.individual.risks import IndividualRisks
from sdcdesk.risk.record_risks.listed_records import Listed, records_at_risk
from sdcdesk.risk.record_risks.threshold_curve import counts_above, threshold_curve, with_a_risk

SOURCE = "Benedetti and Franconi 1998"


EXPECTED = Declared(
    "expected_reidentifications",
    "Expected re-identifications",
    EXPECTED_NUMBER,
    symbol="Σ r",
    better="less",
    source=SOURCE,
).means(
    "How many released records an intruder is expected to link to the right person of the "
    "population: the sum of the individual risks."
)

MEAN = Declared("mean_risk", "Mean individual risk", SHARE, better="less", source=SOURCE).means(
    "How likely a released record is linked to the right person of the population, on average: the "
    "sum of the individual risks divided by the released records."
)

LARGEST = Declared(
    "largest_risk", "Largest individual risk", SHARE, symbol="max r", better="less", source=SOURCE
).means("How likely the record that is most at risk is linked to the right person of the population.")

ABOVE = Declared("records_above", "Records above the threshold", RECORDS, better="less", source=SOURCE).means(
    "Released records whose individual risk is larger than the threshold."
)

SHARE_ABOVE = Declared("share_above", "Share above the threshold", SHARE, better="less", source=SOURCE).means(
    "Released records whose individual risk is larger than the threshold, divided by the released records."
)

EXPECTED_HOUSEHOLDS = Declared(
    "expected_households", "Expected households found", EXPECTED_NUMBER, better="less", source=SOURCE
).means(
    "How many households are expected to have at least one released member who is linked to the "
    "right person: the sum of the household risks."
)

MEAN_HOUSEHOLD = Declared(
    "mean_household_risk", "Mean household risk", SHARE, better="less", source=SOURCE
).means(
    "How likely at least one released member of a household is linked to the right person, on "
    "average: the sum of the household risks divided by the households with released records."
)

HOUSEHOLDS_ABOVE = Declared(
    "households_above", "Households above threshold", HOUSEHOLDS, better="less", source=SOURCE
).means("Households whose risk is larger than the threshold.")

MEMBERS_ABOVE = Declared(
    "members_above", "Records in such households", RECORDS, better="less", source=SOURCE
).means(
    "Released records in households whose risk is larger than the threshold: more than those above "
    "it themselves, for who finds one member finds the others."
)

OF_RECORDS = (EXPECTED, MEAN, LARGEST, ABOVE, SHARE_ABOVE)
OF_HOUSEHOLDS = (EXPECTED_HOUSEHOLDS, MEAN_HOUSEHOLD, HOUSEHOLDS_ABOVE, MEMBERS_ABOVE)
DECLARES = (*OF_RECORDS, *OF_HOUSEHOLDS)

THRESHOLDS: DeclaredTable[IndividualRisks] = threshold_curve(
    (
        Column("records", "Records above", RECORDS, "Released records with a larger risk.").cells(
            lambda risks: counts_above(risks.risk, risks.threshold), bound=Bound.ESTIMATE
        ),
        Column("share", "Of all", SHARE, "The same, divided by the released records.").cells(
            lambda risks: counts_above(risks.risk, risks.threshold) / (len(risks.masked) or np.nan),
            bound=Bound.ESTIMATE,
            undefined=Reason(Why.NO_RECORDS, NOTHING_RELEASED),
        ),
    ),
    with_a_risk,
    about="Released records whose individual risk is larger than a threshold; equal ones do not count.",
    key="Individual risk.",
    axis="Threshold of the individual risk",
    plot="Where the curve is flat, another threshold would hardly count other records.",
    figure=ABOVE.name,
)

RECORDS_AT_RISK: DeclaredTable[Listed[IndividualRisks]] = records_at_risk(
    Column("size", "Records with its key", RECORDS, "Released records.", secrecy=Secrecy.RECORD).cells(
        lambda listed: listed.found.estimate.released.sizes[listed.chosen]
    ),
    Column("people", "People with its key", NUMBER, "Sum of the weights.", secrecy=Secrecy.RECORD).cells(
        lambda listed: listed.found.estimate.of_records[listed.chosen], bound=Bound.ESTIMATE
    ),
    Column("risk", "Individual risk", SHARE, "Expected 1 ÷ people.", secrecy=Secrecy.RECORD).cells(
        lambda listed: listed.found.risk[listed.chosen], bound=Bound.ESTIMATE
    ),
    Column(
        "household",
        "Household risk",
        SHARE,
        "That at least one released member is found.",
        secrecy=Secrecy.RECORD,
    ).cells(
        lambda listed: listed.found.of_households[listed.chosen],
        bound=Bound.ESTIMATE,
        when=lambda listed: listed.found.households is not None,
    ),
    title="Records with the largest risk",
    about="The released records that are most likely linked to the right person, the largest risk first.",
    empty="No record is released.",
)

TABLES = (THRESHOLDS, RECORDS_AT_RISK)
