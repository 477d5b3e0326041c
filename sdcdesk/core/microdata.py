"""Microdata: a frame, what is known of its variables, and which initial record each row came from."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Self

import numpy as np
import pandas as pd

from sdcdesk.core.described_frame import DescribedFrame, with_positions
from sdcdesk.core.edit_rules import Rule
from sdcdesk.core.errors import DataError
from sdcdesk.core.given import require_kind
from sdcdesk.core.legible import legible
from sdcdesk.core.making import Applied, Making
from sdcdesk.core.missing_codes import refuse_large_codes
from sdcdesk.core.one_kind import require_one_kind
from sdcdesk.core.origin import Origin, with_missing
from sdcdesk.core.pairing import STATED, Pairing
from sdcdesk.core.sentence import counted, sentence
from sdcdesk.core.variable import Role, Variable


class Microdata(DescribedFrame):
    """An immutable table of records.

    `assign`, `recode`, `take`, `drop` and `describe` return a new object that shares all it can with the
    old one; codes of untouched variables are computed once.

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
            "Microdata are made of a pandas DataFrame",
            "make one by pandas.DataFrame, or read a file by sdcdesk.read",
            "frame",
            DataError,
        )
        super().__init__(frame, variables)
        self._rows = np.arange(len(frame), dtype=np.int64) if rows is None else rows
        self._pairing = Pairing(object()) if rows is None else STATED
        self._origins: dict[str, Origin] = {}
        self._fingerprint = self._released_fingerprint = ""
        self._style: object = None
        self._making: Making | None = None
        self._is_released = False
        self._rules: tuple[Rule, ...] = ()
        self._initial: Microdata | None = None

    def __repr__(self) -> str:
        # Names and sizes only: values are confidential.
        return legible(f"Microdata({counted(len(self), 'record')}, {', '.join(self.names)})")

    @property
    def rows(self) -> np.ndarray:
        """int64: for each record the position of the initial record that it came from."""
        return self._rows

    @property
    def style(self) -> object:
        """How their file was written, as its format knows it; None: nothing is known."""
        return self._style

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The edit rules that its records should keep."""
        return self._rules

    @property
    def initial(self) -> "Microdata":
        """The file that its edit rules were given for; itself where there are none."""
        return self._initial or self

    def ruled_by(self, rules: Iterable[Rule]) -> Self:
        """Return the data with other edit rules, which name the values that they have now.

        Parameters
        ----------
        rules
            What must hold in every record; none: nothing is asked for.

        Returns
        -------
        Self
            The same records; every step reports those that it makes impossible.
        """
        new = self._like(self._frame, self._rows)
        new._rules = tuple(rules)
        new._initial = self if new._rules else None
        return new

    def origin(self, name: str) -> Origin | None:
        """Return how a variable came from the initial file; None: no step touched it.

        Parameters
        ----------
        name
            Name of a variable.

        Returns
        -------
        Origin or None
            What recodings made of the initial values, and whether anything else changed them.
        """
        self._check_names([name])
        return self._origins.get(name)

    def fingerprint(self) -> str:
        """Return the SHA-256 of the values, names and row identity, as hexadecimal digits.

        It must not be published: whoever guesses the order of the records, or an identifier, proves it by it.

        Returns
        -------
        str
            64 digits; the same for the same data on every machine.
        """
        if not self._fingerprint:
            self._fingerprint = self._hashed(self.names, self._rows.tobytes())
        return self._fingerprint

    def released_fingerprint(self) -> str:
        """Return the SHA-256 of what leaves: names and values without identifiers and without row identity.

        Returns
        -------
        str
            64 hexadecimal digits; whoever holds the released values computes them, and they tell no more.
        """
        if not self._released_fingerprint:
            identifiers = self.named(Role.IDENTIFIER)
            self._released_fingerprint = self._hashed(
                [name for name in self.names if name not in identifiers]
            )
        return self._released_fingerprint

    def describe(self, *variables: Variable) -> Self:
        """Return the same data with some variables described anew.

        Parameters
        ----------
        *variables
            New descriptions of existing variables.

        Returns
        -------
        Self
            New microdata that share all values with the old.
        """
        self._check_names(v.name for v in variables)
        new = self._like(self._frame, self._rows)
        new._making = self._making
        for given in variables:
            variable = self._with_codes(given)
            old = self._variables[variable.name]
            new._variables[variable.name] = variable
            if (old.missing, old.categories, old.scale) != (
                variable.missing,
                variable.categories,
                variable.scale,
            ):
                new._forget_coding(variable.name)
        return new

    def assign(self, values: Mapping[str, pd.Series], variables: Iterable[Variable] = ()) -> Self:
        """Return new microdata with some columns replaced by perturbed values.

        Parameters
        ----------
        values
            For each variable its new values, one for each record.
        variables
            New descriptions, where they change.

        Returns
        -------
        Self
            The same records; the changed variables are marked as no longer a function of their initial
            values.
        """
        self._check_names(values)
        new = self._replaced(values, variables)
        for name in values:
            before = self._origins.get(name) or Origin(partial(self.coding, name))
            new._origins[name] = before.perturbed()
        return new

    def appended(self, values: Mapping[str, pd.Series], variables: Iterable[Variable]) -> Self:
        """Return new microdata with more variables, after the others.

        Parameters
        ----------
        values
            For each new variable its values, one for each record.
        variables
            Their descriptions.

        Returns
        -------
        Self
            The same records; the new variables have no origin, as the initial file has none of their name.

        Raises
        ------
        DataError
            A variable of this name exists.
        """
        for name in values:
            if name in self._variables:
                raise DataError(f"There is a variable {name} already; rename or drop it first.", name)
        return self._replaced(values, variables)

    def recode(
        self,
        name: str,
        function: Callable[[pd.Series], pd.Series],
        variable: Variable | None = None,
    ) -> Self:
        """Return new microdata with a variable replaced by a function of its value.

        Because the function sees the different values only, and those of records that were left out too,
        risk measures know what the recoding would have made of every initial record.

        Parameters
        ----------
        name
            The variable.
        function
            From values without missing ones to as many new values. A missing value stays as it is; its
            code is kept where old and new values are both numbers, and becomes an empty cell elsewhere.
        variable
            The new description, where it changes.

        Returns
        -------
        Self
            The same records; the variable's origin keeps the function.
        """
        coding = self.coding(name)
        new_values = with_missing(function(coding.values))
        # The code of a missing value counts from the end, where the image of "missing" stands.
        column = new_values.take(coding.codes).reset_index(drop=True)
        described = variable or self._variables[name]
        if described.missing:
            if _both_numbers(column, self._frame[name]):
                if pd.api.types.is_float_dtype(column):
                    refuse_large_codes(self._frame[name], coding.codes < 0)
                column = column.where(coding.codes >= 0, self._frame[name])
            else:
                described = described.changed(missing=())
        new = self._replaced({name: _whole(column)}, [described])
        before = self._origins.get(name) or Origin(partial(self.coding, name))
        new._origins[name] = before.then(function)
        return new

    def take(self, positions: np.ndarray) -> Self:
        """Return the records at these positions (int64), in this order.

        Parameters
        ----------
        positions
            int64 (m,), positions of records.

        Returns
        -------
        Self
            m records that remember which initial ones they came from.
        """
        new = self._like(self._frame.take(positions), self._rows[positions])
        new._codings = {}
        new._taken = dict.fromkeys(self.names, (self, positions))
        return new

    def drop(self, names: Iterable[str]) -> Self:
        """Return the data without some variables.

        Parameters
        ----------
        names
            Names of existing variables.

        Returns
        -------
        Self
            The same records with the variables left.
        """
        names = list(names)
        self._check_names(names)
        new = self._like(self._frame.drop(columns=names), self._rows)
        for name in names:
            for kept in (new._variables, new._codings, new._taken, new._origins):
                kept.pop(name, None)
        return new

    @property
    def pairing(self) -> Pairing:
        """What says which initial record each record came from."""
        return self._pairing

    @property
    def is_released(self) -> bool:
        """Whether the file was released, or is to be, and its original is not known."""
        return self._is_released

    def as_released(self) -> Self:
        """Return the data as a released file whose original is not known, so that nothing is compared.

        Returns
        -------
        Self
            Its records stand for themselves, whatever file they came from.
        """
        new = self._like(self._frame, np.arange(len(self), dtype=np.int64))
        new._pairing, new._origins, new._is_released = Pairing(object()), {}, True
        return new

    def taken_as_original(self) -> Self:
        """Return the data as if they were an original: for what says nothing of it.

        Returns
        -------
        Self
            New microdata that share all values with the old.
        """
        new = self._like(self._frame, self._rows)
        new._is_released = False
        return new

    @property
    def is_initial(self) -> bool:
        """Whether nothing was done to the records and values of the file."""
        untouched = self._pairing.by == "steps" and not self._origins
        return untouched and np.array_equal(self._rows, np.arange(len(self)))

    def paired_with(self, original: "Microdata") -> Pairing:
        """Return what says which record of a file each of these came from.

        Parameters
        ----------
        original
            The initial file.

        Returns
        -------
        Pairing
            By steps, identity or the user's word; by nothing where none of them is known.

        Raises
        ------
        DataError
            Nothing says it, and the files differ in length.
        """
        own, its = self._pairing, original._pairing
        if own.initial is None or own.initial is its.initial:
            return own
        if len(self) != len(original) or not np.array_equal(self._rows, np.arange(len(self))):
            raise DataError(
                sentence(
                    "The original has {before} records and the masked file {after}, so their order does not "
                    "tell which belong together; name a variable that identifies the record.",
                    before=len(original),
                    after=len(self),
                ),
                "id",
            )
        return Pairing(its.initial, "nothing")

    def in_order_of(self, original: "Microdata") -> Self:
        """Return the data with the user's word that their records stand in the order of the original.

        Parameters
        ----------
        original
            The initial file, with equally many records.

        Returns
        -------
        Self
            The same data; themselves where it is known who is who.

        Raises
        ------
        DataError
            The files differ in length, and nothing says who is who.
        """
        pairing = self.paired_with(original)
        if pairing.tells_who:
            return self
        new = self._like(self._frame, self._rows)
        new._pairing, new._style, new._making = Pairing(pairing.initial, "order"), self._style, self._making
        return new

    def traced(self, rows: np.ndarray, origins: Mapping[str, Origin], pairing: Pairing = STATED) -> Self:
        """Return the data with another row identity and history, as found for a file masked elsewhere.

        Parameters
        ----------
        rows
            int64 (n,), positions of the initial records.
        origins
            For each variable that was changed, what became of its initial values.
        pairing
            What says that these are their rows.

        Returns
        -------
        Self
            New microdata that share all values with the old.
        """
        new = self._like(self._frame, rows)
        new._origins = dict(origins)
        new._pairing = pairing
        new._style = None  # it goes by the positions in its own file
        return new

    def written_as(self, style: object) -> Self:
        """Return the data with what is known of how their file was written.

        Parameters
        ----------
        style
            What the format that read them needs to write untouched values as they stood.

        Returns
        -------
        Self
            The same data.
        """
        new = self._like(self._frame, self._rows)
        new._style, new._making = style, self._making
        return new

    @property
    def making(self) -> Making | None:
        """The steps that made the data; None: something else than a masking method changed them."""
        return self._making or (Making(self) if self.is_initial else None)

    def made(self, since: "Microdata", step: Applied, design: str = "") -> Self:
        """Return the data after a step that can be applied again.

        Parameters
        ----------
        since
            The data before the step.
        step
            Makes these data of them.
        design
            Title of its sampling design, where it draws records in another way than simply at random.

        Returns
        -------
        Self
            The same data, which remember all steps where these are known from the initial file on.
        """
        new = self._like(self._frame, self._rows)
        making = since.making
        new._making = making.then(step, design) if making else None
        return new

    def drawn(self, since: "Microdata") -> Self:
        """Return the data after a step that draws values at random.

        Parameters
        ----------
        since
            The data before that step.

        Returns
        -------
        Self
            The same values; variables that the step assigned are marked as drawn, whether or not a value is
            another one now.
        """
        new = self._like(self._frame, self._rows)
        for name, origin in self._origins.items():
            if origin is not since._origins.get(name):
                new._origins[name] = origin.drawn()
        return new

    def _hashed(self, names: Iterable[str], begun: bytes = b"") -> str:
        digest = hashlib.sha256(begun)
        for name in names:
            digest.update(name.encode() + b"\0")
            digest.update(pd.util.hash_pandas_object(self._frame[name], index=False).to_numpy().tobytes())
        return digest.hexdigest()

    def _like(self, frame: pd.DataFrame, rows: np.ndarray) -> Self:
        new = object.__new__(type(self))
        new._frame = with_positions(frame)
        new._rows = rows
        new._pairing = self._pairing
        new._variables = dict(self._variables)
        new._codings = dict(self._codings)
        new._taken = dict(self._taken)
        new._origins = dict(self._origins)
        new._fingerprint = new._released_fingerprint = ""
        new._style = self._style
        new._making = None
        new._is_released = self._is_released
        new._rules, new._initial = self._rules, self._initial
        return new

    def _replaced(self, values: Mapping[str, pd.Series], variables: Iterable[Variable]) -> Self:
        for name, column in values.items():
            require_one_kind(column, name)
        new = self._like(self._frame.assign(**dict(values)), self._rows)
        for name in values:
            new._forget_coding(name)
        new._variables.update({variable.name: variable for variable in variables})
        return new


def require_microdata(data: object) -> None:
    """Refuse what is no microdata: whoever works with pandas has a frame at hand.

    Parameters
    ----------
    data
        What was given as data.

    Raises
    ------
    DataError
        It is something else; the sentence says how microdata are made of a frame.
    """
    require_kind(
        data,
        Microdata,
        "Data are given as Microdata",
        "make them of a DataFrame by sdcdesk.Microdata(frame), or read a file by sdcdesk.read",
        error=DataError,
    )


def _whole(column: pd.Series) -> pd.Series:
    """Leave out the room for missing values where whole numbers have none."""
    return column.astype("int64") if column.dtype == "Int64" and not column.hasnans else column


def _both_numbers(one: pd.Series, other: pd.Series) -> bool:
    return pd.api.types.is_numeric_dtype(one) and pd.api.types.is_numeric_dtype(other)
