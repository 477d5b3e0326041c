"""Recoding to a level of a hierarchy, and the tables in which other programs write hierarchies."""

from pathlib import Path

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.masking import Recoding

ADULT = Path(__file__).resolve().parents[4] / "shared" / "data" / "adult"

AGES = {
    str(age): f"{age // 5 * 5}-{age // 5 * 5 + 4} > {'child' if age < 15 else 'adult'} > *"
    for age in range(60)
}


def recoding(level: int, hierarchy: dict[str, str] = AGES, variable: str = "age") -> Recoding:
    return Recoding(variable=variable, how="level", level=level, hierarchy=hierarchy)


def people() -> Microdata:
    frame = pd.DataFrame({"age": [3, 14, 15, -9, 59, 3], "job": ["a", "b", "b", None, "c", "a"]})
    return Microdata(frame, [Variable(name="age", scale=Scale.CONTINUOUS, missing=(-9,))])


def test_every_value_becomes_its_label() -> None:
    data = people()
    for level in (1, 2, 3):
        masked = recoding(level).apply(data)
        wanted = [
            None if age == -9 else AGES[str(age)].split(" > ")[level - 1]
            for age in data.column("age").tolist()
        ]
        assert (
            masked.column("age").astype(object).where(masked.column("age").notna(), None).tolist() == wanted
        )


def test_ranges_of_whole_numbers_stay_in_order_and_keep_their_ends() -> None:
    variable = recoding(2).apply(people()).variable("age")
    assert (variable.scale, variable.categories) == (Scale.ORDINAL, ("child", "adult"))
    assert [(one.label, one.low, one.high) for one in variable.intervals] == [
        ("child", 0, 14),
        ("adult", 15, 59),
    ]


def test_a_hierarchy_of_names_gives_nominal_groups() -> None:
    jobs = {"a": "x > all", "b": "y > all", "c": "x > all", "d": "z > all"}
    masked = recoding(1, jobs, "job").apply(people())
    assert masked.column("job").dropna().tolist() == ["x", "y", "y", "x", "x"]
    assert masked.variable("job").scale is Scale.NOMINAL
    assert recoding(1, jobs, "job").mask(people()).notes == ()


def test_values_that_the_hierarchy_lacks_are_refused_and_not_repeated() -> None:
    with pytest.raises(DataError, match="1 value of job has no label in the hierarchy") as caught:
        recoding(1, {"a": "secret", "b": "secret"}, "job").apply(people())
    assert (caught.value.field, "secret" in caught.value.message) == ("hierarchy", False)


@pytest.mark.parametrize(
    ("level", "hierarchy", "field"),
    [
        (4, AGES, "level"),
        (1, {}, "hierarchy"),
        (1, {"1": "a > b", "2": "a"}, "hierarchy"),
        (1, {"1": "a > b", "2": "a > c"}, "hierarchy"),
    ],
)
def test_what_is_no_level_of_a_hierarchy_is_refused(
    level: int, hierarchy: dict[str, str], field: str
) -> None:
    with pytest.raises(ParameterError) as caught:
        recoding(level, hierarchy)
    assert caught.value.field == field


def test_a_label_may_begin_with_the_sign_between_labels() -> None:
    masked = recoding(1, {"a": ">50K > any", "b": "<=50K > any", "c": ">50K > any"}, "job").apply(people())
    assert masked.column("job").dropna().unique().tolist() == [">50K", "<=50K"]


@pytest.mark.shared_data
@pytest.mark.skipif(not ADULT.exists(), reason="the shared data are absent")
@pytest.mark.parametrize("name", ["age", "education", "salary-class", "native-country"])
def test_tables_of_other_programs_are_read(name: str) -> None:
    hierarchy = Hierarchy.read(ADULT / f"adult_hierarchy_{name}.csv")
    frame = pd.read_csv(ADULT / "adult.csv", sep=";", usecols=[name])
    data = Microdata(frame)
    masked = recoding(1, hierarchy, name).apply(data)
    table = pd.read_csv(ADULT / f"adult_hierarchy_{name}.csv", sep=";", header=None, dtype=str).set_index(0)[
        1
    ]
    assert masked.column(name).tolist() == table.loc[frame[name].astype(str)].tolist()


def test_a_file_of_many_different_values_is_recoded_at_once() -> None:
    values = [f"{place:05}" for place in range(40_000)]
    hierarchy = Hierarchy.from_rows({value: (value[:2], "*") for value in values})
    masked = recoding(1, hierarchy, "code").apply(Microdata(pd.DataFrame({"code": values})))
    assert masked.column("code").tolist() == [value[:2] for value in values]


def test_the_step_says_the_level_in_words() -> None:
    towns = Hierarchy(
        levels=[{"Kiel": "North", "Ulm": "South"}, {"North": "any", "South": "any"}],
        titles=("regions", ""),
    )
    steps = [Recoding(variable="town", how="level", hierarchy=towns, level=level) for level in (1, 2)]
    assert [step.summary() for step in steps] == ["town in regions", "town dropped"]
    named = Recoding(variable="town", how="level", hierarchy="Towns", level=2)
    assert named.summary() == "town to level 2 of its hierarchy"
