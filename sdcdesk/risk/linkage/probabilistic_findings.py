"""Figures of probabilistic record linkage, and what is found of each."""

from functools import partial

import numpy as np

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, Bound, Quantity, Reason, Why, share
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.linkage.match_weights import MatchWeights
from sdcdesk.risk.linkage.pattern_links import Assigned, PatternLinks, mean_share
from sdcdesk.risk.linkage.probabilistic_tables import (
    COMBINATIONS,
    PATTERNS,
    VARIABLES_AGREEING,
    ProbabilisticLinks,
)

SOURCE = "Domingo-Ferrer and Torra 2004, section 2.2; Jaro 1989; Fellegi and Sunter 1969"

risk_figure = partial(Declared, better="less", source=SOURCE)


LINKED = risk_figure(
    "linked",
    "Linked by probability",
    SHARE,
    symbol="PLD",
    between=("least_linked", "most_linked"),
).means(
    "The share of released records that the best one-to-one assignment gives to the right record of "
    "the original, with a weight that makes the pair a link. Mean over all orders of the records; divided by "
    "the released records."
)

LEAST = risk_figure("least_linked", "Linked, at least", SHARE).means(
    "The smallest share of right links in any of the orders into which the records were put: "
    "assignments can be equally good. Divided by the released records."
)

MOST = risk_figure("most_linked", "Linked, at most", SHARE).means(
    "The largest share of right links in any of the orders into which the records were put. Divided "
    "by the released records."
)

