from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sdcdesk as sdc
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.core.text.sentence import localised
from sdcdesk.hierarchies.hierarchy import Hierarchy

TOWNS = Hierarchy.from_rows({"k": ["North"], "b": ["North"], "u": ["South"], "m": ["South"]}, "towns")


@st.composite
def files(draw):
    number = draw(st.integers(1, 40))
    some = lambda values: draw(st.lists(st.sampled_from(values), min_size=number, max_size=number))  # noqa: E731
    return pd.DataFrame(
        {
            "town": pd.Series(some(["k", "b", "u", "m", None]), dtype=object),
            "size": some([1, 2, 10]),
            "v": pd.Series(some([0.0, 0.1, 0.25, 3.0, 1e9 + 0.5, np.nan]), dtype=float),
            "w": some([1.0, 2.5]),
            "group": pd.Series(some(["g", "h", "i", None]), dtype=object),
            "allows": some(["Yes", "no"]),
        }
    )


def below(code):
    return {"Total": None, "North": ["k", "b"], "South": ["u", "m"]}.get(code, [code])


def by_hand(frame, missing):
    """Look at every cell by itself: its sum, and what each of its contributors adds."""
    frame = frame.assign(town=frame.town.fillna("missing"), size=frame["size"].astype(str))
    frame["who"] = [f"group {g}" if isinstance(g, str) else f"alone {n}" for n, g in enumerate(frame.group)]
    if missing == "left_out":
        frame = frame[frame.town != "missing"]
    frame = frame[frame.v.notna()]

    def cell(town, size):
        inside = frame[[town == "Total" or one in below(town) for one in frame.town]]
        inside = inside if size == "Total" else inside[inside["size"] == size]
        adds = inside.groupby("who").v.sum().sort_values(ascending=False)
        return (inside.v * inside.w).sum(), adds

    return cell


@given(files(), st.sampled_from(["category", "left_out"]))
def test_every_cell_is_what_one_finds_by_hand(frame, missing):
    plan = {"rows": ["town"], "columns": ["size"], "value": "v", "weight": "w", "holding": "group"}
    plan |= {"hierarchies": {"town": TOWNS}, "missing": missing}
    table = sdc.tables.build(sdc.Microdata(frame), **plan)
    cell = by_hand(frame, missing)
    largest = table.contributions.largest(table.dimensions, 3).amounts
    for place, codes in enumerate(product(*(one.codes for one in table.dimensions))):
        value, adds = cell(*codes)
        assert table.codes(place) == codes
        assert table.values[place] == pytest.approx(value, rel=1e-14)
        assert table.frequency[place] == len(adds)
        expected = [*adds, 0, 0, 0][:3]
        np.testing.assert_allclose(largest[place], expected, rtol=1e-14)
    assert not len(table.relations.broken(table.values))


@given(files())
def test_counts_are_whole_numbers_of_records(frame):
    table = sdc.tables.build(sdc.Microdata(frame), rows=["size"], columns=["town", "group"])
    assert table.kind == "counts"
    assert table.values[0] == len(frame) == table.frequency[0]
    np.testing.assert_array_equal(table.values, table.frequency)
    assert not table.relations.differences(table.values).any()


@given(files())
def test_who_allows_publication_allows_it_with_all_records(frame):
    plan = {"rows": ["size"], "holding": "group", "waiver": "allows", "waived": ["YES"]}
    known = sdc.tables.build(sdc.Microdata(frame), **plan).contributions
    for place in range(len(known.waived)):
        own = frame.allows.iloc[known.rows[known.contributors == place]]
        assert known.waived[place] == (own == "Yes").all()


def test_large_amounts_keep_their_decimals():
    data = sdc.Microdata(pd.DataFrame({"r": list("abb"), "v": [1e9 + 0.25, 1e9 + 0.5, 3.0]}))
    table = sdc.tables.build(data, rows=["r"], value="v")
    assert table.values.tolist() == [2e9 + 3.75, 1e9 + 0.25, 1e9 + 3.5]


