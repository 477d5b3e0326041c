"""Figures and tables of SUDA, before anything is computed."""

import numpy as np

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, VARIABLES, Bound, Reason, Why, count_unit
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Column, Secrecy
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.risk.declared import INTRUSION, INTRUSION_SOURCE
from sdcdesk.risk.record_risks.listed_records import Listed, records_at_risk
from sdcdesk.risk.suda.assessed import AssessedSuda
from sdcdesk.risk.suda.contributions import KeyContributions, ValueContributions

SOURCE = "Elliot, Manning and Ford 2002; Manning, Haglin and Keane 2008"

SETS = count_unit("set")

WITH_SETS = Declared(
    "records_with_sets", "Records with minimal sets", RECORDS, better="less", source=SOURCE
).means("Released records that at most so many key variables, as asked for, tell apart from all others.")

SHARE_WITH_SETS = Declared(
    "share_with_sets", "Share with minimal sets", SHARE, better="less", source=SOURCE
).means(
    "Released records that at most so many key variables, as asked for, tell apart from all others, "
    "divided by the released records."
)

NUMBER_OF_SETS = Declared("minimal_sets", "Minimal unique sets", SETS, better="less", source=SOURCE).means(
    "Minimal sample uniques of all released records together: sets of key values that only one "
    "record has, and none of whose parts tells that record apart."
)

SMALLEST = Declared("smallest_set", "Smallest unique set", VARIABLES, better="more", source=SOURCE).means(
    "So few key variables are enough to tell some released record apart from all others. Where no "
    "set that was looked for does, it is larger than these."
)

LARGEST_SCORE = Declared("largest_score", "Largest SUDA score", NUMBER, better="less", source=SOURCE).means(
    "The score of the released record that has the most, and smallest, minimal unique sets. Scores "
    "compare records of files with equally many keys; they are no probabilities."
)

MEAN_SCORE = Declared("mean_score", "Mean SUDA score", NUMBER, better="less", source=SOURCE).means(
    "The sum of the scores divided by the released records; a record without a minimal unique set "
    "has the score 0."
)

ABOVE = Declared("records_above", "Records above the threshold", RECORDS, better="less", source=SOURCE).means(
    "Released records whose SUDA score is larger than the threshold."
)

SHARE_ABOVE = Declared("share_above", "Share above the threshold", SHARE, better="less", source=SOURCE).means(
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
        Column("size", "Keys in the set", VARIABLES, "Size of the set, k.", "key", Secrecy.PUBLIC).cells(
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
        Plot(
            name="sizes_plot",
            title="Sizes of minimal unique sets",
            kind="bars",
            x=Axis("Keys in the set", column="size"),
            y=Axis("Records", unit=RECORDS, least=0.0),
            series=(Series("records", "With such sets"), Series("first", "Their smallest")),
            about=plain("The further left the bars, the less an intruder needs to know of a person."),
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
        lambda listed: listed.found.scores.sets[listed.chosen]
    ),
    Column("smallest", "Smallest set", VARIABLES, "Keys of its smallest set.", secrecy=Secrecy.RECORD).cells(
        lambda listed: np.argmax(listed.found.scores.of_size[:, listed.chosen], axis=0) + 1
    ),
    Column("score", "SUDA score", NUMBER, "Sum over its sets.", secrecy=Secrecy.RECORD).cells(
        lambda listed: listed.found.risk[listed.chosen]
    ),
    Column("dis_suda", "DIS-SUDA", SHARE, "Chance that a match is right.", secrecy=Secrecy.RECORD).cells(
        lambda listed: listed.found.of_dis[listed.chosen],
        bound=Bound.ESTIMATE,
        undefined=lambda listed: listed.found.dis if isinstance(listed.found.dis, Reason) else None,
    ),
    title="Records at risk",
    about="The released records that the most, and smallest, sets of key values tell apart.",
    empty=NONE,
)

TABLES = (SIZES, VARIABLES_BY_SCORE, VALUES_BY_SCORE, RECORDS_AT_RISK)
