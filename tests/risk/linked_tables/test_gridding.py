"""Areas joined into squares of a variable grid."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.risk import LinkedTables, gridded_areas, synthetic_population

MEASURE = LinkedTables(published=("sex × age", "sex × job"), area="ward")


def people(households: list[int], places: list[tuple[float, float]], wards: str) -> Microdata:
    frame = pd.DataFrame({"ward": list(wards), "home": households, "sex": "f", "age": 1, "job": "x"})
    frame["x"], frame["y"] = [place[0] for place in places], [place[1] for place in places]
    return Microdata(frame, [Variable(name="home", role=Role.HOUSEHOLD), *numbers()])


def numbers() -> list[Variable]:
    return [Variable(name=name, scale=Scale.CONTINUOUS) for name in ("x", "y")]


def test_a_square_is_split_where_every_part_has_enough_households() -> None:
    corners = [(0.0, 0.0), (9.0, 0.0), (0.0, 9.0), (9.0, 9.0)]
    data = people([1, 2, 3, 4, 5, 5], [*corners, (9.0, 8.0), (9.0, 8.0)], "abcdee")
    # Each quarter has a household: b, c and a alone, d with e (of one household, in two records).
    found = gridded_areas(MEASURE, data, "x", "y", 1)
    assert found.table["new_area"].tolist() == ["a", "b", "c", "d", "e"]
    found = gridded_areas(MEASURE, data, "x", "y", 2)
    assert found.areas == (5, 1)
    assert found.rejected == ()
    # All of them together are too few.
    assert gridded_areas(MEASURE, data, "x", "y", 6).rejected == ("a+b+c+2 more",)


def test_no_area_is_divided_and_every_square_has_its_households() -> None:
    data = in_small_squares(synthetic_population(4000, 3))
    measure = LinkedTables(published=("sex × marital", "sex × illness"), area="square")
    found = gridded_areas(measure, data, "x", "y", 20, least=60)
    homes = data.frame.assign(square=data.frame["square"].astype(str))
    new = homes["square"].map(found.table.set_index("area")["new_area"])
    number = homes.groupby(new.to_numpy())["household"].nunique()
    assert len(number) > 4
    assert number.min() >= 20
    assert found.rejected == ()
    before, after = found.figures
    assert before.below == (homes["square"].value_counts() < 60).sum()
    assert after.below == (new.value_counts() < 60).sum()
    # The order of the records is of no importance.
    turned = Microdata(data.frame.iloc[::-1].reset_index(drop=True), data.variables)
    assert gridded_areas(measure, turned, "x", "y", 20, least=60).mapping == found.mapping


def in_small_squares(data: Microdata) -> Microdata:
    """Return the people with squares of 200 m."""
    frame = data.frame.copy()
    frame["square"] = np.floor(frame["x"] * 5).astype(int) * 1000 + np.floor(frame["y"] * 5).astype(int)
    return Microdata(frame, data.variables)


def test_a_place_that_is_missing_or_no_number_is_refused() -> None:
    data = people([1, 2], [(0.0, np.nan), (1.0, 1.0)], "ab")
    with pytest.raises(DataError, match="A record has no value of y"):
        gridded_areas(MEASURE, data, "x", "y", 1)
    with pytest.raises(DataError, match="job holds text"):
        gridded_areas(MEASURE, data, "x", "job", 1)
