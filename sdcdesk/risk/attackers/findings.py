"""Findings of the attackers: largest and mean risks, and the records above a threshold."""

from collections.abc import Sequence

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, Bound, Quantity, Unit, share
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.text.sentence import plain
from sdcdesk.risk.attackers import declared
from sdcdesk.risk.attackers.candidates import Attackers, Candidates
from sdcdesk.risk.declared import NOTHING_RELEASED

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
            _largest(declared.PROSECUTOR_LARGEST, prosecutor),
            _mean(declared.PROSECUTOR_MEAN, prosecutor),
            *risks.prosecutor.above(
                declared.PROSECUTOR_ABOVE,
                declared.PROSECUTOR_SHARE,
                "above the threshold for the prosecutor",
            ),
            _largest(declared.JOURNALIST_LARGEST, journalist),
            *risks.journalist.above(
                declared.JOURNALIST_ABOVE,
                declared.JOURNALIST_SHARE,
                "above the threshold for the journalist",
            ),
            _mean(declared.MARKETER, journalist),
        ),
        notes=tuple(Note(plain(note)) for note in notes),
    )
    return Findings(
        sections=(headline, declared.THRESHOLDS.section(risks)),
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
    records, links = len(whom.people), whom.links
    mean = share(links, records, whom.bound, empty=NOTHING_RELEASED)
    steps = (
        ("Sum of 1 ÷ people who look alike", Quantity(float(links), NUMBER, whom.bound)),
        ("Released records", Quantity(records, RECORDS)),
        ("Mean", mean),
    )
    return figure.figure(mean, computation=steps if records else ())
