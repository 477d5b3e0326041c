"""Record suppression: records that are not safe are left out."""

from collections.abc import Iterator
from typing import ClassVar, Literal, Self

import numpy as np
from pydantic import model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.sampling_weights import weight_name
from sdcdesk.core.numbers.contributions import KNOWN_TO_ALL, NEVER_PUBLISHED
from sdcdesk.core.numbers.quantity import GROUPS, RECORDS, Quantity
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Purpose
from sdcdesk.core.operations.parameters import Accepts, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.column import Secrecy
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Percentage, Sentence, joined_by_or, sentence
from sdcdesk.kernels.counting import Codes, compatible_records, group_records
from sdcdesk.kernels.value_counts import counted
from sdcdesk.masking.declared import RECORDS_LEFT_OUT, ROUNDS
from sdcdesk.masking.suppression.class_conditions import (
    AnyClassCondition,
    ClassValues,
    breaking_groups,
    require_confidential,
)
from sdcdesk.masking.suppression.record_safety import SafeRecordsMethod, require_people

MISSING = {
    "category": "is a value of its own",
    "wildcard": "may be any value",
}


GROUPS_LEFT_OUT = Declared(
    "groups_left_out",
    "Groups left out",
    GROUPS,
    "How many groups of equal key values the records left out formed; a missing value always counts as a "
    "value here.",
    better="less",
)

RECORDS_BREAKING = Declared(
    "records_breaking",
    "Left out for a condition",
    RECORDS,
    "Records left out whose group is safe by its size or risk, and breaks a condition on a confidential "
    "variable.",
    secrecy=Secrecy.INTERNAL,
)


