"""Options of reading text in fixed columns: where its fields stand, which the options keep."""

from typing import Annotated, Any

from pydantic import AfterValidator, Field

from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Role
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.running.model import Model
from sdcdesk.io.csv.options import ENCODINGS, encoding_or_auto
from sdcdesk.io.options import AUTO, FileOptions


class FixedField(Model):
    """A field of each line.

    Attributes
    ----------
    name
        Name of the variable.
    start, length
        Its first column, from 1, and how many it takes.
    missing
        Codes that stand for missing.
    numeric
        Whether it is read as numbers whatever becomes of their spelling.
    decimals
        Decimals of its numbers; None: not said.
    role
        What it is to the intruder, as far as the description says.
    labels
        What its codes mean, as text.
    """

    name: str = Field(min_length=1)
    start: int = Field(default=1, ge=1)
    length: int = Field(ge=1)
    missing: tuple[str, ...] = ()
    numeric: bool = False
    decimals: int | None = Field(default=None, ge=0, le=40)
    role: Role = Field(default=Role.OTHER, strict=False)
    labels: tuple[ValueLabel, ...] = ()

    @property
    def end(self) -> int:
        """Its last column."""
        return self.start + self.length - 1


class FixedLayout(Model):
    """Where the fields of a line stand.

    Attributes
    ----------
    fields
        In the order of the variables; none: the description beside the file says it.
    separator
        What divides them; empty: they stand in fixed columns.
    header
        Whether the first line names them.
    """

    fields: tuple[FixedField, ...] = ()
    separator: str = ""
    header: bool = False


class FixedWidthWriting(Model):
    """How text in fixed columns is written.

    Attributes
    ----------
    encoding
        Character encoding; auto: Windows-1252, with a byte for each character, where it holds all of them,
        else UTF-8.
    """

    encoding: Annotated[str, AfterValidator(encoding_or_auto)] = parameter(
        AUTO,
        "Encoding",
        "Character encoding; auto: Windows-1252 if it holds all characters, else UTF-8.",
        FieldDisplay(choices={AUTO: "Windows-1252 if it holds all characters, else UTF-8", **ENCODINGS}),
    )


class FixedWidthOptions(FileOptions):
    """How text in fixed columns is read.

    Attributes
    ----------
    layout
        Where its fields stand; without fields, as the description beside it says.
    encoding
        Character encoding; auto: UTF-8 where the whole file is valid UTF-8, else Windows-1252.
    """

    layout: FixedLayout = Field(default_factory=FixedLayout, repr=False)
    encoding: Annotated[str, AfterValidator(encoding_or_auto)] = parameter(
        AUTO,
        "Encoding",
        "Character encoding; auto: found out from the file.",
        FieldDisplay(choices={AUTO: "found out from the file", **ENCODINGS}),
    )

    def is_number(self, column: str) -> bool:
        """Return whether a column is read as numbers whatever becomes of their spelling.

        Parameters
        ----------
        column
            Name of a column.

        Returns
        -------
        bool
            As the description says.
        """
        return any(field.numeric for field in self.layout.fields if field.name == column)

    def published(self) -> dict[str, Any]:
        """Return the options as public documents tell them; see `FileOptions.published`.

        Returns
        -------
        dict[str, Any]
            Of the layout, how many fields it has: codes of the original and widths of its values stand in it.
        """
        return {**super().published(), "layout": {"fields": len(self.layout.fields)}}
