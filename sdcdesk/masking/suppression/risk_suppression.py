"""Suppression by risk: records whose risk by a measure is too large are left out, or lose some values."""

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar, Literal, Self

import numpy as np
from pydantic import model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.numbers.contributions import KNOWN_TO_ALL
from sdcdesk.core.numbers.quantity import RECORDS, Quantity
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Purpose
from sdcdesk.core.operations.parameters import KEY_LIKE, REQUIRED, Accepts, FieldDisplay, parameter
from sdcdesk.core.operations.record_risk import WrittenRecordRisk
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.masking.declared import RECORDS_LEFT_OUT, ROUNDS
from sdcdesk.masking.suppression.linked_suppression import SuppressesValues
from sdcdesk.masking.suppression.suppressed_cells import Cells, SuppressedCells, fewest, in_order

WHAT = {"records": "Is left out", "values": "Loses values, one variable after the other"}

ORDERS = {
    "given": "The next one that is named",
    "fewest": "The one that leaves the fewest risky records",
}


CATEGORY = (
    "The measure takes a missing value as a value of its own, so that blanks themselves look rare; let it "
    "match every value, or choose a measure for which it can (for the log-linear risk it cannot)."
)


RISKY_BEFORE = Declared(
    "records_risky_before",
    "Records risky before",
    RECORDS,
    "By the measure and the limit, before the step.",
)

RISKY_AFTER = Declared(
    "records_risky_after",
    "Records risky after",
    RECORDS,
    "By the measure and the limit, after the step.",
    better="less",
)


