"""Traced frame: a described frame that knows where its records and values came from."""

from collections.abc import Iterable
from typing import Self

import numpy as np
import pandas as pd

from sdcdesk.core.data.described_frame import DescribedFrame
from sdcdesk.core.data.fingerprint import frame_hash, records_hash
from sdcdesk.core.data.lineage import Lineage
from sdcdesk.core.data.pairing import Pairing
from sdcdesk.core.data.provenance import Provenance
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.running.arguments import require_kind
from sdcdesk.core.running.errors import DataError

_HASHED = 1 << 16
"""Records that are hashed at once."""


class TracedFrame(DescribedFrame):
    """A described frame with its lineage.

    Parameters
    ----------
    frame
        One row a record, unique column names. It must not be changed afterwards.
    variables
        Descriptions; a column without one is nominal if it holds text, continuous if it holds numbers.
    rows
        For each record the position of its initial record. Where not given, these records are the initial
        ones, 0, 1, ….

    Raises
    ------
    DataError
        Two columns share a name, a description names no column, or values of a column are not of one kind.
    """

    def __init__(
        self,
        frame: pd.DataFrame,
        variables: Iterable[Variable] = (),
        rows: np.ndarray | None = None,
    ) -> None:
        require_kind(
            frame,
            pd.DataFrame,
            "Microdata are made of a pandas DataFrame, and this is of the type {kind}; make one by "
            "pandas.DataFrame, or read a file by sdcdesk.read.",
            "frame",
            DataError,
        )
        super().__init__(frame, variables)
        self._lineage = Lineage.initial(len(frame)) if rows is None else Lineage(rows)
        self._fingerprint = self._released_fingerprint = ""

    @property
    def lineage(self) -> Lineage:
        """Which records and values of the initial file these came from."""
        return self._lineage

    @property
    def rows(self) -> np.ndarray:
        """int64: for each record the position of the initial record that it came from."""
        return self._lineage.rows

    @property
    def pairing(self) -> Pairing:
        """What says which initial record each record came from."""
        return self._lineage.pairing

    @property
    def is_released(self) -> bool:
        """Whether the file was released, or is to be, and its original is not known."""
        return self._lineage.is_released

    def provenance(self, name: str) -> Provenance | None:
        """Return how a variable came from the initial file; None: no step touched it.

        Parameters
        ----------
        name
            Name of a variable.

        Returns
        -------
        Provenance or None
            What recodings made of the initial values, and whether anything else changed them.
        """
        self._check_names([name])
        return self._lineage.provenances.get(name)

    def fingerprint(self) -> str:
        """Return the SHA-256 of the values, names and row identity, as hexadecimal digits.

        It must not be published: whoever guesses the order of the records, or an identifier, proves it by it.

        Returns
        -------
        str
            64 digits; the same for the same data on every machine.
        """
        if not self._fingerprint:
            self._fingerprint = frame_hash(
                ((name, self.column(name)) for name in self.names), self.rows.tobytes()
            )
        return self._fingerprint

    def released_fingerprint(self) -> str:
        """Return the SHA-256 of what leaves: names and records, without identifiers and order.

        In which order the records stand may be what a random order hides, and which numbers stand for
        lettered missing values tells of those before masking.

        Returns
        -------
        str
            64 hexadecimal digits; whoever holds the released values computes them, and they tell no more.
        """
        if not self._released_fingerprint:
            leaving = self._without_letters().drop(columns=list(self.named(Role.IDENTIFIER)))
            pieces = (leaving.iloc[start : start + _HASHED] for start in range(0, max(len(self), 1), _HASHED))
            self._released_fingerprint = records_hash(map(self._widened, pieces))
        return self._released_fingerprint

    def _without_letters(self) -> pd.DataFrame:
        """Return the frame in which lettered missing values are empty."""
        codes = {one.name: [letter.code for letter in one.lettered_missing] for one in self.variables}
        empty = {
            name: self.column(name).mask(self.column(name).isin(of_letters))
            for name, of_letters in codes.items()
            if of_letters
        }
        return self._frame.assign(**empty) if empty else self._frame

    def _changed(self, frame: pd.DataFrame, lineage: Lineage) -> Self:
        """Return the frame with other values and another lineage, described and coded as before."""
        new = self._with_frame(frame)
        new._lineage = lineage
        new._fingerprint = new._released_fingerprint = ""
        return new
