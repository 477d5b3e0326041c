"""Measure of t-closeness: how much more a group tells of confidential values than the whole file."""

from collections.abc import Mapping
from functools import cache
from typing import Literal, Self

import numpy as np
import pandas as pd
from pydantic import model_validator

from sdcdesk.core.data.described_frame import DescribedFrame
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.core.text.value_text import value_text
from sdcdesk.counting.questions import Counting
from sdcdesk.hierarchies.places import places
from sdcdesk.hierarchies.use import HierarchyParameter, known
from sdcdesk.kernels.closeness import equal_distances, gains, learnt, levelled_distances, ordered_distances
from sdcdesk.kernels.value_counts import ValueCounts
from sdcdesk.risk.diversity.closeness_findings import DECLARES, TABLES, to_findings
from sdcdesk.risk.diversity.condensed import condensed
from sdcdesk.risk.diversity.confidential_measure import ConfidentialMeasure
from sdcdesk.risk.diversity.criteria import ConfidentialGroups, Criterion
from sdcdesk.risk.diversity.group_values import Amounts

Ground = Literal["order", "equality", "hierarchy"]
"""Says how far apart two values are."""

MOST_ROWS = 300
"""Values of a variable up to which a form offers them."""


def _values_to_place(data: DescribedFrame) -> list[str]:
    """Return the values of the confidential variables with few categories, to which labels can be given."""
    names = [
        name for name in data.named(Role.CONFIDENTIAL) if data.variable(name).scale is not Scale.CONTINUOUS
    ]
    categories = (data.coding(name).categories for name in names)
    return list(
        dict.fromkeys(value_text(value) for found in categories if len(found) <= MOST_ROWS for value in found)
    )


