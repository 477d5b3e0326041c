"""Local suppression as a method: parameters, manual page and figures."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Annotated, ClassVar, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from sdcdesk.core.data.described_frame import DescribedFrame
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.sampling_weights import weight_name
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.numbers.quantity import RECORDS, Quantity
from sdcdesk.core.operations.masked import ByVariable, Masked
from sdcdesk.core.operations.method import Purpose
from sdcdesk.core.operations.operation import fitting
from sdcdesk.core.operations.parameters import KEY_LIKE, Accepts, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared, Section
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import Percentage, joined, sentence
from sdcdesk.counting.key_codes import key_codes
from sdcdesk.masking.declared import CELLS_BLANKED
from sdcdesk.masking.local_suppression.declared import (
    CELLS_IF_ALIKE,
    FAILING_STRICT,
    MOST_SAVED,
    SAVINGS,
    UNSAFE_AFTER,
    UNSAFE_BEFORE,
)
from sdcdesk.masking.local_suppression.key_tuple_check import Check
from sdcdesk.masking.local_suppression.key_tuples import KeyTuples, Masks, Sharing
from sdcdesk.masking.local_suppression.recoding_trials import (
    RECODINGS,
    Trial,
    recoding_trials,
    saved,
)
from sdcdesk.masking.local_suppression.strict_suppression import strict_blanks
from sdcdesk.masking.local_suppression.subsets import subsets_by_cost
from sdcdesk.masking.local_suppression.wildcard_suppression import wildcard_blanks
from sdcdesk.masking.recoding.method import Recoding
from sdcdesk.masking.strata import find_strata
from sdcdesk.masking.suppression.linked_suppression import SuppressesValues
from sdcdesk.masking.suppression.record_safety import SafeRecordsMethod, Safety, require_people

MOST_KEYS = 16
"""Subsets of more keys are too many to try."""

MODES = {
    "strict": "strict: by the original records",
    "wildcard": "wildcard: other blanks match too",
}

Importance = Annotated[float, Field(ge=1e-9, le=1e9)]


def _key_names(data: DescribedFrame) -> tuple[str, ...]:
    return fitting(KEY_LIKE, data)


Reported = Mapping[Declared, Quantity]

Demand = tuple[Safety, int]
"""What makes a record safe by every combination of so many keys."""


class LocalSuppression(SuppressesValues, SafeRecordsMethod):
    """Blank single key values of the records that are not safe, as few as possible.

    A record is safe if at least k records share its key values (`by` *k*), or if its individual risk in the
    population, estimated from the number of these records and their sampling weights, is at most a limit
    (`by` *risk*). In records that are not safe, values of key variables are taken out until they are. A
    missing value matches every value, whether it was missing before or is blanked now.

    Two modes count these records differently, and so promise something else:

    - *strict*: a masked record is compared with the records of the file before the step. What is blanked in
      other records does not help it. Each record is then a question of its own, and it gets the cheapest set
      of blanks that suffices: the total is the least possible. A strict result is safe by wildcard too.
    - *wildcard*: a masked record is compared with the masked records, in which blanks match everything. Far
      fewer blanks suffice, because a record with a blank becomes compatible with records of other keys. That
      protects less: an intruder may guess which value was blanked. Unrestrained, the rule is empty: a few
      records blanked in all keys would match, and so protect, everyone. Hence only records that are not safe
      are touched, each with a cheapest set of blanks that would make it safe by itself, and those first that
      help most others. The number of blanks is small, not proved least. The records that `strict` would not
      find safe are counted.

    Where an intruder knows only some of the key variables at once, `together` says how many: every
    combination of that many is made safe, instead of the one of all keys. Less is known more easily, and so
    more may be asked of it: `fewer` gives an own number of records for every single key, for every two, and
    so on, which must be shared besides. With `fewer` 10, 5 and k = 3 every value of a key is that of ten
    records, every two values those of five, and all together of three. In the mode *wildcard* keys are
    blanked for those of these numbers that can be reached, also where others cannot. With `within` only
    records of the same stratum count; the variables that form it are never blanked, and the intruder knows
    them.

    A blank in a variable costs its `importance`: an importance of 3 is spared as long as two blanks of
    importance 1 do as well. Of sets of equal cost the one with fewer blanks is taken, then the one in the
    variables with more different values, then the one in those that are named first.

    Linked variables (`linked`) tell the value of a key, as the year of birth tells the age: they are no keys
    themselves, and become empty in the records in which that key is blanked. Shared variables (`shared`)
    describe a whole household: where one member loses such a value, all do, for else the others tell it. More
    blanks make no record less safe, but they are then not the fewest possible.

    Where not even all blanks make a record safe, as in a stratum of fewer than k records, it stays as it is,
    and is counted: leave it out by record suppression.

    When to use
        After recoding, for the records that it leaves unsafe: what is blanked is little, and all that is
        released is true.
    When not to use
        Where many records are unsafe: recode first, for many blanks are not missing at random and bias what
        is computed from them. Continuous variables with nearly as many values as records lose nearly all
        their values. Assess the result with missing key values that match every value; as values of their
        own the blanks themselves look rare. Nor where intruders know nearly everybody: a blank says that the
        value would have been too rare. Who knows all others applies this step to each value that he thinks
        possible; of files of twenty to forty people with three keys, one value alone gave the released file
        for a sixth to a half of the blanks.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> people = {"sex": ["f", "f", "f", "m"], "town": ["A", "A", "B", "B"]}
    >>> data = sdc.Microdata(pd.DataFrame(people))
    >>> masked = sdc.masking.LocalSuppression(keys=["sex", "town"], k=2).mask(data)
    >>> masked.data.frame.fillna("").values.tolist()
    [['f', 'A'], ['f', 'A'], ['', 'B'], ['', 'B']]
    >>> masked.figures["cells_blanked"].value
    2
    """

    name: ClassVar[str] = "local_suppression"
    title: ClassVar[str] = "Local suppression"
    source: ClassVar[str] = (
        "Domingo-Ferrer and Torra, Disclosure Control Methods and Information Loss for Microdata, section 3 "
        "(Local Suppression); Hundepool et al. (2012), Statistical Disclosure Control, section 3.4"
    )
    purpose: ClassVar[Purpose] = Purpose.LEAVE_OUT
    declares = (UNSAFE_BEFORE, FAILING_STRICT, UNSAFE_AFTER, MOST_SAVED)
    tables = (*SuppressesValues.tables, SAVINGS, RECODINGS)
    examples = (
        {"keys": ["age", "zip"], "k": 3},
        {"keys": ["age", "zip"], "k": 4, "mode": "wildcard", "together": 1, "within": ["school"]},
        {"by": "risk", "largest_risk": 0.1, "weight": "weight", "importance": {"age": 2.5}},
        {"keys": ["zip", "age"], "linked": {"zip": ["school", "income"]}, "savings": True, "shared": ["zip"]},
        {"keys": ["age", "school"], "k": 2, "fewer": [5, 3]},
        {"keys": ["zip", "age"], "recodings": [{"variable": "zip", "how": "prefix", "keep": 2}]},
    )

    mode: Literal["strict", "wildcard"] = parameter(
        "strict",
        "Compared with",
        "Whether a record must be safe by the values that others had, or may count on their blanks too.",
        FieldDisplay(choices=MODES),
    )
    together: int | None = parameter(
        None,
        "Keys known at once",
        "Every combination of so many key variables is made safe; all of them together where empty.",
        FieldDisplay(unit="variables", empty="all"),
        ge=1,
    )
    fewer: tuple[Annotated[int, Field(ge=1)], ...] = parameter(
        (),
        "Records by fewer keys",
        "How many records must agree besides in every single key, in every two, and so on; 1 asks nothing.",
        FieldDisplay(unit="records", more=True, empty="none", when={"by": ("k",)}),
        max_length=MOST_KEYS,
    )
    within: tuple[str, ...] = parameter(
        (),
        "Within strata of",
        "Records are compared within groups that agree on these variables, whose values stay.",
        FieldDisplay(more=True, empty="one stratum, all records"),
        accepts=KEY_LIKE,
    )
    importance: dict[str, Importance] = parameter(
        {},
        "Importance",
        "What a blank in a key variable costs, above 0. A variable without a number has 1; where all are "
        "alike, the fewest cells are blanked.",
        FieldDisplay(more=True, empty="all alike", rows=_key_names),
    )

    savings: bool = parameter(
        False,
        "Tell what recoding saves",
        "Report for each key variable how many cells would be blanked if it were recoded to a single value: "
        "recoding it saves no more, if all are alike in importance. Takes as long again for each key.",
        FieldDisplay(more=True),
    )

    recodings: tuple[Recoding, ...] = parameter(
        (),
        "Recodings to try",
        "Recodings of key variables, of which is told how many cells would be blanked after each, and after "
        "all of them; the step applies none. In the window, those that the recipe holds switched off.",
        FieldDisplay(more=True, empty="none"),
    )

    @model_validator(mode="after")
    def _strata_are_no_keys(self) -> Self:
        if set(self.within) & set(self.keys):
            raise FieldError("within", "a variable is a key too; its values could not stay")
        return self

    def summary(self) -> str:
        """Return the step in a few plain words."""
        most, alone = Percentage(100 * self.largest_risk), self.mode == "strict"
        if self.by == "k":
            words = (
                "Keys blanked to k = {k}, other blanks not counted"
                if alone
                else "Keys blanked to k = {k}, other blanks count as matches"
            )
            whole = sentence(words, k=self.k)
            if not self.fewer:
                return whole
            sizes = sentence("by fewer keys to {sizes}", sizes=", ".join(map(str, self.fewer)))
            return joined([whole, sizes])
        words = (
            "Keys blanked to a risk of at most {most}, other blanks not counted"
            if alone
            else "Keys blanked to a risk of at most {most}, other blanks count as matches"
        )
        return sentence(words, most=most)

    def check(self, data: Microdata) -> tuple[str, ...]:
        """Check that there are keys, not too many, and that the other parameters go with them."""
        notes = super().check(data)
        names = self.key_names(data)
        if len(names) > MOST_KEYS:
            words = "{n} key variables have too many subsets to try; name at most {most}."
            raise DataError(sentence(words, n=len(names), most=MOST_KEYS), "keys", title=self.title)
        if self.together is not None and self.together > len(names):
            words = "there are only {n} key variables, fewer than are known at once."
            raise DataError(sentence(words, n=len(names)), "together", title=self.title)
        if len(self.fewer) > len(names):
            words = "there are only {n} key variables, fewer than numbers of records are given."
            raise DataError(sentence(words, n=len(names)), "fewer", title=self.title)
        if set(self.within) & set(names):
            raise DataError(
                sentence(
                    "a variable of the strata has the role key, and its values could not "
                    "stay; name the key variables without it.",
                ),
                "within",
                title=self.title,
            )
        strange = next((one.variable for one in self.recodings if one.variable not in names), None)
        if strange is not None:
            words = "{name} is no key variable, so recoding it saves nothing; leave it out."
            raise DataError(sentence(words, name=short(strange)), "recodings", title=self.title)
        other = next((name for name in self.importance if name not in names), None)
        if other is not None:
            words = "{name} is no key variable; leave it out."
            raise DataError(sentence(words, name=short(other)), "importance", title=self.title)
        continuous = next((name for name in names if data.variable(name).scale is Scale.CONTINUOUS), None)
        if continuous is None:
            return notes
        advice = sentence(
            "{title} is not advised for continuous variables such as {continuous}.",
            title=self.title,
            continuous=short(continuous),
        )
        return (*notes, advice)

    def chosen(self) -> Iterator[tuple[str, str, Accepts]]:
        """Walk through (parameter, variable named by it, what the parameter accepts), also of recodings."""
        yield from super().chosen()
        for one in self.recodings:
            yield from (("recodings", name, accepted) for _, name, accepted in one.chosen())

    def blanked_names(self, data: Microdata) -> tuple[str, ...]:
        """Return the key variables, which alone are blanked for their own sake."""
        return self.key_names(data)

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        names, safety = self.key_names(data), self.safety(data)
        keys, strata = key_codes(data, names, progress), find_strata(data, self.within)
        tuples = KeyTuples.from_keys(keys, strata, safety.weights)
        sharing = Sharing(tuples, safety, progress=progress)
        if safety.weights is not None:
            self._require_people(data, tuples, sharing)
        demands = self._demands(names, safety)
        original = Check(tuples, [(sharing.asking(asked), number) for asked, number in demands])
        masks = self._masks(names, tuples, demands, original, progress.part(0.0, 0.9))
        progress.at(0.9, self.title)
        blanked = masks[tuples.labels]
        cells = {name: (blanked >> key & 1).astype(bool) for key, name in enumerate(names)}
        blanked = self.with_blanks(data, cells)
        before = original.safe(np.zeros_like(masks))
        strict = safe = original.safe(masks, known=before)
        if self.mode == "wildcard":
            released = Sharing(tuples, safety, masks, progress=progress)
            asked_of = [(released.asking(asked), number) for asked, number in demands]
            safe = Check(tuples, asked_of).safe(masks, known=strict)
        reported = {
            **blanked.reported,
            UNSAFE_BEFORE: _records(tuples, ~before),
            FAILING_STRICT: _records(tuples, ~strict),
            UNSAFE_AFTER: _records(tuples, ~safe),
        }
        gaps = any(data.missing(name).any() for name in names)
        remarks = self._remarks(reported, with_gaps=gaps)
        tables = blanked.tables
        if self.savings:
            fewer = self._with_a_key_less(data, names, draws, progress.part(0.9, 0.95))
            tables += (SAVINGS.table(fewer),) if fewer else ()
        trials = self._trials(data, reported, draws, progress.part(0.95, 1.0)) if self.recodings else ()
        sections: tuple[Section, ...] = ()
        if trials:
            most = [one for one in saved(trials) if one.value is not None]
            reported[MOST_SAVED] = max(most, key=lambda one: one.value or 0)
            sections = (RECODINGS.section(trials, name="trials", title="Recoding or suppression"),)
        return Masked(blanked.data, reported, remarks, tables, sections)

    def _trials(
        self, data: Microdata, reported: Reported, draws: Draws, progress: Progress
    ) -> tuple[Trial, ...]:
        """Return how many cells would be blanked after each recoding to try."""
        step = self.changed(savings=False, recodings=(), linked={})

        def blank(recoded: Microdata, share: Progress) -> tuple[Quantity, Quantity]:
            step.check(recoded)
            found = step._mask(recoded, draws, share).reported
            return found[CELLS_BLANKED], found[UNSAFE_AFTER]

        none = Trial("", reported[CELLS_BLANKED], reported[UNSAFE_AFTER])
        return recoding_trials(data, self.recodings, none, blank, progress)

    def _with_a_key_less(
        self, data: Microdata, names: tuple[str, ...], draws: Draws, progress: Progress
    ) -> ByVariable:
        """Return for each key how many cells would be blanked if it were recoded to a single value."""
        if len(names) == 1:
            return {}
        found: dict[str, dict[Declared, Quantity]] = {}
        for name, share in progress.over(names, self.title):
            others = tuple(other for other in names if other != name)
            fewer = self.changed(
                keys=others,
                together=None if self.together is None else min(self.together, len(others)),
                fewer=self._fewer_without(len(others)),
                importance={key: cost for key, cost in self.importance.items() if key != name},
                linked={},
                shared=tuple(key for key in self.shared if key != name),
                savings=False,
                recodings=(),
            )
            found[name] = {CELLS_IF_ALIKE: fewer._mask(data, draws, share).reported[CELLS_BLANKED]}
        return found

    def _together(self, names: tuple[str, ...]) -> int:
        return len(names) if self.together is None else self.together

    def _demands(self, names: tuple[str, ...], safety: Safety) -> list[Demand]:
        """Return what is asked of how many keys at once, the fewest first."""
        asked = [(replace(safety, k=k), number) for number, k in enumerate(self.fewer, start=1) if k > 1]
        return sorted([*asked, (safety, self._together(names))], key=lambda one: one[1])

    def _fewer_without(self, keys: int) -> tuple[int, ...]:
        """Return the sizes by fewer keys where so many are left; what was asked of one more holds of all."""
        kept, beyond = list(self.fewer[:keys]), self.fewer[keys:]
        if beyond:
            kept[-1] = max(kept[-1], *beyond)
        return tuple(kept)

    def _masks(
        self,
        names: tuple[str, ...],
        tuples: KeyTuples,
        demands: Sequence[Demand],
        original: Check,
        progress: Progress,
    ) -> Masks:
        """Return the keys to blank in each tuple."""
        importance = [self.importance.get(name, 1.0) for name in names]
        if self.mode == "strict":
            return strict_blanks(tuples, original, subsets_by_cost(importance, tuples.sizes), progress)
        masks = np.zeros(len(tuples), dtype=np.int64)
        chosen = [
            (keys, safety) for safety, number in demands for keys in combinations(range(len(names)), number)
        ]
        for (keys, safety), share in progress.over(chosen, self.title):
            part = tuples.part(keys, masks)
            subsets = subsets_by_cost([importance[key] for key in keys], part.sizes)
            blanked = wildcard_blanks(part, safety, subsets, share)
            for place, key in enumerate(keys):
                masks |= (blanked >> place & 1) << key
        return masks

    def _require_people(self, data: Microdata, tuples: KeyTuples, sharing: Sharing) -> None:
        found, people = sharing.counts(tuples.blanked(0))
        of_records = None if people is None else people[tuples.labels]
        require_people(found[tuples.labels], of_records, data.rows, weight_name(self.weight, data))

    def _remarks(self, reported: Reported, *, with_gaps: bool) -> tuple[str, ...]:
        """Return what the user should know; `with_gaps` says whether key values were missing before."""
        notes: list[str] = []
        if with_gaps and not reported[UNSAFE_BEFORE].value:
            # Scenarios take missing values for values of their own unless they are told otherwise.
            notes.append(
                "Nothing is blanked: missing key values match every value, and by that every record is safe. "
                "A scenario that takes them for values of their own may find unsafe records all the same."
            )
        if unsafe := reported[UNSAFE_AFTER].value:
            notes.append(
                sentence(
                    "{n} record is not safe whatever is blanked, and stays as it is; leave it out by record "
                    "suppression.",
                    "{n} records are not safe whatever is blanked, and stay as they are; leave them out by "
                    "record suppression.",
                    "n",
                    n=int(unsafe),
                )
            )
        failing = int(reported[FAILING_STRICT].value or 0) - int(unsafe or 0)
        if self.mode == "wildcard" and failing:
            notes.append(
                sentence(
                    "{n} record is safe by the blanks of others only, and would not be in the mode strict.",
                    "{n} records are safe by the blanks of others only, and would not be in the mode strict.",
                    "n",
                    n=failing,
                )
            )
        if reported[CELLS_BLANKED].value:
            notes.append(
                "Blanks are missing values: assess the result with missing key values that match every value."
            )
        return tuple(notes)


def _records(tuples: KeyTuples, which: np.ndarray) -> Quantity:
    return Quantity(int(tuples.records[which].sum()), RECORDS)
