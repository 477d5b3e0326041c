"""k-anonymity beside DR_W, against second implementations that look at pairs of records."""

from itertools import product
from math import fsum

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.risk import DisclosureRisk, WeightMatrix
from sdcdesk.risk.anonymity.shared_values import shared_values
from sdcdesk.risk.anonymity.small_groups import small_groups
from sdcdesk.risk.anonymity.weighted_risk import LARGEST_K, compare_anonymity

KEYS = ("a", "b")
MISSING = ("category", "wildcard")
VARIABLES = [
    *(Variable(name=name, role=Role.KEY) for name in KEYS),
    Variable(name="c", role=Role.CONFIDENTIAL),
]

Row = tuple[str | None, str | None, str | None]


def microdata(rows: list[Row], positions: list[int] | None = None) -> Microdata:
    frame = pd.DataFrame(rows, columns=[*KEYS, "c"], dtype=object)
    return Microdata(frame, VARIABLES, None if positions is None else np.array(positions, dtype=np.int64))


def alike(one: Row, other: Row, missing: str) -> bool:
    """Whether two records agree on both keys, from the definition."""
    wild = missing == "wildcard"
    return all(x == y or (wild and None in (x, y)) for x, y in zip(one[:2], other[:2], strict=True))


def group(rows: list[Row], at: int, missing: str) -> list[int]:
    return [other for other in range(len(rows)) if alike(rows[at], rows[other], missing)]


def forms_groups(rows: list[Row], missing: str) -> bool:
    """Whether it does not matter what a missing value matches: no key is partly missing."""
    return missing == "category" or not any(
        0 < [row[key] for row in rows].count(None) < len(rows) for key in (0, 1)
    )


def assessed(
    before: list[Row],
    after: list[Row],
    positions: list[int],
    missing: str,
    weights: WeightMatrix | None = None,
) -> Assessment:
    measure = DisclosureRisk(missing=missing, weights=weights or WeightMatrix.maximal())
    return measure.assess(microdata(before), microdata(after, positions), same_order=True)


values = st.sampled_from(["p", "q", "r", None])
records = st.tuples(values, st.sampled_from(["x", "y", None]), st.sampled_from(["ill", "well", None]))
files = st.lists(records, min_size=1, max_size=9)


@st.composite
def maskings(draw: st.DrawFn) -> tuple[list[Row], list[Row], list[int]]:
    """A file; what is left of it in any order; values merged, blanked, or replaced by any others."""
    before = draw(files)
    positions = draw(st.permutations(range(len(before))))[: draw(st.integers(0, len(before)))]
    how = draw(st.sampled_from(["recode", "suppress", "anything"]))
    after: list[Row] = []
    for position in positions:
        a, b, c = before[position]
        if how == "recode":
            a = a and draw(st.shared(st.fixed_dictionaries({x: st.sampled_from("st") for x in "pqr"})))[a]
        elif how == "suppress":
            a, b = (value if draw(st.booleans()) else None for value in (a, b))
        else:
            a, b = draw(values), draw(st.sampled_from(["x", "y", None]))
        after.append((a, b, c))
    return before, after, list(positions)


# DR_W = 0 exactly if the file is k-anonymous


@given(maskings(), st.sampled_from(MISSING), st.integers(2, 5))
def test_where_the_structure_is_allowed_no_risk_means_k_anonymous(
    masking: tuple[list[Row], list[Row], list[int]], missing: str, k: int
) -> None:
    before, after, positions = masking
    found = compare_anonymity(assessed(before, after, positions, missing), k)
    now = [len(group(after, at, missing)) for at in range(len(after))]
    then = [len(group(before, at, missing)) for at in positions]
    pairs = list(zip(now, then, strict=True))
    allowed = all(f >= initial for f, initial in pairs)
    assert (found.matching.dr_weighted is not None) is allowed
    if allowed:
        assert (found.matching.dr_weighted == 0) is (min(now, default=k) >= k)
        exact = sum(1 / f for f in now if f < k) / len(before)
        assert found.matching.dr_weighted == pytest.approx(exact)
    assert found.matching.records_without_place == sum(f < initial for f, initial in pairs)
    assert found.matching.misplaced == sum(f < k and f < initial for f, initial in pairs)
    assert found.matching.beyond == sum(f < k <= initial for f, initial in pairs)


@given(files, st.sampled_from(MISSING), st.data())
def test_merged_and_suppressed_files_are_always_allowed(
    before: list[Row], missing: str, data: st.DataObject
) -> None:
    """Recoding, and blanking cells where a missing value matches every value, only make groups larger."""
    recoding = data.draw(st.fixed_dictionaries({value: st.sampled_from("st") for value in "pqr"}))
    after = [(a and recoding[a], b, c) for a, b, c in before]
    if missing == "wildcard":
        blanked = [data.draw(st.booleans()) for _ in after]
        after = [(None if blank else a, b, c) for blank, (a, b, c) in zip(blanked, after, strict=True)]
    found = compare_anonymity(assessed(before, after, list(range(len(before))), missing), 3)
    assert found.matching.misfits == ()
    assert (found.matching.dr_weighted == 0) is found.anonymous


