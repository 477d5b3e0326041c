import doctest
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.numbers.quantity import NUMBER, Quantity
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.running.progress import SILENT, Cancelled, Progress
from sdcdesk.kernels.grouping import mdav
from sdcdesk.kernels.robust_scatter import robust_scatter
from sdcdesk.masking.microaggregation import Microaggregation, method

LOSS = "information_loss"
NONE = Quantity(0, NUMBER)

GRADES = Variable(name="grade", scale=Scale.ORDINAL, categories=("low", "mid", "high", "top"))


def of(**columns) -> Microdata:
    return Microdata(pd.DataFrame(columns))


def masked(data: Microdata, *variables: str, **parameters) -> list:
    method = Microaggregation(variables=variables, **parameters)
    return method.apply(data).column(variables[0]).tolist()


# Worked examples


@pytest.mark.parametrize("partition", ["fixed", "optimal"])
@pytest.mark.parametrize(
    ("k", "expected"),
    [(2, [9, 9, 21, 21, 40, 40, 70, 70]), (4, [15] * 4 + [55] * 4), (8, [35] * 8)],
)
def test_figure_4_of_truta_fotouhi_and_barth_jones(partition: str, k: int, expected: list[int]) -> None:
    ages = of(age=[8, 10, 19, 23, 37, 43, 68, 72])
    assert masked(ages, "age", k=k, partition=partition) == expected


def test_sizes_follow_the_clumps_of_figure_1_of_domingo_ferrer_and_torra() -> None:
    values = [1.0, 1.2, 1.3, 1.5, 1.6, 8.0, 8.1, 8.3, 8.4]
    optimal = Microaggregation(variables=["x"], k=3).mask(of(x=values)).figures
    fixed = Microaggregation(variables=["x"], k=3, partition="fixed").mask(of(x=values)).figures
    assert (optimal["groups"].value, optimal["smallest_group"].value, optimal["largest_group"].value) == (
        2,
        4,
        5,
    )
    assert (fixed["groups"].value, fixed["smallest_group"].value, fixed["largest_group"].value) == (3, 3, 3)


@pytest.mark.parametrize(("k", "loss"), [(3, 5.6922), (4, 7.4947), (5, 9.0884), (10, 14.1559)])
def test_mdav_loss_on_census(shared_data, k: int, loss: float) -> None:
    census = Microdata(pd.read_csv(shared_data / "census-casc.csv"))
    method = Microaggregation(variables=census.names, k=k, grouping="together")
    assert round(method.mask(census).figures[LOSS].value, 4) == loss


# A dynamic programme in exact rational arithmetic gives these; other programs report up to 0.1 % more.
@pytest.mark.parametrize(("k", "loss"), [(3, 0.102917717), (5, 0.331346068), (10, 0.890560377)])
def test_optimal_loss_on_census(shared_data, k: int, loss: float) -> None:
    census = Microdata(pd.read_csv(shared_data / "census-casc.csv"))
    figures = Microaggregation(variables=census.names, k=k).mask(census).figures
    assert figures[LOSS].value == pytest.approx(loss, rel=1e-8)


def test_absolute_deviations_allow_groups_beyond_2k() -> None:
    data = of(x=[3, 7, 7, 7, 10, 10, 23])
    short = masked(data, "x", k=2, objective="absolute", longest=3)
    longer = masked(data, "x", k=2, objective="absolute")
    deviations = [np.abs(np.array(new) - data.numbers("x")).sum() for new in (short, longer)]
    assert deviations == pytest.approx([21.0, 20.6])


def test_the_example_of_the_manual_page() -> None:
    assert doctest.testmod(method) == (0, 5)


# What must hold of every result

NUMBERS = st.lists(st.integers(-20, 20), min_size=4, max_size=30)


