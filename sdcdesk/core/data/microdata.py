"""Microdata: a frame, what is known of its variables, and which initial record each row came from."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Self

import numpy as np
import pandas as pd

from sdcdesk.core.data.applied_steps import AppliedSteps
from sdcdesk.core.data.drawn_sample import DrawnSample
from sdcdesk.core.data.lineage import Lineage
from sdcdesk.core.data.local_labels import HeldValues, LocalLabels
from sdcdesk.core.data.narrow import is_narrow
from sdcdesk.core.data.provenance import with_missing
from sdcdesk.core.data.randomisation import Randomisation
from sdcdesk.core.data.recoded_column import recoded_column
from sdcdesk.core.data.rule import Rule
from sdcdesk.core.data.traced_frame import TracedFrame
from sdcdesk.core.data.value_kind import require_single_kind
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.printable import printable
from sdcdesk.core.text.sentence import counted, sentence


class Microdata(TracedFrame):
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

    _style: object = None
    _rules: "tuple[Rule[Microdata], ...]" = ()
    _initial: "Microdata | None" = None
    _sample: DrawnSample | None = None

    def __repr__(self) -> str:
        # Names and sizes only: values are confidential.
        return printable(f"Microdata({counted(len(self), 'record')}, {', '.join(self.names)})")

    @property
    def steps(self) -> "AppliedSteps[Microdata] | None":
        """The steps that made the data; None: something else than a masking method changed them."""
        lineage = self._lineage
        return lineage.steps or (AppliedSteps(self) if lineage.is_initial else None)

    @property
    def beginning(self) -> "Microdata | None":
        """The records that the steps began with, left-out ones included; None: nobody knows them.

        Positions of these data's `rows` are those of its `rows`.
        """
        return self.steps.initial if self.steps else self._lineage.beginning

    @property
    def style(self) -> object:
        """How their file was written, as its format knows it; None: nothing is known."""
        return self._style

    @property
    def sample(self) -> DrawnSample | None:
        """The random sample of a file that its records were drawn as, whatever became of them since."""
        return self._sample

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
            new._describe_anew(self._with_codes(given))
        return new

    def assign(
        self,
        values: Mapping[str, pd.Series],
        variables: Iterable[Variable] = (),
        labels: Mapping[str, LocalLabels] = MappingProxyType({}),
        drawn: Mapping[str, Randomisation] = MappingProxyType({}),
    ) -> Self:
        """Return new microdata with some columns replaced by perturbed values.

        Parameters
        ----------
        values
            For each variable its new values, one for each record.
        variables
            New descriptions, where they change.
        labels
            For variables that got labels which stand for several values, what they stand for.
        drawn
            For variables whose new values were drawn with known probabilities, these.

        Returns
        -------
        Self
            The same records; the changed variables are marked as no longer a function of their initial
            values.
        """
        self._check_names(values)
        codings = {name: partial(self.coding, name) for name in values}
        return self._replaced(values, variables, self._lineage.perturbed(codings, labels, drawn))

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
        coding, old = self.coding(name), self.column(name)
        new = with_missing(function(coding.values))
        column, described = recoded_column(old, coding, new, variable or self._variables[name])
        lineage = self._lineage.recoded(name, partial(self.coding, name), function)
        return self._replaced({name: column}, [described], lineage)

    def held_values(self, original: "Microdata", name: str) -> HeldValues | None:
        """Return which values of the original the labels of a variable stand for.

        Parameters
        ----------
        original
            The initial file.
        name
            A variable of both.

        Returns
        -------
        HeldValues or None
            None where no step gave labels to single records.
        """
        origin = self.provenance(name)
        if origin is None or origin.labels is None or not origin.fits(original.coding(name)):
            return None
        return origin.labels.held(self.coding(name).categories)

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
        new = self._changed(self._frame.take(positions), self._lineage.subset(positions))
        for name in self.names:
            new._forget_coding(name)
        new._sources = dict.fromkeys(self.names, (self, positions))
        return new

    def part(self, positions: np.ndarray) -> Self:
        """Return the records at these positions, as those that steps begin with.

        Parameters
        ----------
        positions
            int64 (m,), positions of records.

        Returns
        -------
        Self
            m records; they are the `beginning` of what steps make of them.
        """
        new = self.take(positions)
        return new.with_lineage(replace(new.lineage, beginning=new), same_file=False)

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
        if not names:
            return self  # pandas would copy all values
        self._check_names(names)
        new = self._changed(self._frame.drop(columns=names), self._lineage.without(names))
        for name in names:
            for kept in (new._variables, new._codings, new._sources):
                kept.pop(name, None)
        new._named.clear()
        return new

    def as_released(self) -> Self:
        """Return the data as a released file whose original is not known, so that nothing is compared.

        Returns
        -------
        Self
            Its records stand for themselves, whatever file they came from.
        """
        return self.with_lineage(Lineage.initial(len(self), is_released=True))

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

    def kept_narrow(self) -> Self:
        """Return the data as those of a reader, who keeps whole numbers in as few bytes as hold them.

        Returns
        -------
        Self
            The same data, whose narrow whole numbers are int64 (Int64 where some are missing) to everybody.
        """
        new = self._changed(self._frame, self._lineage)
        new._narrow = frozenset(name for name in self.names if is_narrow(self._frame[name].dtype))
        return new

    def drawn_as(self, sample: DrawnSample) -> Self:
        """Return the data as a random sample of the records of their file.

        Parameters
        ----------
        sample
            How they were drawn.

        Returns
        -------
        Self
            The same data, which say so from then on, as does all that is made of them.
        """
        new = self._changed(self._frame, self._lineage)
        new._sample = sample
        return new

    def _replaced(
        self, values: Mapping[str, pd.Series], variables: Iterable[Variable], lineage: Lineage
    ) -> Self:
        for name, column in values.items():
            require_single_kind(column, name)
        new = self._changed(self._frame.assign(**dict(values)), lineage)
        new._narrow = self._narrow - values.keys()
        for name in values:
            new._forget_coding(name)
        for variable in variables:
            new._describe_anew(variable)
        return new
