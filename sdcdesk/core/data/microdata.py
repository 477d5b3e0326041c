"""Microdata: a frame, what is known of its variables, and which initial record each row came from."""

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Self

import numpy as np
import pandas as pd

from sdcdesk.core.data.applied_steps import AppliedSteps
from sdcdesk.core.data.described_frame import DescribedFrame, with_positions
from sdcdesk.core.data.fingerprint import frame_hash
from sdcdesk.core.data.lineage import Lineage
from sdcdesk.core.data.missing_codes import refuse_large_codes
from sdcdesk.core.data.one_kind import require_one_kind
from sdcdesk.core.data.pairing import Pairing
from sdcdesk.core.data.provenance import Provenance, with_missing
from sdcdesk.core.data.rule import Rule
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.running.arguments import require_kind
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.printable import printable
from sdcdesk.core.text.sentence import counted, sentence


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
            "Microdata are made of a pandas DataFrame, and this is of the type {kind}; make one by "
            "pandas.DataFrame, or read a file by sdcdesk.read.",
            "frame",
            DataError,
        )
        super().__init__(frame, variables)
        self._lineage = Lineage.of_initial(len(frame)) if rows is None else Lineage(rows)
        self._fingerprint = self._released_fingerprint = ""
        self._style: object = None
        self._rules: tuple[Rule[Microdata], ...] = ()
        self._initial: Microdata | None = None

    def __repr__(self) -> str:
        # Names and sizes only: values are confidential.
        return printable(f"Microdata({counted(len(self), 'record')}, {', '.join(self.names)})")

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

    @property
    def steps(self) -> "AppliedSteps[Microdata] | None":
        """The steps that made the data; None: something else than a masking method changed them."""
        lineage = self._lineage
        return lineage.steps or (AppliedSteps(self) if lineage.is_initial else None)

    @property
    def style(self) -> object:
        """How their file was written, as its format knows it; None: nothing is known."""
        return self._style

    @property
    def rules(self) -> "tuple[Rule[Microdata], ...]":
        """The edit rules that its records should keep."""
        return self._rules

    @property
    def initial(self) -> "Microdata":
        """The file that its edit rules were given for; itself where there are none."""
        return self._initial or self

    def with_edit_rules(self, rules: "Iterable[Rule[Microdata]]") -> Self:
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
        new = self._changed(self._frame, replace(self._lineage, steps=None))
        new._rules = tuple(rules)
        new._initial = self if new._rules else None
        return new

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
            self._fingerprint = frame_hash(self._frame, self.names, self.rows.tobytes())
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
            left = [name for name in self.names if name not in identifiers]
            self._released_fingerprint = frame_hash(self._frame, left)
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
        new = self._changed(self._frame, self._lineage)
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
        codings = {name: partial(self.coding, name) for name in values}
        return self._replaced(values, variables, self._lineage.perturbed(codings))

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
            The same records; new variables have no provenance, as the initial file has none of their name.

        Raises
        ------
        DataError
            A variable of this name exists.
        """
        for name in values:
            if name in self._variables:
                raise DataError(
                    sentence("There is a variable {name} already; rename or drop it first.", name=name), name
                )
        return self._replaced(values, variables, replace(self._lineage, steps=None))

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
            The same records; the variable's provenance keeps the function.
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
        lineage = self._lineage.recoded(name, partial(self.coding, name), function)
        return self._replaced({name: _whole(column)}, [described], lineage)

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
        new = self._changed(self._frame.take(positions), self._lineage.taken(positions))
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
        new = self._changed(self._frame.drop(columns=names), self._lineage.without(names))
        for name in names:
            for kept in (new._variables, new._codings, new._taken):
                kept.pop(name, None)
        return new

    def as_released(self) -> Self:
        """Return the data as a released file whose original is not known, so that nothing is compared.

        Returns
        -------
        Self
            Its records stand for themselves, whatever file they came from.
        """
        return self.with_lineage(Lineage.of_initial(len(self), is_released=True))

    def with_lineage(self, lineage: Lineage, *, same_file: bool = True) -> Self:
        """Return the same values with another history.

        Parameters
        ----------
        lineage
            As long as the data.
        same_file
            Whether the records are still those of the file that was read, whose style they can be written in.

        Returns
        -------
        Self
            New microdata that share all values with the old.
        """
        new = self._changed(self._frame, lineage)
        new._style = self._style if same_file else None
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
        new = self._changed(self._frame, self._lineage)
        new._style = style
        return new

    def _changed(self, frame: pd.DataFrame, lineage: Lineage) -> Self:
        new = copy(self)
        new._frame, new._lineage = with_positions(frame), lineage
        new._variables, new._codings = dict(self._variables), dict(self._codings)
        new._taken = dict(self._taken)
        new._fingerprint = new._released_fingerprint = ""
        return new

    def _replaced(
        self, values: Mapping[str, pd.Series], variables: Iterable[Variable], lineage: Lineage
    ) -> Self:
        for name, column in values.items():
            require_one_kind(column, name)
        new = self._changed(self._frame.assign(**dict(values)), lineage)
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
        "Data are given as Microdata, and this is of the type {kind}; make them of a DataFrame by "
        "sdcdesk.Microdata(frame), or read a file by sdcdesk.read.",
        error=DataError,
    )


def _whole(column: pd.Series) -> pd.Series:
    """Leave out the room for missing values where whole numbers have none."""
    return column.astype("int64") if column.dtype == "Int64" and not column.hasnans else column


def _both_numbers(one: pd.Series, other: pd.Series) -> bool:
    return pd.api.types.is_numeric_dtype(one) and pd.api.types.is_numeric_dtype(other)
