import numpy as np
import pandas as pd

import sdcdesk as sdc
from sdcdesk.tables import CellTable, audited, build
from sdcdesk.tables.differences.nested_variables import nested

RNG = np.random.default_rng(3)
FRAME = pd.DataFrame({"town": RNG.choice(list("abcdefgh"), 200), "size": RNG.choice(list("xy"), 200)})
FRAME["district"] = FRAME["town"].map(dict(zip("abcdefgh", "11223344", strict=True)))
FRAME["region"] = np.where(FRAME["district"] < "3", "N", "S")
FRAME["other"] = RNG.choice(list("pqr"), 200)


def table(*rows: str, frame: pd.DataFrame = FRAME) -> CellTable:
    return build(sdc.Microdata(frame), rows=list(rows))


def test_a_coarser_variable_is_a_subtotal_of_the_finer_one() -> None:
    towns, regions = table("town", "size"), table("region", "size")
    made = nested([towns, regions])
    [sums] = made.sums
    assert made.tables[0].dimensions == towns.dimensions
    assert made.tables[1].dimensions[0].name == "town"
    assert made.tables[1].values.tolist() == regions.values.tolist()
    for region in "NS":
        for size in ("Total", "x", "y"):
            cell = sums.place_of([f"region = {region}", size])
            assert sums.values[cell] == regions.values[regions.place_of([region, size])]
    assert sums.is_hidden.all()
    # Nobody hides anything of the tables themselves, and all sums follow from what they publish.
    assert len(audited(*made.system).cells) == 0


def test_what_the_other_table_does_not_have_is_added_up() -> None:
    [sums] = nested([table("town", "size"), table("region", "other")]).sums
    assert [one.name for one in sums.dimensions] == ["town"]
    assert sums.values[sums.place_of(["region = S"])] == (FRAME["region"] == "S").sum()


def test_variables_that_are_no_recodings_and_other_records_stay() -> None:
    for others in (table("other"), table("region", frame=FRAME[:150])):
        made = nested([table("town", "size"), others])
        assert made.sums == ()
        assert made.tables[1].dimensions == others.dimensions


def test_a_few_records_that_nest_by_chance_are_no_recoding() -> None:
    few = FRAME.groupby("town").head(1)
    assert nested([table("town", frame=few), table("other", frame=few)]).sums == ()


def test_a_code_whose_parts_have_two_names_is_looked_at_in_systems_of_its_own() -> None:
    made = nested([table("town"), table("district"), table("region")])
    assert len(made.sums) == 2
    assert made.apart == ((1, 2),)
    assert nested([table("district"), table("region")]).sums[0].dimensions[0].codes == (
        *("Total", "region = N", "region = S"),
        *"1234",
    )


def test_tables_of_other_records_stand_beside_those_that_are_tied_together() -> None:
    people = sdc.Microdata(FRAME)
    filtered = build(people, rows=["region"], where={"size": ["x"]})
    made = nested([table("town", "size"), table("region"), filtered])
    [sums] = made.sums
    assert [one.name for one in sums.dimensions] == ["town"]
    # What the filter keeps is a cell of towns and sizes, by its sums.
    assert len(audited(*made.system).cells) == 0
    assert len(nested([filtered, table("town", "size"), table("region")]).sums) == 1