@given(NUMBERS, st.sampled_from(["fixed", "optimal"]), st.booleans(), st.integers(2, 4))
def test_single_groups(values: list[int], partition: str, together: bool, k: int) -> None:
    data = of(x=values)
    method = Microaggregation(variables=["x"], k=k, partition=partition, keep_equal_together=together)
    result = method.mask(data)
    new = result.data.numbers("x")
    old = data.numbers("x")
    assert new.sum() == pytest.approx(old.sum(), abs=1e-9)
    assert result.figures["smallest_group"].value >= k
    order = np.argsort(old, kind="stable")
    assert all(a <= b + 1e-9 for a, b in pairwise(new[order]))
    if together:
        assert len(set(zip(values, new, strict=True))) == len(set(values))
        assert np.unique(new, return_counts=True)[1].min() >= k


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=3, max_size=25), st.integers(2, 3))
def test_together_makes_the_combination_k_anonymous(pairs: list[tuple[int, int]], k: int) -> None:
    data = Microdata(pd.DataFrame(pairs, columns=["x", "y"]))
    result = Microaggregation(variables=["x", "y"], k=k, grouping="together").mask(data)
    assert result.data.frame.groupby(["x", "y"]).size().min() >= k
    assert result.data.numbers("y").mean() == pytest.approx(data.numbers("y").mean())


@given(NUMBERS, st.integers(2, 4))
def test_optimal_loses_no_more_than_fixed(values: list[int], k: int) -> None:
    losses = [
        Microaggregation(variables=["x"], k=k, partition=partition)
        .mask(of(x=values))
        .figures.get("sse", NONE)
        .value
        for partition in ("optimal", "fixed")
    ]
    assert losses[0] <= losses[1] + 1e-9


@given(NUMBERS, st.integers(2, 4))
def test_loss_is_that_of_standardised_values(values: list[int], k: int) -> None:
    data = of(x=values, y=[value**2 for value in values])
    result = Microaggregation(variables=["x", "y"], k=k, grouping="together", centroid="median").mask(data)
    lost = total = 0.0
    for name in data.names:
        old, new = data.numbers(name), result.data.numbers(name)
        if old.std():
            lost += (((new - old) / old.std()) ** 2).sum()
            total += (((old - old.mean()) / old.std()) ** 2).sum()
    if total:
        assert result.figures[LOSS].value == pytest.approx(100 * lost / total)
    else:
        assert LOSS not in result.figures


# Equal values together


def test_a_fixed_group_is_closed_where_the_next_value_differs() -> None:
    values = [1, 1, 2, 2, 2, 3, 4, 4]
    assert masked(of(x=values), "x", k=3, partition="fixed", keep_equal_together=True) == [
        *[8 / 5] * 5,
        *[11 / 3] * 3,
    ]
    # The 4 alone would be a group of one: it joins the last group.
    assert masked(of(x=[*values[:5], 4]), "x", k=3, partition="fixed", keep_equal_together=True) == [2.0] * 6


def test_equal_values_may_be_split_if_nothing_forbids_it() -> None:
    data = of(x=[20, 20, 20, 20, 20, 30])
    assert masked(data, "x") == [20, 20, 20, *[70 / 3] * 3]
    assert masked(data, "x", keep_equal_together=True) == pytest.approx([130 / 6] * 6)


# Medians, whole numbers, ordinal variables


def test_median_of_even_groups() -> None:
    data = of(x=[1, 2, 4, 9])
    assert masked(data, "x", k=4, centroid="median") == [3.0] * 4
    assert masked(data, "x", k=4) == [4.0] * 4


def test_ordinal_variables_get_the_lower_middle_category() -> None:
    frame = pd.DataFrame({"grade": ["top", "low", "mid", "low", None, "high", "high"]})
    data = Microdata(frame, [GRADES])
    result = Microaggregation(variables=["grade"], k=2, partition="fixed", centroid="median").mask(data)
    new = result.data.column("grade")
    assert new.drop(index=4).tolist() == ["high", "low", "mid", "low", "mid", "high"]
    assert pd.isna(new[4])
    assert LOSS not in result.figures


