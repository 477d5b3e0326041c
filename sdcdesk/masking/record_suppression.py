"""Record suppression: records in small groups are left out."""

from typing import ClassVar, Literal

import numpy as np

from sdcdesk.core.errors import DataError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.operation import KEY_LIKE, Masked, Method, Purpose
from sdcdesk.core.parameters import Shown, parameter
from sdcdesk.core.progress import Progress
from sdcdesk.core.quantity import GROUPS, RECORDS, Quantity, count_of
from sdcdesk.core.sentence import sentence
from sdcdesk.core.variable import Role
from sdcdesk.kernels.counting import Codes, Counting, InMemory

MISSING = {
    "category": "is a value of its own",
    "wildcard": "may be any value",
}


class RecordSuppression(Method):
    """Leave out records that share their key values with too few others.

    A record stays if at least k records of the released file, itself included, have the same values of
    all key variables: the released file is k-anonymous. Records keep their order and values.

    A missing key value counts in one of two ways (`missing`):

    - *category*: as a value of its own, equal only to another missing value. Whole groups are left out,
      which does not touch the others.
    - *wildcard*: as any value: two records agree if for each key they are equal or one of them is
      missing. Leaving out a record may then take others below k; they are left out as well, until every
      record that stays has k. This is the largest part of the file that satisfies k.

    A file in which no record has enough others is released without records, which is noted.

    When to use
        As the last step, for the few records that recoding leaves below k, and where the values of the
        records that are released must not be changed.
    When not to use
        Where many records would go, or where rare people are whom a study is about: leaving them out
        biases every result towards the frequent. Recoding, or blanking single values, loses less. Sampling
        weights are not adapted.

    Figures
    -------
    records left out, groups left out
        The records, and how many groups of equal key values they formed; a missing value counts as a
        value here in either way of `missing`.
    rounds
        How often records were left out, for *wildcard*.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"sex": ["f", "f", "m", "f"], "town": ["A", "A", "A", "B"]}))
    >>> kept = sdc.masking.RecordSuppression(keys=["sex", "town"], k=2).mask(data)
    >>> kept.data.rows.tolist()
    [0, 1]
    >>> kept.figures["records left out"].value
    2
    """

    name: ClassVar[str] = "record_suppression"
    title: ClassVar[str] = "Record suppression"
    source: ClassVar[str] = (
        "Truta, Fotouhi and Barth-Jones, Global Disclosure Risk Measures and K-Anonymity Property for "
        "Microdata, section 3"
    )
    purpose: ClassVar[Purpose] = Purpose.LEAVE_OUT

    k: int = parameter(
        3,
        "Records that must agree",
        "A record stays if at least this many, itself included, share its key values.",
        Shown(unit="records"),
        ge=2,
    )
    keys: tuple[str, ...] = parameter(
        (),
        "Key variables",
        "What an intruder may know; all variables with the role key where empty.",
        accepts=KEY_LIKE,
    )
    missing: Literal["category", "wildcard"] = parameter(
        "category", "A missing value", "How a missing key value counts.", Shown(choices=MISSING)
    )

    def summary(self) -> str:
        """Return the step in a few plain words."""
        by = f" by {', '.join(self.keys)}" if self.keys else ""
        return sentence("Records in groups below {k}{by} left out", k=self.k, by=by)

    def check(self, data: Microdata) -> tuple[str, ...]:
        """Check that there are key variables."""
        notes = super().check(data)
        if not self._keys(data):
            raise DataError(
                f"{self.title}: no variable has the role key; name the key variables, or give them the role.",
                "keys",
            )
        return notes

    def _keys(self, data: Microdata) -> tuple[str, ...]:
        return self.keys or data.named(Role.KEY)

    def _mask(self, data: Microdata, rng: np.random.Generator, progress: Progress) -> Masked:
        counting = InMemory()
        codings = [data.coding(name) for name in self._keys(data)]
        keys = [Codes(coding.codes, len(coding.categories)) for coding in codings]
        kept, rounds = self._kept(counting, keys, progress)
        left_out = np.ones(len(data), dtype=bool)
        left_out[kept] = False
        groups = len(counting.groups(_some(keys, np.flatnonzero(left_out))).sizes)
        figures = {
            "records left out": Quantity(len(data) - len(kept), RECORDS),
            "groups left out": Quantity(groups, GROUPS),
        }
        if self.missing == "wildcard":
            figures["rounds"] = Quantity(rounds, count_of("round"))
        notes = () if len(kept) or not len(data) else ("Every record was left out: the file is empty.",)
        return Masked(data.take(kept), figures, notes)

    def _kept(self, counting: Counting, keys: list[Codes], progress: Progress) -> tuple[np.ndarray, int]:
        """Return the positions of the records that stay, and how often records were left out."""
        kept, rounds = np.arange(len(keys[0].values)), 0
        while len(kept):
            progress.at(0.5, self.title)
            remaining = _some(keys, kept)
            if self.missing == "category":
                agreeing = counting.groups(remaining).record_sizes
            else:
                agreeing = counting.compatible(remaining)
            if (agreeing >= self.k).all():
                break
            kept, rounds = kept[agreeing >= self.k], rounds + 1
        return kept, rounds


def _some(keys: list[Codes], positions: np.ndarray) -> list[Codes]:
    return [Codes(key.values[positions], key.size) for key in keys]