RIGHT = risk_figure("rightly_assigned", "Rightly assigned", SHARE).means(
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

SURE = risk_figure("surely_linked", "Surely linked", RECORDS).means(
    "Released records that are linked to the right record in every order of the records."
)

POSSIBLE = risk_figure("possibly_linked", "Possibly linked", RECORDS).means(
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

SHARES = (LINKED, LEAST, MOST, RIGHT, PRECISION, LINKS, UNDECIDED, NOT_LINKED)
DECLARES = (*SHARES, SURE, POSSIBLE, MATCHES, TRUE_MATCHES, UPPER, LOWER)


MISSING = "A value that is missing in one of two records, or in both, agrees with nothing."

PROBABILITIES = {
    "em": "The intruder estimates from the files alone how likely variables agree.",
    "known": "The intruder knows how likely variables agree in pairs that belong together, and in others.",
}

TOO_COMMON = Reason(Why.INFINITE, "Every pattern is too common among other pairs for a link.")

NO_LINKS = "No released record is linked."

Steps = tuple[tuple[str, Quantity | str], ...]


def to_findings(linkage: ProbabilisticLinks) -> Findings:
    """Return the findings.

    Parameters
    ----------
    linkage
        All links.

    Returns
    -------
    Findings
        All declared figures; for each record the chance that it is linked to the right one.
    """
    links = linkage.links
    headline = Section(
        name="linkage",
        about=_about(links),
        blocks=(*_shares(links), *_counts(linkage), *_mixture(links), *_thresholds(links)),
        notes=tuple(_notes(linkage)),
    )
    sections = (
        headline,
        *([COMBINATIONS.section(linkage)] if linkage.by_some else []),
        PATTERNS.section(linkage),
        VARIABLES_AGREEING.section(links, title="Variables"),
    )
    return Findings(sections=sections, records={"chance": links.chance})


def _about(links: PatternLinks) -> Sentence:
    if links.assigned is None:
        return plain(links.reason.text)
    drawn = links.bound(links.assigned.right_links, links.assigned.right) is not Bound.EXACT
    if drawn:
        one = (
            "{n} released record is linked to the right record of the original, in every order that was "
            "drawn."
        )
        many = (
            "{n} released records are linked to the right records of the original, in every order that was "
            "drawn."
        )
    else:
        one = (
            "{n} released record is linked to the right record of the original, however the records are "
            "ordered."
        )
        many = (
            "{n} released records are linked to the right records of the original, however the records are "
            "ordered."
        )
    told = sentence(one, many, "n", n=int((links.chance == 1).sum()))
    return told if links.settled else sentence("As far as could be estimated: {told}", told=told)


def _notes(linkage: ProbabilisticLinks) -> list[Note]:
    links, settings = linkage.links, linkage.settings
    notes = [Note(plain(words)) for words in (PROBABILITIES[settings.probabilities], MISSING)]
    if links.assigned is not None:
        words = "Mean over {orders} random orders of the records, by the seed of the measure."
        notes.append(Note(sentence(words, orders=settings.repetitions)))
    notes += [Note(words) for words in (*linkage.notes, *links.patterns.agreements.notes)]
    mixture = links.mixture
    if not isinstance(mixture, Reason) and not mixture.converged:
        words = (
            "The estimation of the probabilities did not end within {n} steps, so that they are uncertain."
        )
        notes.append(Note(sentence(words, n=mixture.steps), "warning"))
    if links.assigned is not None and links.assigned.share_of_best < 1:
        words = (
            "Too many pairs speak for a match: after what is certain, records are assigned by falling "
            "weight. The sum of the weights is {part} of the highest possible."
        )
        part = Quantity(links.assigned.share_of_best, SHARE, Bound.AT_LEAST)
        notes.append(Note(sentence(words, part=part), "warning"))
    return notes


def _shares(links: PatternLinks) -> tuple[Figure, ...]:
    assigned, records = links.assigned, links.records
    if assigned is None:
        return tuple(figure.undefined(links.reason) for figure in SHARES)

    def of_records(figure: Declared, numbers: np.ndarray, steps: Steps = ()) -> Figure:
        bound = links.bound(numbers)
        quantity = share(mean_share(numbers, records), 1, bound, empty=NOTHING_RELEASED)
        return figure.figure(quantity, computation=steps)

    number = Quantity(float(assigned.right_links.mean()), NUMBER)
    steps: Steps = (
        ("Right links, mean over all orders", number),
        ("Released records", Quantity(records, RECORDS)),
    )
    return (
        of_records(LINKED, assigned.right_links, steps),
        of_records(LEAST, assigned.right_links.min(keepdims=True)),
        of_records(MOST, assigned.right_links.max(keepdims=True)),
        of_records(RIGHT, assigned.right),
        PRECISION.figure(_precision(links, assigned)),
        of_records(LINKS, assigned.links),
        of_records(UNDECIDED, assigned.undecided),
        of_records(NOT_LINKED, records - assigned.links - assigned.undecided),
    )


def _precision(links: PatternLinks, assigned: Assigned) -> Quantity:
    right, every = assigned.right_links, assigned.links
    bound = links.bound(right, every)
    return share(mean_share(right, 1) * len(right), int(every.sum()), bound, empty=NO_LINKS)


def _counts(linkage: ProbabilisticLinks) -> tuple[Figure, ...]:
    links, masked = linkage.links, linkage.masked
    if links.assigned is None:
        return SURE.undefined(links.reason), POSSIBLE.undefined(links.reason)

    orders = links.bound(links.assigned.right_links, links.assigned.right)
    estimated = links.bound() is Bound.ESTIMATE or orders is Bound.EXACT

    def count(figure: Declared, chosen: np.ndarray, title: str, drawn: Bound) -> Figure:
        # Orders that were not drawn can link fewer records surely, and more possibly.
        number = Quantity(int(chosen.sum()), RECORDS, orders if estimated else drawn)
        return figure.figure(number, rows=lambda: np.unique(masked.rows[chosen]), row_title=title)

    return (
        count(SURE, links.chance == 1, "surely linked to the right record", Bound.AT_MOST),
        count(POSSIBLE, links.chance > 0, "possibly linked to the right record", Bound.AT_LEAST),
    )


def _mixture(links: PatternLinks) -> tuple[Figure, ...]:
    patterns, mixture = links.patterns, links.mixture
    if isinstance(mixture, Reason):
        matches = MATCHES.undefined(mixture)
    else:
        bound = Bound.ESTIMATE if mixture.steps else Bound.EXACT
        steps: Steps = ()
        if mixture.steps:
            steps = (
                ("Steps of the estimation", Quantity(mixture.steps, NUMBER)),
                ("Log-likelihood", Quantity(mixture.log_likelihood, NUMBER)),
            )
        matches = MATCHES.figure(Quantity(mixture.share, SHARE, bound), computation=steps)
    true = share(len(patterns.right), patterns.pairs, empty=NOTHING_RELEASED)
    return matches, TRUE_MATCHES.figure(true)


def _thresholds(links: PatternLinks) -> tuple[Figure, ...]:
    weights = links.weights
    if weights is None:
        return UPPER.undefined(links.reason), LOWER.undefined(links.reason)
    lower, upper = weights.thresholds
    bound = links.as_estimated
    threshold = Quantity(None, NUMBER, reason=TOO_COMMON)
    if np.isfinite(upper):
        threshold = Quantity(upper, NUMBER, bound)
    return (
        UPPER.figure(threshold, computation=_bounds(weights)),
        LOWER.figure(Quantity(lower, NUMBER, bound), computation=_bounds(weights)),
    )


def _bounds(weights: MatchWeights) -> Steps:
    lower, upper = weights.thresholds
    reached = float(weights.other[weights.patterns >= upper].sum())
    missed = float(weights.matching[weights.patterns < lower].sum())
    return (
        ("Other pairs that reach the upper one", Quantity(min(reached, 1.0), SHARE)),
        ("Matches that miss the lower one", Quantity(min(missed, 1.0), SHARE)),
    )
