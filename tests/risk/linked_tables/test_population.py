"""Synthetic population: the experiments of Duke-Williams and others, and what is made up of it."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.risk import LinkedTables
from sdcdesk.risk.linked_tables.experiments import (
    by_population,
    every_two_as_key,
    tables_against_area,
    uniques_by_geography,
)
from sdcdesk.risk.linked_tables.population import (
    ADULT,
    TABLES,
    age_hierarchy,
    synthetic_population,
)
from sdcdesk.risk.linked_tables.pro_rata import assigned_pro_rata
from sdcdesk.risk.linked_tables.redesign import merged_areas

PEOPLE = 60_000


@pytest.fixture(scope="module")
def population() -> Microdata:
    return synthetic_population(PEOPLE, 7)


def eight_tables(**choices: object) -> LinkedTables:
    return LinkedTables(
        published=tuple(TABLES.values()),
        hierarchies={"age": age_hierarchy()},
        missing="outside",
        **choices,
    )


def test_the_same_seed_gives_the_same_people(population: Microdata) -> None:
    again = synthetic_population(PEOPLE, 7)
    assert population.frame.equals(again.frame)
    assert not population.frame.equals(synthetic_population(PEOPLE, 8).frame)
    for few in (1, 2, 50):
        assert len(synthetic_population(few, 1)) == few


def test_people_live_together_in_areas_of_realistic_sizes(population: Microdata) -> None:
    frame = population.frame
    assert len(frame) == PEOPLE
    sizes = frame.groupby("household").size()
    assert (sizes.iloc[:-1] == frame.groupby("household")["household_size"].first().iloc[:-1]).all()
    assert 2.2 < sizes.mean() < 2.8
    for inner, outer in (("household", "district"), ("district", "ward"), ("household", "block")):
        assert frame.groupby(inner)[outer].nunique().max() == 1
    assert 300 < frame.groupby("district").size().mean() < 450
    assert 4000 < frame.groupby("ward").size().mean() < 6500
    assert frame.groupby("block")["household"].nunique().min() >= 32
    squares = frame.groupby("square").size()
    assert squares.min() < 60
    assert squares.max() > 20 * squares.median()
    assert (frame["position"].isna() == (frame["age"] < ADULT)).all()


def test_all_tables_as_key_by_geography(population: Microdata) -> None:
    found = uniques_by_geography(eight_tables(), population, ["ward", "district", "block", "square"])
    uniques = found.set_index("geography")["uniques"]
    # Nobody is alone in all tables of wards, districts and squares of 32 households, as in the paper.
    assert uniques[["ward", "district", "block"]].tolist() == [0, 0, 0]
    assert uniques["square"] > 0
    assert found.set_index("geography").loc["square", "vanishes_above"] < 150
    # Microdata are another matter: nearly everybody is unique in a district.
    whole = LinkedTables(published=["age × sex × marital × ethnic × born × position"], area="district")
    assert whole.assess(population, population).value("risk") > 0.5  # type: ignore[operator]


def test_every_two_tables_as_key_find_false_matches(population: Microdata) -> None:
    squares = every_two_as_key(eight_tables(area="square"), population)
    assert len(squares) == 28
    # The true matches are those of all eight tables, whichever two are the key.
    assert squares["true"].nunique() == 1
    assert squares["true"].iloc[0] > 0
    assert (squares["false"] > 10 * squares["true"]).mean() > 0.8
    blocks = every_two_as_key(eight_tables(area="block"), population)
    assert blocks["true"].sum() == 0
    assert blocks["false"].sum() > 0


def test_risk_and_false_matches_against_population(population: Microdata) -> None:
    measure = eight_tables(area="square", match=[1, 3])
    points = by_population(measure.matches(population, population, Progress()))
    assert points["population"].is_monotonic_increasing
    small, large = points[points["population"] < 100], points[points["population"] >= 1000]
    assert small["risk"].mean() > large["risk"].mean() == 0
    assert small["false_rate"].mean() > 3 * large["false_rate"].mean()
    # Above five people false matches outweigh true ones (figure 6).
    assert points["false_rate"].sum() > points["risk"].sum()


def test_more_counts_need_larger_areas(population: Microdata) -> None:
    found = tables_against_area(eight_tables(), population, ["ward", "district"])
    for _, rows in found.groupby("geography"):
        assert rows["counts"].is_monotonic_increasing
        assert rows["risk"].is_monotonic_increasing
        assert rows["vanishes_above"].is_monotonic_increasing
        assert rows["risk"].iloc[-1] > rows["risk"].iloc[0]
    most = found[found["tables"] == 8].set_index("geography")
    assert most.loc["district", "risk"] > most.loc["ward", "risk"]


def test_ten_thousand_counts_of_an_area() -> None:
    rng = np.random.default_rng(3)
    n = 4_000
    frame = pd.DataFrame({f"v{at}": rng.integers(0, 10, n) for at in range(24)})
    frame["area"] = rng.integers(0, 20, n)
    frame["small"] = rng.integers(0, 400, n)
    tables = [f"v{at % 24} × v{(at + 1 + at // 24) % 24}" for at in range(100)]
    people = Microdata(frame)
    few = people.take(np.arange(400))
    found = tables_against_area(LinkedTables(published=tables), few, ["area"])
    assert found["counts"].iloc[-1] == 10_000
    # Of ten people an area nearly each is told of by some count; of 200 few are.
    measure = LinkedTables(published=tables, match=[1], targets="any")
    risks = [
        measure.model_copy(update={"area": area}).assess(people, people).value("risk")
        for area in ("small", "area")
    ]
    assert risks[0] > 0.8  # type: ignore[operator]
    assert risks[1] < risks[0]  # type: ignore[operator]


def test_merging_squares_takes_the_risk_away(population: Microdata) -> None:
    found = merged_areas(eight_tables(area="square"), population)
    assert not found.rejected
    assert found.table["new_risk"].max() == 0
    assert found.table["risk"].max() > 0
    # Few areas change: the others keep their detail.
    assert 0 < found.merges < 0.1 * found.areas[0]


@pytest.mark.parametrize("how", ["largest_remainder", "random"])
def test_variables_that_are_missing_are_assigned_pro_rata(population: Microdata, how: str) -> None:
    source = population.take(np.arange(5_000))
    data = population.take(np.arange(5_000, 9_000)).drop(["illness"])
    filled = assigned_pro_rata(data, source, "illness", ["sex", "marital"], how=how, seed=3)  # type: ignore[arg-type]
    again = assigned_pro_rata(data, source, "illness", ["sex", "marital"], how=how, seed=3)  # type: ignore[arg-type]
    assert filled.frame["illness"].tolist() == again.frame["illness"].tolist()
    other = assigned_pro_rata(data, source, "illness", ["sex", "marital"], how=how, seed=4)  # type: ignore[arg-type]
    assert filled.frame["illness"].tolist() != other.frame["illness"].tolist()
    for key, own in filled.frame.groupby(["sex", "marital"], observed=True):
        there = source.frame[(source.frame["sex"] == key[0]) & (source.frame["marital"] == key[1])]
        share = float((there["illness"] == "yes").mean())
        number = int((own["illness"] == "yes").sum())
        tolerance = 1 if how == "largest_remainder" else 5 * np.sqrt(len(own) * 0.25) + 1
        assert abs(number - share * len(own)) < tolerance


def test_a_class_without_people_takes_the_proportions_of_all() -> None:
    source = Microdata(pd.DataFrame({"town": ["x"] * 4, "job": ["a", "a", "b", None]}))
    data = Microdata(pd.DataFrame({"town": ["y"] * 6}))
    filled = assigned_pro_rata(data, source, "job", ["town"], seed=1)
    assert sorted(filled.frame["job"]) == ["a"] * 4 + ["b"] * 2
    with pytest.raises(DataError, match="There is a variable job already"):
        assigned_pro_rata(filled, source, "job", seed=1)
    nobody = Microdata(pd.DataFrame({"job": pd.Series([None, None], dtype=object)}))
    with pytest.raises(DataError, match="no value of job"):
        assigned_pro_rata(data, nobody, "job", seed=1)


def test_the_measure_shows_the_experiments_with_the_key_tables() -> None:
    people = synthetic_population(2000, 5)
    measure = LinkedTables(published=("age × sex", "sex × marital", "born × sex"), area="district")
    findings = measure.changed(experiment="pairs").assess(people, people)
    shown = findings.tables["every_two"].frame
    one_by_one = [measure.changed(match=pair).assess(people, people) for pair in ((1, 2), (1, 3), (2, 3))]
    assert shown["key"].tolist() == ["1 and 2", "1 and 3", "2 and 3"]
    assert shown["risk"].tolist() == [found.value("risk") for found in one_by_one]
    assert shown["false"].tolist() == [found.value("false_matches") for found in one_by_one]
    growing = measure.changed(experiment="tables").assess(people, people).tables["ever_more"].frame
    expected = tables_against_area(measure, people, ["district"])
    assert growing[["counts", "risk"]].to_dict("list") == expected[["counts", "risk"]].to_dict("list")
    assert growing["risk"].is_monotonic_increasing
    assert "every_two" not in measure.assess(people, people).tables