class TCloseness(ConfidentialMeasure):
    """Whether confidential values are spread in every group as in the whole masked file.

    Everybody who has the file knows how often each confidential value occurs in it. Who finds the group of a
    person learns more if the values are spread differently there. Three criteria are assessed together, for
    every confidential variable and every group; q is the share of a value in the group, p its share in the
    masked file:

    - *t-closeness*: the earth mover's distance of the group from the file is at most t. It is the least work
      by which the shares of the group could be turned into those of the file: the share that is moved, times
      how far;
    - *β-likeness*: no value gains more than β, (q − p) / p ≤ β; *enhanced*: nor more than −ln p, which
      protects frequent values better;
    - *δ-disclosure privacy*: |log₂(q / p)| < δ for all values that occur in the group.

    How far apart two values are follows from the scale of the variable. Numbers and ordinal values stand in
    an order: the difference of their places, divided by m − 1, with the m values that occur in the masked
    file. Of nominal values any two are 1 apart. A *hierarchy* says it better where there is one: two values
    are as far apart as the height of the lowest label that they share, divided by the height of the whole
    hierarchy. It is written as the labels of each value, from the narrowest to the widest: "stomach >
    digestive". If there is no label that all values share, one above all of them is supposed.

    When to use it: where l-diversity is not enough, since values differ and mean nearly the same (distances),
    or one is frequent everywhere and no news (all three compare with the file). When not: as the only
    criterion, for it says nothing of who is found; for small groups, whose values always differ from those of
    the file by chance.

    A missing confidential value is no value: shares are those of the records with a value. Group sizes count
    nowhere. Where a missing key value matches every value, the group of a record are all records compatible
    with it, and the groups of those records are assessed that have a confidential value. Shares of records
    are divided by the released records.

    Examples
    --------
    The incomes of Li, Li and Venkatasubramanian 2007: the first group holds the three lowest of nine.

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> from sdcdesk.core.data.variable import Role, Scale, Variable
    >>> incomes = [3.0, 4.0, 5.0, 6.0, 11.0, 8.0, 7.0, 9.0, 10.0]
    >>> frame = pd.DataFrame({"zip": list("aaabbbccc"), "income": incomes})
    >>> income = Variable(name="income", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS)
    >>> people = sdc.Microdata(frame, [income])
    >>> found = sdc.risk.TCloseness(keys=["zip"], t=0.3).assess(people, people)
    >>> found.value("distance"), round(found.value("share_not_close"), 4)
    (0.375, 0.3333)
    """

    name = "t_closeness"
    title = "t-closeness"
    source = (
        "Li, Li and Venkatasubramanian 2007 (t-closeness); Cao and Karras 2012 (β-likeness); Brickell and "
        "Shmatikov 2008 (δ-disclosure privacy)"
    )
    purpose = "Whether a group tells more of what is confidential than the whole file does."
    is_counted = True
    declares = DECLARES
    tables = TABLES
    version = 2
    examples = (
        {"likeness": "enhanced"},
        {
            "keys": ["age", "zip"],
            "variables": ["bonus"],
            "missing": "wildcard",
            "t": 0.1,
            "beta": 2.5,
            "delta": 3.0,
            "ground": "hierarchy",
            "hierarchy": {
                "0": "none > any",
                "1000": "some > any",
                "2000": "some > any",
                "3000": "some > any",
            },
        },
    )

    t: float = parameter(
        0.2, "Largest distance t", "Groups farther from the masked file are not t-close.", ge=0, le=1
    )
    beta: float = parameter(
        1.0,
        "Largest gain β",
        "How much more frequent a value may be in a group: 1 is twice as frequent.",
        gt=0,
    )
    likeness: Literal["basic", "enhanced"] = parameter(
        "basic",
        "β-likeness",
        "Whether a value may gain β, or no more than −ln p besides, p being its share in the masked file.",
        FieldDisplay(choices={"basic": "a gain of β", "enhanced": "a gain of β, and of −ln p"}),
    )
    delta: float = parameter(
        1.0,
        "Bits δ",
        "Of no value that occurs in a group δ bits or more may be learnt.",
        FieldDisplay(unit="bits"),
        gt=0,
    )
    ground: Literal["scale", "equality", "hierarchy"] = parameter(
        "scale",
        "Values differ by",
        "How far apart two values are: by their order where they have one, not at all by it, or by a "
        "hierarchy.",
        FieldDisplay(
            choices={
                "scale": "their order, where they have one",
                "equality": "being equal or not",
                "hierarchy": "a hierarchy",
            }
        ),
    )
    hierarchy: HierarchyParameter = parameter(
        None,
        "Hierarchy",
        'The labels above each value, from the narrowest to the widest: "stomach > digestive". The project '
        "keeps them under the name of the hierarchy.",
        FieldDisplay(
            when={"ground": ("hierarchy",)}, rows=_values_to_place, levels=True, empty="digestive > inner"
        ),
    )

    @model_validator(mode="after")
    def _has_a_hierarchy(self) -> Self:
        if self.ground == "hierarchy" and not self.hierarchy:
            raise FieldError("hierarchy", "a value must be given")
        return self

    def check(self, data: Microdata) -> tuple[str, ...]:
        """Check that the measure fits the data, and that its hierarchy is known by more than its name."""
        if self.ground == "hierarchy":
            known(self.hierarchy, self.title)
        return super().check(data)

    def _count(self, counting: Counting, progress: Progress) -> Findings:
        original, keys = counting.original, counting.keys
        names = self.confidential_names(original, keys)

        def amounts(name: str) -> Amounts:
            categories, frequencies = counting.categories(name), counting.value_frequencies(name)
            return self._amounts(self._ground(original, name), name, categories, frequencies)

        around, variables = condensed(counting, names, cache(amounts), progress)
        confidential = ConfidentialGroups(around, variables, self._criteria())
        grounds = [self._ground(original, name) for name in names]
        return to_findings(original, keys, confidential, grounds, self.notes(original, original, keys))

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        keys = self.key_names(original)

        def amounts(name: str) -> Amounts:
            coding = masked.coding(name)
            frequencies = np.bincount(coding.codes[coding.codes >= 0], minlength=len(coding.categories))
            return self._amounts(self._ground(masked, name), name, coding.categories, frequencies)

        confidential = self.confidential_groups(original, masked, keys, amounts, self._criteria(), progress)
        grounds = [self._ground(masked, one.variable) for one in confidential.variables]
        return to_findings(masked, keys, confidential, grounds, self.notes(original, masked, keys))

    def _ground(self, masked: Microdata, name: str) -> Ground:
        if self.ground == "scale":
            return "equality" if masked.variable(name).scale is Scale.NOMINAL else "order"
        return self.ground

    def _amounts(self, ground: Ground, name: str, categories: pd.Index, frequencies: np.ndarray) -> Amounts:
        """Return what is measured of a variable; its values, which occur so often, are looked up once."""
        levels = self._levels(name, categories, frequencies) if ground == "hierarchy" else []

        def distances(counts: ValueCounts, overall: np.ndarray) -> np.ndarray:
            if ground == "order":
                return ordered_distances(counts, overall)
            return levelled_distances(counts, overall, levels) if levels else equal_distances(counts, overall)

        def amounts(counts: ValueCounts, overall: np.ndarray) -> Mapping[str, np.ndarray]:
            gained = gains(counts, overall)
            allowed = np.full(len(gained), self.beta)
            if self.likeness == "enhanced":
                allowed = np.minimum(allowed, -np.log(overall[counts.values] / overall.sum()))
            return {
                "distance": distances(counts, overall),
                "gain": counts.most(gained),
                "too_much": counts.most(np.where(gained > allowed, 1.0, 0.0)),
                "learnt": counts.most(learnt(counts, overall)),
            }

        return amounts

    def _levels(self, name: str, categories: pd.Index, frequencies: np.ndarray) -> list[np.ndarray]:
        hierarchy = known(self.hierarchy, self.title)
        found = places(categories, hierarchy)
        lacking = int(np.count_nonzero((frequencies > 0) & (found < 0)))
        if lacking:
            raise DataError(
                sentence(
                    "{n} value of {name} is not in the hierarchy; give it labels, or choose other variables.",
                    "{n} values of {name} are not in the hierarchy; give them labels, or choose "
                    "other variables.",
                    "n",
                    n=lacking,
                    name=name,
                ),
                "hierarchy",
                title=self.title,
            )
        # A label that all values share is the top. Where a value stands that does not occur does not matter.
        below = range(1, hierarchy.height + (not hierarchy.has_one_top))
        return [hierarchy.codes(level)[np.maximum(found, 0)] for level in below]

    def _criteria(self) -> tuple[Criterion, ...]:
        gain = "no value that gains more than {beta}"
        if self.likeness == "enhanced":
            gain = "no value that gains more than {beta}, nor more than −ln p"
        return (
            Criterion(
                "close",
                "t-close",
                sentence("a distance of at most {t} from the masked file", t=self.t),
                lambda one: one.amounts["distance"] > self.t,
            ),
            Criterion(
                "alike",
                "β-like",
                sentence(gain, beta=self.beta),
                lambda one: one.amounts["too_much"] > 0,
            ),
            Criterion(
                "private",
                "δ-disclosure private",
                sentence("|log₂(q ÷ p)| below {delta} for every value in it", delta=self.delta),
                lambda one: one.amounts["learnt"] >= self.delta,
            ),
        )