@pytest.mark.parametrize(
    ("parameters", "field"),
    [
        ({"grouping": "together", "formed": "scores"}, "formed"),
        ({"grouping": "together", "improve": True}, "improve"),
        ({"grouping": "together", "whole_numbers": True}, "whole_numbers"),
        ({"centroid": "median"}, "partition"),
        ({"partition": "fixed"}, "centroid"),
        ({"partition": "fixed", "centroid": "median", "whole_numbers": True}, "whole_numbers"),
    ],
)
def test_ordinal_variables_have_no_distances(parameters: dict, field: str) -> None:
    data = Microdata(pd.DataFrame({"grade": ["low", "mid", "high"]}), [GRADES])
    with pytest.raises(DataError, match="grade is ordinal") as error:
        Microaggregation(variables=["grade"], **parameters).apply(data)
    assert error.value.field == field


@pytest.mark.parametrize("dtype", ["int64", "int8", "Int64", "uint16"])
def test_whole_numbers_keep_their_type(dtype: str) -> None:
    column = pd.Series([1, 2, 4, 100], dtype=dtype)
    data = Microdata(pd.DataFrame({"x": column}))
    whole = Microaggregation(variables=["x"], k=2, whole_numbers=True).apply(data).column("x")
    assert whole.dtype == column.dtype
    assert whole.tolist() == [2, 2, 52, 52]
    assert masked(data, "x", k=2) == [1.5, 1.5, 52.0, 52.0]


def test_decimals_are_not_rounded_and_that_is_said() -> None:
    result = Microaggregation(variables=["x"], k=2, whole_numbers=True).mask(of(x=[1.5, 2.0]))
    assert result.data.column("x").tolist() == [1.75, 1.75]
    assert result.notes == ("x holds decimals and keeps them.",)


# Missing values, strata


def test_missing_values_and_their_codes_stay() -> None:
    data = Microdata(
        pd.DataFrame({"x": pd.array([5, -9, 1, None, 3, 7], dtype="Int64"), "y": range(6)}),
        [Variable(name="x", scale=Scale.CONTINUOUS, missing=(-9,))],
    )
    plain = Microaggregation(variables=["x"], k=2).apply(data).column("x")
    assert plain.drop(index=3).tolist() == [6.0, -9.0, 2.0, 2.0, 6.0]
    assert np.isnan(plain[3])
    whole = Microaggregation(variables=["x"], k=2, whole_numbers=True).apply(data).column("x")
    assert whole.dtype == "Int64"
    assert whole.drop(index=3).tolist() == [6, -9, 2, 2, 6]
    together = Microaggregation(variables=["x", "y"], k=4, grouping="together").mask(data)
    assert together.data.column("x").drop(index=3).tolist() == [4.0, -9.0, 4.0, 4.0, 4.0]
    assert together.data.column("y")[[1, 3]].tolist() == [1.0, 3.0]
    assert together.figures["records_left_as_they_were"].value == 2
    assert "2 records with a missing value" in together.notes[0]


def test_a_mean_never_becomes_missing() -> None:
    data = Microdata(
        pd.DataFrame({"x": [-1, 1, 0]}), [Variable(name="x", scale=Scale.CONTINUOUS, missing=(0,))]
    )
    with pytest.raises(DataError, match="codes for missing"):
        masked(data, "x", k=2)


def test_groups_stay_within_strata() -> None:
    data = of(x=[1, 2, 3, 4, 10, 20], sex=["f", "m", "f", "m", None, None])
    assert masked(data, "x", k=2, within=["sex"]) == [2, 3, 2, 3, 15, 15]
    together = masked(data, "x", k=2, grouping="together", within=["sex"])
    assert together == [2, 3, 2, 3, 15, 15]


def test_strata_that_are_too_small_are_counted() -> None:
    data = of(x=[1, 2, 3, None, 5], sex=["f", "m", "f", "x", "y"])
    with pytest.raises(DataError, match="in 2 strata fewer than 2 records have a value of x"):
        masked(data, "x", k=2, within=["sex"])


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 2)), min_size=2, max_size=30))
def test_strata_are_as_files_of_their_own(rows: list[tuple[int, int]]) -> None:
    frame = pd.DataFrame(rows * 2, columns=["x", "s"])
    inside = Microaggregation(variables=["x"], k=2, within=["s"]).apply(Microdata(frame)).column("x")
    for _, part in frame.groupby("s"):
        assert inside[part.index].tolist() == masked(Microdata(part), "x", k=2)


# Edges


