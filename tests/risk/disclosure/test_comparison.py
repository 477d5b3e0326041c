"""Group sizes, the classification matrix and candidates, against comparing all records with all others."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sdcdesk.core.data.lineage import Lineage
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.counting.missing_keys import Missing
from sdcdesk.masking import Pram, SimpleRandomSampling
from sdcdesk.risk import Comparison, DisclosureRisk, KAnonymity, WeightMatrix, compare

NAMES = ("a", "b", "c")
Record = tuple[str | None, ...]
Agree = Callable[[Record, Record], bool]


def equal(one: Record, other: Record) -> bool:
    return one == other


def compatible(one: Record, other: Record) -> bool:
    return all(a == b or a is None or b is None for a, b in zip(one, other, strict=True))


AGREE: dict[Missing, Agree] = {"category": equal, "wildcard": compatible}


def microdata(records: list[Record]) -> Microdata:
    columns = {
        name: pd.Series([record[j] for record in records], dtype="str") for j, name in enumerate(NAMES)
    }
    data = Microdata(pd.DataFrame(columns), [Variable(name=name, role=Role.KEY) for name in NAMES])
    for name in NAMES:
        data.coding(name)
    return data


@dataclass
class Masking:
    """A chain of steps on microdata, and the same on plain tuples."""

    original: list[Record]
    start: Microdata
    data: Microdata
    released: list[Record]
    rows: list[int]
    image: list[Record]
    """What the recodings make of every initial record."""
    perturbed: bool = False
    steps: list[str] = field(default_factory=list)

    def recode(self, column: int, mapping: dict[str, str]) -> None:
        def recoded(records: list[Record]) -> list[Record]:
            return [
                tuple(mapping[v] if j == column and v is not None else v for j, v in enumerate(record))
                for record in records
            ]

        self.data = self.data.recode(NAMES[column], lambda values: values.map(mapping).astype("str"))
        self.released, self.image = recoded(self.released), recoded(self.image)

    def keep(self, positions: list[int]) -> None:
        self.data = self.data.take(np.array(positions, dtype=np.int64))
        self.released = [self.released[p] for p in positions]
        self.rows = [self.rows[p] for p in positions]

    def replace(self, column: int, values: list[str | None]) -> None:
        self.data = self.data.assign({NAMES[column]: pd.Series(values, dtype="str")})
        self.released = [
            tuple(new if j == column else v for j, v in enumerate(record))
            for record, new in zip(self.released, values, strict=True)
        ]
        self.perturbed = True


VALUES = ["x", "y", "z"]
RECORDS = st.lists(st.tuples(*[st.sampled_from([*VALUES, None])] * len(NAMES)), min_size=1, max_size=12)


@st.composite
def maskings(draw: st.DrawFn, *, perturb: bool = True) -> Masking:
    original: list[Record] = draw(RECORDS)
    start = microdata(original)
    masking = Masking(original, start, start, original, list(range(len(original))), original)
    kinds = ["recode", "keep", "replace"] if perturb else ["recode", "keep"]
    for kind in draw(st.lists(st.sampled_from(kinds), max_size=4)):
        column = draw(st.integers(0, len(NAMES) - 1))
        t = len(masking.released)
        if kind == "recode":
            mapping = {value: draw(st.sampled_from([*VALUES, "new"])) for value in [*VALUES, "new"]}
            masking.recode(column, mapping)
        elif kind == "keep":
            order = draw(st.permutations(range(t)))
            masking.keep(order[: draw(st.integers(0, t))])
        else:
            masking.replace(column, [draw(st.sampled_from([*VALUES, None])) for _ in range(t)])
    return masking


def counted(asking: list[Record], among: list[Record], agree: Agree) -> list[int]:
    return [sum(agree(one, other) for other in among) for one in asking]


@given(masking=maskings(), missing=st.sampled_from(["category", "wildcard"]))
def test_sizes_cells_and_risks_follow_the_definitions(masking: Masking, missing: Missing) -> None:
    agree, n, t = AGREE[missing], len(masking.original), len(masking.released)
    found = compare(masking.start, masking.data, NAMES, missing)
    f = counted(masking.released, masking.released, agree)
    initial = counted(masking.original, masking.original, agree)
    came_from = [initial[row] for row in masking.rows]
    assert found.each.now.tolist() == f
    assert found.each.initial.tolist() == initial
    assert found.each.before.tolist() == came_from
    cells = {(i, j): count for i, j, count in found.matrix.table().itertuples(index=False, name=None)}
    assert cells == Counter(zip(f, came_from, strict=True))

    assessment = DisclosureRisk(missing=missing, k=2).assess(masking.start, masking.data)
    links = sum(Fraction(1, max(i, j)) for i, j in zip(f, came_from, strict=True))
    assert assessment.value("dr_max") == float(links / n)
    assert assessment.value("dr_max_released") == (float(links / t) if t else None)
    assert assessment.value("dr_min") == cells.get((1, 1), 0) / n
    assert assessment.value("k") == (min(f) if f else None)
    assert assessment.value("records_below_k") == sum(size < 2 for size in f)
    for file, sizes, rows in (("before", initial, masking.original), ("after", f, masking.released)):
        groups = assessment.value(f"groups_{file}")
        partly = any(0 < [row[key] for row in rows].count(None) < len(rows) for key in range(len(NAMES)))
        grouped = missing == "category" or not partly
        assert groups == (round(sum(1 / size for size in sizes)) if grouped else None)
    assert assessment.record("contribution").sum() == pytest.approx(float(links / n))


@given(masking=maskings(perturb=False), missing=st.sampled_from(["category", "wildcard"]))
def test_recoding_and_leaving_out_in_any_order_is_linked_exactly(masking: Masking, missing: Missing) -> None:
    found = compare(masking.start, masking.data, NAMES, missing)
    g = counted(masking.released, masking.image, AGREE[missing])
    assert found.feasible is not None
    assert found.feasible.sizes.tolist() == g
    larger = np.maximum(found.each.now, found.each.before)
    assert (found.feasible.sizes >= larger).all()
    assert found.exact == (g == larger.tolist())
    assessment = DisclosureRisk(missing=missing).assess(masking.start, masking.data)
    links = sum(Fraction(1, size) for size in g)
    assert assessment.value("dr_link") == float(links / len(masking.original))


@given(masking=maskings(), missing=st.sampled_from(["category", "wildcard"]))
def test_candidates_are_never_fewer_than_the_bound(masking: Masking, missing: Missing) -> None:
    found = compare(masking.start, masking.data, NAMES, missing)
    if found.feasible is None:
        assert masking.perturbed
        assert found.changed
        assert not found.exact or not masking.released
    else:
        assert (found.feasible.sizes >= np.maximum(found.each.now, found.each.before)).all()


@given(masking=maskings(), missing=st.sampled_from(["category", "wildcard"]), k=st.integers(2, 4))
def test_the_k_anonymity_weights_give_0_exactly_for_k_anonymous_files(
    masking: Masking, missing: Missing, k: int
) -> None:
    original = masking.start
    weights = WeightMatrix.k_anonymity(k)
    found = compare(original, masking.data, NAMES, missing).matrix
    assume(not weights.misfits(found.i, found.j, found.counts))
    risk = DisclosureRisk(weights=weights, missing=missing).assess(original, masking.data)
    anonymity = KAnonymity(missing=missing, k=k).assess(original, masking.data)
    assert (risk.value("dr_weighted") == 0) == (anonymity.value("records_below_k") == 0)


@given(records=RECORDS, keep=st.data())
def test_the_two_pure_cases_keep_to_their_triangle(records: list[Record], keep: st.DataObject) -> None:
    original = microdata(records)
    rows = np.array(keep.draw(st.permutations(range(len(records)))))[
        : keep.draw(st.integers(0, len(records)))
    ]
    sampled = compare(original, original.take(rows), NAMES, "category")
    assert (sampled.matrix.i <= sampled.matrix.j).all()
    assert sampled.exact
    merged = compare(original, original.recode("a", lambda v: v.map(lambda _: "x")), NAMES, "category")
    assert (merged.matrix.i >= merged.matrix.j).all()
    assert merged.exact
    sizes, found = sampled.matrix.by_released()
    assert dict(zip(sampled.after.sizes.tolist(), sampled.after.records.tolist(), strict=True)) == dict(
        zip(sizes.tolist(), found.tolist(), strict=True)
    )


def uniques(records: int = 10) -> Microdata:
    frame = pd.DataFrame({"number": np.arange(records)})
    return Microdata(frame, [Variable(name="number", role=Role.KEY, scale=Scale.CONTINUOUS)])


def test_ten_uniques_merged_of_which_one_is_sampled() -> None:
    original = uniques()
    merged = original.recode("number", lambda values: values * 0).take(np.array([3]))
    assessment = DisclosureRisk().assess(original, merged)
    assert assessment.table("classification").to_numpy().tolist() == [[1, 1, 1]]
    assert assessment.value("dr_max") == 0.1
    assert assessment.value("dr_link") == 0.01
    assert assessment.value("dr_link_released") == 0.1
    assert assessment.value("exactness") == "upper bound"


@pytest.mark.parametrize("by_recipe", [True, False])
def test_ten_uniques_swapped_in_a_circle_are_not_called_exact(by_recipe: bool) -> None:
    turned = pd.Series(np.roll(np.arange(10), 1))
    swapped = uniques().assign({"number": turned})
    if not by_recipe:
        swapped = Microdata(swapped.frame, swapped.variables)
    assessment = DisclosureRisk().assess(uniques(), swapped, same_order=True)
    assert assessment.value("dr_min") == assessment.value("dr_max") == 1
    assert assessment.value("exactness") == "upper bound"
    assert assessment.value("dr_link") is None
    assert "number" in assessment.figure("dr_link").quantity.reason.text


def test_noise_on_unique_keys_is_not_called_exact() -> None:
    noisy = uniques().assign({"number": pd.Series(np.arange(10) + np.linspace(0.1, 0.4, 10))})
    assessment = DisclosureRisk().assess(uniques(), noisy, same_order=True)
    assert assessment.value("exactness") == "upper bound"
    assert any("record linkage" in note for note in assessment.notes)


def test_microaggregation_that_keeps_groups_whole_is_exact() -> None:
    original = uniques()
    means = original.assign({"number": pd.Series(np.repeat([2.0, 7.0], 5))})
    assessment = DisclosureRisk().assess(original, means)
    assert assessment.value("exactness") == "exact"
    assert assessment.value("dr_link") == assessment.value("dr_max") == 0.2


def test_microaggregation_that_splits_a_group_is_a_bound_and_does_not_fit_merging() -> None:
    frame = pd.DataFrame({"number": [20, 20, 20, 20, 20, 30]})
    original = Microdata(frame, uniques().variables)
    means = pd.Series([20.0, 20.0, 20.0, 70 / 3, 70 / 3, 70 / 3])
    masked = original.assign({"number": means})
    assessment = DisclosureRisk().assess(original, masked)
    assert assessment.table("classification").to_numpy().tolist() == [[3, 1, 1], [3, 5, 5]]
    assert assessment.value("exactness") == "upper bound"
    with pytest.raises(DataError, match=r"c\(3, 5\) = 5"):
        DisclosureRisk(weights=WeightMatrix.maximal("merging")).assess(original, masked)


@pytest.mark.parametrize(
    ("missing", "cells"), [("category", [[1, 5, 1], [4, 5, 4]]), ("wildcard", [[5, 5, 5]])]
)
def test_five_equal_records_of_which_one_is_blanked(missing: Missing, cells: list[list[int]]) -> None:
    original = microdata([("x", "y", "z")] * 5)
    masked = original.assign({"a": pd.Series([None, *"xxxx"], dtype="str")})
    weights = WeightMatrix.maximal("merging")
    found = compare(original, masked, NAMES, missing).matrix
    assert found.table().to_numpy().tolist() == cells
    if missing == "category":
        with pytest.raises(DataError, match="structure merging"):
            DisclosureRisk(weights=weights).assess(original, masked)
    else:
        risk = DisclosureRisk(weights=weights, missing=missing).assess(original, masked)
        assert risk.value("dr_weighted") == 1 / 5


def test_a_dropped_key_is_missing_in_all_released_records() -> None:
    original = microdata([("x", "y", "z"), ("x", "z", "z"), ("y", "y", "z")])
    masked = original.drop(["b", "c"]).take(np.array([0, 1]))
    assessment = DisclosureRisk().assess(original, masked)
    assert assessment.table("classification").to_numpy().tolist() == [[2, 1, 2]]
    assert assessment.record("g").tolist() == [2, 2]
    assert any("b, c" in note for note in assessment.notes)
    alone = DisclosureRisk().assess(original, original.drop(list(NAMES)))
    assert alone.value("dr_max") == 1 / 3


def test_a_file_masked_elsewhere_is_not_taken_as_untouched() -> None:
    original = microdata([("x", "y", "z"), ("x", "z", "z"), ("y", "y", "z")])
    elsewhere = microdata([("x", "z", "z"), ("y", "y", "z")]).with_lineage(Lineage(np.array([0, 1])))
    found = compare(original, elsewhere, NAMES, "category")
    assert found.feasible is None
    assert found.changed == ("a", "b")


def test_a_description_that_changed_after_recoding_is_noticed() -> None:
    original = uniques()
    recoded = original.recode("number", lambda values: values // 2)
    later = recoded.describe(recoded.variable("number").changed(missing=(0, 1)))
    found = compare(original, later.take(np.arange(6)), ["number"], "category")
    assert found.each.now.tolist() == [4, 4, 4, 4, 2, 2]
    assert found.feasible is None


def test_declared_categories_that_never_occur_change_nothing() -> None:
    original = microdata([("x", "y", "z"), ("x", "z", "z")])
    wide = original.describe(Variable(name="a", role=Role.KEY, categories=("q", "x", "r")))
    assert compare(wide, original, NAMES, "wildcard").exact
    assert compare(original, wide.take(np.array([1])), NAMES, "category").exact


@pytest.mark.parametrize(
    "function",
    [
        lambda v: pd.cut(v, [-1, 4, 20], labels=["few", "many"]),
        lambda v: (v // 3).astype("str"),
        lambda v: v / 2,
        lambda v: v.where(v < 7),
    ],
)
def test_recodings_to_any_type_of_value_are_followed(function: Callable[[pd.Series], pd.Series]) -> None:
    original = uniques()
    nominal = original.variable("number").changed(scale=Scale.NOMINAL)
    recoded = original.recode("number", function, nominal)
    images = pd.factorize(function(pd.Series(np.arange(10))))[0].tolist()
    found = compare(original, recoded.take(np.array([8, 2])), ["number"], "category")
    assert found.feasible is not None
    assert found.feasible.sizes.tolist() == [images.count(images[8]), images.count(images[2])]


def test_all_records_equal_and_all_unique() -> None:
    alike = compare(microdata([("x", "y", "z")] * 7), microdata([("x", "y", "z")] * 7), NAMES, "category")
    assert alike.matrix.table().to_numpy().tolist() == [[7, 7, 7]]
    assert alike.exact
    unique = compare(uniques(), uniques(), ["number"], "category")
    assert unique.matrix.table().to_numpy().tolist() == [[1, 1, 10]]


def test_an_original_that_is_part_of_a_file_is_refused() -> None:
    half = uniques().take(np.arange(5, 10))
    with pytest.raises(DataError, match="has itself been sampled"):
        compare(half, uniques(4), ["number"], "category")


def test_a_record_released_twice_is_refused() -> None:
    with pytest.raises(DataError, match="released once only"):
        compare(uniques(), Microdata(uniques().frame, rows=np.array([1] * 10)), ["number"], "category")


def test_a_comparison_knows_the_size_of_the_initial_file() -> None:
    original = uniques()
    found: Comparison = compare(original, original.take(np.array([4])), ["number"], "category")
    assert (found.matrix.n, found.matrix.t) == (10, 1)


def test_a_step_that_draws_at_random_is_never_exact_whatever_it_drew() -> None:
    town = Variable(name="town", role=Role.KEY)
    original = Microdata(pd.DataFrame({"town": ["A", "A", "B", "C"]}), [town])
    method = Pram(variable="town", diagonal=50.0)
    drawn = [method.apply(original, seed=seed) for seed in range(200)]
    # Among them are some that merged whole groups, and some that changed nothing.
    assert any(masked.column("town").equals(original.column("town")) for masked in drawn)
    assert not any(compare(original, masked, ["town"], "category").exact for masked in drawn)
    recoded = drawn[0].recode("town", lambda towns: towns.map(lambda _: "all"))
    assert not compare(original, recoded, ["town"], "category").exact


def test_a_random_sample_leaves_what_is_known_of_values() -> None:
    town = Variable(name="town", role=Role.KEY)
    original = Microdata(pd.DataFrame({"town": ["A", "A", "B", "C"]}), [town])
    sample = SimpleRandomSampling(percentage=50.0).apply(original, seed=0)
    assert compare(original, sample, ["town"], "category").exact
