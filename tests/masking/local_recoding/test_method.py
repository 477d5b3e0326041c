"""Local recoding: k-anonymous by an independent count, labels that hold their values, losses by hand."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.document.hierarchy_names import resolved
from sdcdesk.document.recipe import Recipe
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.masking import LocalRecoding
from tests.masking.by_variable import number_of
from tests.masking.local_recoding import slowly

WAYS = ("cells", "relaxed", "strict")

TOWNS = Hierarchy.from_rows(
    {"Kiel": "North > any", "Bremen": "North > any", "Ulm": "South > any", "Hof": "South > any"}
)
SIDES = Hierarchy.from_rows({"a": "left", "b": "left", "c": "right", "d": "right", "e": "right"})
"""Ends in two labels, and not in one."""

HIERARCHIES = {"town": TOWNS, "side": SIDES}

NAMES = ["town", "side", "age", "colour"]


def microdata(**columns: Any) -> Microdata:
    scales = {"age": Scale.CONTINUOUS, "income": Scale.CONTINUOUS}
    keys = dict.fromkeys(NAMES, Role.KEY)
    return Microdata(
        pd.DataFrame(columns),
        [
            Variable(name=name, role=keys.get(name, Role.CONFIDENTIAL), scale=scales.get(name, Scale.NOMINAL))
            for name in columns
        ],
    )


def one_of(values: list[str]) -> st.SearchStrategy[str | None]:
    return st.sampled_from([*values, None])


RECORDS = st.lists(
    st.tuples(
        one_of(["Kiel", "Bremen", "Ulm"]),
        one_of(["a", "b", "c", "d"]),
        st.one_of(st.none(), st.integers(0, 9).map(float)),
        one_of(["red", "blue"]),
    ),
    min_size=2,
    max_size=25,
)


@given(RECORDS, st.integers(2, 5), st.sampled_from(WAYS), st.integers(1, 4))
def test_the_file_is_k_anonymous_and_each_label_holds_its_value(
    records: list[tuple[Any, ...]], k: int, way: str, keys: int
) -> None:
    names = NAMES[:keys]
    data = microdata(**dict(zip(NAMES, zip(*records, strict=True), strict=True)))
    hierarchies = {name: one for name, one in HIERARCHIES.items() if name in names}
    method = LocalRecoding(keys=names, k=k, way=way, hierarchies=hierarchies)
    if len(data) < k:
        with pytest.raises(DataError, match="fewer than k"):
            method.mask(data)
        return
    masked = method.mask(data)
    assert slowly.smallest_group(masked.data, names) >= k
    assert masked.figures["smallest_group"].value == slowly.smallest_group(masked.data, names)
    assert masked.figures["groups"].value == len(slowly.groups_of(masked.data, names))
    assert slowly.every_label_holds_its_value(data, masked.data, names, hierarchies)
    kept = {name: slowly.granularity(data, masked.data, name, hierarchies) for name in names}
    assert {name: number_of(masked, "granularity_kept", name) for name in names} == pytest.approx(kept)
    assert masked.figures["granularity_kept"].value == pytest.approx(sum(kept.values()) / keys)


@given(RECORDS, st.integers(2, 5))
def test_strict_keeps_equal_records_together_and_cuts_as_far_as_it_can(
    records: list[tuple[Any, ...]], k: int
) -> None:
    data = microdata(**dict(zip(NAMES, zip(*records, strict=True), strict=True)))
    if len(data) < k:
        return
    masked = LocalRecoding(k=k, way="strict", hierarchies=HIERARCHIES).apply(data)
    before, after = (slowly.frame_of(one, NAMES).fillna("?") for one in (data, masked))
    assert (after.groupby([before[name] for name in NAMES]).nunique() == 1).all(axis=None)
    for group in slowly.groups_of(masked, NAMES):
        for name in NAMES:
            values = [slowly.cells(data, name)[place] for place in group]
            ordered = data.variable(name).scale is Scale.CONTINUOUS
            assert not slowly.can_be_cut(values, HIERARCHIES.get(name), k, ordered=ordered), name


@given(RECORDS, st.sampled_from(WAYS), st.randoms(use_true_random=False))
def test_the_order_of_the_records_and_secrets_decide_nothing(
    records: list[tuple[Any, ...]], way: str, random: Any
) -> None:
    columns = dict(zip(NAMES, zip(*records, strict=True), strict=True))
    data = microdata(**columns, income=list(range(len(records))))
    order = list(range(len(records)))
    random.shuffle(order)
    method = LocalRecoding(k=2, way=way, hierarchies=HIERARCHIES)
    shuffled = data.take(np.array(order))
    found = []
    for one in (data, shuffled):
        pairs = pd.concat([slowly.frame_of(one, NAMES), slowly.frame_of(method.apply(one), NAMES)], axis=1)
        found.append(sorted(map(repr, pairs.to_numpy().tolist())))
    assert found[0] == found[1]
    secrets = data.assign({"income": pd.Series(order)})
    for name in NAMES:
        assert slowly.released(method.apply(secrets), name) == slowly.released(method.apply(data), name)


def test_only_the_records_that_need_it_get_a_wider_label() -> None:
    """Bremen is alone and takes one record of Kiel with it; the other three of Kiel stay as they are."""
    data = microdata(town=["Kiel"] * 4 + ["Bremen"] + ["Ulm"] * 2)
    masked = LocalRecoding(k=2, hierarchies={"town": TOWNS}).mask(data)
    assert sorted(masked.data.column("town")) == ["Kiel"] * 3 + ["North"] * 2 + ["Ulm"] * 2
    assert masked.data.column("town")[4] == "North"
    assert masked.figures["cells_coarsened"].value == 2
    assert masked.figures["granularity_kept"].value == pytest.approx(1 - 2 / 7 / 3)
    assert any("structure general" in note for note in masked.notes)
    strict = LocalRecoding(k=2, way="strict", hierarchies={"town": TOWNS}).mask(data)
    assert sorted(strict.data.column("town")) == ["North"] * 5 + ["Ulm"] * 2
    assert strict.notes == ()


def test_labels_that_are_too_rare_are_put_together() -> None:
    data = microdata(town=["Kiel", "Bremen", "Kiel", "Ulm", "Hof", "Ulm"])
    masked = LocalRecoding(k=3, hierarchies={"town": TOWNS}).apply(data)
    assert masked.column("town").tolist() == ["North"] * 3 + ["South"] * 3


def test_ranges_are_cut_at_the_median_and_at_values_of_their_own() -> None:
    data = microdata(age=[17.0, 18.0, 18.0, 18.0, 18.0, 40.5, 41.0])
    assert LocalRecoding(k=2).apply(data).column("age").tolist() == (
        ["under 20"] * 2 + ["18"] * 3 + ["20 and over"] * 2
    )
    strict = LocalRecoding(k=2, way="strict").apply(data)
    assert strict.column("age").tolist() == ["under 20"] * 5 + ["20 and over"] * 2


def test_ordered_categories_have_ranges_and_nominal_ones_without_a_hierarchy_are_blanked() -> None:
    frame = pd.DataFrame({"school": ["none", "primary", "higher"], "colour": ["red", "red", "blue"]})
    order = Variable(
        name="school",
        role=Role.KEY,
        scale=Scale.ORDINAL,
        categories=("none", "primary", "secondary", "higher"),
    )
    masked = LocalRecoding(k=3).mask(Microdata(frame, [order, Variable(name="colour", role=Role.KEY)]))
    assert masked.data.column("school").tolist() == ["none to higher"] * 3
    assert masked.data.column("colour").isna().all()
    assert masked.figures["cells_blanked"].value == 3
    # The range holds the three values of the file.
    assert masked.figures["granularity_kept"].value == 0


def test_a_few_missing_values_blank_those_beside_them_and_many_are_a_class_of_their_own() -> None:
    few = LocalRecoding(k=2).mask(microdata(age=[None, 1.0, 2.0, 3.0, 3.0]))
    assert few.data.column("age").fillna("").tolist() == ["", "any value", "any value", "any value", ""]
    assert few.figures["cells_blanked"].value == 1
    many = LocalRecoding(k=2).mask(microdata(age=[None, None, 3.0, 3.0]))
    assert many.data.missing("age").tolist() == [True, True, False, False]
    assert many.figures["cells_blanked"].value == 0


def test_codes_for_missing_values_become_empty_cells_where_the_key_changes() -> None:
    frame = pd.DataFrame({"age": [-9, -9, 20, 21], "sex": [1, 1, 2, 2]})
    variables = [
        Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS, missing=(-9,)),
        Variable(name="sex", role=Role.KEY),
    ]
    masked = LocalRecoding(k=2).apply(Microdata(frame, variables))
    assert masked.column("age").fillna("").tolist() == ["", "", "any value", "any value"]
    assert masked.variable("age").missing == ()
    # Nothing of it was needed: it is what it was.
    assert masked.column("sex").tolist() == [1, 1, 2, 2]
    assert masked.provenance("sex") is None


def test_a_hierarchy_with_several_widest_labels_never_mixes_them_under_one() -> None:
    masked = LocalRecoding(k=2, hierarchies={"side": SIDES}).mask(microdata(side=["a", "c", "a", "d"]))
    assert masked.data.column("side").tolist() == ["a", "right", "a", "right"]
    apart = LocalRecoding(k=2, hierarchies={"side": SIDES}).mask(microdata(side=["a", "c"]))
    assert apart.data.column("side").isna().all()


def test_what_is_important_keeps_its_detail() -> None:
    data = microdata(town=["Kiel", "Bremen"] * 2, side=["a", "a", "b", "b"])
    for important, other in (("town", "side"), ("side", "town")):
        method = LocalRecoding(k=2, hierarchies=HIERARCHIES, importance={important: 10.0})
        masked = method.apply(data)
        assert masked.provenance(important) is None
        assert masked.provenance(other) is not None


def test_equal_and_few_records() -> None:
    alike = microdata(town=["Kiel"] * 5, age=[3.0] * 5)
    method = LocalRecoding(k=5, hierarchies={"town": TOWNS})
    masked = method.mask(alike)
    assert masked.data.frame.equals(alike.frame)
    assert masked.figures["granularity_kept"].value == 1
    assert len(method.apply(alike.take(np.arange(0)))) == 0
    for few in (1, 4):
        with pytest.raises(DataError, match="fewer than k = 5 records") as caught:
            method.apply(alike.take(np.arange(few)))
        assert caught.value.field == "k"


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ({"Kiel": "North", "Bremen": "North"}, "1 value of town has no label"),
        ({"Kiel": "Ulm > any", "Bremen": "Ulm > any", "Ulm": "South > any"}, "other values at level 1"),
    ],
)
def test_hierarchies_that_do_not_fit_are_refused(rows: dict[str, str], words: str) -> None:
    data = microdata(town=["Kiel", "Bremen", "Ulm"] * 2)
    with pytest.raises(DataError, match=words) as caught:
        LocalRecoding(k=2, hierarchies={"town": rows}).apply(data)
    assert caught.value.field == "hierarchies"
    assert "Kiel" not in str(caught.value)


def test_a_label_may_stand_at_several_levels_for_the_same_values() -> None:
    rows = {"Kiel": "Kiel > North", "Bremen": "Bremen > North"}
    masked = LocalRecoding(k=2, hierarchies={"town": rows}).apply(microdata(town=["Kiel", "Bremen"]))
    assert masked.column("town").tolist() == ["North", "North"]


def test_what_is_said_of_other_variables_is_refused() -> None:
    data = microdata(town=["Kiel"] * 4, age=[1.0] * 4)
    for parameters in ({"hierarchies": {"town": TOWNS}}, {"importance": {"town": 2.0}}):
        with pytest.raises(DataError, match="no key variable"):
            LocalRecoding(keys=["age"], k=2, **parameters).apply(data)
    with pytest.raises(ParameterError, match="named twice"):
        LocalRecoding(hierarchies=[{"variable": "town", "hierarchy": TOWNS}] * 2)
    with pytest.raises(ParameterError, match="that of town: value 2 has 1 label, and the first has 2 labels"):
        LocalRecoding(hierarchies={"town": {"Kiel": "North > any", "Ulm": "any"}})
    with pytest.raises(ParameterError, match="has none"):
        LocalRecoding(hierarchies={"town": None})
    with pytest.raises(DataError, match="only the name is known"):
        LocalRecoding(hierarchies={"town": "Towns"}, keys=["town"]).apply(data)
    with pytest.raises(DataError, match="role key"):
        LocalRecoding(k=2).apply(Microdata(pd.DataFrame({"x": [1, 1]})))


def test_two_ranges_that_would_read_the_same_are_refused() -> None:
    grade = Variable(name="grade", role=Role.KEY, scale=Scale.ORDINAL, categories=("a", "b", "a to b"))
    data = Microdata(pd.DataFrame({"grade": ["a", "b", "a to b", "a to b"]}), [grade])
    with pytest.raises(DataError, match="read the same"):
        LocalRecoding(k=2).apply(data)


def test_a_recipe_holds_the_hierarchies_and_gives_the_same_file() -> None:
    data = microdata(town=["Kiel", "Bremen", "Ulm", "Ulm"], age=[1.0, 2.0, 3.0, 4.0])
    method = LocalRecoding(k=2, hierarchies={"town": TOWNS})
    recipe = Recipe(seed=1).then(method)
    again = Recipe.model_validate_json(recipe.model_dump_json())
    assert again == recipe
    assert again.apply(data).frame.equals(method.apply(data).frame)
    named = TOWNS.changed(name="Towns")
    by_name = Recipe(seed=1).then(method.changed(hierarchies={"town": "Towns"}))
    assert resolved(by_name, [named]) == Recipe(seed=1).then(method.changed(hierarchies={"town": named}))
