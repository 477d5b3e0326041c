import pandas as pd

from sdcdesk.core.numbers.quantity import NUMBER
from sdcdesk.core.results.column import Column
from sdcdesk.core.results.findings import Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.section_rows import block_rows
from sdcdesk.core.results.table import Table

SIDES = ("original", "masked", "difference")


def heat(side: str) -> Plot:
    axes = Axis("With", column="column"), Axis("Variable", column="row")
    return Plot(
        kind="heat", x=axes[0], y=axes[1], series=(Series(side, side),), name=f"{side}_map", table="cells"
    )


def cells() -> Table:
    columns = (Column("row", "Row"), Column("column", "Column"), *(Column(s, s, NUMBER) for s in SIDES))
    frame = pd.DataFrame([["a", "b", 0.5, 0.4, -0.1]], columns=[column.name for column in columns])
    return Table(name="cells", title="Cells", columns=columns, frame=frame)


def test_heat_maps_that_are_compared_stand_beside_one_another() -> None:
    maps = [heat(side) for side in SIDES]
    rows = block_rows(Section(name="cells", blocks=(*maps, cells())))
    assert [[block.name for block in row] for row in rows] == [[one.name for one in maps], ["cells"]]


def test_a_single_heat_map_stands_beside_its_table() -> None:
    rows = block_rows(Section(name="cells", blocks=(heat("original"), cells())))
    assert [[block.name for block in row] for row in rows] == [["original_map", "cells"]]
