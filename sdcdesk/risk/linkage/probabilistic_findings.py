"""Findings of probabilistic record linkage."""

import numpy as np

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, Bound, Quantity, Reason, Why, share
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.linkage import probabilistic_declared as declared
from sdcdesk.risk.linkage.match_weights import MatchWeights
from sdcdesk.risk.linkage.pattern_links import Assigned, PatternLinks, mean_share
from sdcdesk.risk.linkage.probabilistic_links import ProbabilisticLinks
from sdcdesk.risk.linkage.probabilistic_tables import COMBINATIONS, PATTERNS, VARIABLES_AGREEING

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
    if links.assigned is not None and links.assigned.of_best < 1:
        words = (
            "Too many pairs speak for a match: after what is certain, records are assigned by falling "
            "weight. The sum of the weights is {part} of the highest possible."
        )
        part = Quantity(links.assigned.of_best, SHARE, Bound.AT_LEAST)
        notes.append(Note(sentence(words, part=part), "warning"))
    return notes


def _shares(links: PatternLinks) -> tuple[Figure, ...]:
    assigned, records = links.assigned, links.records
    if assigned is None:
        none = Quantity(None, SHARE, reason=links.reason)
        names = (
            declared.LINKED,
            declared.LEAST,
            declared.MOST,
            declared.RIGHT,
            declared.PRECISION,
            declared.LINKS,
            declared.UNDECIDED,
            declared.NOT_LINKED,
        )
        return tuple(figure.figure(none) for figure in names)

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
        of_records(declared.LINKED, assigned.right_links, steps),
        of_records(declared.LEAST, assigned.right_links.min(keepdims=True)),
        of_records(declared.MOST, assigned.right_links.max(keepdims=True)),
        of_records(declared.RIGHT, assigned.right),
        declared.PRECISION.figure(_precision(links, assigned)),
        of_records(declared.LINKS, assigned.links),
        of_records(declared.UNDECIDED, assigned.undecided),
        of_records(declared.NOT_LINKED, records - assigned.links - assigned.undecided),
    )


def _precision(links: PatternLinks, assigned: Assigned) -> Quantity:
    right, every = assigned.right_links, assigned.links
    bound = links.bound(right, every)
    return share(mean_share(right, 1) * len(right), int(every.sum()), bound, empty=NO_LINKS)


def _counts(linkage: ProbabilisticLinks) -> tuple[Figure, ...]:
    links, masked = linkage.links, linkage.masked
    if links.assigned is None:
        none = Quantity(None, RECORDS, reason=links.reason)
        return declared.SURE.figure(none), declared.POSSIBLE.figure(none)

    orders = links.bound(links.assigned.right_links, links.assigned.right)
    estimated = links.bound() is Bound.ESTIMATE or orders is Bound.EXACT

    def count(figure: Declared, chosen: np.ndarray, title: str, drawn: Bound) -> Figure:
        # Orders that were not drawn can link fewer records surely, and more possibly.
        number = Quantity(int(chosen.sum()), RECORDS, orders if estimated else drawn)
        return figure.figure(number, rows=lambda: np.unique(masked.rows[chosen]), row_title=title)

    return (
        count(declared.SURE, links.chance == 1, "surely linked to the right record", Bound.AT_MOST),
        count(declared.POSSIBLE, links.chance > 0, "possibly linked to the right record", Bound.AT_LEAST),
    )


def _mixture(links: PatternLinks) -> tuple[Figure, ...]:
    patterns, mixture = links.patterns, links.mixture
    if isinstance(mixture, Reason):
        matches = declared.MATCHES.figure(Quantity(None, SHARE, reason=mixture))
    else:
        bound = Bound.ESTIMATE if mixture.steps else Bound.EXACT
        steps: Steps = ()
        if mixture.steps:
            steps = (
                ("Steps of the estimation", Quantity(mixture.steps, NUMBER)),
                ("Log-likelihood", Quantity(mixture.log_likelihood, NUMBER)),
            )
        matches = declared.MATCHES.figure(Quantity(mixture.share, SHARE, bound), computation=steps)
    true = share(len(patterns.right), patterns.pairs, empty=NOTHING_RELEASED)
    return matches, declared.TRUE_MATCHES.figure(true)


def _thresholds(links: PatternLinks) -> tuple[Figure, ...]:
    weights = links.weights
    if weights is None:
        none = Quantity(None, NUMBER, reason=links.reason)
        return declared.UPPER.figure(none), declared.LOWER.figure(none)
    lower, upper = weights.thresholds
    bound = links.as_estimated
    threshold = Quantity(None, NUMBER, reason=TOO_COMMON)
    if np.isfinite(upper):
        threshold = Quantity(upper, NUMBER, bound)
    return (
        declared.UPPER.figure(threshold, computation=_bounds(weights)),
        declared.LOWER.figure(Quantity(lower, NUMBER, bound), computation=_bounds(weights)),
    )


def _bounds(weights: MatchWeights) -> Steps:
    lower, upper = weights.thresholds
    reached = float(weights.other[weights.patterns >= upper].sum())
    missed = float(weights.matching[weights.patterns < lower].sum())
    return (
        ("Other pairs that reach the upper one", Quantity(min(reached, 1.0), SHARE)),
        ("Matches that miss the lower one", Quantity(min(missed, 1.0), SHARE)),
    )
