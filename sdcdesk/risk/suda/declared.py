"""Figures of SUDA, before anything is computed."""

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, VARIABLES, count_of
from sdcdesk.core.results.findings import Declared
from sdcdesk.risk.declared import INTRUSION, INTRUSION_SOURCE

SOURCE = "Elliot, Manning and Ford 2002; Manning, Haglin and Keane 2008"

SETS = count_of("set")

WITH_SETS = Declared(
    name="records_with_sets",
    title="Records with minimal sets",
    unit=RECORDS,
    meaning="Released records that at most so many key variables, as asked for, tell apart from all others.",
    better="less",
    source=SOURCE,
)

SHARE_WITH_SETS = Declared(
    name="share_with_sets",
    title="Share with minimal sets",
    unit=SHARE,
    meaning="Released records that at most so many key variables, as asked for, tell apart from all others, "
    "divided by the released records.",
    better="less",
    source=SOURCE,
)

NUMBER_OF_SETS = Declared(
    name="minimal_sets",
    title="Minimal unique sets",
    unit=SETS,
    meaning="Minimal sample uniques of all released records together: sets of key values that only one "
    "record has, and none of whose parts tells that record apart.",
    better="less",
    source=SOURCE,
)

SMALLEST = Declared(
    name="smallest_set",
    title="Smallest unique set",
    unit=VARIABLES,
    meaning="So few key variables are enough to tell some released record apart from all others. Where no "
    "set that was looked for does, it is larger than these.",
    better="more",
    source=SOURCE,
)

LARGEST_SCORE = Declared(
    name="largest_score",
    title="Largest SUDA score",
    unit=NUMBER,
    meaning="The score of the released record that has the most, and smallest, minimal unique sets. Scores "
    "compare records of files with equally many keys; they are no probabilities.",
    better="less",
    source=SOURCE,
)

MEAN_SCORE = Declared(
    name="mean_score",
    title="Mean SUDA score",
    unit=NUMBER,
    meaning="The sum of the scores divided by the released records; a record without a minimal unique set "
    "has the score 0.",
    better="less",
    source=SOURCE,
)

ABOVE = Declared(
    name="records_above",
    title="Records above the threshold",
    unit=RECORDS,
    meaning="Released records whose SUDA score is larger than the threshold.",
    better="less",
    source=SOURCE,
)

SHARE_ABOVE = Declared(
    name="share_above",
    title="Share above the threshold",
    unit=SHARE,
    meaning="Released records whose SUDA score is larger than the threshold, divided by the released "
    "records.",
    better="less",
    source=SOURCE,
)

LARGEST_DIS = Declared(
    name="largest_dis_suda",
    title="Largest DIS-SUDA score",
    unit=SHARE,
    meaning="How likely the record with the largest SUDA score is the right person, where the data intrusion "
    "factor is spread over the records by their scores.",
    better="less",
    source=INTRUSION_SOURCE,
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
