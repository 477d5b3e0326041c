"""Figures of probabilistic record linkage, before anything is computed."""

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, count_unit
from sdcdesk.core.results.findings import Declared

SOURCE = "Domingo-Ferrer and Torra 2004, section 2.2; Jaro 1989; Fellegi and Sunter 1969"

PAIRS = count_unit("pair")

LINKED = Declared(
    "linked",
    "Linked by probability",
    SHARE,
    symbol="PLD",
    better="less",
    between=("least_linked", "most_linked"),
    source=SOURCE,
).means(
    "The share of released records that the best one-to-one assignment gives to the right record of "
    "the original, with a weight that makes the pair a link. Mean over all orders of the records; divided by "
    "the released records."
)

LEAST = Declared("least_linked", "Linked, at least", SHARE, better="less", source=SOURCE).means(
    "The smallest share of right links in any of the orders into which the records were put: "
    "assignments can be equally good. Divided by the released records."
)

MOST = Declared("most_linked", "Linked, at most", SHARE, better="less", source=SOURCE).means(
    "The largest share of right links in any of the orders into which the records were put. Divided "
    "by the released records."
)

RIGHT = Declared("rightly_assigned", "Rightly assigned", SHARE, better="less", source=SOURCE).means(
    "The share of released records that the best one-to-one assignment gives to the right record, "
    "whatever the weight of the pair: an intruder without thresholds. Divided by the released records."
)

PRECISION = Declared(
    "right_among_links", "Right among the links", SHARE, better="less", source="Defined by this program"
).means("The share of the links that are right: how far the intruder can trust them. Divided by the links.")

LINKS = Declared("links", "Links", SHARE, source=SOURCE).means(
    "The share of released records that are assigned with a weight at or above the upper threshold, "
    "right or wrong. Divided by the released records."
)

UNDECIDED = Declared("undecided", "Undecided", SHARE, source=SOURCE).means(
    "The share of released records that are assigned with a weight between the thresholds. Divided "
    "by the released records."
)

NOT_LINKED = Declared("not_linked", "Not linked", SHARE, source=SOURCE).means(
    "The share of released records that are assigned with a weight below the lower threshold, or to "
    "no record. Divided by the released records."
)

SURE = Declared("surely_linked", "Surely linked", RECORDS, better="less", source=SOURCE).means(
    "Released records that are linked to the right record in every order of the records."
)

POSSIBLE = Declared("possibly_linked", "Possibly linked", RECORDS, better="less", source=SOURCE).means(
    "Released records that are linked to the right record in some order of the records, or drawn "
    "for it among equal ones."
)

MATCHES = Declared("share_of_matches", "Share of matches", SHARE, symbol="p", source=SOURCE).means(
    "The share of matches among all pairs, as the intruder sees it. Estimated from the patterns, it "
    "need not be near the true one: then his weights mislead him. Divided by all pairs."
)

TRUE_MATCHES = Declared("true_share_of_matches", "True share of matches", SHARE, source=SOURCE).means(
    "The share of all pairs that are a released record with the one that it came from: one in as "
    "many as the original has records. Divided by all pairs."
)

UPPER = Declared("upper_threshold", "Upper threshold", NUMBER, source=SOURCE).means(
    "Weight in bits from which a pair is a link: the smallest that at most the given share of other "
    "pairs reach."
)

LOWER = Declared("lower_threshold", "Lower threshold", NUMBER, source=SOURCE).means(
    "Weight in bits below which a pair is a non-link: the largest that at most the given share of "
    "matches miss."
)

DECLARES = (
    LINKED,
    LEAST,
    MOST,
    RIGHT,
    PRECISION,
    LINKS,
    UNDECIDED,
    NOT_LINKED,
    SURE,
    POSSIBLE,
    MATCHES,
    TRUE_MATCHES,
    UPPER,
    LOWER,
)
