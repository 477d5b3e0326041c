"""Data swapping: pairs of records of one stratum exchange their values of some variables."""

from typing import ClassVar, Literal, Self

import numpy as np
from pydantic import model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.numbers.decimal_fraction import exact
from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Quantity, share
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Purpose
from sdcdesk.core.operations.parameters import KEY_LIKE, REQUIRED, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Percentage, Sentence, sentence
from sdcdesk.counting.frequencies import frequencies
from sdcdesk.counting.key_codes import key_codes
from sdcdesk.kernels.swap_partners import swap_partners
from sdcdesk.masking.strata import find_strata
from sdcdesk.masking.swapping.exchange import exchanged, present
from sdcdesk.masking.swapping.pairs_kept import SwapsValues

TARGETS = {"risky": "First all risky records", "drawn": "Records drawn at random"}


RECORDS_SWAPPED = Declared(
    "records_swapped",
    "Records swapped",
    RECORDS,
    "Records that exchanged their values with another one.",
    better="less",
)

SHARE_SWAPPED = Declared(
    "share_of_records_swapped",
    "Share of records swapped",
    SHARE,
    "Records swapped, divided by the n records of the file.",
    better="less",
)

RISKY_RECORDS = Declared(
    "risky_records",
    "Risky records",
    RECORDS,
    "Those that too few share the key with.",
    better="less",
)

RISKY_WITHOUT_PARTNER = Declared(
    "risky_records_without_partner",
    "Unswapped risky records",
    RECORDS,
    "Risky records that were not swapped.",
    better="less",
)


