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
    "prosecutor_largest", "Largest prosecutor risk", SHARE, better="less", source=SOURCE
).means(
    "The chance to find the right record of somebody who is known to be released, for the record "
    "that is most at risk: 1 ÷ the smallest group."
)

PROSECUTOR_MEAN = Declared(
    "prosecutor_mean", "Mean prosecutor risk", SHARE, better="less", source=SOURCE
).means(
    "The chance to find the right record of somebody who is known to be released, on average: groups "
    "divided by released records."
)

PROSECUTOR_ABOVE = Declared(
    "prosecutor_above", "Prosecutor above threshold", RECORDS, better="less", source=SOURCE
).means("Released records whose prosecutor risk is larger than the threshold.")

PROSECUTOR_SHARE = Declared(
    "prosecutor_share", "Prosecutor share above", SHARE, better="less", source=SOURCE
).means(
    "Released records whose prosecutor risk is larger than the threshold, divided by the released records."
)

JOURNALIST_LARGEST = Declared(
    "journalist_largest", "Largest journalist risk", SHARE, better="less", source=SOURCE
).means(
    "The chance to find the right person for a released record among all people of the population "
    "with its key values, for the record that is most at risk."
)

JOURNALIST_ABOVE = Declared(
    "journalist_above", "Journalist above threshold", RECORDS, better="less", source=SOURCE
).means("Released records whose journalist risk is larger than the threshold.")

JOURNALIST_SHARE = Declared(
    "journalist_share", "Journalist share above", SHARE, better="less", source=SOURCE
).means(
    "Released records whose journalist risk is larger than the threshold, divided by the released records."
)

MARKETER = Declared("marketer", "Marketer risk", SHARE, better="less", source=SOURCE).means(
    "The share of all released records that somebody links to the right person who links every one "
    "of them to somebody of the population with its key values: the mean of the journalist risks."
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
