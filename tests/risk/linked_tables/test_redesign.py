"""Redesign of areas, against merging step by step with the measure itself."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.masking import Recoding
from sdcdesk.risk import LinkedTables
from sdcdesk.risk.linked_tables.neighbours import (
    neighbours_by_parent,
    neighbours_in_order,
    neighbours_of_pairs,
)
from sdcdesk.risk.linked_tables.redesign import AreaFigures, Redesign, merged_areas
from sdcdesk.risk.linked_tables.splitting import split_areas

PEOPLE = st.lists(
    st.tuples(
        st.sampled_from(["a", "b", "c", "d", "e", None]),
        st.sampled_from("mf"),
        st.sampled_from("123"),
        st.sampled_from("xyz"),
    ),
    min_size=1,
    max_size=30,
)
TABLES = ("sex × age", "age × job", "sex × job")


def microdata(rows: list[tuple[str | None, str, str, str]]) -> Microdata:
    frame = pd.DataFrame(rows, columns=["ward", "sex", "age", "job"]).astype(object)
    frame["town"] = [
        "north" if ward in ("a", "b") else None if ward is None else "south" for ward in frame["ward"]
    ]
    return Microdata(frame)


def at_risk(measure: LinkedTables, frame: pd.DataFrame) -> tuple[float, int]:
    """Return risk and size of some people as one area."""
    whole = measure.model_copy(update={"area": None})
    people = Microdata(frame.reset_index(drop=True))
    findings = whole.assess(people, people)
    return float(findings.value("risk")), len(frame)  # type: ignore[arg-type]


def obvious(
    measure: LinkedTables, data: Microdata, limit: float, least: int, near: dict[str, set[str]]
) -> tuple[dict[str, set[str]], set[str]]:
    """Merge as the definition says, every time with all areas assessed anew; return groups and rejected."""
    frame = data.frame
    groups = {ward: {ward} for ward in sorted(set(frame["ward"].dropna()))}
    rejected: set[str] = set()

    def risk(wards: set[str]) -> tuple[float, int]:
        return at_risk(measure, frame[frame["ward"].isin(wards)])

    while True:
        above = {name: risk(own) for name, own in groups.items() if name not in rejected}
        above = {name: found for name, found in above.items() if found[0] > limit or found[1] < least}
        if not above:
            return groups, rejected
        worst = min(above, key=lambda name: (-above[name][0], above[name][1], name))
        touching = {
            other
            for other, own in groups.items()
            if other != worst and any(one in near[mine] for mine in groups[worst] for one in own)
        }
        if not touching:
            rejected.add(worst)
            continue
        ranks = {
            other: (risk(groups[worst] | groups[other])[0], risk(groups[other])[1], other)
            for other in touching
        }
        best = min(ranks, key=ranks.__getitem__)
        lowest = min(worst, best)
        groups[lowest] = groups.pop(worst) | groups.pop(best)


@given(
    rows=PEOPLE,
    limit=st.sampled_from([0.0, 0.3]),
    least=st.sampled_from([1, 4]),
    near=st.sampled_from(["order", "parent", "pairs"]),
    choices=st.sampled_from(
        [{}, {"match": (1,)}, {"match": (1,), "targets": "any"}, {"threshold": 2}, {"sole": "line"}]
    ),
)
def test_the_same_areas_are_merged_as_by_hand(
    rows: list[tuple[str | None, str, str, str]],
    limit: float,
    least: int,
    near: str,
    choices: dict[str, object],
) -> None:
    data = microdata(rows)
    measure = LinkedTables(published=TABLES, area="ward", **choices)
    wards = sorted({ward for ward, *_ in rows if ward is not None})
    pairs = [("a", "c"), ("c", "e"), ("b", "d"), ("a", "unknown")]
    if near == "order":
        found = merged_areas(measure, data, limit, least=least)
        graph = neighbours_in_order(len(wards))
    elif near == "parent":
        found = merged_areas(measure, data, limit, least=least, parent="town")
        graph = neighbours_by_parent([int(ward in "ab") for ward in wards])
    else:
        found = merged_areas(measure, data, limit, least=least, pairs=pairs)
        graph = neighbours_of_pairs(wards, pairs)
    named = {ward: {wards[at] for at in graph[place]} for place, ward in enumerate(wards)}
    groups, rejected = obvious(measure, data, limit, least, named)
    of_ward = found.table[found.table["area"] != "missing"]
    ours = {frozenset(own["area"]) for _, own in of_ward.groupby("new_area")}
    assert ours == {frozenset(own) for own in groups.values()}
    assert {name.split("+")[0] for name in found.rejected} - {"missing"} == rejected
    assert_risk_never_rises(found, measure, data, limit, least)


def assert_risk_never_rises(
    found: Redesign, measure: LinkedTables, data: Microdata, limit: float, least: int
) -> None:
    for _, own in found.table.groupby("new_area"):
        assert own["new_risk"].nunique() == 1
        assert own["new_risk"].iloc[0] <= own["risk"].max() + 1e-12
        assert own["new_records"].iloc[0] == own["records"].sum()
    # The step gives the file whose areas the table names.
    if found.mapping:
        step = Recoding(variable="ward", how="mapping", mapping=dict(found.mapping))
        again = measure.matches(data, step.apply(data), Progress())
        assert sorted(again.risk) == pytest.approx(
            sorted(found.table.drop_duplicates("new_area")["new_risk"])
        )
        assert found.figures[1] == AreaFigures.of(again, least)
    above = found.table[(found.table["new_risk"] > limit) | (found.table["new_records"] < least)]
    assert set(above["new_area"]) == set(found.rejected)


@given(rows=PEOPLE, limit=st.sampled_from([0.0, 0.3]), least=st.sampled_from([1, 3]))
def test_small_areas_stay_where_all_of_a_larger_one_are_safe(
    rows: list[tuple[str | None, str, str, str]], limit: float, least: int
) -> None:
    data = microdata([row for row in rows if row[0] is not None] or [("a", "m", "1", "x")])
    measure = LinkedTables(published=TABLES, area="ward")
    found = split_areas(measure, data, "town", limit, least=least)
    for town, people in data.frame.groupby("town"):
        wards = {ward: at_risk(measure, own)[0] for ward, own in people.groupby("ward")}
        few = [len(own) < least for _, own in people.groupby("ward")]
        safe = all(risk <= limit for risk in wards.values()) and not any(few)
        new = found.table[found.table["area"].isin(list(wards))]
        assert set(new["new_area"]) == (set(wards) if safe else {town})
        assert np.allclose(
            new["new_risk"], [wards[ward] if safe else at_risk(measure, people)[0] for ward in new["area"]]
        )
        if not safe:
            unfit = at_risk(measure, people)[0] > limit or len(people) < least
            assert (str(town) in found.rejected) == unfit


def test_numbers_are_areas_too_and_a_new_area_is_named_by_its_old_ones() -> None:
    frame = pd.DataFrame({"ward": [1, 2, 3, 4, 5, 5], "sex": list("mfmfmm"), "age": list("123411")})
    people = Microdata(frame)
    measure = LinkedTables(published=("sex × age",), area="ward")
    found = merged_areas(measure, people, 0.5)
    # Areas of one have the risk 1; together with the two that are alike, ever more are safe.
    assert found.areas[0] == 5
    assert found.merges == found.areas[0] - found.areas[1]
    assert found.table.set_index("area").loc["5", "risk"] == 0
    step = Recoding(variable="ward", how="mapping", mapping=dict(found.mapping))
    assert set(step.apply(people).frame["ward"].astype(str)) == set(found.table["new_area"])


def test_an_area_in_two_parents_has_none() -> None:
    frame = pd.DataFrame({"ward": list("aab"), "sex": list("mfm"), "town": list("xyx")})
    people = Microdata(frame)
    measure = LinkedTables(published=("sex",), area="ward")
    with pytest.raises(DataError, match="An area of ward"):
        merged_areas(measure, people, parent="town")
    with pytest.raises(DataError, match="which variable holds the areas"):
        merged_areas(LinkedTables(published=("sex",)), people)
