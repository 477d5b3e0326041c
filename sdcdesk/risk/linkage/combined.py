"""Measure of the combined disclosure risk: record linkage and interval disclosure in one figure."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Self

import numpy as np
from pydantic import model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import NUMBER, SHARE, Bound, Quantity, Reason, Why
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.random.randomness import LARGEST_SEED
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.column import Column, Secrecy, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Findings, Note, Section
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import plain
from sdcdesk.risk.keys.key_measure import IntruderMeasure
from sdcdesk.risk.linkage.distance import DistanceLinkage
from sdcdesk.risk.linkage.interval import IntervalDisclosure, OrderedConfidential
from sdcdesk.risk.linkage.pattern_links import Probabilities
from sdcdesk.risk.linkage.probabilistic import ProbabilisticLinkage

SOURCE = "Domingo-Ferrer and Torra 2001, as remembered: not among the sources of this program"

risk_figure = partial(Declared, better="less", source=SOURCE)

COMBINED = risk_figure("combined", "Combined disclosure risk", SHARE, symbol="DR").means(
    "The weighted mean of interval disclosure and of the shares of released records that are linked "
    "by distance and by probability; parts without weight do not count."
)

INTERVAL = risk_figure("interval_disclosure", "Interval disclosure", SHARE, symbol="ID").means(
    "The share of original values of the confidential variables that lie in an interval of ranks "
    "around the masked value, as the mean over the widths of 1 % to 10 %. Divided by the values that are "
    "present in both files."
)

DISTANCE = risk_figure("linked_by_distance", "Linked by distance", SHARE, symbol="DLD").means(
    "The share of released records that an intruder links to the right one by taking the nearest, as "
    "the mean over the combinations of keys that he may know. Divided by the released records."
)

PROBABILITY = risk_figure("linked_by_probability", "Linked by probability", SHARE, symbol="PLD").means(
    "The share of released records that an intruder links to the right one by what agrees, as the "
    "mean over the combinations of keys that he may know. Divided by the released records."
)

PARTS_OF_RISK = (INTERVAL, DISTANCE, PROBABILITY)
DECLARES = (COMBINED, *PARTS_OF_RISK)
"""Figures of the combined disclosure risk."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """Parts of the combined risk.

    Attributes
    ----------
    parts
        Interval disclosure, linkage by distance and by probability.
    weights
        How much each counts.
    """

    parts: tuple[Quantity, ...]
    weights: tuple[float, ...]


PARTS = DeclaredTable[Weighed](
    name="parts",
    title="Parts of the combined risk",
    about=plain("What the combined risk is the weighted mean of."),
    columns=(
        public_key("part", "Part").cells(lambda _: [one.title for one in PARTS_OF_RISK]),
        Column("share", "Share", SHARE, "Of values, or of released records.", bar="risk").cells(
            lambda weighed: weighed.parts
        ),
        Column(
            "weight", "Weight", NUMBER, "Divided by the sum of all weights.", secrecy=Secrecy.PUBLIC
        ).cells(lambda weighed: [weight / sum(weighed.weights) for weight in weighed.weights]),
    ),
)

TABLES = (PARTS,)


NO_WEIGHT = Reason(Why.NOT_APPLICABLE, "This part has no weight, and was not computed.")

NO_COMBINATION = Reason(
    Why.TOO_FEW,
    "No combination of so few keys is linked: probabilities are estimated from three keys up that tell "
    "records apart.",
)

FROM_MEMORY = (
    "The combination and its weights are those of the comparative study of Domingo-Ferrer and Torra (2001) "
    "as remembered, which is not among the sources of this program."
)


class CombinedRisk(OrderedConfidential, IntruderMeasure):
    """Interval disclosure and both kinds of record linkage in one figure, to compare masked files.

    The figure is DR = (w₁·ID + w₂·DLD + w₃·PLD) ÷ (w₁ + w₂ + w₃), with the weights 0.5, 0.25 and 0.25 unless
    you choose others:

    - *ID*: interval disclosure of the confidential variables, by ranks, as the mean over 1 %, 2 %, … 10 %;
    - *DLD*: the share of released records linked by distance, equally near records by their chance;
    - *PLD*: the share linked by probability, every assigned pair a link.

    Both linkages are means over all combinations of up to so many keys as you say, each combination counting
    equally; 0 takes all keys together. A part with the weight 0 is not computed. Where a part that has a
    weight is not defined, the combined risk is not defined either. Estimated probabilities need three keys:
    smaller combinations are then left out of the mean of PLD.

    When to use it: to rank ways to mask the same file, beside their information loss. When not: as the risk
    of a person. It is a mean of shares of different things, and no probability; look at its parts.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> frame = pd.DataFrame({"age": [20, 31, 70, 31], "income": [1000.0, 2000.0, 3000.0, 4000.0]})
    >>> people = sdc.Microdata(frame)
    >>> noisy = people.assign({"age": pd.Series([21, 33, 68, 29])})
    >>> risk = sdc.risk.CombinedRisk(keys=["age"], variables=["income"], probabilities="known")
    >>> found = risk.assess(people, noisy)
    >>> found.value("interval_disclosure"), found.value("linked_by_distance")
    (1.0, 0.75)
    """

    name = "combined_risk"
    title = "Combined disclosure risk"
    source = SOURCE
    purpose = "Record linkage and interval disclosure in one figure, to compare masked files."
    declares = DECLARES
    tables = TABLES
    compares_all = True
    needs_original = (
        "Released records are linked with those of the original, which is not known of a released file alone."
    )
    examples = (
        {"keys": ["age", "school", "zip"], "subsets": 2, "probabilities": "known"},
        {
            "variables": ["bonus"],
            "interval_weight": 0.4,
            "distance_weight": 0.3,
            "probability_weight": 0.0,
            "seed": 5,
        },
    )

    subsets: int = parameter(
        0,
        "Combinations of keys",
        "Linkage is the mean over all combinations of up to so many key variables; 0: by all of them.",
        FieldDisplay(unit="variables"),
        ge=0,
        le=10,
    )
    interval_weight: float = parameter(
        0.5, "Weight of interval disclosure", "Of this part in the combined risk.", ge=0, le=1e6
    )
    distance_weight: float = parameter(
        0.25, "Weight of linkage by distance", "Of this part in the combined risk.", ge=0, le=1e6
    )
    probability_weight: float = parameter(
        0.25, "Weight of linkage by probability", "Of this part in the combined risk.", ge=0, le=1e6
    )
    probabilities: Probabilities = parameter(
        "em",
        "Probabilities of agreement",
        "The intruder estimates how likely each variable agrees from the files alone, or knows it from the "
        "pairs that belong together, and is stronger.",
        FieldDisplay(choices={"em": "are estimated", "known": "are known"}),
    )
    seed: int = parameter(
        0,
        "Seed",
        "Of the random orders of the records in linkage by probability.",
        FieldDisplay(more=True),
        ge=0,
        le=LARGEST_SEED,
    )

    @model_validator(mode="after")
    def _some_weight(self) -> Self:
        if not self.interval_weight + self.distance_weight + self.probability_weight > 0:
            raise FieldError("interval_weight", "no part has a weight; give one to some part")
        return self

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        self.key_names(original)
        interval = distance = probability = Quantity(None, SHARE, reason=NO_WEIGHT)
        notes: list[Note] = []
        if self.interval_weight:
            measure = IntervalDisclosure(variables=self.variables)
            found = measure.assess(original, masked, progress.part(0.0, 0.1))
            interval = found.figure("interval_disclosure").quantity
            notes += found.sections[0].notes
        if self.distance_weight:
            linkage = DistanceLinkage(keys=self.keys, subsets=self.subsets)
            found = linkage.assess(original, masked, progress.part(0.1, 0.5))
            distance = self._mean(found)
            notes += found.sections[0].notes
        if self.probability_weight:
            agreement = ProbabilisticLinkage(
                keys=self.keys, subsets=self.subsets, probabilities=self.probabilities, seed=self.seed
            )
            found = agreement.assess(original, masked, progress.part(0.5, 1.0))
            probability = self._mean(found)
            notes += found.sections[0].notes
        return self._combined((interval, distance, probability), notes)

    def _mean(self, found: Assessment) -> Quantity:
        """Return the mean share of records that are linked, over the combinations of keys."""
        whole = found.figure("linked").quantity
        if not self.subsets:
            return whole
        shares = []
        if "combinations" in found.tables:
            table = found.tables["combinations"]
            shares += table.quantities(table.column("linked"))
        if self.subsets >= len(found.table("variables")):
            shares.append(whole)
        shares = [one for one in shares if one.value is not None]
        if not shares:
            return Quantity(None, SHARE, reason=whole.reason or NO_COMBINATION)
        exact = all(one.bound is Bound.EXACT for one in shares)
        bound = Bound.EXACT if exact else Bound.ESTIMATE
        return Quantity(float(np.mean([one.value for one in shares])), SHARE, bound)

    def _combined(self, parts: tuple[Quantity, ...], notes: Sequence[Note]) -> Findings:
        weights = self.interval_weight, self.distance_weight, self.probability_weight
        weighed = [(part, weight) for part, weight in zip(parts, weights, strict=True) if weight]
        lacking = next((part.reason for part, _ in weighed if part.value is None), None)
        if lacking is not None:
            combined = Quantity(None, SHARE, reason=lacking)
        else:
            total = sum(float(part.value or 0) * weight for part, weight in weighed)
            exact = all(part.bound is Bound.EXACT for part, _ in weighed)
            value = min(total / sum(weights), 1.0)
            combined = Quantity(value, SHARE, Bound.EXACT if exact else Bound.ESTIMATE)
        figures = (INTERVAL, DISTANCE, PROBABILITY)
        blocks = (
            COMBINED.figure(combined),
            *(figure.figure(part) for figure, part in zip(figures, parts, strict=True)),
        )
        # What several parts say is said once.
        remarks = tuple(dict.fromkeys((Note(plain(FROM_MEMORY)), *notes)))
        section = Section(name="combined", blocks=blocks, notes=remarks)
        return Findings(sections=(section, PARTS.section(Weighed(parts, weights), title="Parts")))
