"""Declared figures that several risk measures find: the disclosure risks and the sizes of groups."""

from sdcdesk.core.numbers.quantity import GROUPS, RECORDS, SHARE
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.results.table import Secrecy

SOURCE = "Truta et al. 2004, 2006"

DR_MIN = Declared(
    name="dr_min",
    title="Minimal disclosure risk",
    unit=SHARE,
    meaning="The share of records that an intruder surely finds: people who are alone with what the intruder "
    "knows, in the original file and in the masked one. Divided by all records of the original.",
    symbol="DR_min",
    short="Surely",
    better="less",
    source=SOURCE,
)

DR_WEIGHTED = Declared(
    name="dr_weighted",
    title="Weighted disclosure risk",
    unit=SHARE,
    meaning="The share of records that an intruder links correctly, where the weight matrix says how much "
    "each group size counts. Always between surely and guessing. Divided by all records of the original.",
    symbol="DR_W",
    short="Weighted",
    better="less",
    source=SOURCE,
    between=("dr_min", "dr_max"),
)

DR_MAX = Declared(
    name="dr_max",
    title="Maximal disclosure risk",
    unit=SHARE,
    meaning="The share of records that an intruder links correctly by guessing among all people who look "
    "alike, in the file where more of them do. Divided by all records of the original.",
    symbol="DR_max",
    short="Guessing",
    better="less",
    source=SOURCE,
)

DR_LINK = Declared(
    name="dr_link",
    title="Risk of a right link",
    unit=SHARE,
    meaning="The share of records that an intruder links correctly by guessing among all people of the "
    "original, left-out ones included, whose key values became the same by recoding. Divided by all "
    "records of the original.",
    symbol="DR_link",
    better="less",
    source="Defined by this program",
)

DR_MIN_RELEASED = Declared(
    name="dr_min_released",
    title="Minimal risk per released",
    unit=SHARE,
    meaning="The share of released records that an intruder surely finds. Divided by the released records, "
    "so that a small sample does not look safe only because it is small.",
    symbol="DR_min",
    better="less",
    source=SOURCE,
)

DR_WEIGHTED_RELEASED = Declared(
    name="dr_weighted_released",
    title="Weighted risk per released",
    unit=SHARE,
    meaning="The share of released records that an intruder links correctly, as the weight matrix counts "
    "them. Divided by the released records.",
    symbol="DR_W",
    better="less",
    source=SOURCE,
)

DR_MAX_RELEASED = Declared(
    name="dr_max_released",
    title="Maximal risk per released",
    unit=SHARE,
    meaning="The share of released records that an intruder links correctly by guessing among all who look "
    "alike. Divided by the released records.",
    symbol="DR_max",
    better="less",
    source=SOURCE,
)

DR_LINK_RELEASED = Declared(
    name="dr_link_released",
    title="Right links per released",
    unit=SHARE,
    meaning="The share of released records that an intruder links correctly by guessing among all people of "
    "the original whose key values became the same by recoding. Divided by the released records.",
    symbol="DR_link",
    better="less",
    source="Defined by this program",
)

K = Declared(
    name="k",
    secrecy=Secrecy.PUBLIC,
    title="Smallest group",
    unit=RECORDS,
    meaning="The smallest number of released records that look alike to the intruder. Who shares a group "
    "with few others is found more easily.",
    symbol="k",
    better="more",
    source="Samarati 2001; Sweeney 2002",
)

RECORDS_BELOW_K = Declared(
    name="records_below_k",
    title="Records in groups below k",
    unit=RECORDS,
    meaning="Released records that share their key values with fewer records than the wanted group size, "
    "themselves included.",
    better="less",
    source=K.source,
)

SHARE_BELOW_K = Declared(
    name="share_below_k",
    title="Share in groups below k",
    unit=SHARE,
    meaning="Released records in groups smaller than the wanted group size, divided by the released records.",
    better="less",
    source=K.source,
)

GROUPS_OF_RELEASE = Declared(
    name="groups",
    title="Groups of the masked file",
    unit=GROUPS,
    meaning="Groups of released records that have the same key values.",
    source=K.source,
)

GROUPS_BELOW_K = Declared(
    name="groups_below_k",
    title="Groups below k",
    unit=GROUPS,
    meaning="Groups of released records with the same key values that are smaller than the wanted group "
    "size.",
    better="less",
    source=K.source,
)

SHARING = Declared(
    name="records_sharing_value",
    title="Group shares a value",
    unit=RECORDS,
    meaning="Attribute disclosure without identity disclosure: records in large enough groups where all "
    "have the same value of a confidential variable. The person is not found, and yet the value is known. "
    "A missing value is no value, and nothing is learnt of its record.",
    better="less",
    source="Truta et al. 2006, section 1 and Table 1",
)

INTRUSION_SOURCE = "Skinner and Elliot 2002; Elliot, Manning, Mayes, Gurd and Bane 2005"

INTRUSION = Declared(
    name="intrusion",
    title="Data intrusion factor",
    unit=SHARE,
    meaning="How likely a record is the right person, given that it is the only one of the release and of "
    "an intruder's file with its key values.",
    symbol="θ",
    better="less",
    source=INTRUSION_SOURCE,
)

NOTHING_RELEASED = "Nothing is released."
"""Why shares of the released records, and their groups, are not defined."""

NO_GROUPS = "Where a missing value matches every value, records do not form groups."
"""Why groups are not counted."""
