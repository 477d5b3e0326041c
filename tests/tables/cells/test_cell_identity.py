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
    # One person is alone in S, and one in b: theirs are the only cells that a total has again.
    assert len(np.unique(numbers)) == len(WHOLE) - 2
    assert drawn(WHOLE, ["S", "a"]) == drawn(WHOLE, ["S", "Total"])
    assert drawn(WHOLE, ["N", "b"]) == drawn(WHOLE, ["Total", "b"])
    assert not set(numbers) & set(cell_uniforms(WHOLE, 6, "rounding"))
    assert not set(numbers) & set(cell_uniforms(WHOLE, 5, "keys"))


def test_the_same_people_draw_the_same_number_whatever_they_are_called():
    codes = {"code": ["01", "01", "02"], "other": ["x", "y", "x"]}
    coded = sdc.Microdata(PEOPLE.frame.assign(**codes, sales=1.0, age=[2.0, 3, 4]))
    whole = sdc.tables.build(coded, rows=["region"], columns=["size"])
    by_code = sdc.tables.build(coded, rows=["code"])
    filtered = sdc.tables.build(coded, rows=["other", "region"], where={"region": ["N", "S"], "other": ["x"]})
    assert drawn(whole, ["N", "Total"]) == drawn(by_code, ["01"])
    assert drawn(whole, ["N", "a"]) == drawn(filtered, ["Total", "N"])
    # A value that is another one draws for itself, also of the same people.
    sales = sdc.tables.build(sdc.Microdata(coded.frame), rows=["region"], value="sales")
    assert drawn(sales, ["N"]) == drawn(whole, ["N", "Total"])
    ages = sdc.tables.build(sdc.Microdata(coded.frame), rows=["region"], value="age")
    assert drawn(ages, ["N"]) != drawn(whole, ["N", "Total"])


def test_the_order_of_the_file_says_nothing_of_who_is_in_a_cell():
    frame = PEOPLE.frame.assign(age=[30, 40, 50])
    for role in (sdc.Role.OTHER, sdc.Role.IDENTIFIER):
        one, turned = (
            sdc.tables.build(sdc.Microdata(some, [sdc.Variable(name="age", role=role)]), rows=["region"])
            for some in (frame, frame.iloc[::-1].reset_index(drop=True))
        )
        assert drawn(one, ["N"]) == drawn(turned, ["N"])
    # Where there are identifiers nothing else counts, as a value that was corrected.
    corrected = frame.assign(size=list("bbb"))
    data = sdc.Microdata(corrected, [sdc.Variable(name="age", role=sdc.Role.IDENTIFIER)])
    assert drawn(sdc.tables.build(data, rows=["region"]), ["N"]) == drawn(one, ["N"])


def test_cells_whose_records_are_not_known_draw_by_their_codes():
    finished = sdc.tables.CellTable(WHOLE.dimensions, WHOLE.values, kind="counts")
    again = sdc.tables.CellTable(WHOLE.dimensions, WHOLE.values * 2, kind="counts")
    numbers = cell_uniforms(finished, 5, "rounding")
    assert len(np.unique(numbers)) == len(WHOLE)
    assert (numbers == cell_uniforms(again, 5, "rounding")).all()
