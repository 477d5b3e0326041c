import gc
from typing import Any
from weakref import ref

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.numbers.quantity import VALUES, Quantity
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.masking import RankSwapping
from sdcdesk.masking.swapping.rank_swapping import _ranked

LETTERS = tuple("ABCDEFGHIJKLMNO")

TABLE_3 = pd.DataFrame(
    {
        "second": list("KLNMLHHFDC"),
        "third": [3.7, 3.8, 3.0, 4.5, 5.0, 6.0, 4.5, 6.7, 8.0, 10.0],
        "fourth": [4.4, 3.4, 4.8, 5.0, 6.0, 7.5, 10.0, 11.0, 9.5, 3.2],
    }
)


def swapped(values: Any, window: float, seed: int = 1, **description: Any) -> list[Any]:
    variable = Variable(name="v", **{"scale": Scale.CONTINUOUS, **description})
    data = Microdata(pd.DataFrame({"v": values}), [variable])
    return RankSwapping(variables=["v"], window=window).apply(data, seed=seed).column("v").tolist()


@given(st.lists(st.integers(-1, 4), max_size=30), st.integers(0, 3), st.randoms())
def test_records_are_ranked_by_value_and_equal_ones_by_their_words(
    codes: list[int], seed: int, random
) -> None:
    draws, rows = Draws(seed), np.array(random.sample(range(100), len(codes)), dtype=np.int64)
    words = draws.words(rows, 5).tolist()
    expected = sorted((code, words[place], place) for place, code in enumerate(codes) if code >= 0)
    ranked = _ranked(np.array(codes, dtype=np.int32), rows, draws, 5)
    assert ranked.tolist() == [place for *_, place in expected]


def test_table_3() -> None:
    """Ten records and p = 15 %: neighbours are swapped; which of two equal values is which, is drawn."""
    ordinal = Variable(name="second", scale=Scale.ORDINAL, categories=LETTERS)
    method = RankSwapping(variables=list(TABLE_3.columns), window=15)
    printed = {tuple("HLMNLFKHCD"), tuple("HLMNLKFHCD")}
    third = {
        (3.0, 4.5, 3.7, 5.0, 4.5, 6.7, 3.8, 6.0, 10.0, 8.0),
        (3.0, 4.5, 3.7, 3.8, 4.5, 6.7, 5.0, 6.0, 10.0, 8.0),
    }
    found = [method.apply(Microdata(TABLE_3, [ordinal]), seed=seed).frame for seed in range(12)]
    assert {tuple(frame["second"]) for frame in found} == printed
    assert {tuple(frame["third"]) for frame in found} == third
    assert {tuple(frame["fourth"]) for frame in found} == {
        (4.8, 3.2, 4.4, 6.0, 5.0, 9.5, 11.0, 10.0, 7.5, 3.4)
    }


@settings(max_examples=25)
@given(
    st.lists(st.one_of(st.none(), st.integers(-50, 50)), min_size=1, max_size=60),
    st.floats(0.1, 100),
    st.integers(0, 100),
)
def test_no_value_moves_by_more_than_p_percent_of_the_ranks(
    values: list[int | None], window: float, seed: int
) -> None:
    before = pd.Series(values, dtype="Int64")
    data = Microdata(pd.DataFrame({"v": before}), [Variable(name="v", scale=Scale.CONTINUOUS)])
    method = RankSwapping(variables=["v"], window=window)
    after = method.apply(data, seed=seed).column("v")
    assert after.dtype == before.dtype
    assert after.isna().equals(before.isna())
    old, new = before.dropna().astype(int).to_numpy(), after.dropna().astype(int).to_numpy()
    assert sorted(old) == sorted(new)
    ranked, most = np.sort(old), int(window * len(old) / 100 + 1e-9)
    assert method.reach(len(old)) <= most
    for was, becomes in zip(old, new, strict=True):
        # Equal values share ranks: the least distance that any of them has.
        low, high = sorted((was, becomes))
        nearest = np.searchsorted(ranked, high, "left") - (np.searchsorted(ranked, low, "right") - 1)
        assert was == becomes or nearest <= most


