"""Variable: its role, scale, categories and missing codes."""

from enum import StrEnum
from functools import cached_property
from typing import Annotated, Self

from pydantic import Field, StringConstraints, model_validator

from sdcdesk.core.data.declared_missing import LetteredMissing, MissingRange
from sdcdesk.core.data.display_format import DisplayFormat
from sdcdesk.core.data.value_label import Value, ValueLabel
from sdcdesk.core.running.model import Model
from sdcdesk.core.text.labelled_text import labelled_text
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.core.text.value_text import value_text

__all__ = ["Interval", "Role", "Scale", "Value", "Variable"]


class Role(StrEnum):
    """What a variable is to the intruder and to the release."""

    IDENTIFIER = "identifier"
    KEY = "key"
    CONFIDENTIAL = "confidential"
    WEIGHT = "weight"
    HOUSEHOLD = "household"
    STRATUM = "stratum"
    OTHER = "other"


class Scale(StrEnum):
    """Scale of measurement: which comparisons and sums of values mean something."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    CONTINUOUS = "continuous"


class Interval(Model):
    """The range of numbers that a category of a recoded continuous variable stands for.

    Attributes
    ----------
    label
        The category.
    low, high
        Its ends, in the units of the variable; None is open ("90 and over").
    """

    label: str
    low: float | None
    high: float | None


class Variable(Model):
    """Description of one variable.

    Attributes
    ----------
    name
        Column name in the file.
    label
        What a reader calls it; the name where empty.
    role, scale
        See `Role` and `Scale`.
    unit
        Unit of a continuous variable ("years").
    categories
        All values of a nominal or ordinal variable, in order for an ordinal one; empty: the values that
        occur, sorted.
    missing
        Codes that stand for "missing" besides an empty cell. They stay in the file as they are.
    intervals
        Ranges behind the categories of a recoded continuous variable.
    value_labels
        What codes mean, in the order of the file; values may have none.
    missing_ranges, lettered_missing
        What files say of missing values beyond single codes. The codes that occur stand in `missing`, too;
        a lettered one whose code does not is none any more.
    display
        How files show the values; None: they say nothing.
    """

    name: Annotated[str, StringConstraints(min_length=1)]
    label: str = ""
    role: Role = Field(default=Role.OTHER, strict=False)
    scale: Scale = Field(default=Scale.NOMINAL, strict=False)
    unit: str = ""
    categories: tuple[Value, ...] = ()
    missing: tuple[Value, ...] = ()
    intervals: tuple[Interval, ...] = Field(default=(), repr=False)
    value_labels: tuple[ValueLabel, ...] = Field(default=(), repr=False)
    missing_ranges: tuple[MissingRange, ...] = Field(default=(), repr=False)
    lettered_missing: tuple[LetteredMissing, ...] = Field(default=(), repr=False)
    display: DisplayFormat | None = Field(default=None, repr=False)

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if len(set(self.categories)) < len(self.categories):
            raise ValueError(sentence("the categories of {name} name a value twice", name=short(self.name)))
        labelled = [(type(one.value) is str, one.value) for one in self.value_labels]
        if len(set(labelled)) < len(labelled):
            raise ValueError(sentence("the value labels of {name} name a value twice", name=short(self.name)))
        if self.categories and self.scale is Scale.CONTINUOUS:
            raise ValueError(
                sentence("{name} is continuous and therefore cannot have categories", name=short(self.name))
            )
        return self

    def label_by_value(self) -> dict[Value, str]:
        """Return what the codes mean.

        Returns
        -------
        dict[Value, str]
            Only of values with a label, in the order of the file.
        """
        return {one.value: one.label for one in self.value_labels}

    @cached_property
    def _labels(self) -> dict[object, str]:
        return {one.value: one.label for one in self.value_labels}

    def text(self, value: object) -> str:
        """Return one of the values as text for people, who see what it means.

        Parameters
        ----------
        value
            Text or a number; not missing.

        Returns
        -------
        str
            The value as `value_text` writes it, and nothing else to programs; one with a label that says more
            is a `LabelledText`, which surfaces write with it.
        """
        return labelled_text(value_text(value), self._labels.get(value, "") if self.value_labels else "")