class RiskSuppression(SuppressesValues):
    """Leave out records whose risk is too large by a measure, or blank some of their values.

    Any measure serves that has a risk for each record: the individual risk and that of the log-linear model
    (the probability that the record is found in the population), the SUDA score, the chance of a right link
    by distance or by the probabilistic model, the share of the most frequent confidential value in the
    record's group. It is applied to the file as it stands before the step, against the initial file where
    it compares with that. A record is risky if its risk is above the limit; none is where nothing is left
    to be learnt, as where all confidential values are missing.

    - *records*: risky records are left out, and the others assessed again, until none is risky.
    - *values*: the first variable is blanked in the risky records, the file is assessed again, then the
      second one is blanked in those that are still risky, and so on. Records that are risky with all of
      them blanked stay as they are then, and are counted. With `order` *fewest* the next variable is the one
      that leaves the fewest records risky, and values whose blanks turn out not to be needed are given
      back; the given order is tried likewise, and the result with fewer risky records, then with fewer
      blanks, is taken. That too need not be the fewest that are possible: nothing is known of how the
      risk of a measure falls.

    When to use
        As the last step, for the few records that stand out by a measure that counts more than equal keys. By
        counts of equal keys, or by the individual risk, local suppression needs fewer blanks, and record
        suppression is faster.
    When not to use
        Where many records are risky: recode first. In a given order the blanks are not the fewest possible:
        name the variables first that matter least. Let measures by key variables take missing values as
        matching every value, for else a blank is one more rare value.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> people = {"age": [16, 16, 80, 80, 16], "status": ["widowed", "single", "widowed", "single", "single"]}
    >>> data = sdc.Microdata(pd.DataFrame(people))
    >>> special = sdc.risk.Suda(keys=["age", "status"])
    >>> step = sdc.masking.RiskSuppression(measure=special, largest=0.0, what="records")
    >>> kept = step.mask(data)
    >>> kept.data.rows.tolist(), kept.figures["rounds"].value
    ([1, 4], 1)
    """

    name: ClassVar[str] = "risk_suppression"
    title: ClassVar[str] = "Suppression by risk"
    source: ClassVar[str] = (
        "Hundepool et al. (2012), Statistical Disclosure Control, section 3.4; the measure has its own source"
    )
    purpose: ClassVar[Purpose] = Purpose.LEAVE_OUT
    declares = (
        RISKY_BEFORE,
        RISKY_AFTER,
        RECORDS_LEFT_OUT,
        ROUNDS,
    )
    examples = (
        {"measure": {"name": "suda", "parameters": {"keys": ["zip", "bonus"]}}, "largest": 0.0},
        {
            "measure": {"name": "individual_risk", "parameters": {"keys": ["zip"], "missing": "wildcard"}},
            "largest": 0.001,
            "what": "values",
            "variables": ["zip"],
            "linked": {"zip": ["school"]},
            "shared": ["zip"],
            "order": "fewest",
        },
    )

    measure: WrittenRecordRisk = parameter(
        REQUIRED, "Risk", "The measure that gives each record its risk, with its parameters."
    )
    largest: float = parameter(
        REQUIRED,
        "Largest risk",
        "A record is risky above this: a probability from 0 to 1, or a score.",
        ge=0,
    )
    what: Literal["records", "values"] = parameter(
        "records",
        "A risky record",
        "What becomes of records whose risk is above it.",
        FieldDisplay(choices=WHAT),
    )
    variables: tuple[str, ...] = parameter(
        (),
        "Variables",
        "Blanked in risky records, in this order, as far as each needs it; all with the role key where "
        "empty.",
        FieldDisplay(when={"what": ("values",)}, empty="all with the role key"),
        accepts=KEY_LIKE,
    )

    order: Literal["given", "fewest"] = parameter(
        "given",
        "Next variable",
        "In which order the variables are blanked. The second way assesses the file about as often as there "
        "are pairs of variables, instead of once for each.",
        FieldDisplay(choices=ORDERS, when={"what": ("values",)}),
    )

    @model_validator(mode="after")
    def _nothing_is_linked_to_records(self) -> Self:
        for field in ("linked", "shared"):
            if self.what == "records" and getattr(self, field):
                raise FieldError(field, "has no effect where whole records are left out; leave it out")
        return self

    def chosen(self) -> Iterator[tuple[str, str, Accepts]]:
        """Walk through (parameter, variable named by it, what the parameter accepts), also the measure's."""
        yield from super().chosen()
        yield from (("measure", name, accepted) for _, name, accepted in self.measure.chosen())

    def check(self, data: Microdata) -> tuple[str, ...]:
        """Check that the variables exist, and say where blanks would look rare."""
        notes = super().check(data)
        if self.what == "values" and not self.blanked_names(data):
            raise DataError(
                sentence(
                    "no variable has the role key; name those that are blanked, or give them the role.",
                ),
                "variables",
                title=self.title,
            )
        rare = self.what == "values" and getattr(self.measure, "missing", "") == "category"
        return (*notes, CATEGORY) if rare else notes

    def summary(self) -> str:
        """Return the step in a few plain words."""
        measure = self.measure.title
        if self.what == "records":
            words = "Records above {largest} left out by: {measure}"
            return sentence(words, largest=self.largest, measure=measure)
        words = "{names} blanked above {largest} by: {measure}"
        if not self.variables:
            words = "Keys blanked above {largest} by: {measure}"
        return sentence(words, names=", ".join(self.variables), largest=self.largest, measure=measure)

    def blanked_names(self, data: Microdata) -> tuple[str, ...]:
        """Return the variables that risky records lose."""
        return self.variables or data.named(Role.KEY)

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        if not len(data):
            return Masked(data, {RISKY_BEFORE: Quantity(0, RECORDS)})
        return self._left_out(data, progress) if self.what == "records" else self._blanked(data, progress)

    def _risky(
        self, initial: Microdata | None, data: Microdata, progress: Progress
    ) -> tuple[np.ndarray, tuple[str, ...]]:
        """Return which records of the file are risky, bool (n,), and why none can be where that is so."""
        try:
            found = self.measure.assess(initial, data, progress)
        except DataError as error:
            title = self.measure.title
            raise DataError(error.beside(title), "measure", title=title) from None
        says = self.measure.record_risk
        if says is None:  # then it is not in the catalogue
            raise DataError(
                sentence("{title} gives records no risk; choose another one.", title=self.measure.title),
                "measure",
            )
        reason = found.figure(says.figure).quantity.reason
        if reason is not None and reason in says.nothing:
            return np.zeros(len(data), dtype=bool), (reason.text,)
        if reason is not None:
            raise DataError(plain(reason.text), "measure", title=self.measure.title)
        # Where there is nothing to find, the risk is not a number and so above nothing.
        risky: np.ndarray = found.record(says.series) > self.largest
        return risky, ()

    def _left_out(self, data: Microdata, progress: Progress) -> Masked:
        initial, kept, rounds, before = _initial(data), data, 0, 0
        why: tuple[str, ...] = ()
        while len(kept):
            share = 1 - 0.5**rounds  # nobody knows how many rounds there will be
            risky, why = self._risky(initial, kept, progress.part(share, (1 + share) / 2))
            before = before if rounds else int(risky.sum())
            if not risky.any():
                break
            rounds += 1
            kept = kept.take(np.flatnonzero(~risky))
        figures = {
            RISKY_BEFORE: Quantity(before, RECORDS),
            RISKY_AFTER: Quantity(0, RECORDS),
            RECORDS_LEFT_OUT: Quantity(len(data) - len(kept), RECORDS, contributions=KNOWN_TO_ALL),
            ROUNDS: Quantity(rounds, ROUNDS.unit),
        }
        notes = why if len(kept) else ("Every record was left out: the file is empty.",)
        return Masked(kept, figures, notes)

    def _blanked(self, data: Microdata, progress: Progress) -> Masked:
        initial, names = _initial(data), self.blanked_names(data)
        cells: dict[str, np.ndarray] = {name: np.zeros(len(data), dtype=bool) for name in names}
        exposed, why = self._risky(initial, data, progress.part(0.0, 0.2))
        start = SuppressedCells(cells, exposed)

        def assess(cells: Cells, share: Progress) -> np.ndarray:
            return self._risky(initial, self.with_blanks(data, cells).data, share)[0]

        search = in_order if self.order == "given" else fewest
        found = search(start, assess, progress.part(0.2, 1.0))
        blanked = self.with_blanks(data, found.cells)
        before, risky = int(start.risky.sum()), found.risky
        after = int(risky.sum())
        reported = {
            RISKY_BEFORE: Quantity(before, RECORDS),
            RISKY_AFTER: Quantity(after, RECORDS),
            **blanked.reported,
        }
        note = sentence(
            "{n} record is risky whatever is blanked of these variables; name more, or leave it out.",
            "{n} records are risky whatever is blanked of these variables; name more, or leave them out.",
            "n",
            n=after,
        )
        return replace(blanked, reported=reported, notes=(note,) if after else why)


def _initial(data: Microdata) -> Microdata | None:
    """Return the file that measures compare with; None: it is not known, and these data stand alone."""
    return data.steps.initial if data.steps else None