@pytest.mark.parametrize(
    ("window", "values", "reach"), [(0.7, 1000, 7), (15, 10, 1), (29, 100, 29), (100, 7, 7), (0.1, 999, 0)]
)
def test_p_is_a_decimal_number(window: float, values: int, reach: int) -> None:
    assert RankSwapping(variables=["v"], window=window).reach(values) == reach


def test_figures_count_over_all_variables() -> None:
    data = Microdata(pd.DataFrame({"a": [1, 2, 3, 4, 5], "b": [7, 7, 7, 7, None]}))
    masked = RankSwapping(variables=["a", "b"], window=100).mask(data, seed=3)
    assert {name: figure.quantity for name, figure in masked.figures.items()} == {
        "values_changed": Quantity(4, VALUES),
        "values_without_partner": Quantity(1, VALUES),
    }
    assert masked.notes == ()


def test_random_numbers_are_gone_when_the_step_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, words = [], Draws.words

    def noted(self: Draws, records: np.ndarray, column: int = 0) -> np.ndarray:
        found = words(self, records, column)
        drawn.append(ref(found))
        return found

    monkeypatch.setattr(Draws, "words", noted)
    gc.collect()
    gc.disable()  # which would come late, after the next steps
    try:
        swapped([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 50)
    finally:
        gc.enable()
    assert drawn
    assert [found() for found in drawn] == [None] * len(drawn)


def test_too_small_a_window_is_noted() -> None:
    data = Microdata(pd.DataFrame({"v": range(10)}))
    masked = RankSwapping(variables=["v"], window=9).mask(data, seed=1)
    assert masked.data.column("v").tolist() == list(range(10))
    (note,) = masked.notes
    assert note.startswith("v has 10 values, of which 9\u202f% are less than one rank: nothing was swapped")
    assert masked.figures["values_without_partner"].value == 10


def test_variables_are_swapped_each_by_itself() -> None:
    values = np.arange(200.0)
    data = Microdata(pd.DataFrame({"a": values, "b": values}))
    frame = RankSwapping(variables=["a", "b"], window=50).apply(data, seed=1).frame
    assert (frame["a"] != frame["b"]).mean() > 0.9


def test_codes_for_missing_and_large_whole_numbers_stay_what_they_are() -> None:
    values = [2**60, 2**60 + 1, -9, 5]
    found = swapped(values, 34, scale=Scale.ORDINAL, missing=(-9,))
    assert found == [5, 2**60 + 1, -9, 2**60]


@pytest.mark.parametrize("values", [[], [None], [3.0], [None, None]])
def test_nothing_to_swap(values: list[float | None]) -> None:
    found = swapped(pd.Series(values, dtype="float64"), 100)
    assert pd.Series(found, dtype="float64").equals(pd.Series(values, dtype="float64"))


def test_what_cannot_be_ranked_is_refused() -> None:
    with pytest.raises(DataError, match="v is nominal"):
        swapped(["a", "b"], 50, scale=Scale.NOMINAL)
    with pytest.raises(DataError, match="infinite"):
        swapped([1.0, np.inf], 50)
    with pytest.raises(DataError, match="holds text"):
        swapped(["1", "2"], 50)
    with pytest.raises(ParameterError, match="named twice"):
        RankSwapping(variables=["v", "v"])
    for window in (0, 100.5, np.nan):
        with pytest.raises(ParameterError):
            RankSwapping(variables=["v"], window=window)


def correlated(records: int = 400) -> Microdata:
    rng = np.random.default_rng(5)
    size = rng.lognormal(8, 1, records).round(0)
    frame = pd.DataFrame({"a": size, "b": (size * rng.lognormal(0, 0.4, records)).round(0)})
    frame["place"] = rng.choice(["n", "s", "w"], records, p=[0.6, 0.3, 0.1])
    return Microdata(frame, [Variable(name=name, scale=Scale.CONTINUOUS) for name in "ab"])


@pytest.mark.parametrize("kept", [0.99, 0.9, 0.5])
def test_correlations_are_kept_by_the_largest_difference_that_keeps_them(kept: float) -> None:
    data = correlated()
    masked = RankSwapping(variables=["a", "b"], window=100, correlation_factor=kept).mask(data, seed=3)
    table = masked.findings.tables["variables"].frame.set_index("variable")
    reach = {name: cell.value for name, cell in table["largest_difference"].items()}
    for name in "ab":
        found = data.column(name).rank().corr(masked.data.column(name).rank())
        assert found >= np.sqrt(kept)
        assert table.loc[name, "rank_correlation"].value == pytest.approx(found, abs=1e-12)
    # The next larger difference does not keep them: the draws are those of a plain swap within so many ranks.
    wider = RankSwapping(variables=["a"], window=(reach["a"] + 1) / 4)
    after = wider.apply(data, seed=3).column("a")
    assert data.column("a").rank().corr(after.rank()) < np.sqrt(kept)
    before, between = (
        frame[["a", "b"]].corr("spearman").loc["a", "b"] for frame in (data.frame, masked.data.frame)
    )
    assert between / before > kept - 0.05


@pytest.mark.parametrize("factor", [0.25, 0.5])
def test_means_of_subsets_are_kept(factor: float) -> None:
    data = correlated()
    method = RankSwapping(variables=["a", "b"], window=60, mean_factor=factor, subsets=["place"])
    masked = method.mask(data, seed=3)

    def exceeds(after: Microdata, name: str) -> bool:
        for _, part in data.frame.groupby("place"):
            mean, other = part[name].mean(), after.column(name)[part.index].mean()
            if abs(other - mean) > 2 * factor * abs(mean) / np.sqrt(len(part)):
                return True
        return False

    table = masked.findings.tables["variables"].frame.set_index("variable")
    reach = {name: cell.value for name, cell in table["largest_difference"].items()}
    plain = RankSwapping(variables=["a", "b"], window=60).apply(data, seed=3)
    assert any(exceeds(plain, name) for name in "ab"), "without the condition they change more"
    for name in "ab":
        assert not exceeds(masked.data, name)
        assert 0 < reach[name] <= 240
    # The next larger difference does not keep them: the draws are those of a plain swap within so many ranks.
    wider = RankSwapping(variables=["a"], window=(reach["a"] + 1) / 4).apply(data, seed=3)
    assert reach["a"] == 240 or exceeds(wider, "a")
    assert min(reach.values()) < 240


def test_a_mean_may_change_by_twice_k0() -> None:
    data = correlated()
    method = RankSwapping(variables=["a", "b"], window=60, mean_factor=0.6, subsets=["place"])
    masked = method.apply(data, seed=3)
    for name in "ab":
        parts = [part[name] for _, part in data.frame.groupby("place")]
        gaps = [
            (masked.column(name)[part.index].mean() - part.mean()) / (part.mean() / np.sqrt(len(part)))
            for part in parts
        ]
        assert 0.6 < np.abs(gaps).max() <= 1.2


def test_what_cannot_be_kept_leaves_the_variable_as_it_is() -> None:
    variable = Variable(name="a", scale=Scale.CONTINUOUS)
    data = Microdata(pd.DataFrame({"a": [-2, 2, 5], "g": [1, 2, 3]}), [variable])
    method = RankSwapping(variables=["a"], window=100, mean_factor=0.1, subsets=["g"])
    masked = method.mask(data, seed=1)
    assert masked.data.column("a").tolist() == [-2, 2, 5]
    (note,) = masked.notes
    assert note.startswith("a: no swap keeps what has to be kept")


@pytest.mark.parametrize(
    ("parameters", "told"),
    [
        ({"mean_factor": 1.0}, "the mean of all values never changes"),
        ({"subsets": ["place"]}, "is needed where subsets are named"),
        ({"mean_factor": 1.0, "subsets": ["place"], "edit_rules": "keep"}, "undone exchanges change them"),
        ({"mean_factor": 1.0, "subsets": ["a"]}, "names a variable that is swapped"),
        ({"correlation_factor": 1.0}, "less than 1"),
    ],
)
def test_contradictions_are_refused(parameters: dict[str, Any], told: str) -> None:
    with pytest.raises(ParameterError, match=told):
        RankSwapping(variables=["a"], **parameters)


def test_an_ordinal_variable_has_no_mean_to_keep() -> None:
    ordinal = Microdata(pd.DataFrame({"v": [1, 2], "g": [1, 1]}), [Variable(name="v", scale=Scale.ORDINAL)])
    with pytest.raises(DataError, match="ordinal and has no mean"):
        RankSwapping(variables=["v"], mean_factor=1.0, subsets=["g"]).apply(ordinal, seed=1)
