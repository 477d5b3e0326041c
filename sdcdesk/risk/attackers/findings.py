"""Findings of the attackers: largest and mean risks, and the records above a threshold."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, Bound, Quantity, Unit, share
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.risk.attackers import declared
from sdcdesk.risk.attackers.candidates import Candidates
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.thresholds import counts_above, thresholds

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
    risks = Section(
        name="attackers",
        about=plain(
            "A prosecutor looks for somebody who is known to be released, a journalist for anybody of the "
            "population, and a marketer links all records, content to be right about many."
        ),
        blocks=(
            *_prosecutor(prosecutor, threshold),
            *_journalist(journalist, threshold),
            _mean(declared.MARKETER, journalist),
        ),
        notes=tuple(Note(plain(note)) for note in notes),
    )
    curve = _curve(prosecutor, journalist, threshold)
    return Findings(
        sections=(risks, curve), records={"f": prosecutor.people, "candidates": journalist.people}
    )


def _prosecutor(whom: Candidates, threshold: float) -> tuple[Figure, ...]:
    above = _above(whom, threshold, (declared.PROSECUTOR_ABOVE, declared.PROSECUTOR_SHARE), "prosecutor")
    return (
        _largest(declared.PROSECUTOR_LARGEST, whom),
        _mean(declared.PROSECUTOR_MEAN, whom),
        *above,
    )


def _journalist(whom: Candidates, threshold: float) -> tuple[Figure, ...]:
    above = _above(whom, threshold, (declared.JOURNALIST_ABOVE, declared.JOURNALIST_SHARE), "journalist")
    return (_largest(declared.JOURNALIST_LARGEST, whom), *above)


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
    records, links = len(whom.people), whom.links
    mean = share(links, records, whom.bound, empty=NOTHING_RELEASED)
    steps = (
        ("Sum of 1 ÷ people who look alike", Quantity(float(links), NUMBER, whom.bound)),
        ("Released records", Quantity(records, RECORDS)),
        ("Mean", mean),
    )
    return figure.figure(mean, computation=steps if records else ())


def _above(
    whom: Candidates, threshold: float, figures: tuple[Declared, Declared], name: str
) -> tuple[Figure, Figure]:
    risk = whom.risk
    above, records = int(np.count_nonzero(risk > threshold)), len(risk)
    part = share(above, records, whom.bound, empty=NOTHING_RELEASED)
    counted = Quantity(above, RECORDS, whom.bound)
    steps = (
        ("Threshold", Quantity(threshold, SHARE)),
        ("Records above it", counted),
        ("Released records", Quantity(records, RECORDS)),
    )

    def rows() -> np.ndarray:
        found: np.ndarray = whom.masked.rows[whom.risk > threshold]
        return found

    title = f"above the threshold for the {name}"
    number, of_all = figures
    return (
        number.figure(counted, computation=steps[:2], rows=rows, row_title=title),
        of_all.figure(part, computation=steps if records else (), rows=rows, row_title=title),
    )


def _curve(prosecutor: Candidates, journalist: Candidates, threshold: float) -> Section:
    places = thresholds(threshold)
    frame = pd.DataFrame(
        {
            "threshold": places,
            "prosecutor": counts_above(prosecutor.risk, places),
            "journalist": counts_above(journalist.risk, places),
        }
    )
    title = "Records above each threshold"
    first = Column("threshold", "Threshold", SHARE, "Risk of a record.", "key", Secrecy.PUBLIC)
    columns = [replace(first, limits=tuple(places))]  # each is written apart from the others
    for name, whom in (("prosecutor", prosecutor), ("journalist", journalist)):
        words = f"Released records with a larger {name} risk."
        columns.append(Column(name, name.capitalize(), RECORDS, words, bound=whom.bound))
    table = Table(
        name="thresholds",
        title=title,
        about=plain("Released records whose risk is larger than a threshold; equal ones do not count."),
        columns=tuple(columns),
        frame=frame,
        rows=lambda at: prosecutor.masked.rows[prosecutor.risk > places[at]],
        row_title=lambda at: sentence(
            "with a prosecutor risk above {risk}", risk=Quantity(places[at], SHARE)
        ),
    )
    plot = Plot(
        name="thresholds_plot",
        title=title,
        kind="curves",
        table=table.name,
        x=Axis("Threshold of the risk", column="threshold", unit=SHARE, scale="log"),
        y=Axis("Records above it", unit=RECORDS, least=0.0),
        series=(Series("prosecutor", "Prosecutor"), Series("journalist", "Journalist")),
        about=plain("The lower curve is that of the attacker who must tell a record from more people."),
    )
    return Section(name="thresholds", title=title, blocks=(plot, table))
