"""Plan of a table: the variables that it is built of, and how microdata become its cells."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from typing import Any, ClassVar, Literal, Self

import numpy as np
from pydantic import model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.sampling_weights import require_positive
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.operations.operation import Operation
from sdcdesk.core.operations.parameters import (
    CONTINUOUS,
    KEY_LIKE,
    NOT_IDENTIFIERS,
    REQUIRED,
    Accepts,
    FieldDisplay,
    no_identifiers,
    parameter,
)
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.core.text.value_text import value_text
from sdcdesk.hierarchies.key_hierarchy import KeyHierarchies, by_key
from sdcdesk.hierarchies.use import known
from sdcdesk.tables.building.record_identities import record_identities
from sdcdesk.tables.cells.cell_sums import cell_sums
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.contributions import Contributions
from sdcdesk.tables.cells.dimension import TOTAL, Dimension

MISSING = "missing"
"""Code of records without a value, unless a value is called so."""

EMPTY = "(empty)"
"""Code of a text without letters that is not missing, unless a value is called so."""

MOST_CELLS = 2_000_000
"""A table of more cells fits no reader, and no memory with its relations."""

ANYBODY = Accepts()


class TablePlan(Operation[Microdata]):
    """A table of counts or sums, with all its margins, and who contributes to each cell.

    Rows and columns are variables of the file; a variable with a hierarchy has its labels as subtotals. A
    cell counts the records that have its codes, or adds up a variable of numbers over them. With weights a
    record counts as many times as it stands for, and the amounts of single contributors, which rules judge,
    are not weighted: the contributor of a record is one of those that it stands for.

    Records that share a holding are one contributor, in every cell and every total. A record without a value
    of the variable that is added up adds nothing and contributes to no cell; one without a value of a row or
    column is in the category "missing", or left out. Records of other values than those of `where` are left
    out.

    When to use it: for every table that is to be published from the file. When not: for a table that another
    program made, which is read from its file.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> frame = pd.DataFrame({"region": list("NNS"), "size": list("bsb"), "turnover": [7, 2, 4]})
    >>> table = sdc.tables.build(sdc.Microdata(frame), rows=["region"], columns=["size"], value="turnover")
    >>> table.values[table.place_of(["N", "Total"])].item(), table.frequency[0].item()
    (9.0, 3)
    """

    name: ClassVar[str] = "table"
    title: ClassVar[str] = "Table"
    source: ClassVar[str] = "Domingo-Ferrer and Torra 2004, section 3"
    examples: ClassVar[tuple[dict[str, Any], ...]] = (
        {"rows": ["zip"], "columns": ["school"], "value": "income"},
        {"rows": ["school"], "missing": "left_out", "weight": "weight", "where": {"zip": ["1"]}},
        {
            "rows": ["zip"],
            "value": "bonus",
            "holding": "home",
            "negative": "absolute",
            "total": "All",
            "cost": "age",
        },
    )

    rows: tuple[str, ...] = parameter(
        REQUIRED, "Rows", "Variables whose codes are the rows.", accepts=KEY_LIKE, min_length=1
    )
    columns: tuple[str, ...] = parameter(
        (), "Columns", "Variables whose codes are the columns.", accepts=KEY_LIKE
    )
    value: str | None = parameter(
        None,
        "Values",
        "The variable that is added up. Left empty: records are counted.",
        FieldDisplay(empty="number of records"),
        accepts=CONTINUOUS,
    )
    hierarchies: KeyHierarchies = parameter(
        (),
        "Hierarchies",
        "For rows and columns the hierarchy whose labels are their subtotals.",
        FieldDisplay(more=True, empty="none", rows=no_identifiers),
    )
    weight: str | None = parameter(
        None,
        "Weights",
        "How many each record stands for. Left empty: one.",
        FieldDisplay(more=True, empty="none"),
        accepts=CONTINUOUS,
    )
    holding: str | None = parameter(
        None,
        "Holding",
        "Records with the same value are one contributor, as the enterprises of a group. Left empty: each "
        "record is one.",
        FieldDisplay(more=True, empty="none"),
        accepts=ANYBODY,
    )
    waiver: str | None = parameter(
        None,
        "Waiver",
        "The variable that says who allows publication of cells that would reveal them.",
        FieldDisplay(more=True, empty="none"),
        accepts=Accepts(roles=NOT_IDENTIFIERS),
    )
    waived: tuple[str, ...] = parameter(
        ("1", "yes", "true"),
        "Values that allow it",
        "A contributor allows publication if all of its records have one of these values; capitals are "
        "small letters.",
        FieldDisplay(more=True),
    )
    where: dict[str, tuple[str, ...]] = parameter(
        {},
        "Only records with",
        "By variable the values that count; the others are left out.",
        FieldDisplay(more=True, empty="all", rows=lambda data: data.names),
    )
    cost: str | None = parameter(
        None,
        "Costs",
        "The variable that says what hiding costs, added up over the records of a cell as values are; a "
        "record without one adds nothing. For cell suppression with costs that are given.",
        FieldDisplay(more=True, empty="none"),
        accepts=CONTINUOUS,
    )
    missing: Literal["category", "left_out"] = parameter(
        "category",
        "Missing values",
        "What becomes of records without a value of a row or column.",
        FieldDisplay(more=True, choices={"category": "are a category", "left_out": "are left out"}),
    )
    negative: Literal["refuse", "absolute"] = parameter(
        "refuse",
        "Negative amounts",
        "Rules compare contributions, which must not be negative; their absolute values can stand for them.",
        FieldDisplay(
            more=True, choices={"refuse": "are refused", "absolute": "count with their absolute value"}
        ),
    )
    total: str = parameter(
        TOTAL,
        "Name of the total",
        "How the total is called in every dimension.",
        FieldDisplay(more=True),
        min_length=1,
    )

    @model_validator(mode="after")
    def _each_dimension_once(self) -> Self:
        twice = [name for name in self.rows if name in self.columns]
        if twice:
            raise FieldError("columns", sentence("{name} is in the rows already", name=short(twice[0])))
        strange = [name for name in by_key(self.hierarchies) if name not in self.dimension_names]
        if strange:
            raise FieldError("hierarchies", sentence("{name} is no row or column", name=short(strange[0])))
        return self

    @property
    def dimension_names(self) -> tuple[str, ...]:
        """The variables of rows and columns."""
        return (*self.rows, *self.columns)

    @property
    def within(self) -> dict[str, str]:
        """By variable the only value that is wanted, where it is one."""
        return {name: values[0] for name, values in self.where.items() if len({*values}) == 1}

    def subject(self, data: Microdata) -> str:
        """Return what tables of the same numbers have in common: variable, weights and records.

        Parameters
        ----------
        data
            The records.

        Returns
        -------
        str
            The same for tables whose common cells are the same number.
        """
        where = sorted(
            (name, sorted({*values}))
            for name, values in self.where.items()
            if name not in self.within and not self._inside_of(data, name, values).all()
        )
        # Who lacks a value of a dimension is in no cell of the table, and so not in its totals either.
        left_out = self.missing == "left_out"
        lacking = [name for name in sorted(self.dimension_names) if left_out and data.missing(name).any()]
        return repr((self.value, self.weight, where, lacking))

    def build(self, data: Microdata, progress: Progress = SILENT) -> CellTable:
        """Build the table.

        Parameters
        ----------
        data
            The records.
        progress
            Receives how far the work is.

        Returns
        -------
        CellTable
            With all contributions.

        Raises
        ------
        DataError
            A variable is missing or of the wrong kind, amounts are negative, a value is not in its
            hierarchy, or there are too many cells.
        """
        self.check(data)
        progress.at(0.0, "Codes")
        inside = self._inside(data)
        amounts = self._amounts(data)
        if self.value is not None:
            inside &= ~np.isnan(amounts)
        coded = [self._coded(data, name) for name in self.dimension_names]
        if self.missing == "left_out":
            for name in self.dimension_names:
                inside &= ~data.missing(name)
        dimensions = [dimension for dimension, _ in coded]
        self._require_size(dimensions)
        places = np.flatnonzero(inside)
        leaves = tuple(leaf[places] for _, leaf in coded)
        amounts, weights = amounts[places], self._weights(data, places)
        progress.at(0.4, "Sums")
        values = cell_sums(dimensions, leaves, amounts * weights)
        contributions = self._contributions(data, places, leaves, amounts)
        if self.negative == "absolute" and (amounts < 0).any():
            contributions = replace(
                contributions, sums=cell_sums(dimensions, leaves, np.abs(amounts) * weights)
            )
        frequency = contributions.count(dimensions, progress.part(0.5, 1.0))
        table = CellTable(
            dimensions,
            values,
            frequency,
            value_title="" if self.value is None else data.variable(self.value).label or self.value,
            kind="counts" if self.value is None and self.weight is None else "sums",
            contributions=contributions,
            subject=self.subject(data),
            within=self.within,
        )
        if self.cost is None:
            return table
        return table.with_costs(cell_sums(dimensions, leaves, self._costs(data)[places] * weights))

    def _costs(self, data: Microdata) -> np.ndarray:
        """Return what hiding each record costs, float64 (records,)."""
        costs: np.ndarray = np.nan_to_num(data.numbers(str(self.cost)), nan=0.0)
        if (costs < 0).any():
            words = "{name} has costs below 0; choose a variable of costs from 0."
            raise DataError(sentence(words, name=short(str(self.cost))), "cost", title=self.title)
        return costs

    def _inside(self, data: Microdata) -> np.ndarray:
        inside = np.ones(len(data), dtype=bool)
        for name, wanted in self.where.items():
            inside &= self._inside_of(data, name, wanted)
        return inside

    def _inside_of(self, data: Microdata, name: str, wanted: Sequence[str]) -> np.ndarray:
        """Return which records have one of the wanted values of a variable."""
        coding = data.coding(name)
        texts = [value_text(value) for value in coding.categories]
        if not {*wanted} <= {*texts}:
            words = "{name} lacks a value that is wanted; choose values that occur."
            raise DataError(sentence(words, name=name), "where", title=self.title)
        chosen = np.array([text in wanted for text in texts] + [False])
        return np.asarray(chosen[coding.codes])

    def _amounts(self, data: Microdata) -> np.ndarray:
        if self.value is None:
            return np.ones(len(data))
        return data.numbers(self.value)

    def _weights(self, data: Microdata, places: np.ndarray) -> np.ndarray:
        if self.weight is None:
            return np.ones(len(places))
        weights: np.ndarray = data.numbers(self.weight)[places]
        require_positive(weights, data.rows[places], self.weight)
        return weights

    def _coded(self, data: Microdata, name: str) -> tuple[Dimension, np.ndarray]:
        """Return a dimension, and for each record the place of its code."""
        coding = data.coding(name)
        texts = [value_text(value) for value in coding.categories]
        if "" in texts:
            texts[texts.index("")] = _free(EMPTY, texts)
        if self.total in texts:
            words = "{name} has a value that is called as the total is; give the total another name."
            raise DataError(sentence(words, name=name), "total", title=self.title)
        title = data.variable(name).label
        hierarchy = by_key(self.hierarchies).get(name)
        lacking = bool((coding.codes < 0).any()) and self.missing == "category"
        if hierarchy is None:
            dimension = Dimension.flat(name, _with_missing(texts) if lacking else texts, self.total, title)
        else:
            found = known(hierarchy, self.title)
            dimension = Dimension.from_hierarchy(name, found, texts, self.total, title)
            if lacking:
                codes = (*dimension.codes, _free(MISSING, dimension.codes))
                dimension = dimension.changed(codes=codes, parents=(*dimension.parents, 0))
        at = [dimension.places[text] for text in texts]
        dimension = _labelled(
            dimension, data.variable(name), dict(zip(texts, coding.categories, strict=True))
        )
        return dimension, np.array([*at, len(dimension) - 1], dtype=np.int64)[coding.codes]

    def _require_size(self, dimensions: Sequence[Dimension]) -> None:
        cells = reduce(lambda size, one: size * len(one), dimensions, 1)
        if cells > MOST_CELLS:
            words = (
                "The table would have {cells} cells, and at most {most} are built; choose fewer or coarser "
                "variables."
            )
            raise DataError(sentence(words, cells=str(cells), most=str(MOST_CELLS)), "rows", title=self.title)

    def _contributions(
        self, data: Microdata, places: np.ndarray, leaves: tuple[np.ndarray, ...], amounts: np.ndarray
    ) -> Contributions:
        if (amounts < 0).any():
            if self.negative == "refuse":
                words = (
                    "{name} has negative amounts, which rules of contributions cannot judge; choose their "
                    "absolute values."
                )
                raise DataError(sentence(words, name=str(self.value)), "negative", title=self.title)
            amounts = np.abs(amounts)
        contributors = np.arange(len(places))
        if self.holding is not None:
            codes = data.coding(self.holding).codes[places].astype(np.int64)
            # A record without a holding is one of its own.
            alone = codes < 0
            codes[alone] = codes.max(initial=-1) + 1 + np.arange(int(alone.sum()))
            contributors = np.unique(codes, return_inverse=True)[1].astype(np.int64)
        number = int(contributors.max(initial=-1)) + 1
        waived = np.zeros(number, dtype=bool)
        if self.waiver is not None:
            wanted = {value.casefold() for value in self.waived}
            categories = data.coding(self.waiver).categories
            allows = [value_text(value).casefold() in wanted for value in categories]
            own = np.array([*allows, False])[data.coding(self.waiver).codes[places]]
            waived[:] = True
            np.logical_and.at(waived, contributors, own)
        identified = partial(record_identities, data, places)
        return Contributions(leaves, contributors, amounts, waived, places, identified=identified)


def _labelled(dimension: Dimension, variable: Variable, values: Mapping[str, object]) -> Dimension:
    """Return a dimension in which the codes of values have their labels."""
    labels: dict[object, str] = {one.value: one.label for one in variable.value_labels}
    own = tuple(labels.get(values.get(code), "") for code in dimension.codes)
    return dimension.changed(labels=own) if any(own) else dimension


def _with_missing(texts: Sequence[str]) -> list[str]:
    return [*texts, _free(MISSING, texts)]


def _free(code: str, used: Sequence[str]) -> str:
    number, free = 2, code
    while free in used:
        free, number = f"{code} ({number})", number + 1
    return free
