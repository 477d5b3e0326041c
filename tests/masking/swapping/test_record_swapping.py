import math
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.masking import RecordSwapping
from sdcdesk.masking.edit_rules.edit_rule import EditRule

WARDS = {"a1": "A", "a2": "A", "b1": "B", "b2": "B", "c1": "C"}

HOMES = st.lists(
    st.tuples(
        st.sampled_from([*WARDS, None]), st.lists(st.sampled_from([1, 1, 1, 2, 3]), min_size=1, max_size=3)
    ),
    min_size=1,
    max_size=25,
)


SMALL = EditRule(
    name="Nobody of age 3 lives in b2",
    when={"comparisons": [{"variable": "ward", "relation": "is", "values": ["b2"]}]},
    then={"comparisons": [{"variable": "age", "relation": "is not", "values": [3]}]},
)


def of(homes: list[tuple[str | None, list[int]]]) -> Microdata:
    frame = pd.DataFrame(
        [
            (number, ward, WARDS.get(ward or ""), age)
            for number, (ward, ages) in enumerate(homes)
            for age in ages
        ],
        columns=["home", "ward", "region", "age"],
    )
    return Microdata(frame, [Variable(name="home", role=Role.HOUSEHOLD), Variable(name="age", role=Role.KEY)])


Homes = list[tuple[str | None, list[int]]]


def area(ward: str | None, level: int) -> Any:
    return (WARDS.get(ward or ""), ward)[: level + 1]


def risk(homes: Homes, number: int, k: int) -> int:
    """Return the first level at which a member shares area and age with too few; 2 where at none."""
    ward, ages = homes[number]
    for level in (0, 1):
        near = [own for other, own in homes if area(other, level) == area(ward, level)]
        if any(sum(own.count(age) for own in near) < k for age in ages):
            return level
    return 2


