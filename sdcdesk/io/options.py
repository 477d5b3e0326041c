"""Options of reading: what the user says of any data file, and what was found where nothing was said."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Self

from pydantic import Field, model_validator

from sdcdesk.core.data.variable import Value
from sdcdesk.core.operations.parameters import Accepts, FieldDisplay, field_display, parameter
from sdcdesk.core.random.randomness import LARGEST_SEED
from sdcdesk.core.random.secret_seed import drawn_seed
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.model import Model

AUTO = "auto"
"""Stands for what is found out from the file."""


@dataclass(frozen=True, slots=True)
class PartOfFile:
    """Marks a text that names a part of a file, such as a sheet of a workbook: see `Format.parts`."""


class FileOptions(Model):
    """How a data file is read, whatever its format; formats with more to say extend it.

    Attributes
    ----------
    format
        Name of the format; auto: by the content of the file where that tells, else by its extension.
    missing
        Codes that stand for "missing" in every column, besides empty cells: -9, "NA", ".".
    missing_in
        The same for single columns, by name.
    columns
        The columns that are read; none: all. What is said of others is refused.
    sample
        Records of a simple random sample without replacement that are read, in the order of the file, all
        where it has no more; None: all.
    sample_seed
        Seed of that sample: the same seed reads the same records of the same file. None: one that nobody
        can guess is drawn where the file is read.

    Raises
    ------
    ParameterError
        An option has no such value, or two contradict one another.
    """

    format: str = AUTO
    missing: tuple[Value, ...] = parameter(
        (), "Missing codes", "Codes for missing values: -9, NA.", FieldDisplay(empty="for example -9; NA")
    )
    missing_in: dict[str, tuple[Value, ...]] = Field(default_factory=dict)
    columns: tuple[str, ...] = parameter(
        (),
        "Only these columns",
        "Columns that are read; none: all.",
        FieldDisplay(more=True),
        accepts=Accepts(),
    )
    sample: int | None = parameter(
        None,
        "Random sample",
        "Records of a random sample of the file that are read; all where it has no more. Figures are then "
        "those of the sample.",
        FieldDisplay(unit="records", empty="all records", more=True),
        ge=1,
    )
    sample_seed: int | None = parameter(
        None,
        "Seed of the sample",
        "The same seed reads the same records again; it is drawn where it is left empty.",
        FieldDisplay(empty="drawn", more=True),
        ge=0,
        le=LARGEST_SEED,
    )

    @model_validator(mode="after")
    def _check_seed(self) -> Self:
        if self.sample_seed is not None and self.sample is None:
            raise ParameterError(
                "A seed is for a random sample; say how many records are read, or leave the seed out.",
                "sample_seed",
            )
        return self

    def with_seed(self) -> Self:
        """Return the options with the seed of the sample that they ask for.

        Returns
        -------
        Self
            The same where no sample is asked for, or its seed is known.
        """
        if self.sample is None or self.sample_seed is not None:
            return self
        return self.changed(sample_seed=drawn_seed())

    @classmethod
    def form_options(cls) -> tuple[str, ...]:
        """Return the options that forms and commands ask for, those of the format alone first.

        Returns
        -------
        tuple[str, ...]
            Names of options that have a title.
        """
        titled = [name for name, info in cls.model_fields.items() if info.title]
        return tuple(sorted(titled, key=FileOptions.model_fields.__contains__))

    def non_defaults(self) -> tuple[str, ...]:
        """Return which options differ from their defaults.

        Returns
        -------
        tuple[str, ...]
            Names of options, in the order of declaration.
        """
        unsaid = type(self)()
        return tuple(name for name in type(self).model_fields if getattr(self, name) != getattr(unsaid, name))

    def words(self) -> dict[str, str]:
        """Return what the options say in words for the reader, by the name of the option.

        Returns
        -------
        dict[str, str]
            Only of options with named choices.
        """
        choices = {name: field_display(info).choices for name, info in type(self).model_fields.items()}
        return {
            name: words.get(getattr(self, name), str(getattr(self, name)))
            for name, words in choices.items()
            if words
        }

    def published(self) -> dict[str, Any]:
        """Return the options as public documents tell them.

        Returns
        -------
        dict[str, Any]
            Plain JSON values by the name of the option; none says whose records were read, or what the
            values of the original are.
        """
        return self.model_dump(mode="json", exclude={"sample_seed"})

    def settled(self) -> Self:
        """Return only what takes the whole file to find out; the rest is open again.

        Returns
        -------
        Self
            Options of the same class.
        """
        return type(self)(format=self.format)

    def mentioned(self) -> tuple[str, ...]:
        """Return the columns about which something is said.

        Returns
        -------
        tuple[str, ...]
            Names of columns, each once.
        """
        return tuple(self.missing_in)

    def is_text(self, column: str) -> bool:
        """Return whether a column stays text although its values may be numbers.

        Parameters
        ----------
        column
            Name of a column.

        Returns
        -------
        bool
            False where the file keeps its own types.
        """
        del column
        return False

    def is_number(self, column: str) -> bool:
        """Return whether a column is read as numbers although that makes different texts alike.

        Parameters
        ----------
        column
            Name of a column.

        Returns
        -------
        bool
            False where the file keeps its own types.
        """
        del column
        return False

    def limited_to(self, columns: Collection[str]) -> Self:
        """Return options that say nothing of other columns than these.

        Parameters
        ----------
        columns
            Names of the columns that stay.

        Returns
        -------
        Self
            Options of the same class.
        """
        kept = {name: codes for name, codes in self.missing_in.items() if name in columns}
        only = tuple(name for name in self.columns if name in columns)
        return self.changed(missing_in=kept, columns=only)

    def with_text(self, columns: Collection[str]) -> Self:
        """Return options that keep these columns as text; the same where the file keeps its own types.

        Parameters
        ----------
        columns
            Names of columns.

        Returns
        -------
        Self
            Options of the same class.
        """
        del columns
        return self
