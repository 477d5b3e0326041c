"""Findings of SUDA: who has minimal unique sets, their scores, and the data intrusion factor."""

from collections.abc import Sequence

from sdcdesk.core.numbers.quantity import (
    NUMBER,
    RECORDS,
    SHARE,
    VARIABLES,
    Bound,
    Quantity,
    Reason,
    Why,
    share,
)
from sdcdesk.core.results.findings import Figure, Findings, Note, Section
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.record_risks.listed_records import most_at_risk
from sdcdesk.risk.suda import declared
from sdcdesk.risk.suda.assessed import AssessedSuda
from sdcdesk.risk.suda.contributions import key_contributions, value_contributions

NOTHING = Reason(Why.NO_RECORDS, NOTHING_RELEASED)
NONE_ALONE = Reason(Why.NONE_SUFFICES, "Not even all keys together tell a released record apart.")

Steps = tuple[tuple[str, Quantity | str], ...]


def to_findings(suda: AssessedSuda, notes: Sequence[str]) -> Findings:
    """Return the findings.

    Parameters
    ----------
    suda
        Scores of the released records.
    notes
        Remarks on keys, sizes and the sampling fraction.

    Returns
    -------
    Findings
        All declared figures; score and number of sets of each record, and its DIS-SUDA score where there is
        one.
    """
    above = suda.above(declared.ABOVE, declared.SHARE_ABOVE, "with a score above the threshold")
    headline = Section(
        name="suda",
        about=_about(suda),
        blocks=(*_sets(suda), *_scores(suda), *above, *_intrusion(suda)),
        notes=tuple(Note(plain(note)) for note in notes),
    )
    contributions = Section(
        name="contributions",
        title="Where scores come from",
        about=plain(
            "A set counts for each of its variables, so the shares of the variables sum to more than 100 %."
        ),
        blocks=(
            declared.VARIABLES_BY_SCORE.table(key_contributions(suda)),
            declared.VALUES_BY_SCORE.table(value_contributions(suda)),
        ),
    )
    sections = (
        headline,
        declared.SIZES.section(suda),
        contributions,
        declared.RECORDS_AT_RISK.section(most_at_risk(suda, suda.keys), name="records"),
    )
    records = {"score": suda.scores.score, "sets": suda.scores.sets}
    if not isinstance(suda.dis, Reason):
        records["dis_suda"] = suda.dis
    return Findings(sections=sections, records=records)


def _about(suda: AssessedSuda) -> Sentence:
    if not len(suda.masked):
        return plain(NOTHING_RELEASED)
    return sentence(
        "{n} released record is told apart by {keys} or fewer of its key values.",
        "{n} released records are told apart by {keys} or fewer of their key values.",
        "n",
        n=int(suda.scores.has_sets.sum()),
        keys=len(suda.scores.points),
    )


def _sets(suda: AssessedSuda) -> tuple[Figure, ...]:
    scores = suda.scores
    number, smallest = int(scores.has_sets.sum()), scores.smallest
    counted, released = Quantity(number, RECORDS), Quantity(len(suda.masked), RECORDS)
    rows, title = suda.rows(lambda: scores.has_sets), "with minimal unique sets"
    part = share(number, len(suda.masked), empty=NOTHING_RELEASED)
    steps: Steps = (("Records with minimal sets", counted), ("Released records", released))
    sizes: Steps = tuple(
        (sentence("Sets of size {size}", size=size), Quantity(int(sets), declared.SETS, people=(number,)))
        for size, sets in enumerate(scores.sets_of_size.tolist(), 1)
        if sets
    )
    return (
        declared.WITH_SETS.figure(counted, rows=rows, row_title=title),
        declared.SHARE_WITH_SETS.figure(
            part, computation=steps if len(suda.masked) else (), rows=rows, row_title=title
        ),
        declared.NUMBER_OF_SETS.figure(
            Quantity(int(scores.sets_of_size.sum()), declared.SETS, people=(number,)),
            computation=sizes,
            rows=rows,
            row_title=title,
        ),
        declared.SMALLEST.figure(
            _least(suda),
            rows=suda.rows(lambda: scores.of_size[smallest - 1]) if smallest else None,
            row_title="with the smallest unique sets",
        ),
    )


def _least(suda: AssessedSuda) -> Quantity:
    """Return how few keys tell a record apart; more than were looked for where these tell none apart."""
    smallest, largest = suda.scores.smallest, len(suda.scores.points)
    if smallest is not None:
        return Quantity(smallest, VARIABLES)
    if not len(suda.masked):
        return Quantity(None, VARIABLES, reason=NOTHING)
    if largest < len(suda.keys):
        return Quantity(largest + 1, VARIABLES, Bound.AT_LEAST)
    return Quantity(None, VARIABLES, reason=NONE_ALONE)


def _scores(suda: AssessedSuda) -> tuple[Figure, ...]:
    score, none = suda.scores.score, Quantity(None, NUMBER, reason=NOTHING)
    if not len(suda.masked):
        return declared.LARGEST_SCORE.figure(none), declared.MEAN_SCORE.figure(none)
    # By size, so that the order of the records changes no digit.
    points = zip(suda.scores.points, suda.scores.sets_of_size.tolist(), strict=True)
    largest, total = float(score.max()), float(sum(each * sets for each, sets in points))
    some = int(suda.scores.has_sets.sum())
    mean = Quantity(total / len(suda.masked), NUMBER, people=(some,))
    return (
        declared.LARGEST_SCORE.figure(
            Quantity(largest, NUMBER),
            rows=suda.rows_of(largest) if largest else None,
            row_title="with the largest score",
        ),
        declared.MEAN_SCORE.figure(
            mean,
            computation=(
                ("Sum of the scores", Quantity(total, NUMBER, people=(some,))),
                ("Released records", Quantity(len(suda.masked), RECORDS)),
                ("Mean", mean),
            ),
        ),
    )


def _intrusion(suda: AssessedSuda) -> tuple[Figure, ...]:
    score = suda.scores.score
    if isinstance(suda.dis, Reason):
        largest = Quantity(None, SHARE, reason=suda.dis)
    else:
        behind = suda.intrusion.factor.people
        value = Quantity(float(suda.dis.max()), SHARE, Bound.ESTIMATE, people=behind)
        largest = suda.intrusion.released(value)
    return (
        suda.intrusion.figure,
        declared.LARGEST_DIS.figure(
            largest,
            rows=suda.rows_of(float(score.max())) if largest.defined else None,
            row_title="with the largest score",
        ),
    )
