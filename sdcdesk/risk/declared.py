"""Declared figures that several risk measures find: the disclosure risks and the sizes of groups."""

from functools import partial

from sdcdesk.core.numbers.quantity import GROUPS, RECORDS, SHARE
from sdcdesk.core.results.column import Secrecy
from sdcdesk.core.results.findings import Declared

SOURCE = "Truta et al. 2004, 2006"

risk_figure = partial(Declared, better="less", source=SOURCE)

DR_MIN = risk_figure("dr_min", "Minimal disclosure risk", SHARE, symbol="DR_min", short="Surely").means(
    "The share of records that an intruder surely finds: people who are alone with what the intruder "
    "knows, in the original file and in the masked one. Divided by all records of the original."
)

DR_WEIGHTED = risk_figure(
    "dr_weighted",
    "Weighted disclosure risk",
    SHARE,
    symbol="DR_W",
    short="Weighted",
    between=("dr_min", "dr_max"),
).means(
    "The share of records that an intruder links correctly, where the weight matrix says how much "
    "each group size counts. Always between surely and guessing. Divided by all records of the original."
)

DR_MAX = risk_figure(
    "dr_max",
    "Maximal disclosure risk",
    SHARE,
    symbol="DR_max",
    short="Guessing",
).means(
    "The share of records that an intruder links correctly by guessing among all people who look "
    "alike, in the file where more of them do. Divided by all records of the original."
)

DR_LINK = Declared(
    "dr_link",
    "Risk of a right link",
    SHARE,
    symbol="DR_link",
    better="less",
    source="Defined by this program",
).means(
    "The share of records that an intruder links correctly by guessing among all people of the "
    "original, left-out ones included, whose key values became the same by recoding. Divided by all "
    "records of the original."
)

DR_MIN_RELEASED = risk_figure("dr_min_released", "Minimal risk per released", SHARE, symbol="DR_min").means(
    "The share of released records that an intruder surely finds. Divided by the released records, "
    "so that a small sample does not look safe only because it is small."
)

DR_WEIGHTED_RELEASED = risk_figure(
    "dr_weighted_released", "Weighted risk per released", SHARE, symbol="DR_W"
).means(
    "The share of released records that an intruder links correctly, as the weight matrix counts "
    "them. Divided by the released records."
)

DR_MAX_RELEASED = risk_figure("dr_max_released", "Maximal risk per released", SHARE, symbol="DR_max").means(
    "The share of released records that an intruder links correctly by guessing among all who look "
    "alike. Divided by the released records."
)

DR_LINK_RELEASED = Declared(
    "dr_link_released",
    "Right links per released",
    SHARE,
    symbol="DR_link",
    better="less",
    source="Defined by this program",
).means(
    "The share of released records that an intruder links correctly by guessing among all people of "
    "the original whose key values became the same by recoding. Divided by the released records."
)

K = Declared(
    "k",
    "Smallest group",
    RECORDS,
    secrecy=Secrecy.PUBLIC,
    symbol="k",
    better="more",
    source="Samarati 2001; Sweeney 2002",
).means(
    "The smallest number of released records that look alike to the intruder. Who shares a group "
    "with few others is found more easily."
)

RECORDS_BELOW_K = Declared(
    "records_below_k", "Records in groups below k", RECORDS, better="less", source=K.source
).means(
    "Released records that share their key values with fewer records than the wanted group size, "
    "themselves included."
)

SHARE_BELOW_K = Declared(
    "share_below_k", "Share in groups below k", SHARE, better="less", source=K.source
).means("Released records in groups smaller than the wanted group size, divided by the released records.")

GROUPS_OF_RELEASE = Declared("groups", "Groups of the masked file", GROUPS, source=K.source).means(
    "Groups of released records that have the same key values."
)

GROUPS_BELOW_K = Declared("groups_below_k", "Groups below k", GROUPS, better="less", source=K.source).means(
    "Groups of released records with the same key values that are smaller than the wanted group size."
)

SHARING = Declared(
    "records_sharing_value",
    "Group shares a value",
    RECORDS,
    better="less",
    source="Truta et al. 2006, section 1 and Table 1",
).means(
    "Attribute disclosure without identity disclosure: records in large enough groups where all "
    "have the same value of a confidential variable. The person is not found, and yet the value is known. "
    "A missing value is no value, and nothing is learnt of its record."
)

INTRUSION_SOURCE = "Skinner and Elliot 2002; Elliot, Manning, Mayes, Gurd and Bane 2005"

INTRUSION = Declared(
    "intrusion", "Data intrusion factor", SHARE, symbol="θ", better="less", source=INTRUSION_SOURCE
).means(
    "How likely a record is the right person, given that it is the only one of the release and of "
    "an intruder's file with its key values."
)

NOTHING_RELEASED = "Nothing is released."
"""Why shares of the released records, and their groups, are not defined."""

NO_GROUPS = "Where a missing value matches every value, records do not form groups."
"""Why groups are not counted."""
