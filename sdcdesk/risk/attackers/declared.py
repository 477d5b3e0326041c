"""Figures and tables of the attackers, before anything is computed."""

from sdcdesk.core.numbers.quantity import RECORDS, SHARE
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.results.table import Column
from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk.attackers.candidates import Attackers
from sdcdesk.risk.record_risks.threshold_curve import counts_above, threshold_curve

SOURCE = "El Emam and Dankar 2008; El Emam 2013"

PROSECUTOR_LARGEST = Declared(
    name="prosecutor_largest",
    title="Largest prosecutor risk",
    unit=SHARE,
    meaning="The chance to find the right record of somebody who is known to be released, for the record "
    "that is most at risk: 1 ÷ the smallest group.",
    better="less",
    source=SOURCE,
)

PROSECUTOR_MEAN = Declared(
    name="prosecutor_mean",
    title="Mean prosecutor risk",
    unit=SHARE,
    meaning="The chance to find the right record of somebody who is known to be released, on average: groups "
    "divided by released records.",
    better="less",
    source=SOURCE,
)

PROSECUTOR_ABOVE = Declared(
    name="prosecutor_above",
    title="Prosecutor above threshold",
    unit=RECORDS,
    meaning="Released records whose prosecutor risk is larger than the threshold.",
    better="less",
    source=SOURCE,
)

PROSECUTOR_SHARE = Declared(
    name="prosecutor_share",
    title="Prosecutor share above",
    unit=SHARE,
    meaning="Released records whose prosecutor risk is larger than the threshold, divided by the released "
    "records.",
    better="less",
    source=SOURCE,
)

JOURNALIST_LARGEST = Declared(
    name="journalist_largest",
    title="Largest journalist risk",
    unit=SHARE,
    meaning="The chance to find the right person for a released record among all people of the population "
    "with its key values, for the record that is most at risk.",
    better="less",
    source=SOURCE,
)

JOURNALIST_ABOVE = Declared(
    name="journalist_above",
    title="Journalist above threshold",
    unit=RECORDS,
    meaning="Released records whose journalist risk is larger than the threshold.",
    better="less",
    source=SOURCE,
)

JOURNALIST_SHARE = Declared(
    name="journalist_share",
    title="Journalist share above",
    unit=SHARE,
    meaning="Released records whose journalist risk is larger than the threshold, divided by the released "
    "records.",
    better="less",
    source=SOURCE,
)

MARKETER = Declared(
    name="marketer",
    title="Marketer risk",
    unit=SHARE,
    meaning="The share of all released records that somebody links to the right person who links every one "
    "of them to somebody of the population with its key values: the mean of the journalist risks.",
    better="less",
    source=SOURCE,
)

PROSECUTOR = (PROSECUTOR_LARGEST, PROSECUTOR_MEAN, PROSECUTOR_ABOVE, PROSECUTOR_SHARE)
JOURNALIST = (JOURNALIST_LARGEST, JOURNALIST_ABOVE, JOURNALIST_SHARE)
DECLARES = (*PROSECUTOR, *JOURNALIST, MARKETER)

THRESHOLDS: DeclaredTable[Attackers] = threshold_curve(
    (
        Column("prosecutor", "Prosecutor", RECORDS, "Released records with a larger prosecutor risk.").cells(
            lambda risks: counts_above(risks.prosecutor.risk, risks.threshold),
            bound=lambda risks: risks.prosecutor.bound,
        ),
        Column("journalist", "Journalist", RECORDS, "Released records with a larger journalist risk.").cells(
            lambda risks: counts_above(risks.journalist.risk, risks.threshold),
            bound=lambda risks: risks.journalist.bound,
        ),
    ),
    lambda risk: sentence("with a prosecutor risk above {risk}", risk=risk),
    about="Released records whose risk is larger than a threshold; equal ones do not count.",
    key="Risk of a record.",
    axis="Threshold of the risk",
    plot="The lower curve is that of the attacker who must tell a record from more people.",
)

TABLES = (THRESHOLDS,)