@pytest.mark.parametrize("values", [[], [1.0], [1.0, np.nan, np.nan]])
def test_fewer_values_than_a_group_needs(values: list[float]) -> None:
    data = of(x=np.array(values, dtype=float))
    with pytest.raises(DataError, match=r"\d records? ha(s|ve) a value of x, and a group needs 2"):
        masked(data, "x", k=2)
    with pytest.raises(DataError, match="a value of all chosen variables"):
        masked(data, "x", k=2, grouping="together")


@pytest.mark.parametrize("grouping", ["single", "together"])
def test_constant_variables_stay(grouping: str) -> None:
    data = of(x=[0.1] * 7)
    result = Microaggregation(variables=["x"], k=3, grouping=grouping).mask(data)
    assert result.data.column("x").tolist() == [0.1] * 7
    assert LOSS not in result.figures
    mixed = of(x=[0.1] * 6, y=[1, 9, 2, 8, 1, 9])
    alone, both = (
        Microaggregation(variables=names, k=3, grouping="together").mask(mixed).figures[LOSS].value
        for names in (["y"], ["x", "y"])
    )
    assert alone == both


@pytest.mark.parametrize("scale", [1e-300, 1e-160, 1.0, 1e149])
def test_the_size_of_numbers_does_not_matter(scale: float) -> None:
    data = of(x=np.array([1.0, 2.0, 5.0, 9.0]) * scale, y=np.array([1.0, 2.0, 5.0, 9.0]))
    for grouping in ("single", "together"):
        result = Microaggregation(variables=["x", "y"], k=2, grouping=grouping).mask(data)
        np.testing.assert_allclose(result.data.numbers("x") / scale, [1.5, 1.5, 7.0, 7.0])
        assert result.figures[LOSS].value == pytest.approx(100 * 8.5 / 38.75)


def test_numbers_too_large_are_refused() -> None:
    with pytest.raises(DataError, match="x holds numbers beyond 1e150"):
        masked(of(x=[1e200, 1.0, 2.0]), "x")


def test_the_input_is_left_alone() -> None:
    data = Microdata(pd.DataFrame(np.random.default_rng(1).normal(size=(50, 3)), columns=list("xyz")))
    before = data.fingerprint()
    for grouping in ("single", "together"):
        method = Microaggregation(variables=["x", "y"], grouping=grouping)
        once, again = method.apply(data), method.apply(data)
        assert once.fingerprint() == again.fingerprint() != before
        assert once.column("z").equals(data.column("z"))
    assert Microdata(data.frame).fingerprint() == before


