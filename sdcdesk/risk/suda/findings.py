"""Figures and tables of SUDA: who has minimal unique sets, their scores, and the data intrusion factor."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from sdcdesk.core.numbers.quantity import (
    NUMBER,
    RECORDS,
    SHARE,
    VARIABLES,
    Bound,
    Quantity,
    Reason,
    Why,
    count_unit,
)
from sdcdesk.core.results.column import Column, Secrecy, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.results.plot import Series, bars_of_records
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.declared import INTRUSION, INTRUSION_SOURCE, NOTHING_RELEASED
from sdcdesk.risk.record_risks.listed_records import Listed, most_at_risk, records_at_risk
from sdcdesk.risk.record_risks.record_counts import Steps, count_and_share
from sdcdesk.risk.suda.assessed import (
    AssessedSuda,
    KeyContributions,
    ValueContributions,
    key_contributions,
    value_contributions,
)

SOURCE = "Elliot, Manning and Ford 2002; Manning, Haglin and Keane 2008"

risk_figure = partial(Declared, better="less", source=SOURCE)

SETS = count_unit("set")

WITH_SETS = risk_figure("records_with_sets", "Records with minimal sets", RECORDS).means(
    "Released records that at most so many key variables, as asked for, tell apart from all others."
)

SHARE_WITH_SETS = risk_figure("share_with_sets", "Share with minimal sets", SHARE).means(
    "Released records that at most so many key variables, as asked for, tell apart from all others, "
    "divided by the released records."
)

NUMBER_OF_SETS = risk_figure("minimal_sets", "Minimal unique sets", SETS).means(
    "Minimal sample uniques of all released records together: sets of key values that only one "
    "record has, and none of whose parts tells that record apart."
)

SMALLEST = Declared("smallest_set", "Smallest unique set", VARIABLES, better="more", source=SOURCE).means(
    "So few key variables are enough to tell some released record apart from all others. Where no "
    "set that was looked for does, it is larger than these."
)

LARGEST_SCORE = risk_figure("largest_score", "Largest SUDA score", NUMBER).means(
    "The score of the released record that has the most, and smallest, minimal unique sets. Scores "
    "compare records of files with equally many keys; they are no probabilities."
)

MEAN_SCORE = risk_figure("mean_score", "Mean SUDA score", NUMBER).means(
    "The sum of the scores divided by the released records; a record without a minimal unique set "
    "has the score 0."
)

ABOVE = risk_figure("records_above", "Records above the threshold", RECORDS).means(
    "Released records whose SUDA score is larger than the threshold."
)

SHARE_ABOVE = risk_figure("share_above", "Share above the threshold", SHARE).means(
    "Released records whose SUDA score is larger than the threshold, divided by the released records."
)

LARGEST_DIS = Declared(
    "largest_dis_suda", "Largest DIS-SUDA score", SHARE, better="less", source=INTRUSION_SOURCE
).means(
    "How likely the record with the largest SUDA score is the right person, where the data intrusion "
    "factor is spread over the records by their scores."
)

DECLARES = (
    WITH_SETS,
    SHARE_WITH_SETS,
    NUMBER_OF_SETS,
    SMALLEST,
    LARGEST_SCORE,
    MEAN_SCORE,
    ABOVE,
    SHARE_ABOVE,
    INTRUSION,
    LARGEST_DIS,
)

NONE = "No released record has a minimal unique set."

NO_SCORES = Reason(Why.ZERO_DIVISOR, "No record has a score.")

SIZES = DeclaredTable[AssessedSuda](
    name="sizes",
    title="Sizes of minimal unique sets",
    about=plain("How many key values are needed to tell a record apart; a record can have several sets."),
    columns=(
        public_key("size", "Keys in the set", VARIABLES, "Size of the set, k.").cells(
            lambda suda: suda.scores.sizes
        ),
        Column(
            "points", "Score of one set", NUMBER, "What one set adds to a score.", secrecy=Secrecy.PUBLIC
        ).cells(lambda suda: suda.scores.points),
        Column("sets", "Minimal unique sets", SETS, "Sets of this size of all records.").cells(
            lambda suda: suda.scores.sets_of_size
        ),
        Column("records", "Records with such sets", RECORDS, "Released records with at least one.").cells(
            lambda suda: suda.scores.of_size.sum(axis=1)
        ),
        Column("first", "Their smallest", RECORDS, "Of these, records that have no smaller one.").cells(
            lambda suda: [int(suda.scores.first_of_size(size).sum()) for size in suda.scores.sizes]
        ),
    ),
    rows=lambda suda, at: suda.masked.rows[suda.scores.of_size[at]],
    row_title=lambda _, at: sentence(
        "with a minimal unique set of {n} key", "with a minimal unique set of {n} keys", "n", n=at + 1
    ),
    plots=(
        bars_of_records(
            "Keys in the set",
            "size",
            "The further left the bars, the less an intruder needs to know of a person.",
            Series("records", "With such sets"),
            Series("first", "Their smallest"),
        ),
    ),
)

VARIABLES_BY_SCORE = DeclaredTable[KeyContributions](
    name="variables",
    title="By variable",
    about=plain("Coarser values of the first variables lower the scores most."),
    columns=(
        Column("variable", "Variable", role="key").cells(lambda added: added.names),
        Column("sets", "Minimal unique sets", SETS, "Sets that hold the variable.").cells(
            lambda added: added.suda.scores.sets_with_key[added.order]
        ),
        Column("records", "Records", RECORDS, "Released records with such a set.").cells(
            lambda added: added.suda.scores.with_key.sum(axis=1)[added.order]
        ),
        Column(
            "share", "Of all scores", SHARE, "What these sets add, divided by all scores.", bar="risk"
        ).cells(
            lambda added: added.suda.scores.score_with_key[added.order] / added.suda.total,
            undefined=NO_SCORES,
        ),
    ),
    rows=lambda added, at: added.suda.masked.rows[added.suda.scores.with_key[added.order[at]]],
    row_title=lambda added, at: sentence("told apart by sets with {name}", name=added.names[at]),
)

VALUES_BY_SCORE = DeclaredTable[ValueContributions](
    name="values",
    title="By value",
    about=plain("The values that add most to the scores: rare ones, alone or beside others."),
    columns=(
        Column("variable", "Variable", role="key", secrecy=Secrecy.RECORD).cells(lambda added: added.names),
        Column("value", "Value", None, "In the masked file.", "key", Secrecy.RECORD).cells(
            lambda added: added.texts
        ),
        Column(
            "records",
            "Records",
            RECORDS,
            "Released records with a set that holds it.",
            secrecy=Secrecy.RECORD,
        ).cells(lambda added: [int(records.sum()) for records in added.holders]),
        Column(
            "share",
            "Of all scores",
            SHARE,
            "What the sets that hold it add, divided by all scores.",
            secrecy=Secrecy.RECORD,
            bar="risk",
        ).cells(lambda added: added.scores / added.suda.total, undefined=NO_SCORES),
    ),
    empty=NONE,
    rows=lambda added, at: added.suda.masked.rows[added.holders[at]],
    row_title=lambda added, at: sentence("told apart by this value of {name}", name=added.names[at]),
    capped=20,
)

RECORDS_AT_RISK: DeclaredTable[Listed[AssessedSuda]] = records_at_risk(
    Column("sets", "Minimal unique sets", SETS, secrecy=Secrecy.RECORD).cells(
        lambda listed: listed.risks.scores.sets[listed.chosen]
    ),
    Column("smallest", "Smallest set", VARIABLES, "Keys of its smallest set.", secrecy=Secrecy.RECORD).cells(
        lambda listed: np.argmax(listed.risks.scores.of_size[:, listed.chosen], axis=0) + 1
    ),
    Column("score", "SUDA score", NUMBER, "Sum over its sets.", secrecy=Secrecy.RECORD).cells(
        lambda listed: listed.risks.risk[listed.chosen]
    ),
    Column("dis_suda", "DIS-SUDA", SHARE, "Chance that a match is right.", secrecy=Secrecy.RECORD).cells(
        lambda listed: listed.risks.of_dis[listed.chosen],
        bound=Bound.ESTIMATE,
        undefined=lambda listed: listed.risks.dis if isinstance(listed.risks.dis, Reason) else None,
    ),
    title="Records at risk",
    about="The released records that the most, and smallest, sets of key values tell apart.",
    empty=NONE,
)

TABLES = (SIZES, VARIABLES_BY_SCORE, VALUES_BY_SCORE, RECORDS_AT_RISK)


NOTHING = Reason(Why.NO_RECORDS, NOTHING_RELEASED)
NONE_ALONE = Reason(Why.NONE_SUFFICES, "Not even all keys together tell a released record apart.")


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
    above = suda.above(ABOVE, SHARE_ABOVE, "with a score above the threshold")
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
            VARIABLES_BY_SCORE.table(key_contributions(suda)),
            VALUES_BY_SCORE.table(value_contributions(suda)),
        ),
    )
    sections = (
        headline,
        SIZES.section(suda),
        contributions,
        RECORDS_AT_RISK.section(most_at_risk(suda, suda.keys), name="records"),
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
    sizes: Steps = tuple(
        (sentence("Sets of size {size}", size=size), Quantity(int(sets), SETS, people=(number,)))
        for size, sets in enumerate(scores.sets_of_size.tolist(), 1)
        if sets
    )
    return (
        *count_and_share(
            *(WITH_SETS, SHARE_WITH_SETS, suda.masked, scores.has_sets),
            counted="Records with minimal sets",
            row_title="with minimal unique sets",
        ),
        NUMBER_OF_SETS.figure(
            Quantity(int(scores.sets_of_size.sum()), SETS, people=(number,)),
            computation=sizes,
            rows=lambda: suda.masked.rows[scores.has_sets],
            row_title="with minimal unique sets",
        ),
        SMALLEST.figure(
            _least(suda),
            rows=(lambda: suda.masked.rows[scores.of_size[smallest - 1]]) if smallest else None,
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
    score = suda.scores.score
    if not len(suda.masked):
        return LARGEST_SCORE.undefined(NOTHING), MEAN_SCORE.undefined(NOTHING)
    # By size, so that the order of the records changes no digit.
    points = zip(suda.scores.points, suda.scores.sets_of_size.tolist(), strict=True)
    largest, total = float(score.max()), float(sum(each * sets for each, sets in points))
    some = int(suda.scores.has_sets.sum())
    mean = Quantity(total / len(suda.masked), NUMBER, people=(some,))
    return (
        LARGEST_SCORE.figure(
            Quantity(largest, NUMBER),
            rows=suda.rows_of(largest) if largest else None,
            row_title="with the largest score",
        ),
        MEAN_SCORE.figure(
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
        LARGEST_DIS.figure(
            largest,
            rows=suda.rows_of(float(score.max())) if largest.defined else None,
            row_title="with the largest score",
        ),
    )