class RecordSuppression(SafeRecordsMethod):
    """Leave out records that are not safe: too few others share their key values, or their risk is too large.

    A record is safe in one of two ways (`by`):

    - *k*: at least k records of the released file, itself included, have the same values of all key
      variables. The released file is then k-anonymous.
    - *risk*: its individual risk in the population, estimated from the number of these records and their
      sampling weights, is at most `largest_risk`; see the measure *individual risk*. The weights of the
      records that stay are not raised, so that the risk is that of the records that are released.

    Records that stay keep their order and values. A missing key value counts in one of two ways (`missing`):

    - *category*: as a value of its own, equal only to another missing value. Whole groups are left out,
      which does not touch the others.
    - *wildcard*: as any value: two records agree if for each key they are equal or one of them is
      missing. Leaving out a record may then make others unsafe; they are left out as well, until every
      record that stays is safe. By k this is the largest part of the file that satisfies k.

    Besides, the confidential values of each group can be asked to be diverse, or close to those of the whole
    file (`conditions`); a group that breaks a condition is left out as a whole. For p-sensitivity ask for p
    different values (distinct diversity) of each confidential variable. A missing confidential value is no
    value, and a group without any meets each condition. Closeness is that to the released records, as the
    measure *t-closeness* has it: groups too far from those that stay are left out together, and the rest is
    looked at again beside the fewer records, until all are close enough. Conditions are asked of groups, and
    so only where a missing key value is a value of its own.

    A file in which no record is safe is released without records, which is noted.

    When to use
        As the last step, for the few records that recoding leaves unsafe, and where the values of the
        records that are released must not be changed.
    When not to use
        Where many records would go, or where rare people are whom a study is about: leaving them out
        biases every result towards the frequent. Recoding, or local suppression, loses less. Sampling
        weights are not adapted.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"sex": ["f", "f", "m", "f"], "town": ["A", "A", "A", "B"]}))
    >>> kept = sdc.masking.RecordSuppression(keys=["sex", "town"], k=2).mask(data)
    >>> kept.data.rows.tolist()
    [0, 1]
    >>> kept.figures["records_left_out"].value
    2

    The two who stay must not have the same illness, too:

    >>> data = sdc.Microdata(data.frame.assign(illness=["flu", "flu", "flu", "asthma"]))
    >>> diverse = {"kind": "distinct", "variable": "illness", "l": 2}
    >>> sdc.masking.RecordSuppression(keys=["sex"], k=1, conditions=[diverse]).apply(data).rows.tolist()
    [0, 1, 3]
    """

    name: ClassVar[str] = "record_suppression"
    title: ClassVar[str] = "Record suppression"
    source: ClassVar[str] = (
        "Truta, Fotouhi and Barth-Jones, Global Disclosure Risk Measures and K-Anonymity Property for "
        "Microdata, section 3"
    )
    purpose: ClassVar[Purpose] = Purpose.LEAVE_OUT
    declares = (
        RECORDS_LEFT_OUT,
        GROUPS_LEFT_OUT,
        RECORDS_BREAKING,
        ROUNDS,
    )
    examples = (
        {"k": 3},
        {"k": 2, "keys": ["age"], "conditions": [{"kind": "distinct", "variable": "bonus", "l": 3}]},
        {"k": 6, "keys": ["zip", "age"], "missing": "wildcard"},
        {"by": "risk", "largest_risk": 0.1, "weight": "weight"},
    )

    missing: Literal["category", "wildcard"] = parameter(
        "category", "A missing value", "How a missing key value counts.", FieldDisplay(choices=MISSING)
    )

    k: int = parameter(
        3,
        "Records that must agree",
        "A record is safe if at least this many, itself included, share its key values; 1 only beside a "
        "condition.",
        FieldDisplay(unit="records", when={"by": ("k",)}),
        ge=1,
    )
    conditions: tuple[AnyClassCondition, ...] = parameter(
        (),
        "Conditions on groups",
        "What the values of confidential variables must hold in every group that stays: distinct, entropy or "
        "recursive diversity, or closeness.",
        FieldDisplay(when={"missing": ("category",)}, empty="none"),
    )

    @model_validator(mode="after")
    def _asks_for_something(self) -> Self:
        if self.by == "k" and self.k < 2 and not self.conditions:
            raise FieldError("k", "must be at least 2 where no condition is asked for")
        return self

    def summary(self) -> str:
        """Return the step in a few plain words."""
        if not self.conditions:
            return self._without_conditions()
        if self.by == "risk":
            words = "Risks above {largest} by {keys} and groups breaking {conditions} left out"
            if not self.keys:
                words = "Risks above {largest} and groups breaking {conditions} left out"
        elif self.k > 1:
            words = "Groups by {keys} below {k} or breaking {conditions} left out"
            if not self.keys:
                words = "Groups below {k} or breaking {conditions} left out"
        else:
            words = "Groups by {keys} breaking {conditions} left out"
            if not self.keys:
                words = "Groups breaking {conditions} left out"
        return sentence(
            words,
            k=self.k,
            largest=Percentage(100 * self.largest_risk),
            keys=", ".join(self.keys),
            conditions=joined_by_or([one.words for one in self.conditions]),
        )

    def _without_conditions(self) -> Sentence:
        if self.by == "k":
            words = (
                "Records in groups below {k} by {keys} left out"
                if self.keys
                else "Records in groups below {k} left out"
            )
        elif self.keys:
            words = "Records with a risk above {largest} by {keys} left out"
        else:
            words = "Records with a risk above {largest} left out"
        largest = Percentage(100 * self.largest_risk)
        return sentence(words, k=self.k, largest=largest, keys=", ".join(self.keys))

    def chosen(self) -> Iterator[tuple[str, str, Accepts]]:
        """Walk through (parameter, variable named by it, what the parameter accepts)."""
        yield from super().chosen()
        yield from (("conditions", one.variable, Accepts()) for one in self.conditions)

    def check(self, data: Microdata) -> tuple[str, ...]:
        """Check that the method fits the data, and that no condition is about a key."""
        notes = super().check(data)
        require_confidential(data, self.key_names(data), self.conditions)
        return notes

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        codings = [data.coding(name) for name in self.key_names(data)]
        keys = [Codes(coding.codes, len(coding.categories)) for coding in codings]
        safe, rounds = self._kept(data, keys, progress)
        kept = self._meeting(data, keys, safe)
        left_out = np.ones(len(data), dtype=bool)
        left_out[kept] = False
        groups = len(group_records(_some(keys, np.flatnonzero(left_out))).sizes)
        figures = {
            RECORDS_LEFT_OUT: Quantity(len(data) - len(kept), RECORDS, contributions=KNOWN_TO_ALL),
            GROUPS_LEFT_OUT: Quantity(groups, GROUPS),
        }
        if self.conditions:
            # More than k − 1 records a group would say that somebody's group broke a condition.
            figures[GROUPS_LEFT_OUT] = Quantity(groups, GROUPS, contributions=NEVER_PUBLISHED)
            figures[RECORDS_BREAKING] = Quantity(len(safe) - len(kept), RECORDS)
        if self.missing == "wildcard":
            figures[ROUNDS] = Quantity(rounds, ROUNDS.unit)
        notes = () if len(kept) or not len(data) else ("Every record was left out: the file is empty.",)
        return Masked(data.take(kept), figures, notes)

    def _meeting(self, data: Microdata, keys: list[Codes], safe: np.ndarray) -> np.ndarray:
        """Return the positions of the safe records whose groups break no condition."""
        if not self.conditions or not len(safe):
            return safe
        groups = group_records(_some(keys, safe))
        values = {
            name: ClassValues.of_variable(data, name, counted(groups.labels, data.coding(name).codes[safe]))
            for name in dict.fromkeys(one.variable for one in self.conditions)
        }
        none = np.zeros(len(groups.sizes), dtype=bool)
        kept: np.ndarray = safe[~breaking_groups(self.conditions, values, none)[groups.labels]]
        return kept

    def _kept(self, data: Microdata, keys: list[Codes], progress: Progress) -> tuple[np.ndarray, int]:
        """Return the positions of the records that stay, and how often records were left out."""
        safety = self.safety(data)
        kept, rounds = np.arange(len(data)), 0
        while len(kept):
            progress.at(0.5, self.title)
            weights = None if safety.weights is None else safety.weights[kept]
            found, people = self._sharing(_some(keys, kept), weights, progress)
            if people is not None:
                require_people(found, people, data.rows[kept], weight_name(self.weight, data))
            safe = safety.safe(found, people)
            if safe.all():
                break
            kept, rounds = kept[safe], rounds + 1
        return kept, rounds

    def _sharing(
        self, keys: list[Codes], weights: np.ndarray | None, progress: Progress
    ) -> tuple[np.ndarray, np.ndarray | None]:
        """Return how many records, and people, share the key of each record."""
        if self.missing == "wildcard":
            found = compatible_records(keys, progress=progress)
            return found, None if weights is None else compatible_records(keys, weights, progress)
        groups = group_records(keys)
        people = None if weights is None else np.bincount(groups.labels, weights)[groups.labels]
        return groups.record_sizes, people


def _some(keys: list[Codes], positions: np.ndarray) -> list[Codes]:
    return [Codes(key.values[positions], key.size) for key in keys]
