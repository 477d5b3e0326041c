"""Measure of probabilistic record linkage."""

from collections.abc import Iterator
from itertools import combinations

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.measure import RecordRisk
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.random.randomness import LARGEST_SEED
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.linkage.agreement import Agreements, agreements
from sdcdesk.risk.linkage.compared import compared
from sdcdesk.risk.linkage.linkage_measure import RIGHT, LinkageMeasure
from sdcdesk.risk.linkage.pattern_links import (
    IDENTIFIABLE,
    PatternLinks,
    Probabilities,
    Settings,
    pattern_links,
)
from sdcdesk.risk.linkage.probabilistic_findings import DECLARES, SOURCE, to_findings
from sdcdesk.risk.linkage.probabilistic_tables import TABLES, ProbabilisticLinks
from sdcdesk.risk.linkage.right_pairs import RightPairs, identical, nearest_pairs
from sdcdesk.risk.linkage.texts import TextComparison

MOST_KEYS = 12
"""Variables whose patterns are counted at most: there are 2^12 of them."""


class ProbabilisticLinkage(LinkageMeasure):
    """Share of released records that an intruder links to the right ones by what agrees.

    The intruder has the original values of some key variables, with names. For every pair of a released and
    an original record he sees in which variables they agree, and no more: a value that is missing in one of
    them agrees with nothing, and 40 years is as far from 41 as from 90. Only names and addresses that may be
    written differently can be compared as texts: they then agree from a similarity (after Jaro and Winkler,
    or the share of letters that stay) up, without regard to upper and lower case and to superfluous blanks.
    An agreement that is common among records of the same person, and rare among others, speaks for a match:

    - m and u are the probabilities that a variable agrees in pairs that belong together, and in others. The
      intruder estimates them from the patterns of all pairs, with p, the share of matches (`em`: expectation
      and maximisation from p = 1 ÷ the larger file, m = 0.9 and u = 0.1, all kept 10⁻⁹ away from 0 and 1,
      until the log-likelihood changes by less than 10⁻¹² of itself), or knows them (`known`), which is the
      stronger intruder. Estimating needs three variables.
    - The weight of a pair is the sum of log₂(m ÷ u) over the variables that agree, and of log₂((1 − m) ÷
      (1 − u)) over the others, in bits.
    - Every released record is assigned to at most one record of the original, and every one of these to at
      most one released, so that the sum of the weights is the highest; a pair whose weight is not above 0 is
      never assigned.
    - Two bounds of errors then make an assigned pair a link, undecided, or a non-link. The upper threshold is
      the smallest weight that pairs of different people reach with at most the probability μ, the
      lower one the largest that pairs of the same person miss with at most λ; where they would cross,
      both are the upper one. Where you set no bounds, every assigned pair is a link: the intruder who takes
      every chance links the most.

    The right record is the one that the released record came from or, if you choose so, the one of the
    original that is nearest in all variables, as in linkage by distance (m and u that are known are still
    those of the pairs that belong together). Where several assignments are equally good, chance decides: both
    files are put into random orders by the seed, and the mean over these orders is the result, with its
    range. Among records with equal values the chance of the right one is counted, exactly. Patterns are
    counted without looking at single pairs. Where more than two million pairs are left after what is certain,
    or more than 4,000 released records that compete with each other, these are assigned by falling weight
    instead, and a note says how near the sum of the weights is to the highest. Linkage is refused where the
    records of the original, each with every text that is similar to its own, are more than ten million.

    When to use it: after PRAM, swapping, local suppression or recoding of some variables, and where nobody
    can say how far two values are from each other. When not: for numbers with noise, which agree with
    nothing; there linkage by distance finds what this cannot.

    Examples
    --------
    One of three values is wrong in some records:

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> frame = pd.DataFrame({"age": [20, 31, 70, 31], "sex": list("mffm"), "town": list("abca")})
    >>> people = sdc.Microdata(frame)
    >>> masked = people.assign({"age": pd.Series([20, 30, 70, 31])})
    >>> linkage = sdc.risk.ProbabilisticLinkage(keys=["age", "sex", "town"], probabilities="known")
    >>> linkage.assess(people, masked).value("linked")
    1.0
    """

    name = "probabilistic_linkage"
    title = "Probabilistic record linkage"
    source = SOURCE
    purpose = "How many records an intruder links by what agrees, without any distance."
    declares = DECLARES
    tables = TABLES
    needs_original = (
        "Released records are linked with those of the original, which is not known of a released file alone."
    )
    record_risk = RecordRisk("chance", "linked")
    examples = (
        {"subsets": 3},
        {
            "keys": ["age", "school", "bonus"],
            "probabilities": "known",
            "false_links": 0.01,
            "missed": 0.05,
            "subsets": 1,
            "repetitions": 30,
            "seed": 5,
        },
        {
            "keys": ["age", "zip", "school"],
            "comparator": "levenshtein",
            "texts": ["zip"],
            "agree_from": 0.8,
            "right": "nearest",
        },
    )

    agree_from: float = parameter(
        0.9,
        "Texts agree from",
        "The similarity from which two texts agree; 1: only if they are equal but for upper and lower case "
        "and blanks.",
        FieldDisplay(when={"comparator": ("jaro_winkler", "levenshtein")}),
        gt=0,
        le=1,
    )
    probabilities: Probabilities = parameter(
        "em",
        "Probabilities of agreement",
        "The intruder estimates how likely each variable agrees from the files alone, or knows it from the "
        "pairs that belong together, and is stronger.",
        FieldDisplay(choices={"em": "are estimated", "known": "are known"}),
    )
    false_links: float = parameter(
        1.0,
        "Bound on false links μ",
        "At most this share of the pairs of different people reach the upper threshold: a thousandth "
        "of n² pairs is still many; 1 makes every assigned pair a link.",
        FieldDisplay(unit="as a share"),
        gt=0,
        le=1,
    )
    missed: float = parameter(
        0.0,
        "Bound on missed matches λ",
        "At most this share of the pairs of the same person lie below the lower threshold, and are "
        "non-links.",
        FieldDisplay(unit="as a share"),
        ge=0,
        le=1,
    )
    subsets: int = parameter(
        0,
        "Fewer variables",
        "Also links by every combination of up to so many of the key variables; 0: only by all of them. "
        "Combinations of one and two are linked only with known probabilities.",
        FieldDisplay(unit="variables", more=True),
        ge=0,
        le=10,
    )
    repetitions: int = parameter(
        20,
        "Random orders",
        "Both files are put into so many random orders, for equally good assignments.",
        FieldDisplay(unit="orders", more=True),
        ge=20,
        le=1000,
    )
    seed: int = parameter(0, "Seed", "Of the random orders.", FieldDisplay(more=True), ge=0, le=LARGEST_SEED)

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        names = self.key_names(original)
        self._require_some(len(names))
        as_texts = self.comparison(original, names)
        known = agreements(original, masked, names, as_texts, self.agree_from, progress.part(0.0, 0.1))
        right, left_out = self._right(original, masked, known, as_texts, progress.part(0.1, 0.2))
        settings = Settings(self.probabilities, self.false_links, self.missed, self.repetitions, self.seed)
        some = list(self._some(known))
        end = 0.2 + 0.8 / (1 + len(some))
        by_all = pattern_links(known, settings, right, progress.part(0.2, end))
        by_some: list[tuple[tuple[str, ...], PatternLinks]] = []
        for places, part in progress.part(end, 1.0).over(some, "Fewer variables"):
            fewer = known.select(places)
            by_some.append((fewer.names, pattern_links(fewer, settings, right, part)))
        notes = (plain(RIGHT[self.right]), *left_out)
        return to_findings(ProbabilisticLinks(masked, settings, by_all, tuple(by_some), notes))

    def _right(
        self,
        original: Microdata,
        masked: Microdata,
        agreements: Agreements,
        as_texts: TextComparison,
        progress: Progress,
    ) -> tuple[RightPairs, tuple[Sentence, ...]]:
        """Return which links are right, and remarks on variables that do not say so."""
        if self.right == "identity":
            return identical(masked.rows), ()
        names = agreements.names
        known = compared(original, masked, names, "metric", all_needed=False, as_texts=as_texts)
        rest = self.rest(original, masked, known)

        def step(share: float) -> None:
            progress.at(share, "Nearest records")

        pairs = nearest_pairs(agreements, known.beside(rest).space(), step)
        return pairs, tuple(note for note in rest.notes if note not in known.notes)

    def _require_some(self, keys: int) -> None:
        if keys > MOST_KEYS:
            words = sentence(
                "{title} counts the patterns of at most {most} key variables, and there are {n}; choose "
                "fewer.",
                title=self.title,
                most=MOST_KEYS,
                n=keys,
            )
            raise DataError(words, "keys")
        if self.probabilities == "em" and keys < IDENTIFIABLE:
            words = sentence(
                "Probabilities of agreement can be estimated from {least} key variables up; choose more, or "
                "let them be known.",
                least=IDENTIFIABLE,
            )
            raise DataError(words, "keys")

    def _some(self, known: Agreements) -> Iterator[tuple[int, ...]]:
        """Walk through the combinations of fewer variables than are known."""
        variables = len(known.variables)
        least = 1 if self.probabilities == "known" else IDENTIFIABLE
        for number in range(least, min(self.subsets, variables - 1) + 1):
            yield from combinations(range(variables), number)
