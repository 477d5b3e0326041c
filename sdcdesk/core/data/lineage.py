"""Lineage of data: which records and values of the initial file theirs came from, and by which steps."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pandas as pd

from sdcdesk.core.data.applied_steps import AppliedSteps
from sdcdesk.core.data.coding import Coding
from sdcdesk.core.data.local_labels import LocalLabels
from sdcdesk.core.data.pairing import STATED, Pairing
from sdcdesk.core.data.provenance import Provenance
from sdcdesk.core.data.randomisation import Randomisation
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence


@dataclass(frozen=True, slots=True, eq=False)
class Lineage:
    """Where records and values came from; immutable.

    Attributes
    ----------
    rows
        int64 (n,): for each record the position of the initial record that it came from.
    pairing
        What says so.
    provenances
        For each variable that a step touched, how its values came from those of the initial file.
    steps
        The steps since the initial file; None: there were none, or something else than a masking method
        changed the data.
    is_released
        Whether the file was released, or is to be, and its original is not known.
    beginning
        The part of the initial file that the steps began with; None: they began with the whole file.
    streams
        For each seed of which records drew random numbers, the last stream that they drew from.
    records
        How many records the initial file has; None: it is not known, and taken to end with the last of these.
    """

    rows: np.ndarray
    pairing: Pairing = STATED
    provenances: Mapping[str, Provenance] = field(default_factory=dict)
    steps: AppliedSteps[Any] | None = None
    is_released: bool = False
    beginning: Any = None
    streams: Mapping[int, int] = field(default_factory=dict, repr=False)
    records: int | None = None

    @classmethod
    def initial(cls, records: int, *, is_released: bool = False) -> "Lineage":
        """Return the lineage of a file whose records stand for themselves.

        Parameters
        ----------
        records
            How many there are.
        is_released
            Whether its original is not known.

        Returns
        -------
        Lineage
            That of a file of its own: no other one has the same initial file.
        """
        rows = np.arange(records, dtype=np.int64)
        return cls(rows, Pairing(object()), is_released=is_released, records=records)

    @property
    def is_initial(self) -> bool:
        """Whether nothing was done to the records and values of the file."""
        untouched = self.pairing.by == "steps" and not self.provenances
        return untouched and self.keeps_order

    @property
    def keeps_order(self) -> bool:
        """Whether the records are the first initial ones, in their order."""
        return np.array_equal(self.rows, np.arange(len(self.rows)))

    def changed(self, names: Iterable[str]) -> frozenset[str]:
        """Return which variables a step changed, or all where records were left out.

        Parameters
        ----------
        names
            Variables.

        Returns
        -------
        frozenset[str]
            None of them after a mere other order.
        """
        records = int(self.rows.max(initial=-1)) + 1 if self.records is None else self.records
        stays = np.zeros(records, dtype=bool)
        stays[self.rows] = True
        left_out = not stays.all()
        return frozenset(name for name in names if left_out or name in self.provenances)

    def subset(self, positions: np.ndarray) -> "Lineage":
        """Return the lineage of some of the records.

        Parameters
        ----------
        positions
            int64 (m,), positions of records.

        Returns
        -------
        Lineage
            That of m records.
        """
        return replace(self, rows=self.rows[positions], steps=None)

    def without(self, names: Iterable[str]) -> "Lineage":
        """Return the lineage of data without some variables.

        Parameters
        ----------
        names
            Their names.

        Returns
        -------
        Lineage
            It says nothing of them.
        """
        gone = set(names)
        left = {name: one for name, one in self.provenances.items() if name not in gone}
        return replace(self, provenances=left, steps=None)

    def perturbed(
        self,
        codings: Mapping[str, Callable[[], Coding]],
        labels: Mapping[str, LocalLabels],
        drawn: Mapping[str, Randomisation],
    ) -> "Lineage":
        """Return the lineage after values were changed by no function of them.

        Parameters
        ----------
        codings
            For each of the variables what gives its coding before the change.
        labels
            For some of them what the labels stand for that they got, by the categories of that coding.
        drawn
            For those whose new values were drawn with known probabilities, these.

        Returns
        -------
        Lineage
            The variables are marked as no longer a function of their initial values.
        """
        new = {}
        for name, coding in codings.items():
            before, given = self._before(name, coding), labels.get(name)
            of_initial = given and given.of_images(coding().categories, before.image.iloc[:-1])
            new[name] = before.perturbed(of_initial, drawn.get(name))
        return replace(self, provenances={**self.provenances, **new}, steps=None)

    def recoded(
        self, name: str, coding: Callable[[], Coding], function: Callable[[pd.Series], pd.Series]
    ) -> "Lineage":
        """Return the lineage after a variable was recoded.

        Parameters
        ----------
        name
            The variable.
        coding
            Gives its coding before the change.
        function
            Gives new values for the different present ones, one by one.

        Returns
        -------
        Lineage
            The provenance of the variable keeps the function.
        """
        new = {name: self._before(name, coding).then(function)}
        return replace(self, provenances={**self.provenances, **new}, steps=None)

    def touched(self, since: "Lineage") -> frozenset[str]:
        """Return the variables that steps since then assigned, whether or not a value is another one now.

        Parameters
        ----------
        since
            The lineage of the data before these steps.

        Returns
        -------
        frozenset[str]
            Names; a variable that was added since then is none of them.
        """
        return frozenset(
            name for name, one in self.provenances.items() if one is not since.provenances.get(name)
        )

    def drawn(self, since: "Lineage", seed: int, stream: int) -> "Lineage":
        """Return the lineage after a step that draws values at random.

        Parameters
        ----------
        since
            The lineage of the data before the step.
        seed, stream
            What its random numbers are drawn from.

        Returns
        -------
        Lineage
            Variables that the step assigned are marked as drawn, whether or not a value is another one now.
        """
        new = {name: self.provenances[name].drawn() for name in self.touched(since)}
        last = max(stream, since.streams.get(seed, stream))
        return replace(
            self,
            provenances={**self.provenances, **new},
            steps=None,
            streams={**since.streams, seed: last},
        )

    @property
    def random(self) -> frozenset[str]:
        """Names of the variables of which a step drew values at random: nobody knows how many stayed."""
        return frozenset(name for name, one in self.provenances.items() if one.random)

    @property
    def altered(self) -> frozenset[str]:
        """Names of the variables that a step changed otherwise than by recoding: blanked, say."""
        return frozenset(name for name, one in self.provenances.items() if not one.exact)

    def as_original(self) -> "Lineage":
        """Return the lineage as if the original were known: for what says nothing of it.

        Returns
        -------
        Lineage
            Of a file that is compared with itself.
        """
        return replace(self, is_released=False, steps=None)

    def pairing_with(self, original: "Lineage") -> Pairing:
        """Return what says which record of a file each of these came from.

        Parameters
        ----------
        original
            The lineage of the initial file.

        Returns
        -------
        Pairing
            By steps, identity or the user's word; by nothing where none of them is known.

        Raises
        ------
        DataError
            Nothing says it, and the files differ in length.
        """
        own, its = self.pairing, original.pairing
        if own.initial is None or own.initial is its.initial:
            return own
        if len(self.rows) != len(original.rows) or not self.keeps_order:
            raise DataError(
                sentence(
                    "The original has {before} records and the masked file {after}, so their order does not "
                    "tell which belong together; name a variable that identifies the record.",
                    before=len(original.rows),
                    after=len(self.rows),
                ),
                "id",
            )
        return Pairing(its.initial, "nothing")

    def with_stated_order(self, original: "Lineage") -> "Lineage":
        """Return the lineage with the user's word that the records stand in the order of the original.

        Parameters
        ----------
        original
            The lineage of the initial file, with equally many records.

        Returns
        -------
        Lineage
            The same one where it is known who is who.

        Raises
        ------
        DataError
            The files differ in length, and nothing says who is who.
        """
        pairing = self.pairing_with(original)
        return self if pairing.is_known else replace(self, pairing=Pairing(pairing.initial, "order"))

    def _before(self, name: str, coding: Callable[[], Coding]) -> Provenance:
        return self.provenances.get(name) or Provenance(coding)