def test_cancel() -> None:
    data = of(x=range(100))
    with pytest.raises(Cancelled):
        Microaggregation(variables=["x"]).mask(data, progress=Progress(cancelled=lambda: True))


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"variables": []}, "at least 1"),
        ({"variables": ["x", "x"]}, "named twice"),
        ({"variables": ["x"], "within": ["x"]}, "that is microaggregated"),
        ({"variables": ["x"], "k": 1}, "at least 2"),
        ({"variables": ["x"], "k": 2.5}, "whole number"),
        ({"variables": ["x"], "longest": 9}, "no effect"),
        ({"variables": ["x"], "objective": "absolute", "longest": 4}, "at least 2k − 1 = 5"),
        ({"variables": ["x"], "objective": "absolute", "keep_equal_together": True}, "no effect"),
        ({"variables": ["x"], "grouping": "together", "partition": "fixed"}, "no effect"),
        ({"variables": ["x"], "formed": "blocks"}, "no effect"),
        ({"variables": ["x"], "grouping": "together", "block": 100}, "no effect"),
        ({"variables": ["x"], "grouping": "together", "formed": "blocks", "improve": True}, "no effect"),
        ({"variables": ["x"], "grouping": "together", "formed": "blocks", "block": 5}, "at least 2k = 6"),
    ],
)
def test_parameters_that_make_no_sense(parameters: dict, words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        Microaggregation(**parameters)


def test_text_is_refused() -> None:
    with pytest.raises(DataError, match="nominal"):
        masked(of(x=["a", "b", "c"]), "x")


def test_summary() -> None:
    assert Microaggregation(variables=["age"], k=3).summary() == "age in groups of at least 3"
    method = Microaggregation(variables=["age", "income"], grouping="together", within=["sex"])
    assert method.summary() == "age, income together in groups of at least 3 within sex"
    pairs = Microaggregation(variables=["a", "b", "c"], grouping="together", at_once=2)
    assert pairs.summary() == "a, b, c together, 2 at once, in groups of at least 3"


# Several variables at once, in all ways


WAYS = ["mdav", "variable", "blocks", "principal", "scores"]


def together(data: Microdata, **parameters) -> Masked:
    return Microaggregation(variables=data.names, grouping="together", **parameters).mask(data)


def normal(n: int, columns: int) -> Microdata:
    return Microdata(pd.DataFrame(np.random.default_rng(n).standard_normal((n, columns))).add_prefix("x"))


@pytest.mark.parametrize("formed", WAYS)
@pytest.mark.parametrize("improve", [False, True])
def test_every_combination_is_shared_by_k(formed: str, improve: bool) -> None:
    data = normal(103, 3)
    more = {"improve": improve} if formed != "blocks" else {"block": 20}
    result = together(data, k=4, formed=formed, **more)
    counts = result.data.frame.value_counts()
    assert counts.min() >= 4
    assert result.figures["groups"].value == len(counts)
    for name in data.names:
        assert result.data.numbers(name).mean() == pytest.approx(data.numbers(name).mean())


@pytest.mark.parametrize("formed", [way for way in WAYS if way != "blocks"])
def test_exchanges_lose_less(formed: str) -> None:
    data = normal(300, 3)
    plain, improved = (
        together(data, formed=formed, improve=improve).figures[LOSS].value for improve in (False, True)
    )
    assert improved < plain


@pytest.mark.parametrize("formed", ["principal", "scores"])
def test_neighbours_in_one_order(formed: str) -> None:
    # Both variables rise together, so either order is that of the rows.
    data = of(a=[1, 2, 3, 10, 11, 12, 13], b=[10, 20, 30, 100, 110, 120, 130])
    assert together(data, k=3, formed=formed).data.column("a").tolist() == [2, 2, 2, 11.5, 11.5, 11.5, 11.5]


def test_opposite_variables_cancel_in_the_sum_but_not_in_the_component() -> None:
    data = of(a=[4.0, 3.0, 2.0, 1.0], b=[1.0, 2.0, 3.0, 4.0])
    assert together(data, k=2, formed="principal").data.column("a").tolist() == [3.5, 3.5, 1.5, 1.5]
    assert together(data, k=2, formed="scores").figures[LOSS].value >= 20


def test_gain_lets_groups_follow_clumps() -> None:
    data = of(x=[1.0, 1.2, 1.3, 1.5, 1.6, 8.0, 8.1, 8.3, 8.4])
    sizes = together(data, formed="variable", gain=1.1).figures
    assert (sizes["smallest_group"].value, sizes["largest_group"].value) == (4, 5)
    assert together(data, formed="variable", gain=0).figures["groups"].value == 3


def test_blocks_lose_less_than_mdav_on_census(shared_data) -> None:
    census = Microdata(pd.read_csv(shared_data / "census-casc.csv"))
    assert together(census, k=3, formed="blocks").figures[LOSS].value <= 5.3


def test_variables_are_taken_a_few_at_once() -> None:
    data = normal(60, 5)
    pairs = together(data, at_once=2).data
    for names in (["x0", "x1"], ["x2", "x3"], ["x4"]):
        alone = Microaggregation(variables=names, grouping="together").apply(
            data.drop(set(data.names) - set(names))
        )
        pd.testing.assert_frame_equal(pairs.frame[names], alone.frame[names])


def test_a_record_is_left_only_in_the_sets_where_it_lacks_a_value() -> None:
    data = of(a=[1.0, 2.0, 3.0, None], b=[1.0, 2.0, 3.0, 4.0])
    result = together(data, k=2, at_once=1)
    assert result.figures["records_left_as_they_were"].value == 1
    assert result.data.column("b").tolist() == [1.5, 1.5, 3.5, 3.5]
    assert result.data.column("a")[:3].tolist() == [2.0, 2.0, 2.0]


def test_categories_and_numbers_together() -> None:
    frame = pd.DataFrame(
        {
            "grade": ["low", "low", "mid", "top", "top", "high"],
            "town": ["A", "A", "B", "C", "D", "C"],
            "income": [1.0, 2.0, 3.0, 10.0, 11.0, 12.0],
        }
    )
    result = together(Microdata(frame, [GRADES]), k=3).data
    assert result.column("grade").tolist() == ["low"] * 3 + ["top"] * 3
    assert result.column("town").tolist() == ["A"] * 3 + ["C"] * 3
    assert result.column("income").tolist() == [2.0] * 3 + [11.0] * 3


# Robust groups


def clumped() -> Microdata:
    """Two variables, and a few records far from all others."""
    rng = np.random.default_rng(8)
    size = rng.normal(size=60)
    frame = pd.DataFrame({"x": size, "y": 100 * rng.normal(size=60)})
    frame.loc[:3] += [0, 1e6]
    return Microdata(frame)


def test_mdav_by_robust_distances_is_mdav_of_their_coordinates() -> None:
    data = clumped()
    method = Microaggregation(variables=["x", "y"], k=4, grouping="together", distances="robust")
    scatter = robust_scatter([data.numbers("x"), data.numbers("y")])
    assert scatter is not None
    labels = mdav(scatter.coordinates([data.numbers("x"), data.numbers("y")]), 4, SILENT)
    new = method.apply(data)
    for name in data.names:
        assert new.numbers(name) == pytest.approx(
            data.frame.groupby(labels)[name].transform("mean").to_numpy()
        )
    # Outliers of a million set the scale of standardised values, so that y hardly counts in them.
    plain = method.changed(distances="standardised").apply(data)
    ordinary = slice(4, None)
    lost = [np.abs(one.numbers("y") - data.numbers("y"))[ordinary].sum() for one in (new, plain)]
    assert lost[0] < lost[1] / 2


def test_records_in_one_plane_have_no_robust_distances() -> None:
    data = of(x=[1, 2, 3, 4, 5, 6], y=[2, 4, 6, 8, 10, 12])
    with pytest.raises(DataError, match="lie in one plane"):
        masked(data, "x", "y", grouping="together", distances="robust")


@pytest.mark.parametrize("formed", ["mdav", "variable", "blocks", "principal"])
def test_groups_never_reach_across_clusters(formed: str) -> None:
    rng = np.random.default_rng(4)
    values = np.concatenate([rng.normal(0, 1, 11), rng.normal(100, 1, 10)])
    data = of(x=values, y=values + rng.normal(size=21))
    method = Microaggregation(variables=["x", "y"], k=3, grouping="together", formed=formed, clusters=2)
    found = method.mask(data)
    assert ((found.data.numbers("x") < 50) == (values < 50)).all()
    assert found.figures["smallest_group"].value >= 3
    assert found.data.numbers("x").sum() == pytest.approx(values.sum())


def test_the_trimmed_mean_leaves_out_the_ends_of_each_group() -> None:
    values = [1, 2, 3, 100, 501, 502, 503, 504, 900, 901]
    data = of(x=values)
    method = Microaggregation(variables=["x"], k=4, partition="fixed", centroid="trimmed", trim=25.0)
    found = method.mask(data)
    assert found.data.column("x").tolist() == [2.5] * 4 + [(502 + 503 + 504 + 900) / 4] * 6
    assert not found.notes
    (note,) = method.changed(trim=10.0).mask(data).notes
    assert note.startswith("No group is large enough")


@pytest.mark.parametrize(
    ("parameters", "told"),
    [({"distances": "robust"}, "standardised distances"), ({"clusters": 2}, "choose no clusters")],
)
def test_categories_have_neither_robust_distances_nor_clusters(parameters: dict, told: str) -> None:
    data = of(x=["a", "b", "a", "b"], y=[1, 2, 3, 4])
    with pytest.raises(DataError, match=told):
        masked(data, "x", "y", k=2, grouping="together", **parameters)
