import numpy as np
import pandas as pd

import sdcdesk as sdc
from sdcdesk.tables.cells.cell_identity import cell_uniforms

PEOPLE = sdc.Microdata(pd.DataFrame({"region": list("NNS"), "size": list("aba")}))
WHOLE = sdc.tables.build(PEOPLE, rows=["region"], columns=["size"])


def drawn(table, codes, key=5, purpose="rounding"):
    return cell_uniforms(table, key, purpose)[table.place_of(codes)]


def test_one_cell_draws_the_same_number_in_every_table():
    """Else who has several tables takes the mean of what they publish of a cell."""
    turned = sdc.tables.build(PEOPLE, rows=["size"], columns=["region"], total="All")
    margin = sdc.tables.build(PEOPLE, rows=["region"])
    north = sdc.tables.build(PEOPLE, rows=["size"], where={"region": ["N"]})
    both = sdc.tables.build(PEOPLE, rows=["region", "size"], where={"region": ["N"]})
    assert drawn(WHOLE, ["N", "a"]) == drawn(turned, ["a", "N"]) == drawn(north, ["a"])
    assert drawn(WHOLE, ["N", "a"]) == drawn(both, ["N", "a"]) == drawn(both, ["Total", "a"])
    assert drawn(WHOLE, ["N", "Total"]) == drawn(margin, ["N"]) == drawn(north, ["Total"])


def test_other_cells_keys_and_purposes_draw_others():
    numbers = cell_uniforms(WHOLE, 5, "rounding")
    assert len(np.unique(numbers)) == len(WHOLE)
    assert not set(numbers) & set(cell_uniforms(WHOLE, 6, "rounding"))
    assert not set(numbers) & set(cell_uniforms(WHOLE, 5, "keys"))
