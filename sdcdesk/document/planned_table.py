"""Planned table: a statistical table of a project, what it is made of, and how it is protected."""

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import PlainSerializer, PlainValidator, model_validator

from sdcdesk.core.files.input_file import InputFile
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.running.model import FieldError, Model
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import joined_by_and, sentence
from sdcdesk.hierarchies.key_hierarchy import KeyHierarchies
from sdcdesk.tables import PROTECTIONS, RULES, Protection, Rule, TablePlan
from sdcdesk.tables.cells.cell_table import FREQUENCY, VALUE
from sdcdesk.tables.cells.dimension import TOTAL
from sdcdesk.tables.cells.last_edition import Codes, LastEdition
from sdcdesk.tables.files.columns import STATUS
from sdcdesk.tables.files.finished_columns import MARKS, FinishedColumns

WrittenRule = Annotated[Rule, PlainValidator(RULES.read), PlainSerializer(RULES.write)]
"""A rule as a field of a document, written with its name and its parameters."""

WrittenProtection = Annotated[
    Protection, PlainValidator(PROTECTIONS.read), PlainSerializer(PROTECTIONS.write)
]
"""A protection as a field of a document, written with its name and its parameters."""


class FinishedTable(Model):
    """A table that another program made, and how its file is read."""

    file: InputFile = parameter(..., "File", "The file with a line for each cell, totals included.")
    total: str = parameter(TOTAL, "Name of the total", "Code of the total of every dimension.", min_length=1)
    totals: dict[str, str] = parameter(
        {}, "Other totals", "By dimension the code of its total, where it is called something else."
    )
    hierarchies: KeyHierarchies = parameter(
        (), "Hierarchies", "By dimension the hierarchy whose labels are its subtotals."
    )
    tolerance: float = parameter(
        0.0, "Rounded by", "By how much parts may miss their total, as those of a rounded table do.", ge=0
    )
    kind: Literal["counts", "sums"] | None = parameter(
        None,
        "Numbers",
        "Counts, which everybody knows to be whole numbers, or sums. Left empty: by the values.",
        FieldDisplay(choices={"counts": "counts", "sums": "sums"}, empty="by the values"),
    )
    value: str = parameter(VALUE, "Values", "Column of the values; hidden cells have none.", min_length=1)
    frequency: str = parameter(
        FREQUENCY, "Contributors", "Column with how many contribute to each cell.", min_length=1
    )
    status: str = parameter(STATUS, "Status", "Column with what became of each cell.", min_length=1)
    largest: tuple[str, ...] = parameter(
        (), "Largest contributions", "Columns with the largest contributions to each cell, in falling order."
    )
    cost: str = parameter(
        "",
        "Costs",
        "Column with what hiding each cell costs, for cell suppression with costs that are given.",
        FieldDisplay(more=True, empty="none"),
    )
    marks: tuple[str, ...] = parameter(
        MARKS, "Marks of hidden cells", "What stands in place of the value of a hidden cell."
    )

    @property
    def columns(self) -> FinishedColumns:
        """What the columns of the file are called."""
        return FinishedColumns(self.value, self.frequency, self.status, self.largest, self.marks, self.cost)


class PlannedTable(Model):
    """A table that is to be published: what it is made of, which cells are sensitive, how it is protected.

    Attributes
    ----------
    name
        What the project finds it by.
    title, unit
        What people call it, and the unit of its numbers.
    plan
        How it is built from the data; None: it is a finished one.
    finished
        The file of a finished table; None: it is built.
    of
        Whether it is built from the original or from the masked file.
    rules
        Which cells are sensitive; a finished table may say that itself.
    protection
        How it is protected; None: sensitive cells are hidden, and nothing besides.
    hidden, always
        Cells that the owner hides, and that he always publishes, by their codes.
    together
        Whether it is published together with the other tables of which this is said: as one linked system.
    last_edition
        Which cells were hidden when it was published before; cell suppression prefers them. None: not known.
    override
        Why it leaves although its audit found cells too narrow, or it was not audited; empty: it does not.
    """

    name: str = parameter(..., "Name", "What the project finds it by.", min_length=1)
    title: str = parameter("", "Title", "What people call it.")
    unit: str = parameter("", "Unit", "The unit of its numbers.")
    plan: TablePlan | None = None
    finished: FinishedTable | None = None
    of: Literal["original", "masked"] = parameter(
        "original",
        "Built from",
        "Which file the table is built from.",
        FieldDisplay(choices={"original": "the original", "masked": "the masked file"}),
    )
    rules: tuple[WrittenRule, ...] = ()
    protection: WrittenProtection | None = None
    hidden: tuple[Codes, ...] = ()
    always: tuple[Codes, ...] = ()
    together: bool = parameter(
        False,
        "Published together",
        "With the other tables of which this is said; none of them then gives another one away.",
    )
    last_edition: LastEdition | None = None
    override: str = parameter(
        "",
        "Reason",
        "Why it leaves although its audit found cells too narrow, or it was not audited. This is recorded.",
        FieldDisplay(long=True),
    )

    @model_validator(mode="after")
    def _one_source(self) -> Self:
        if (self.plan is None) == (self.finished is None):
            raise FieldError("plan", "a table is built, or it is a finished one; say how, or from which file")
        if self.finished is not None and self.of == "masked":
            raise FieldError("of", "a finished table is built from no file of the project; leave it out")
        both = set(self.hidden) & set(self.always)
        if both:
            raise FieldError("always", "a cell is hidden and always published; decide for one")
        if self.override and not any(sign.isalnum() for sign in self.override):
            raise FieldError("override", "a reason is given in words")
        return self

    @property
    def shown_title(self) -> str:
        """What people read: its title, else its name."""
        return self.title or self.name

    def variables(self) -> Iterator[str]:
        """Walk through the variables of the data that it needs.

        Yields
        ------
        str
            Those of its plan, and of its filter; a finished table needs none.
        """
        if self.plan is not None:
            yield from (name for _, name, _ in self.plan.chosen())
            yield from self.plan.where

    @property
    def description(self) -> str:
        """What it is made of, in one sentence without a full stop, for anybody: it names no value."""
        if self.plan is None:
            name = self.finished.file.name if self.finished is not None else ""
            return sentence("Read from {file}", file=name)
        holes = {"names": ", ".join(self.plan.dimension_names), "value": self.plan.value or ""}
        if self.plan.where:
            holes["filters"] = joined_by_and([*self.plan.where])
            if self.plan.value is None:
                return sentence("Records by {names}, only those with some values of {filters}", **holes)
            words = "Sums of {value} by {names}, only of records with some values of {filters}"
            return sentence(words, **holes)
        if self.plan.value is None:
            return sentence("Records by {names}", **holes)
        return sentence("Sums of {value} by {names}", **holes)

    @property
    def universe(self) -> str:
        """Which records are counted, with the values of the filter, for the owner; empty: all."""
        if self.plan is None or not self.plan.where:
            return ""
        filters = [
            sentence("{name}: {values}", name=name, values=", ".join(map(short, wanted)))
            for name, wanted in self.plan.where.items()
        ]
        return sentence("Only records with {filters}", filters="; ".join(filters))
