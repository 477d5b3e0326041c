"""Uniqueness in census data, against comparing all pairs of records as the paper's equations say."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.numbers.quantity import Why
from sdcdesk.core.results.edition import Edition
from sdcdesk.core.results.withholding import withheld
from sdcdesk.counting.missing_keys import Missing
from sdcdesk.risk import CensusUniqueness

Person = tuple[str | None, str | None, str | None]
ROWS = st.lists(
    st.tuples(
        st.sampled_from(["x", "y", None]),
        st.sampled_from(["1", "2", "3", None]),
        st.sampled_from(["north", "south", "west", None]),
    ),
    min_size=1,
    max_size=14,
)


def microdata(rows: list[Person]) -> Microdata:
    frame = pd.DataFrame(rows, columns=["sex", "age", "ward"]).astype(object)
    return Microdata(frame, [Variable(name=name, role=Role.KEY) for name in ("sex", "age")])


def table_1() -> Microdata:
    """003, Table 1."""
    frame = pd.DataFrame(
        {
            "sex": [1, 2, 1, 2, 1, 1, 2, 1, 2, 2],
            "age": [27, 40, 11, 59, 52, 38, 5, 13, 68, 57],
            "ethnic": [1, 4, 1, 1, 1, 2, 2, 1, 1, 3],
        }
    )
    return Microdata(frame, [Variable(name=name, role=Role.KEY) for name in frame])


def differ(one: Person, other: Person, missing: Missing) -> int:
    """D, equation (1): 1 if two records differ in any key variable."""

    def alike(first: str | None, second: str | None) -> bool:
        return first == second or (missing == "wildcard" and None in (first, second))

    return int(not all(map(alike, one[:2], other[:2])))


def relative(at: int, among: list[int], rows: list[Person], missing: Missing) -> Fraction:
    """Equation (4): the share of the other records that differ from one."""
    others = [other for other in among if other != at]
    different = sum(differ(rows[at], rows[other], missing) for other in others)
    return Fraction(different, len(others)) if others else Fraction(1)


def test_the_worked_example_of_the_paper() -> None:
    people = table_1()
    found = CensusUniqueness().assess(people, people)
    assert found.value("risk") == 1.0
    assert found.value("unique_records") == 10
    assert found.record("relative_uniqueness").tolist() == [1.0] * 10
    by_sex = CensusUniqueness(keys=["sex"]).assess(people, people)
    assert by_sex.value("risk") == 0.0
    assert by_sex.record("relative_uniqueness").tolist() == [5 / 9] * 10
    # Table 3: five-year groups leave persons 3 and 8 alike, who are both white men of 10 to 14.
    coarse = people.recode("age", lambda ages: ages // 5)
    grouped = CensusUniqueness().assess(people, coarse)
    assert grouped.value("risk") == 0.8
    assert grouped.figure("risk").rows is not None
    assert np.flatnonzero(grouped.record("f") > 1).tolist() == [2, 7]


@pytest.mark.parametrize("missing", ["category", "wildcard"])
@given(rows=ROWS)
def test_it_is_what_comparing_all_pairs_gives(rows: list[Person], missing: Missing) -> None:
    people = microdata(rows)
    found = CensusUniqueness(missing=missing, area="ward").assess(people, people)
    every = list(range(len(rows)))
    expected = [relative(at, every, rows, missing) for at in every]
    assert found.record("relative_uniqueness").tolist() == [float(one) for one in expected]
    assert found.value("mean_relative_uniqueness") == float(sum(expected) / len(rows))
    unique = [at for at in every if expected[at] == 1]
    assert found.value("unique_records") == len(unique)
    assert found.value("risk") == len(unique) / len(rows)
    for name in ("risk", "unique_records"):
        shown = found.figure(name)
        assert shown.rows is not None
        assert shown.rows().tolist() == unique

    areas: dict[str | None, list[int]] = {}
    for at in every:
        areas.setdefault(rows[at][2], []).append(at)
    alone = {
        ward: [at for at in among if relative(at, among, rows, missing) == 1] for ward, among in areas.items()
    }
    risks = {ward: len(alone[ward]) / len(among) for ward, among in areas.items()}
    assert found.value("unique_in_area") == sum(map(len, alone.values()))
    assert found.value("risk_in_area") == sum(map(len, alone.values())) / len(rows)
    assert found.value("largest_area_risk") == max(risks.values())
    at_risk = [len(areas[ward]) for ward, some in alone.items() if some]
    assert found.value("areas_at_risk") == len(at_risk)
    assert found.value("vanishes_above") == (max(at_risk) if at_risk else None)
    table = found.tables["areas"]
    assert table.rows is not None
    assert {None if name == "missing" else name for name in table.frame["area"]} == set(areas)
    for place, row in enumerate(table.frame.to_dict("records")):
        ward = None if row["area"] == "missing" else row["area"]
        assert (row["records"], row["unique"], row["risk"]) == (
            len(areas[ward]),
            len(alone[ward]),
            risks[ward],
        )
        assert table.rows(place).tolist() == alone[ward]
    order = [(-row["risk"], row["records"]) for row in table.frame.to_dict("records")]
    assert order == sorted(order)
    assert any("no area" in note for note in found.notes) == (None in areas)

    classes = found.tables["populations"]
    assert classes.rows is not None
    assert classes.frame["records"].sum() == len(rows)
    assert classes.frame["areas"].sum() == len(areas)
    assert classes.frame["unique"].sum() == sum(map(len, alone.values()))
    for place, number in enumerate(classes.frame["unique"]):
        assert len(classes.rows(place)) == number


@given(rows=ROWS)
def test_every_record_stands_in_one_class_of_relative_uniqueness(rows: list[Person]) -> None:
    people = microdata(rows)
    found = CensusUniqueness().assess(people, people)
    table = found.tables["sizes"]
    assert table.rows is not None
    members = [table.rows(at).tolist() for at in range(len(table))]
    assert sorted(at for some in members for at in some) == list(range(len(rows)))
    for at, some in enumerate(members):
        assert table.frame["records"][at] == len(some)
        if some:
            assert table.frame["relative"][at] == found.record("relative_uniqueness")[some].max()


def test_one_record_is_at_risk() -> None:
    person = microdata([("x", "1", "north")])
    found = CensusUniqueness(area="ward").assess(person, person)
    names = ("risk", "mean_relative_uniqueness", "risk_in_area", "largest_area_risk")
    assert [found.value(name) for name in names] == [1.0] * 4
    assert found.value("vanishes_above") == 1


def test_the_masked_file_says_who_is_alike() -> None:
    people = microdata([("x", "1", "north"), ("x", "2", "north"), ("y", "1", "south")])
    masked = people.recode("ward", lambda wards: wards.where(wards != "south", "north"))
    found = CensusUniqueness(area="ward").assess(people, masked.take(np.array([2, 0])))
    assert found.value("risk") == 1.0
    assert found.table("areas")["area"].tolist() == ["north"]
    assert found.value("vanishes_above") == 2


def test_what_is_not_known_of_areas_says_why() -> None:
    people = microdata([("x", "1", "north"), ("x", "1", "south")])
    nothing = CensusUniqueness().assess(people, people)
    dropped = CensusUniqueness(area="ward").assess(people, people.drop(["ward"]))
    for found, words in ((nothing, "No variable was named"), (dropped, "does not say in which area")):
        for name in ("risk_in_area", "unique_in_area", "largest_area_risk", "areas_at_risk"):
            reason = found.figure(name).quantity.reason
            assert reason is not None
            assert reason.code is Why.NOT_APPLICABLE
            assert words in reason.text
        assert not len(found.tables["areas"])
        assert words in found.tables["areas"].empty
    whole = CensusUniqueness(area="ward").assess(people, people)
    assert whole.value("risk") == 0.0
    assert whole.value("risk_in_area") == 1.0
    empty = CensusUniqueness(area="ward").assess(people, people.take(np.array([], dtype=np.int64)))
    assert {figure.quantity.value for figure in empty.figures.values()} <= {None, 0}


def test_an_area_that_is_a_key_is_said_to_be_one() -> None:
    people = microdata([("x", "1", "north"), ("x", "1", "south")])
    found = CensusUniqueness(keys=["age", "ward"], area="ward").assess(people, people)
    assert found.value("risk") == found.value("risk_in_area") == 1.0
    assert any("ward is a key variable, too" in note for note in found.notes)


def test_names_of_areas_and_small_counts_are_withheld() -> None:
    people = microdata([("x", "1", "MARKED"), ("x", "2", "MARKED"), *[("y", "1", "south")] * 5])
    found = withheld(CensusUniqueness(area="ward").assess(people, people), Edition(threshold=3))
    assert "areas" not in found.tables
    assert not found.figures.keys() & {"risk", "unique_in_area", "largest_area_risk", "vanishes_above"}
    assert not len(found.tables["populations"]), "7 people less 5 would tell the other 2"