def test_decimal_amounts_add_up_without_digits_of_arithmetic():
    data = sdc.Microdata(pd.DataFrame({"r": list("aaab"), "v": [0.1, 0.2, 0.7, 0.3]}))
    assert sdc.tables.build(data, rows=["r"], value="v").values.tolist() == [1.3, 1.0, 0.3]


def test_absolute_values_are_judged_and_the_values_themselves_added_up():
    data = sdc.Microdata(pd.DataFrame({"r": list("aab"), "v": [-5.0, 2.0, 1.0]}))
    with pytest.raises(DataError, match="v has negative amounts"):
        sdc.tables.build(data, rows=["r"], value="v")
    table = sdc.tables.build(data, rows=["r"], value="v", negative="absolute")
    assert table.values.tolist() == [-2.0, -3.0, 1.0]
    assert table.contributions.largest(table.dimensions, 2).amounts.tolist() == [[5, 2], [5, 2], [1, 0]]
    assert table.contributions.sums.tolist() == [8.0, 7.0, 1.0]


def test_only_wanted_records_are_in_the_table():
    data = sdc.Microdata(pd.DataFrame({"r": list("aab"), "year": [1, 2, 2]}))
    table = sdc.tables.build(data, rows=["r"], where={"year": ["2"]})
    assert table.values.tolist() == [2, 1, 1]
    with pytest.raises(DataError, match="year lacks a value that is wanted"):
        sdc.tables.build(data, rows=["r"], where={"year": ["3"]})


def test_no_record_gives_an_empty_table():
    frame = pd.DataFrame({"r": pd.Series(["a", "b"]), "v": [np.nan, np.nan]})
    table = sdc.tables.build(sdc.Microdata(frame), rows=["r"], value="v")
    assert table.values.tolist() == [0, 0, 0] == table.frequency.tolist()
    assert sdc.tables.build(sdc.Microdata(frame[:0]), rows=["r"]).values.tolist() == [0]


def test_codes_that_are_missing_empty_or_called_as_the_total_is():
    data = sdc.Microdata(pd.DataFrame({"r": pd.Series(["", None, "missing"], dtype=object)}))
    [region] = sdc.tables.build(data, rows=["r"]).dimensions
    assert region.codes == ("Total", "(empty)", "missing", "missing (2)")
    with pytest.raises(DataError, match="give the total another name") as refused:
        sdc.tables.build(data, rows=["r"], total="missing")
    assert refused.value.field == "total"


def test_a_plan_that_contradicts_itself_is_refused():
    for plan, field in (
        ({"rows": ["r"], "columns": ["r"]}, "columns"),
        ({"rows": ["r"], "hierarchies": {"s": {"a": ["b"]}}}, "hierarchies"),
        ({"rows": []}, "rows"),
    ):
        with pytest.raises(ParameterError) as refused:
            sdc.tables.TablePlan(**plan)
        assert refused.value.field == field


def test_a_table_that_is_cancelled_is_not_built():
    data = sdc.Microdata(pd.DataFrame({"r": list("ab")}))
    reports = iter(range(100))
    with pytest.raises(Cancelled):
        sdc.tables.build(data, rows=["r"], progress=Progress(cancelled=lambda: next(reports) >= 2))


def test_codes_stay_codes_and_are_read_with_their_value_labels():
    frame = pd.DataFrame({"size": [1, 2, 2, 10]})
    labels = (ValueLabel(value=1, label="small"), ValueLabel(value=10, label="large"))
    size = Variable(name="size", value_labels=labels)
    table = sdc.tables.build(sdc.Microdata(frame, [size]), rows=["size"])
    [dimension] = table.dimensions
    assert dimension.codes == ("Total", "1", "2", "10")
    assert [*map(localised, dimension.shown_codes)] == ["Total", "1 small", "2", "10 large"]
    assert table.cell_text(1) == "1"
    assert localised(table.cell_text(1)) == "1 small"
