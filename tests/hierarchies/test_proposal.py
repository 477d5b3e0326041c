"""Proposals: what suits the values, with levels that all put something together, and one label above."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.places import places
from sdcdesk.hierarchies.proposal import propose
from sdcdesk.io import read
from sdcdesk.masking import Recoding, TailCoding


def of(values: object, name: str = "any", scale: str = "nominal", **said: object) -> Hierarchy:
    column = values if isinstance(values, pd.Series) else pd.Series(values)
    data = Microdata(pd.DataFrame({name: column}), [Variable(name=name, scale=scale, **said)])
    return propose(data, name)


def sizes(hierarchy: Hierarchy) -> list[int]:
    return [len(hierarchy.labels(level)) for level in range(hierarchy.height + 1)]


def test_ages_get_bands_of_5_10_and_20_years() -> None:
    found = of(np.arange(17, 91), "age", "continuous")
    assert found.titles == ("5-year bands", "10-year bands", "20-year bands", "dropped")
    assert (found.name, found.rows["34"]) == ("age", ("30 to 34", "30 to 39", "20 to 39", "*"))
    assert of(np.arange(17, 91), "x", "continuous", unit="kg").titles[0] == "bands of 5 kg"


def test_numbers_get_round_bands_of_their_size() -> None:
    assert of(np.linspace(0, 0.9, 50), scale="continuous").titles[0] == "bands of 0.05"
    assert of(np.arange(1000) * 100, scale="continuous").titles[0] == "bands of 5000"
    assert of(np.arange(12), scale="continuous").titles == ("bands of 2", "bands of 4", "dropped")
    assert of([-5.0, 7.0], scale="continuous").has_one_top


def test_extremes_far_from_the_others_get_open_bands() -> None:
    incomes = [*range(1000, 3000, 2), 1_000_000, -400_000]
    found = of(incomes, "income", "continuous")
    assert found.titles[:2] == ("bands of 100", "bands of 200")
    assert found.rows["1000000"] == ("3200 and over", "3200 and over", "3200 and over", "*")
    assert found.rows["-400000"] == ("under 800", "under 800", "under 800", "*")
    assert sizes(found)[1:] == [22, 12, 8, 1]


def test_dates_go_into_months_quarters_years_and_decades() -> None:
    days = pd.date_range("1950-01-01", periods=900, freq="11D")
    for column in (
        days.strftime("%d.%m.%Y"),
        days.strftime("%Y-%m-%d"),
        days,
        days.strftime("%Y%m%d").astype(int),
    ):
        found = of(pd.Series(column), "birth")
        assert found.titles == ("months", "quarters", "years", "decades", "dropped")
    assert of([f"1985-03-{day:02}" for day in range(1, 29)]).titles == ("dropped",)


@pytest.mark.parametrize(
    ("codes", "name", "scale", "titles"),
    [
        (
            [f"{n:05}" for n in range(48_000, 48_990, 7)],
            "zip",
            "nominal",
            ["first 4 digits", "first 3 digits"],
        ),
        (list(range(48_000, 48_990, 7)), "PLZ", "continuous", ["first 4 digits", "first 3 digits"]),
        (list(range(48_000, 48_990, 7)), "code", "nominal", ["first 4 digits", "first 3 digits"]),
        (
            [f"{letter}{n}.{n % 3}" for letter in "EI" for n in range(10, 40)] + ["E11"],
            "icd",
            "nominal",
            ["first 3 characters", "first 2 characters", "first character"],
        ),
    ],
)
def test_codes_lose_their_last_characters(
    codes: list[object], name: str, scale: str, titles: list[str]
) -> None:
    assert [*of(codes, name, scale).titles] == [*titles, "dropped"]


def test_of_long_codes_a_few_levels_are_kept() -> None:
    found = of([f"P{n * 7919 % 10**8:08}" for n in range(3000)])
    assert found.height == 5
    assert sizes(found) == sorted(set(sizes(found)), reverse=True)


def test_words_are_put_together_by_how_often_they_occur() -> None:
    jobs = ["clerk"] * 80 + ["baker"] * 15 + ["mayor"] * 3 + ["pilot"] * 2
    found = of(jobs)
    assert found.titles == (
        "rarest 5 % together",
        "rarest 20 % together",
        "dropped",
    )
    assert found.rows["pilot"] == ("other", "other", "*")
    assert found.rows["baker"] == ("baker", "other", "*")
    assert of(["East", "West"] * 9).titles == of(["x"]).titles == ("dropped",)


def test_the_title_says_how_many_are_together_at_most() -> None:
    found = of(["single", "married", "divorced", "widowed"] * 25)
    assert found.titles == ("rarest 50 % together", "dropped")
    assert sizes(found) == [4, 3, 1]


def test_few_categories_are_kept_apart_or_dropped() -> None:
    sexes = pd.DataFrame({"sex": ["female"] * 50 + ["male"] * 49 + ["diverse"]})
    found = propose(Microdata(sexes), "sex")
    assert found.titles == ("dropped",)
    assert found.levels == (("*", "*", "*"),)


def test_ordered_categories_get_groups_of_neighbours() -> None:
    order = ("none", "low", "mid", "high")
    found = of(["none"] * 2 + ["low"] * 40 + ["mid"] * 50 + ["high"] * 8, scale="ordinal", categories=order)
    assert found.values == order
    assert found.rows["none"] == ("none – low", "none – low", "*")
    assert found.rows["high"] == ("high", "mid – high", "*")


def ages(step: Recoding | TailCoding) -> Hierarchy:
    """Return what is proposed for ages after a step."""
    data = Microdata(pd.DataFrame({"age": range(100)}), [Variable(name="age", scale=Scale.CONTINUOUS)])
    return propose(step.apply(data), "age")


def test_bands_of_an_earlier_step_go_into_wider_ones() -> None:
    found = ages(Recoding(variable="age", how="width", width=5, bottom=15, top=90))
    assert found.titles == ("10-year bands", "20-year bands", "dropped")
    assert found.rows == found.rows | {
        "under 15": ("under 15", "under 15", "*"),
        "15 to 19": ("15 to 19", "15 to 19", "*"),
        "30 to 34": ("30 to 39", "20 to 39", "*"),
        "85 to 89": ("80 to 89", "80 to 89", "*"),
        "90 and over": ("90 and over", "90 and over", "*"),
    }
    odd = ages(Recoding(variable="age", how="width", width=7, start=3))
    assert odd.rows["17 to 23"] == ("17 to 30", "3 to 30", "*")


def test_ages_with_a_tail_get_bands_below_it() -> None:
    found = ages(TailCoding(variable="age", top=85, replace_by="label"))
    assert found.titles == ("5-year bands", "10-year bands", "20-year bands", "dropped")
    assert found.rows["17"] == ("15 to 19", "10 to 19", "0 to 19", "*")
    assert found.rows["85 and over"] == ("85 and over",) * 3 + ("*",)


def test_bands_of_unequal_width_are_neighbours() -> None:
    found = ages(Recoding(variable="age", how="breaks", breaks=[0, 18, 65]))
    assert found.titles[0].startswith("groups of")


def test_a_variable_without_values_has_none() -> None:
    with pytest.raises(DataError, match="The variable any has no value"):
        of(pd.Series([None, None], dtype="str"))


KINDS = st.one_of(
    st.lists(st.integers(-(10**17), 10**17), min_size=1, max_size=30),
    st.lists(st.integers(0, 10**5), min_size=1, max_size=30),
    st.lists(st.floats(allow_nan=False), min_size=1, max_size=30),
    st.lists(st.text("a1*-. ", min_size=1, max_size=4), min_size=1, max_size=30),
)


@given(KINDS, st.sampled_from(["age", "zip", "job"]), st.sampled_from([*Scale]))
@example([-1.0, -9.999999999999347e307], "age", Scale.ORDINAL)
@example([1.7e308, -1.7e308], "age", Scale.ORDINAL)
def test_whatever_the_values_each_has_its_place_and_each_level_its_use(
    values: list[float], name: str, scale: Scale
) -> None:
    numeric = not isinstance(values[0], str)
    if scale is Scale.CONTINUOUS and not numeric:
        scale = Scale.NOMINAL
    data = Microdata(pd.DataFrame({name: values}), [Variable(name=name, scale=scale)])
    found = propose(data, name)
    assert (places(data.coding(name).values, found) >= 0).all()
    assert found.has_one_top
    assert sizes(found)[1:] == sorted(set(sizes(found)[1:]), reverse=True)
    assert len(found.labels(1)) < len(found.values) or found.height == 1


@pytest.mark.shared_data
def test_keys_of_adult_get_hierarchies(shared_data: Path) -> None:
    adult = read(shared_data / "adult" / "adult.csv")
    found = {name: propose(adult, name) for name in adult.names}
    assert found["age"].titles[:3] == ("5-year bands", "10-year bands", "20-year bands")
    assert (found["sex"].height, found["occupation"].height, found["education"].height) == (1, 4, 4)
    for name, hierarchy in found.items():
        assert (places(adult.coding(name).values, hierarchy) >= 0).all()