def test_no_other_structure_can_say_it(admissible_matrices: st.SearchStrategy[WeightMatrix]) -> None:
    """What counts nothing of groups that stayed at j counts nothing of those that shrank from j."""

    @given(admissible_matrices, st.integers(1, 8), st.integers(1, 8))
    def check(matrix: WeightMatrix, now: int, shrunk: int) -> None:
        before = now + shrunk
        if matrix.structure != "merging":
            assert matrix.at(now, before) <= matrix.at(before, before)

    check()


# The figures of both files


@given(maskings(), st.sampled_from(MISSING), st.integers(2, 5))
def test_figures_of_both_files(masking: tuple[list[Row], list[Row], list[int]], missing: str, k: int) -> None:
    before, after, positions = masking
    w11 = WeightMatrix.minimal()
    found = compare_anonymity(assessed(before, after, positions, missing, w11), k)
    for rows, figures in ((before, found.before), (after, found.after)):
        groups = [group(rows, at, missing) for at in range(len(rows))]
        sizes = [len(one) for one in groups]
        assert figures.smallest == min(sizes, default=None)
        assert figures.records == len(rows)
        assert figures.below == sum(size < k for size in sizes)
        if forms_groups(rows, missing):
            assert figures.groups_below == len({tuple(one) for one in groups if len(one) < k})
        else:
            assert figures.groups_below is None
    assert found.anonymous is (None if not after else found.after.below == 0)
    now = [len(group(after, at, missing)) for at in range(len(after))]
    then = [len(group(before, at, missing)) for at in positions]
    pairs = list(zip(now, then, strict=True))
    missed = found.missed_by_anonymity
    assert missed.unreleased == len(before) - len(after)
    assert missed.in_smallest == now.count(min(now, default=0))
    assert missed.were_alone == sum(f >= k and initial == 1 for f, initial in pairs)
    if missed.ceiling is not None:
        assert missed.dr_max <= missed.ceiling * (1 + 1e-12)
    risk = found.missed_by_risk
    assert risk.most_of_one == 1 / len(before)
    assert risk.alone == now.count(1)
    assert risk.alone_in_both == pairs.count((1, 1))
    # With these weights only records that are alone in both files count.
    assert risk.weightless == sum(f < k and (f, initial) != (1, 1) for f, initial in pairs)
    assert risk.dr_min <= risk.dr_weighted <= risk.dr_max


# Groups with a single confidential value


@given(files, st.sampled_from(MISSING))
def test_shared_values(rows: list[Row], missing: str) -> None:
    (found,) = shared_values(microdata(rows), KEYS, missing)
    for at, shares in enumerate(found.found):
        others = {rows[other][2] for other in group(rows, at, missing)} - {None}
        assert shares == (len(others) == 1 and rows[at][2] is not None)


def test_a_confidential_variable_that_is_known_is_left_out() -> None:
    rows: list[Row] = [("p", "x", "ill"), ("p", "x", "ill")]
    assert shared_values(microdata(rows), ("a", "c"), "category") == ()
    (found,) = shared_values(microdata(rows), ("a",), "category")
    assert found.found.all()


def test_attribute_disclosure_counts_every_record_once() -> None:
    frame = pd.DataFrame({"a": list("pppqqr"), "c": list("xxxxyz"), "d": [1, 1, 2, 3, 3, 4]})
    roles = {"a": Role.KEY, "c": Role.CONFIDENTIAL, "d": Role.CONFIDENTIAL}
    data = Microdata(frame, [Variable(name=name, role=role) for name, role in roles.items()])
    attribute = compare_anonymity(DisclosureRisk().assess(data, data), 2).missed_by_anonymity.attribute
    assert attribute.variables == (("c", 3), ("d", 2))
    assert attribute.rows.tolist() == [0, 1, 2, 3, 4]
    assert attribute.small == 1
    without = data.drop(["c", "d"])
    assert (
        compare_anonymity(DisclosureRisk().assess(data, without), 2).missed_by_anonymity.attribute.variables
        == ()
    )


def test_a_confidential_variable_out_of_order_spoils_nothing_else() -> None:
    frame = pd.DataFrame({"a": list("pp"), "c": ["low", "odd"]})
    order = Variable(name="c", role=Role.CONFIDENTIAL, scale=Scale.ORDINAL, categories=("low", "high"))
    data = Microdata(frame, [Variable(name="a", role=Role.KEY), order])
    found = compare_anonymity(DisclosureRisk().assess(data, data), 2)
    assert found.anonymous
    assert "no place in its declared order" in found.missed_by_anonymity.attribute.problem


