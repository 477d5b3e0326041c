"""Measure of l-diversity: how many confidential values an intruder cannot tell apart."""

from collections.abc import Mapping

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.counting.questions import Counting
from sdcdesk.kernels.diversity import effective_numbers, head_to_tail
from sdcdesk.kernels.value_counts import ValueCounts
from sdcdesk.risk.diversity.condensed import condensed
from sdcdesk.risk.diversity.confidential_measure import ConfidentialMeasure
from sdcdesk.risk.diversity.criteria import ConfidentialGroups, Criterion
from sdcdesk.risk.diversity.l_diversity_findings import DECLARES, TABLES, to_findings


class LDiversity(ConfidentialMeasure):
    """Whether every group of records that look alike has enough different confidential values.

    Who knows the key values of a person finds the group of the person, and learns what its records have in
    common. In a group with one confidential value that is the value itself, however large the group. The more
    values a group has, and the more evenly, the less is learnt. Five readings are assessed together, for
    every confidential variable, and each of them for every group:

    - *distinct l-diversity*: at least l different values;
    - *entropy l-diversity*: exp(−Σ p log p) ≥ l, p being the shares of the values in the group; it is called
      the number of effective values, and one within 10⁻⁹ of a whole number counts as that number, so that a
      group of 2 + 2 + 2 satisfies l = 3;
    - *recursive (c, l)-diversity*: r_1 < c (r_l + … + r_m), with the frequencies r_1 ≥ r_2 ≥ … ≥ r_m of the m
      values of the group; no group with fewer than l values satisfies it;
    - *p-sensitive k-anonymity*, p being l: groups of k records or more, with l different values;
    - *(α, k)-anonymity*: groups of k records or more, in which no value has a share of more than α.

    A file satisfies one of them if all groups do. With several confidential variables each is assessed by
    itself; a figure is that of the worst, and a record counts if any variable breaks the criterion.

    When to use it: after k-anonymity holds, whenever a file has confidential variables. When not: for values
    that differ and mean the same to the intruder (two cancers, two incomes that are nearly equal), which
    count as different here: recode them first, or look at t-closeness; nor where one value is rare and
    harmless in all groups, so that no file could satisfy it.

    A missing confidential value is no value: it makes no group more diverse, and its record does not break
    what is asked of values. Group sizes count all records. With missing key values as a value of their own,
    groups of equal keys are assessed; where a missing value matches every value, the group of a record are
    all records compatible with it, and the groups of those records are assessed that have a confidential
    value. Shares are divided by the released records.

    Examples
    --------
    Table 1 of Truta, Fotouhi and Barth-Jones 2006 is 2-anonymous; the two men of 20 have the same illness:

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> from sdcdesk.core.data.variable import Role, Variable
    >>> illness = ["Colon cancer", "Breast cancer", "HIV", "Diabetes", "Diabetes", "Heart disease"]
    >>> frame = pd.DataFrame({"age": [50, 30, 30, 20, 20, 50], "sex": list("MFFMMM"), "illness": illness})
    >>> patients = sdc.Microdata(frame, [Variable(name="illness", role=Role.CONFIDENTIAL)])
    >>> found = sdc.risk.LDiversity(keys=["age", "sex"], l=2).assess(patients, patients)
    >>> found.value("k"), found.value("distinct_l"), round(found.value("share_not_distinct"), 4)
    (2, 1, 0.3333)
    """

    name = "l_diversity"
    title = "l-diversity"
    source = (
        "Machanavajjhala, Gehrke, Kifer and Venkitasubramaniam 2006 (distinct, entropy, recursive); Truta "
        "and Vinay 2006 (p-sensitive k-anonymity); Wong, Li, Fu and Wang 2006 ((α, k)-anonymity)"
    )
    purpose = "Whether people who look alike differ enough in what is confidential."
    is_counted = True
    declares = DECLARES
    tables = TABLES
    version = 2
    examples = (
        {},
        {
            "keys": ["age", "zip"],
            "variables": ["bonus"],
            "missing": "wildcard",
            "l": 3,
            "c": 1.5,
            "alpha": 0.9,
            "k": 2,
        },
    )

    l: int = parameter(  # noqa: E741 - the letter of the papers
        2,
        "Wanted values l",
        "Groups with fewer different (or effective) values of a confidential variable violate l-diversity.",
        FieldDisplay(unit="values"),
        ge=2,
    )
    c: float = parameter(
        3.0,
        "Ratio c",
        "Of recursive diversity: the most frequent value must be less than c times as frequent as all from "
        "the l-th most frequent on.",
        gt=0,
    )
    alpha: float = parameter(
        0.5,
        "Largest share α",
        "Of (α, k)-anonymity: no value may have a larger share in a group; 1 forbids nothing.",
        FieldDisplay(unit="as a share"),
        gt=0,
        le=1,
    )
    k: int = parameter(
        3,
        "Wanted group size k",
        "Of p-sensitive k-anonymity and (α, k)-anonymity: smaller groups violate them.",
        FieldDisplay(unit="records"),
        ge=2,
    )

    def _count(self, counting: Counting, progress: Progress) -> Findings:
        original, keys = counting.original, counting.keys
        names = self.confidential_names(original, keys)
        around, variables = condensed(counting, names, lambda _name: self._amounts, progress)
        confidential = ConfidentialGroups(around, variables, self._criteria())
        return to_findings(original, keys, confidential, self.notes(original, original, keys))

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        keys = self.key_names(original)
        confidential = self.confidential_groups(
            original, masked, keys, lambda _name: self._amounts, self._criteria(), progress
        )
        return to_findings(masked, keys, confidential, self.notes(original, masked, keys))

    def _amounts(self, counts: ValueCounts, _overall: np.ndarray) -> Mapping[str, np.ndarray]:
        return {
            "distinct": counts.distinct,
            "effective": effective_numbers(counts),
            "ratio": head_to_tail(counts, self.l),
            "largest": counts.largest / counts.sizes,
        }

    def _criteria(self) -> tuple[Criterion, ...]:
        values = sentence("at least {l} different values", l=self.l)
        return (
            Criterion("distinct", "distinct l-diverse", values, lambda one: one.amounts["distinct"] < self.l),
            Criterion(
                "entropy",
                "entropy l-diverse",
                sentence("at least {l} effective values", l=self.l),
                lambda one: one.amounts["effective"] < self.l,
            ),
            Criterion(
                "recursive",
                "(c, l)-diverse",
                sentence(
                    "the most frequent value less than {c} times as frequent as all from number {l} on",
                    c=self.c,
                    l=self.l,
                ),
                lambda one: one.amounts["ratio"] >= self.c,
            ),
            Criterion(
                "sensitive",
                "p-sensitive k-anonymous",
                sentence("at least {k} records and at least {l} different values", k=self.k, l=self.l),
                lambda one: one.amounts["distinct"] < self.l,
                smallest=self.k,
            ),
            Criterion(
                "alpha",
                "(α, k)-anonymous",
                sentence(
                    "at least {k} records, and no value with a share of more than {alpha}",
                    k=self.k,
                    alpha=self.alpha,
                ),
                lambda one: one.amounts["largest"] > self.alpha,
                smallest=self.k,
            ),
        )
