"""Figures and tables of the attackers, and what is found of each."""

from collections.abc import Sequence
from functools import partial

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, Bound, Quantity, Unit, share
from sdcdesk.core.results.column import Column
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.risk.attackers.candidates import Attackers, Candidates
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.record_risks.threshold_curve import threshold_curve

SOURCE = "El Emam and Dankar 2008; El Emam 2013"

risk_figure = partial(Declared, better="less", source=SOURCE)

PROSECUTOR_LARGEST = risk_figure("prosecutor_largest", "Largest prosecutor risk", SHARE).means(
    "The chance to find the right record of somebody who is known to be released, for the record "
    "that is most at risk: 1 ÷ the smallest group."
)

PROSECUTOR_MEAN = risk_figure("prosecutor_mean", "Mean prosecutor risk", SHARE).means(
    "The chance to find the right record of somebody who is known to be released, on average: groups "
    "divided by released records."
)

PROSECUTOR_ABOVE = risk_figure("prosecutor_above", "Prosecutor above threshold", RECORDS).means(
    "Released records whose prosecutor risk is larger than the threshold."
)

PROSECUTOR_SHARE = risk_figure("prosecutor_share", "Prosecutor share above", SHARE).means(
    "Released records whose prosecutor risk is larger than the threshold, divided by the released records."
)

JOURNALIST_LARGEST = risk_figure("journalist_largest", "Largest journalist risk", SHARE).means(
    "The chance to find the right person for a released record among all people of the population "
    "with its key values, for the record that is most at risk."
)

JOURNALIST_ABOVE = risk_figure("journalist_above", "Journalist above threshold", RECORDS).means(
    "Released records whose journalist risk is larger than the threshold."
)

JOURNALIST_SHARE = risk_figure("journalist_share", "Journalist share above", SHARE).means(
    "Released records whose journalist risk is larger than the threshold, divided by the released records."
)

MARKETER = risk_figure("marketer", "Marketer risk", SHARE).means(
    "The share of all released records that somebody links to the right person who links every one "
    "of them to somebody of the population with its key values: the mean of the journalist risks."
)

PROSECUTOR = (PROSECUTOR_LARGEST, PROSECUTOR_MEAN, PROSECUTOR_ABOVE, PROSECUTOR_SHARE)
JOURNALIST = (JOURNALIST_LARGEST, JOURNALIST_ABOVE, JOURNALIST_SHARE)
DECLARES = (*PROSECUTOR, *JOURNALIST, MARKETER)

THRESHOLDS: DeclaredTable[Attackers] = threshold_curve(
    (
        Column("prosecutor", "Prosecutor", RECORDS, "Released records with a larger prosecutor risk.").cells(
            lambda risks: risks.prosecutor.counts_above,
            bound=lambda risks: risks.prosecutor.bound,
        ),
        Column("journalist", "Journalist", RECORDS, "Released records with a larger journalist risk.").cells(
            lambda risks: risks.journalist.counts_above,
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


PEOPLE = Unit("count")
"""People who look alike; where weights estimate them they are no whole number."""


def to_findings(
    prosecutor: Candidates, journalist: Candidates, threshold: float, notes: Sequence[str]
) -> Findings:
    """Return the findings.

    Parameters
    ----------
    prosecutor, journalist
        Whom each looks among.
    threshold
        Risks above it are counted.
    notes
        Remarks on keys and on the population.

    Returns
    -------
    Findings
        All declared figures; the candidates of each record.
    """
    risks = Attackers(prosecutor.above(threshold), journalist.above(threshold))
    headline = Section(
        name="attackers",
        about=plain(
            "A prosecutor looks for somebody who is known to be released, a journalist for anybody of the "
            "population, and a marketer links all records, content to be right about many."
        ),
        blocks=(
            _largest(PROSECUTOR_LARGEST, prosecutor),
            _mean(PROSECUTOR_MEAN, prosecutor),
            *risks.prosecutor.above(
                PROSECUTOR_ABOVE,
                PROSECUTOR_SHARE,
                "above the threshold for the prosecutor",
            ),
            _largest(JOURNALIST_LARGEST, journalist),
            *risks.journalist.above(
                JOURNALIST_ABOVE,
                JOURNALIST_SHARE,
                "above the threshold for the journalist",
            ),
            _mean(MARKETER, journalist),
        ),
        notes=tuple(Note(plain(note)) for note in notes),
    )
    return Findings(
        sections=(headline, THRESHOLDS.section(risks)),
        records={"f": prosecutor.people, "candidates": journalist.people},
    )


def _largest(figure: Declared, whom: Candidates) -> Figure:
    if not len(whom.people):
        return figure.figure(share(0, 0, empty=NOTHING_RELEASED))
    least = whom.people.min()
    unit = NUMBER if whom.bound is Bound.ESTIMATE else PEOPLE
    largest = Quantity(float(1 / least), SHARE, whom.bound)
    return figure.figure(
        largest,
        computation=(("Fewest people who look alike", Quantity(least, unit)), ("1 ÷ that", largest)),
        rows=lambda: whom.masked.rows[whom.people == least],
        row_title="with the largest risk",
    )


def _mean(figure: Declared, whom: Candidates) -> Figure:
    records, links = whom.records, whom.links
    mean = share(links, records, whom.bound, empty=NOTHING_RELEASED)
    steps = (
        ("Sum of 1 ÷ people who look alike", Quantity(float(links), NUMBER, whom.bound)),
        ("Released records", Quantity(records, RECORDS)),
        ("Mean", mean),
    )
    return figure.figure(mean, computation=steps)
