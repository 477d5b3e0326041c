"""Measure of attribute disclosure: confidential values that are known, or guessed, without the record."""

from collections.abc import Mapping

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.measure import RecordRisk
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import plain
from sdcdesk.counting.questions import Counting
from sdcdesk.kernels.value_counts import ValueCounts
from sdcdesk.risk.diversity.attribute_findings import DECLARES, TABLES, to_findings
from sdcdesk.risk.diversity.condensed import condensed
from sdcdesk.risk.diversity.confidential_measure import ConfidentialMeasure
from sdcdesk.risk.diversity.criteria import ConfidentialGroups, Criterion
from sdcdesk.risk.diversity.figures import ALL_MISSING, NONE_RELEASED


class AttributeDisclosure(ConfidentialMeasure):
    """Records whose confidential value follows from their group, and guesses that are right.

    Who knows the key values of a person finds the group of records that look alike. If all of them have the
    same confidential value the intruder knows it, without knowing which record is the person's. Such records
    are counted, in groups of any size and apart from them in groups of k or more, which protect the identity
    and not the value.

    Elsewhere the intruder can guess the most frequent value of the group, and is right with a chance of its
    share. The sum of these chances over the records, Σ max_v n_v / n, is the number of right guesses that is
    to be expected; divided by the records with a value it is the share that is guessed right. Beside it
    stands how many would be guessed right without any key, by always naming the most frequent value of the
    file: only what is above it comes from the keys. With several confidential variables the number is that of
    the one with the most right guesses, and the shares are those of the one with the largest share of them,
    which may be another where fewer of its values are known.

    When to use it: beside k-anonymity, and to explain to others what is at stake; every figure counts people.
    When not: for numbers that hardly repeat (incomes to the cent), where groups seldom have one value and a
    guess that is nearly right is not counted; recode them first. t-closeness says how much a group differs
    from all.

    A missing confidential value is no value: it makes no group more diverse, and nothing is learnt of its
    record. Group sizes count all records. Where a missing key value matches every value, the group of a
    record are all records compatible with it.

    Examples
    --------
    Table 1 of Truta, Fotouhi and Barth-Jones 2006: two men of 20 have the same illness, and of each of the
    other four people the illness is guessed with a chance of one half.

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> from sdcdesk.core.data.variable import Role, Variable
    >>> illness = ["Colon cancer", "Breast cancer", "HIV", "Diabetes", "Diabetes", "Heart disease"]
    >>> frame = pd.DataFrame({"age": [50, 30, 30, 20, 20, 50], "sex": list("MFFMMM"), "illness": illness})
    >>> patients = sdc.Microdata(frame, [Variable(name="illness", role=Role.CONFIDENTIAL)])
    >>> found = sdc.risk.AttributeDisclosure(keys=["age", "sex"], k=2).assess(patients, patients)
    >>> found.value("records_sharing_value"), found.value("right_guesses")
    (2, 4.0)
    """

    name = "attribute_disclosure"
    title = "Attribute disclosure"
    source = (
        "Truta, Fotouhi and Barth-Jones 2006, section 1 and Table 1; the sum of largest shares is of this "
        "program"
    )
    purpose = "Confidential values that are known, or guessed well, without finding the record."
    is_counted = True
    declares = DECLARES
    tables = TABLES
    version = 2
    record_risk = RecordRisk("largest_share", "share_guessed", nothing=(NONE_RELEASED, ALL_MISSING))
    examples = (
        {},
        {"keys": ["age", "zip"], "variables": ["bonus"], "missing": "wildcard", "k": 2},
    )

    k: int = parameter(
        3,
        "Wanted group size k",
        "Groups of so many records protect the identity; their records with one value are counted apart.",
        FieldDisplay(unit="records"),
        ge=2,
    )

    def _count(self, counting: Counting, progress: Progress) -> Findings:
        original, keys = counting.original, counting.keys
        names = self.confidential_names(original, keys)
        around, variables = condensed(counting, names, lambda _name: _amounts, progress)
        confidential = ConfidentialGroups(around, variables, CRITERIA)
        return to_findings(original, keys, confidential, self.k, self.notes(original, original, keys))

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        keys = self.key_names(original)
        confidential = self.confidential_groups(
            original, masked, keys, lambda _name: _amounts, CRITERIA, progress
        )
        return to_findings(masked, keys, confidential, self.k, self.notes(original, masked, keys))


CRITERIA = (
    Criterion(
        "single",
        "among different values",
        plain("at least two different values"),
        lambda one: one.amounts["largest"] == 1,
    ),
)


def _amounts(counts: ValueCounts, _overall: np.ndarray) -> Mapping[str, np.ndarray]:
    return {
        "largest": counts.largest / counts.sizes,
        "most": counts.largest,
        "known": counts.sizes,
        # Of a group with one value it is that value.
        "value": counts.values[counts.starts],
    }