# Small groups


@given(maskings(), st.sampled_from(MISSING), st.integers(2, 5))
def test_small_groups(masking: tuple[list[Row], list[Row], list[int]], missing: str, k: int) -> None:
    before, after, positions = masking
    found = small_groups(assessed(before, after, positions, missing), k)
    groups = [group(after, at, missing) for at in range(len(after))]
    small = [at for at in range(len(after)) if len(groups[at]) < k]
    grouped = forms_groups(after, missing)
    members = {at: tuple(groups[at]) if grouped else (at,) for at in small}
    expected = sorted({(len(groups[at]), members[at]) for at in small})
    assert found.total == len(expected)
    assert found.records == len(small)
    assert found.grouped is grouped
    for place, (now, rows) in enumerate(expected):
        then = [len(group(before, positions[at], missing)) for at in rows]
        assert found.now[place] == now
        assert found.rows(place).tolist() == [positions[at] for at in rows]
        assert (found.before_smallest[place], found.before_largest[place]) == (min(then), max(then))
        assert found.first[place] == rows[0]


def test_keys_that_were_dropped_are_named() -> None:
    rows: list[Row] = [("p", "x", None), ("p", "y", None), ("q", "x", None)]
    data = microdata(rows)
    found = small_groups(DisclosureRisk().assess(data, data.drop(["b"])), 3)
    assert (found.keys, found.left_out) == (("a",), ("b",))
    assert (found.first.tolist(), found.now.tolist(), found.before_smallest.tolist()) == (
        [2, 0],
        [1, 2],
        [1, 1],
    )
    none = small_groups(DisclosureRisk().assess(data, data.drop(KEYS)), 5)
    assert (none.keys, none.now.tolist()) == ((), [3])


# Edges


@pytest.mark.parametrize("missing", MISSING)
def test_nothing_released(missing: str) -> None:
    found = compare_anonymity(assessed([("p", "x", "ill")], [], [], missing), 2)
    assert found.anonymous is None
    assert found.after.smallest is None
    assert found.missed_by_anonymity.ceiling is None
    assert found.missed_by_anonymity.in_smallest == 0
    assert found.matching.dr_weighted == 0
    assert small_groups(assessed([("p", "x", "ill")], [], [], missing), 2).total == 0


def test_one_record_is_alone() -> None:
    found = compare_anonymity(assessed([("p", "x", "ill")], [("p", "x", "ill")], [0], "category"), 2)
    assert found.anonymous is False
    assert found.matching.dr_weighted == 1
    assert found.missed_by_risk.most_of_one == 1


def test_a_k_without_a_matrix_has_no_matching_risk() -> None:
    one = assessed([("p", "x", "ill")], [("p", "x", "ill")], [0], "category")
    assert compare_anonymity(one, LARGEST_K).matching.dr_weighted == 1
    found = compare_anonymity(one, LARGEST_K + 1)
    assert found.matching.matrix is None
    assert found.matching.dr_weighted is None


def test_bad_input() -> None:
    one = assessed([("p", "x", "ill")], [("p", "x", "ill")], [0], "category")
    with pytest.raises(ParameterError, match="2 or more"):
        compare_anonymity(one, 1)
    with pytest.raises(ParameterError, match="at least 2"):
        small_groups(one, 1)
    with pytest.raises(Cancelled):
        compare_anonymity(one, 2, Progress(cancelled=lambda: True))


# Contributions


@given(maskings(), st.sampled_from(MISSING), st.integers(1, 6), st.integers(1, 6))
def test_the_cells_add_up_to_the_weighted_risk(
    masking: tuple[list[Row], list[Row], list[int]], missing: str, rows: int, columns: int
) -> None:
    before, after, positions = masking
    weights = WeightMatrix(structure="general", block=((3, 1), (2, 1)), tail=0.7)
    assessment = assessed(before, after, positions, missing, weights)
    grid = np.zeros((rows, columns))
    for cell in assessment.table("contributions").itertuples():
        grid[min(cell.i, rows) - 1, min(cell.j, columns) - 1] += cell.contribution
    expected = np.zeros((rows, columns))
    for at, position in enumerate(positions):
        f, initial = len(group(after, at, missing)), len(group(before, position, missing))
        added = float(weights.at(f, initial)) / 3 / max(f, initial) / len(before)
        expected[min(f, rows) - 1, min(initial, columns) - 1] += added
    assert grid == pytest.approx(expected)
    cells = [grid[place] for place in product(range(rows), range(columns))]
    assert fsum(cells) == pytest.approx(assessment.value("dr_weighted"), rel=1e-13, abs=0)
