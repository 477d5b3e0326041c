"""Figures of probabilistic record linkage, before anything is computed."""

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, count_of
from sdcdesk.core.results.findings import Declared

SOURCE = "Domingo-Ferrer and Torra 2004, section 2.2; Jaro 1989; Fellegi and Sunter 1969"

PAIRS = count_of("pair")

LINKED = Declared(
    name="linked",
    title="Linked by probability",
    unit=SHARE,
    meaning="The share of released records that the best one-to-one assignment gives to the right record of "
    "the original, with a weight that makes the pair a link. Mean over all orders of the records; divided by "
    "the released records.",
    symbol="PLD",
    better="less",
    between=("least_linked", "most_linked"),
    source=SOURCE,
)

LEAST = Declared(
    name="least_linked",
    title="Linked, at least",
    unit=SHARE,
    meaning="The smallest share of right links in any of the orders into which the records were put: "
    "assignments can be equally good. Divided by the released records.",
    better="less",
    source=SOURCE,
)

MOST = Declared(
    name="most_linked",
    title="Linked, at most",
    unit=SHARE,
    meaning="The largest share of right links in any of the orders into which the records were put. Divided "
    "by the released records.",
    better="less",
    source=SOURCE,
)

RIGHT = Declared(
    name="rightly_assigned",
    title="Rightly assigned",
    unit=SHARE,
    meaning="The share of released records that the best one-to-one assignment gives to the right record, "
    "whatever the weight of the pair: an intruder without thresholds. Divided by the released records.",
    better="less",
    source=SOURCE,
)

PRECISION = Declared(
    name="right_among_links",
    title="Right among the links",
    unit=SHARE,
    meaning="The share of the links that are right: how far the intruder can trust them. Divided by the "
    "links.",
    better="less",
    source="Defined by this program",
)

LINKS = Declared(
    name="links",
    title="Links",
    unit=SHARE,
    meaning="The share of released records that are assigned with a weight at or above the upper threshold, "
    "right or wrong. Divided by the released records.",
    source=SOURCE,
)

UNDECIDED = Declared(
    name="undecided",
    title="Undecided",
    unit=SHARE,
    meaning="The share of released records that are assigned with a weight between the thresholds. Divided "
    "by the released records.",
    source=SOURCE,
)

NOT_LINKED = Declared(
    name="not_linked",
    title="Not linked",
    unit=SHARE,
    meaning="The share of released records that are assigned with a weight below the lower threshold, or to "
    "no record. Divided by the released records.",
    source=SOURCE,
)

SURE = Declared(
    name="surely_linked",
    title="Surely linked",
    unit=RECORDS,
    meaning="Released records that are linked to the right record in every order of the records.",
    better="less",
    source=SOURCE,
)

POSSIBLE = Declared(
    name="possibly_linked",
    title="Possibly linked",
    unit=RECORDS,
    meaning="Released records that are linked to the right record in some order of the records, or drawn "
    "for it among equal ones.",
    better="less",
    source=SOURCE,
)

MATCHES = Declared(
    name="share_of_matches",
    title="Share of matches",
    unit=SHARE,
    meaning="The share of matches among all pairs, as the intruder sees it. Estimated from the patterns, it "
    "need not be near the true one: then his weights mislead him. Divided by all pairs.",
    symbol="p",
    source=SOURCE,
)

TRUE_MATCHES = Declared(
    name="true_share_of_matches",
    title="True share of matches",
    unit=SHARE,
    meaning="The share of all pairs that are a released record with the one that it came from: one in as "
    "many as the original has records. Divided by all pairs.",
    source=SOURCE,
)

UPPER = Declared(
    name="upper_threshold",
    title="Upper threshold",
    unit=NUMBER,
    meaning="Weight in bits from which a pair is a link: the smallest that at most the given share of other "
    "pairs reach.",
    source=SOURCE,
)

LOWER = Declared(
    name="lower_threshold",
    title="Lower threshold",
    unit=NUMBER,
    meaning="Weight in bits below which a pair is a non-link: the largest that at most the given share of "
    "matches miss.",
    source=SOURCE,
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
