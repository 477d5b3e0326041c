"""Figures and tables of probabilistic record linkage, before anything is computed."""

import numpy as np

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, VARIABLES, Reason, Why, count_of
from sdcdesk.core.results.declared_table import DeclaredColumn, DeclaredTable
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.results.table import Secrecy
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.risk.linkage.pattern_links import PatternLinks
from sdcdesk.risk.linkage.probabilistic_links import ProbabilisticLinks

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

NO_OTHERS = Reason(Why.TOO_FEW, "There are not both pairs that belong together and others.")


def _none(links: PatternLinks) -> Reason | None:
    """Return why there are no weights, where there are none."""
    return links.reason if links.weights is None else None


def _used(links: PatternLinks) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return m and u, as the intruder sees them, and both weights of each variable."""
    weights = links.weights
    if weights is None:
        none = np.full(len(links.patterns.agreements.variables), np.nan)
        return none, none, none, none
    return weights.mixture.matches, weights.mixture.others, weights.agree, weights.disagree


def _true(links: PatternLinks) -> tuple[np.ndarray, np.ndarray]:
    """Return m and u of each variable as they are."""
    known = links.patterns.known
    if known is None:
        none = np.full(len(links.patterns.agreements.variables), np.nan)
        return none, none
    return known.matches, known.others


COMBINATIONS = DeclaredTable[ProbabilisticLinks](
    name="combinations",
    title="What fewer variables link",
    about=plain("What an intruder who knows only some of the variables links by them."),
    columns=(
        DeclaredColumn(
            "variables",
            "Known variables",
            None,
            "",
            "key",
            Secrecy.PUBLIC,
            cells=lambda found: [", ".join(names) for names, _ in found.by_some],
        ),
        DeclaredColumn(
            "number",
            "Their number",
            VARIABLES,
            "",
            "key",
            Secrecy.PUBLIC,
            cells=lambda found: [len(names) for names, _ in found.by_some],
        ),
        DeclaredColumn(
            "linked",
            "Linked by probability",
            SHARE,
            "Of the released records.",
            bar="risk",
            cells=lambda found: [found.mean_share(links, rightly=False) for _, links in found.by_some],
        ),
        DeclaredColumn(
            "right",
            "Rightly assigned",
            SHARE,
            "Of the released records, without thresholds.",
            cells=lambda found: [found.mean_share(links, rightly=True) for _, links in found.by_some],
        ),
    ),
    rows=lambda found, at: np.unique(found.masked.rows[found.by_some[at][1].chance > 0]),
    row_title=lambda found, at: sentence("possibly linked by {names}", names=", ".join(found.by_some[at][0])),
)

PATTERNS = DeclaredTable[ProbabilisticLinks](
    name="patterns",
    title="Agreement patterns",
    about=plain("All pairs of both files, by the variables in which they agree and no others."),
    columns=(
        DeclaredColumn(
            "agree",
            "Agree in",
            None,
            "Variables with equal values.",
            "key",
            Secrecy.PUBLIC,
            cells=lambda found: found.agreeing,
        ),
        DeclaredColumn(
            "pairs",
            "Pairs",
            PAIRS,
            "Of a released record and one of the original.",
            cells=lambda found: found.links.patterns.counts[found.occurring],
        ),
        DeclaredColumn(
            "right",
            "Of the same person",
            RECORDS,
            "Released records whose right pair is one of these.",
            cells=lambda found: found.links.patterns.true[found.occurring],
        ),
        DeclaredColumn(
            "weight",
            "Weight",
            NUMBER,
            "In bits; above 0 it speaks for a match.",
            bound=lambda found: found.links.as_estimated,
            cells=lambda found: found.chances("patterns"),
            undefined=lambda found: _none(found.links),
        ),
        DeclaredColumn(
            "matching",
            "Among matches",
            SHARE,
            "Probability of the pattern in pairs of the same person.",
            bound=lambda found: found.links.as_estimated,
            cells=lambda found: found.chances("matching"),
            undefined=lambda found: _none(found.links),
        ),
        DeclaredColumn(
            "other",
            "Among others",
            SHARE,
            "Probability of the pattern in pairs of different people.",
            bound=lambda found: found.links.as_estimated,
            cells=lambda found: found.chances("other"),
            undefined=lambda found: _none(found.links),
        ),
        DeclaredColumn(
            "decision",
            "Decision",
            None,
            "What becomes of a pair that is assigned.",
            cells=lambda found: found.decisions,
        ),
    ),
    empty="There are no pairs.",
    rows=lambda found, at: np.unique(found.masked.rows[found.links.patterns.right == found.occurring[at]]),
    row_title=lambda found, at: sentence(
        "agreeing with their own record in {names}", names=found.agreeing[at]
    ),
)

VARIABLES_AGREEING = DeclaredTable[PatternLinks](
    name="variables",
    title="Agreement of the variables",
    about=plain("How likely values are equal in pairs of the same person, and in other pairs."),
    columns=(
        DeclaredColumn(
            "variable",
            "Variable",
            None,
            "",
            "key",
            Secrecy.PUBLIC,
            cells=lambda links: [one.name for one in links.patterns.agreements.variables],
        ),
        DeclaredColumn(
            "level",
            "Level",
            None,
            "At which both files are compared.",
            cells=lambda links: [
                "recoded" if one.recoded else "original" for one in links.patterns.agreements.variables
            ],
        ),
        DeclaredColumn(
            "m",
            "m",
            SHARE,
            "Probability of agreement in pairs of the same person, as the intruder sees it.",
            cells=lambda links: _used(links)[0],
            undefined=_none,
        ),
        DeclaredColumn(
            "u",
            "u",
            SHARE,
            "Probability of agreement in pairs of different people, as the intruder sees it.",
            cells=lambda links: _used(links)[1],
            undefined=_none,
        ),
        DeclaredColumn(
            "agree",
            "If equal",
            NUMBER,
            "log₂(m ÷ u), in bits.",
            over="Weight",
            cells=lambda links: _used(links)[2],
            undefined=_none,
        ),
        DeclaredColumn(
            "disagree",
            "If not",
            NUMBER,
            "log₂((1 − m) ÷ (1 − u)), in bits.",
            over="Weight",
            cells=lambda links: _used(links)[3],
            undefined=_none,
        ),
        DeclaredColumn(
            "true_m",
            "m",
            SHARE,
            "Share of pairs of the same person that agree.",
            over="True",
            cells=lambda links: _true(links)[0],
            undefined=NO_OTHERS,
        ),
        DeclaredColumn(
            "true_u",
            "u",
            SHARE,
            "Share of pairs of different people that agree.",
            over="True",
            cells=lambda links: _true(links)[1],
            undefined=NO_OTHERS,
        ),
    ),
    empty="There is nothing to compare.",
)

TABLES = (COMBINATIONS, PATTERNS, VARIABLES_AGREEING)