def slowly(homes: Homes, method: RecordSwapping, seed: int) -> list[str | None]:
    """Return the ward of each household after the algorithm as the manual page tells it."""
    # A household draws with its first record.
    rows = np.cumsum([0] + [len(ages) for _, ages in homes])[:-1]
    wards = [ward for ward, _ in homes]
    members = [sorted(ages) if method.similar else [len(ages)] for _, ages in homes]
    asking, line = (
        [number for number in Draws(seed).order(rows, column).tolist() if wards[number]] for column in (0, 1)
    )
    level_of = {number: risk(homes, number, method.k) for number in asking}
    partner: dict[int, int] = {}

    def ask(risky: int, level: int, most: float = math.inf) -> None:
        for number in (one for one in asking if level_of[one] == risky):
            fit = [
                other
                for other in line
                if not {number, other} & set(partner)
                and members[number] == members[other]
                and area(wards[number], level)[:level] == area(wards[other], level)[:level]
                and area(wards[number], level) != area(wards[other], level)
            ]
            if fit and len(partner) // 2 < most:
                partner[number], partner[fit[0]] = fit[0], number

    for higher in (0, 1):
        for level in range(higher, 2):
            ask(level, level - higher)
    for level in (1, 0):
        ask(2, level, int(method.rate * len(homes) // 200))
    return [wards[partner.get(number, number)] for number in range(len(homes))]


@given(HOMES, st.integers(2, 6), st.sampled_from([0.0, 30.0, 100.0]), st.booleans(), st.integers(0, 99))
def test_the_algorithm_is_that_of_the_manual_page(
    homes: list[tuple[str | None, list[int]]],
    k: int,
    rate: float,
    alike: bool,
    seed: int,
) -> None:
    data = of(homes)
    similar = ("age",) if alike else ()
    method = RecordSwapping(areas=["ward", "region"], similar=similar, k=k, rate=rate)
    masked = method.mask(data, seed=seed)
    before, after = data.frame, masked.data.frame
    expected = dict(enumerate(slowly(homes, method, seed)))
    assert after["ward"].equals(before["home"].map(expected).astype(before["ward"].dtype))
    assert after["region"].equals(after["ward"].map(WARDS).astype(before["region"].dtype)), (
        "areas stay nested"
    )
    assert after["home"].equals(before["home"])
    assert after["age"].equals(before["age"])
    counted = ["ward", "age"] if alike else ["ward"]
    assert before[counted].value_counts().to_dict() == after[counted].value_counts().to_dict()
    moved = (before["ward"] != after["ward"]) & before["ward"].notna()
    assert masked.figures["records_moved"].value == moved.sum()
    assert masked.figures["households_swapped"].value == before["home"][moved].nunique()


def test_a_household_moves_no_farther_than_its_risk_demands() -> None:
    # Ages 7 and 8 are rare in their ward of A and in no region; 9 is rare everywhere.
    homes: list[tuple[str | None, list[int]]] = [("a1", [7]), ("a2", [7]), ("a1", [8]), ("a2", [8])]
    homes += [("b1", [9])] + [(ward, [1]) for ward in ("a1", "a2", "b1", "b2") for _ in range(5)]
    for seed in range(10):
        data = of(homes)
        frame = RecordSwapping(areas=["region", "ward"], k=2, rate=0).apply(data, seed=seed).frame
        far = frame["region"] != data.frame["region"]
        assert far[4]
        assert far.sum() == 2
        assert (frame["ward"] != data.frame["ward"])[:5].all()


def test_what_is_carried_moves_with_the_area() -> None:
    data = of([("a1", [1]), ("b1", [2, 2]), ("c1", [3]), ("b2", [2, 2])])
    frame = data.frame.assign(name=data.frame["ward"].str.upper())
    described = Microdata(frame, data.variables)
    after = RecordSwapping(areas=["ward"], carried=["name"], k=3).apply(described, seed=1).frame
    assert after["name"].tolist() == after["ward"].str.upper().tolist()
    assert (after["ward"] != frame["ward"]).all()


def test_risky_households_without_a_partner_are_noted() -> None:
    masked = RecordSwapping(areas=["ward"], k=2).mask(of([("a1", [1, 2]), ("a2", [1])]), seed=1)
    assert masked.notes == ("2 risky households have no partner and stay where they are.",)
    assert masked.figures["risky_households_without_partner"].value == 2


def test_households_that_are_apart_are_refused() -> None:
    data = of([("a1", [1, 2]), ("a2", [1])])
    frame = data.frame.assign(ward=["a1", "a2", "a2"])
    with pytest.raises(DataError, match="the members of 1 household have different values of ward;"):
        RecordSwapping(areas=["ward"]).apply(Microdata(frame, data.variables), seed=1)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"keys": ["ward"]}, "an area is named here too"),
        ({"similar": ["name"], "carried": ["name"]}, "cannot stay alike"),
        ({"household": "ward"}, "is an area"),
        ({"similar": ["age", "age"]}, "named twice"),
    ],
)
def test_parameters_that_make_no_sense(parameters: dict[str, Any], words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        RecordSwapping(areas=["ward"], **parameters)


def test_households_and_keys_are_needed() -> None:
    data = of([("a1", [1]), ("a2", [1])])
    with pytest.raises(DataError, match="No variable has the role household"):
        RecordSwapping(areas=["ward"], keys=["age"]).apply(Microdata(data.frame), seed=1)
    with pytest.raises(DataError, match="no variable besides the areas has the role key"):
        RecordSwapping(areas=["ward"], household="home").apply(Microdata(data.frame), seed=1)


def test_both_households_of_a_pair_keep_their_areas_for_the_edit_rules() -> None:
    homes = [
        (ward, [age]) for ward in ("a1", "b2", "b1", "a2") for age in (1, 2, 3) if (ward, age) != ("b2", 3)
    ]
    data = of(homes * 4).with_edit_rules([SMALL])
    method = RecordSwapping(areas=["ward"], household="home", rate=100.0, k=2)
    free = method.mask(data, seed=3)
    kept = method.changed(edit_rules="keep").mask(data, seed=3)
    broken = ((free.data.column("ward") == "b2") & (data.column("age") == 3)).to_numpy()
    assert free.figures["records_made_impossible"].value == broken.sum() > 0
    assert kept.figures["records_made_impossible"].value == 0
    undone = (free.data.column("ward") != kept.data.column("ward")).to_numpy()
    stay = (kept.data.column("ward") == data.column("ward")).to_numpy()
    assert stay[undone].all()
    assert undone[broken].all()
    assert undone.sum() == 2 * broken.sum(), "partners too, and nobody else"
    assert kept.figures["records_keeping_values"].value == undone.sum()
    assert kept.figures["households_swapped"].value == free.figures["households_swapped"].value - undone.sum()
    assert sorted(kept.data.column("ward")) == sorted(data.column("ward"))