class DataSwapping(SwapsValues):
    """Exchange values of some variables between pairs of records that agree in others.

    All `variables` are swapped together, so that their combinations stay what they are. The partners agree in
    all variables named by `within`, where a missing value agrees with another missing value, so that all
    tables of these and of either the swapped or the other variables stay as they are.

    Two random orders of the records are drawn: in one they ask, in the other they are taken. The record that
    asks takes the first that was not swapped yet, agrees with it in `within` and differs from it in at least
    one of the swapped variables; if there is none, it stays as it is. Who asks:

    - *risky*: first all records whose key values are shared by fewer than k records of the file, whatever
      the rate; a missing key value is a value of its own. Then the others, as below.
    - *drawn*: all records, until `rate` percent of the n records of the file are swapped: ⌊rate·n/200⌋
      pairs.

    Records with a missing value in one of the swapped variables are never swapped.

    With `edit_rules` *keep*, both records of a pair keep their values where the exchange would make one of
    them impossible, so that each value stays as frequent as it was; they then count as not swapped.

    When to use
        For keys or confidential variables of records that are too rare to be released as they are, where
        the counts of each variable must not change; within strata, also those of the tables that matter.
        An intruder who finds a unique record cannot know whether its values are its own.
    When not to use
        Where single records must make sense, or relations between swapped and other variables matter that
        `within` does not hold: they are diluted by the rate. A record that is not swapped is as exposed as
        before; judge the risk by record linkage, for counts of equal keys say nothing here. Records of a
        household are torn apart: there, use targeted record swapping.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> people = pd.DataFrame({"sex": list("fffmmm"), "town": list("AABABC"), "job": [1, 1, 2, 1, 3, 1]})
    >>> swapping = sdc.masking.DataSwapping(
    ...     variables=["town"], within=["sex"], keys=["sex", "town"], k=2, rate=0
    ... )
    >>> masked = swapping.mask(sdc.Microdata(people), seed=2)
    >>> masked.figures["risky_records"].value, masked.figures["records_swapped"].value
    (4, 4)
    >>> masked.data.frame.groupby("sex")["town"].agg(lambda towns: "".join(sorted(towns))).to_dict()
    {'f': 'AAB', 'm': 'ABC'}
    """

    name: ClassVar[str] = "data_swapping"
    title: ClassVar[str] = "Data swapping"
    source: ClassVar[str] = "Dalenius and Reiss (1982); Willenborg and De Waal (2001)"
    purpose: ClassVar[Purpose] = Purpose.CHANGE_VALUES
    random: ClassVar[bool] = True
    declares = (
        RECORDS_SWAPPED,
        SHARE_SWAPPED,
        RISKY_RECORDS,
        RISKY_WITHOUT_PARTNER,
    )
    examples = (
        {"variables": ["zip"], "within": ["bonus"], "rate": 10.0},
        {"variables": ["income", "bonus"], "target": "drawn", "rate": 50.0, "edit_rules": "keep"},
        {"variables": ["zip", "school"], "keys": ["zip", "age"], "k": 4, "rate": 12.5},
    )

    variables: tuple[str, ...] = parameter(
        REQUIRED, "Variables", "The variables to swap, all together.", accepts=KEY_LIKE, min_length=1
    )
    within: tuple[str, ...] = parameter(
        (),
        "Within",
        "Partners agree in these variables; left empty, anyone may be a partner.",
        FieldDisplay(empty="anyone may be a partner"),
        accepts=KEY_LIKE,
    )
    target: Literal["risky", "drawn"] = parameter(
        "risky", "Swapped are", "Which records ask for a partner.", FieldDisplay(choices=TARGETS)
    )
    keys: tuple[str, ...] = parameter(
        (),
        "Key variables",
        "What an intruder may know; all variables with the role key where empty.",
        FieldDisplay(when={"target": ("risky",)}, empty="all with the role key"),
        accepts=KEY_LIKE,
    )
    k: int = parameter(
        3,
        "Records that must agree",
        "A record is risky if fewer than this many, itself included, share its key values.",
        FieldDisplay(unit="records", when={"target": ("risky",)}),
        ge=2,
    )
    rate: float = parameter(
        5.0,
        "Swap rate",
        "In % of all records: so many are swapped, if partners are found. Risky ones are in any case.",
        FieldDisplay(unit="% of the records"),
        ge=0,
        le=100,
    )

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if set(self.within) & set(self.variables):
            raise FieldError("within", "a variable that is swapped differs between partners; leave it out")
        if self.target == "drawn" and self.rate == 0:
            raise FieldError("rate", "must be more than 0 where records are drawn")
        return self

    def check(self, data: Microdata) -> tuple[str, ...]:
        """Check that there are key variables where risky records are swapped."""
        notes = super().check(data)
        if self.target == "risky" and not self._key_names(data):
            raise DataError(
                sentence(
                    "no variable has the role key; name the key variables, or give them the role.",
                ),
                "keys",
                title=self.title,
            )
        return notes

    def summary(self) -> str:
        """Return the step in a few plain words."""
        names, part = ", ".join(self.variables), Percentage(self.rate)
        if self.target == "drawn":
            return sentence("{names} swapped in {part} of records", names=names, part=part)
        if not self.rate:
            return sentence("{names} of risky records swapped", names=names)
        return sentence(
            "{names} of risky records swapped, and of others up to {part} of all", names=names, part=part
        )

    def _key_names(self, data: Microdata) -> tuple[str, ...]:
        return self.keys or data.named(Role.KEY)

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        able, risky = present(data, self.variables), self._risky(data)
        progress.at(0.2, self.title)
        asking, line = (
            order[able[order]] for order in (draws.order(data.rows, 0), draws.order(data.rows, 1))
        )
        strata, kinds = find_strata(data, self.within), find_strata(data, self.variables)
        first = asking[risky[asking]]
        pairs = swap_partners(first, line, strata, kinds, progress=progress.part(0.3, 0.6))
        source = np.arange(len(data))
        source[pairs[:, 0]], source[pairs[:, 1]] = pairs[:, 1], pairs[:, 0]
        left = int(exact(self.rate) * len(data) // 200) - len(pairs)
        if left > 0:
            alone = source == np.arange(len(data))
            rest, line = asking[alone[asking] & ~risky[asking]], line[alone[line]]
            pairs = swap_partners(rest, line, strata, kinds, left, progress.part(0.6, 0.9))
            source[pairs[:, 0]], source[pairs[:, 1]] = pairs[:, 1], pairs[:, 0]
        masked, kept = self._kept(
            data, [source], lambda: exchanged(data, self.variables, source), progress.part(0.9, 1.0)
        )
        figures, notes = self._figures(source, risky)
        return Masked(masked, figures, notes, kept=kept)

    def _risky(self, data: Microdata) -> np.ndarray:
        """Return which records too few share the key with, bool (n,)."""
        if self.target == "drawn" or not len(data):
            return np.zeros(len(data), dtype=bool)
        few: np.ndarray = frequencies(key_codes(data, self._key_names(data)), "category").sizes < self.k
        return few

    def _figures(
        self, source: np.ndarray, risky: np.ndarray
    ) -> tuple[dict[Declared, Quantity], tuple[Sentence, ...]]:
        swapped = source != np.arange(len(source))
        number, exposed = int(swapped.sum()), int((risky & ~swapped).sum())
        figures = {
            RECORDS_SWAPPED: Quantity(number, RECORDS),
            SHARE_SWAPPED: share(number, len(source), empty="The file holds no records."),
        }
        if self.target == "risky":
            figures[RISKY_RECORDS] = Quantity(int(risky.sum()), RECORDS)
            figures[RISKY_WITHOUT_PARTNER] = Quantity(exposed, RECORDS)
        return figures, self._notes(exposed)

    def _notes(self, exposed: int) -> tuple[Sentence, ...]:
        if not exposed:
            return ()
        return (
            sentence(
                "{n} risky record found no partner and stays as it is.",
                "{n} risky records found no partner and stay as they are.",
                "n",
                n=exposed,
            ),
        )
