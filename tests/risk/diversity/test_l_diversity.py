"""l-diversity against a second implementation that looks at pairs of records, and its edges."""

from math import exp, inf, log

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.numbers.quantity import Why
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.risk import KAnonymity, LDiversity
from tests.risk.diversity.small_files import (
    CONFIDENTIAL,
    MISSING,
    Row,
    people,
    rows_of_people,
    size_around,
    values_around,
)
from tests.worked.truta_2006 import patients

CRITERIA = ("distinct", "entropy", "recursive", "sensitive", "alpha")


def broken_by(measure: LDiversity, rows: list[Row], at: int) -> set[str]:
    """The criteria that a record breaks, from their definitions."""
    small = size_around(rows, at, measure.missing) < measure.k
    found = {"sensitive", "alpha"} if small else set()
    for column in CONFIDENTIAL.values():
        if rows[at][column] is None:
            continue
        falling = sorted(values_around(rows, at, column, measure.missing).values(), reverse=True)
        n = sum(falling)
        if len(falling) < measure.l:
            found |= {"distinct", "sensitive"}
        if exp(-sum(c / n * log(c / n) for c in falling)) < measure.l - 1e-9:
            found.add("entropy")
        if not falling[0] < measure.c * sum(falling[measure.l - 1 :]):
            found.add("recursive")
        if falling[0] / n > measure.alpha:
            found.add("alpha")
    return found


@given(
    rows_of_people,
    st.sampled_from(MISSING),
    st.integers(2, 3),
    st.sampled_from([0.5, 1.0, 2.0]),
    st.sampled_from([0.5, 0.75, 1.0]),
    st.integers(2, 4),
)
def test_the_records_that_break_each_criterion(
    rows: list[Row],
    missing: str,
    l: int,  # noqa: E741
    c: float,
    alpha: float,
    k: int,
) -> None:
    measure = LDiversity(missing=missing, l=l, c=c, alpha=alpha, k=k)
    data = people(rows)
    found = measure.assess(data, data)
    expected = [broken_by(measure, rows, at) for at in range(len(rows))]
    criteria = found.tables["criteria"]
    for place, name in enumerate(CRITERIA):
        breaking = [at for at, broken in enumerate(expected) if name in broken]
        assert criteria.rows(place).tolist() == breaking
        assert criteria.frame["records"][place] == len(breaking)
        assert criteria.frame["kept"][place] == ("no" if breaking else "yes")
        figure = found.figure(f"share_not_{name}")
        if figure.value is None:
            assert all(row[2] is row[3] is None for row in rows)
        else:
            assert (figure.quantity.part, figure.quantity.whole) == (len(breaking), len(rows))
            assert figure.rows().tolist() == breaking


@given(rows_of_people, st.sampled_from(MISSING))
def test_the_worst_group(rows: list[Row], missing: str) -> None:
    data = people(rows)
    found = LDiversity(missing=missing).assess(data, data)
    groups = [
        (at, sorted(values_around(rows, at, column, missing).values(), reverse=True))
        for at in range(len(rows))
        for column in CONFIDENTIAL.values()
        if rows[at][column] is not None
    ]
    assert found.value("k") == min(size_around(rows, at, missing) for at in range(len(rows)))
    if not groups:
        assert found.value("distinct_l") is None
        return
    fewest = min(len(falling) for _, falling in groups)
    assert found.value("distinct_l") == fewest
    assert found.figure("distinct_l").rows().tolist() == sorted(
        {at for at, falling in groups if len(falling) == fewest}
    )
    assert found.value("largest_share") == max(falling[0] / sum(falling) for _, falling in groups)
    ratio = max(falling[0] / sum(falling[1:]) if falling[1:] else inf for _, falling in groups)
    assert found.value("head_to_tail") == (None if ratio == inf else ratio)
    lacking = found.figure("head_to_tail").quantity.reason
    assert (lacking is not None and lacking.code is Why.INFINITE) == (ratio == inf)
    for at, distinct in enumerate(found.record("distinct")):
        own = [len(falling) for place, falling in groups if place == at]
        assert distinct == min(own) if own else np.isnan(distinct)
    assert found.table("value_numbers")["records"].sum() == len({at for at, _ in groups})


def test_patients_of_table_1() -> None:
    """2-anonymous, and one of its three groups is not 2-diverse."""
    data = patients()
    found = LDiversity(l=2, k=2).assess(data, data)
    assert found.value("k") == 2
    assert found.value("distinct_l") == 1
    assert found.table("criteria")["records"].tolist() == [2, 2, 2, 2, 2]
    assert found.table("criteria")["groups"].tolist() == [1, 1, 1, 1, 1]
    assert found.figure("share_not_distinct").rows().tolist() == [3, 4]
    groups = found.tables["groups"]
    assert groups.frame[["key_Age", "size", "distinct", "largest"]].values.tolist() == [[20, 2, 1, 1]]
    assert groups.rows(0).tolist() == [3, 4]


def grouped(illness: list[str], group: list[int] | None = None) -> Microdata:
    frame = pd.DataFrame({"key": group or [0] * len(illness), "illness": illness})
    roles = {"key": Role.KEY, "illness": Role.CONFIDENTIAL}
    return Microdata(frame, [Variable(name=name, role=role) for name, role in roles.items()])


def test_an_even_group_has_as_many_effective_values_exactly() -> None:
    data = grouped(list("aabbcc"))
    assert LDiversity(l=3).assess(data, data).value("effective_l") == 3
    assert LDiversity(l=3).assess(data, data).value("share_not_entropy") == 0


def test_a_ratio_equal_to_c_is_not_smaller() -> None:
    data = grouped(list("aaab"))
    for c, broken in ((3.0, 1), (3.000001, 0)):
        found = LDiversity(l=2, c=c, alpha=1.0).assess(data, data)
        assert found.value("head_to_tail") == 3
        assert found.value("share_not_recursive") == broken


def test_a_share_equal_to_alpha_is_none_too_large() -> None:
    data = grouped(list("aaaaaaabbb"))
    for alpha, broken in ((0.7, 0), (0.699999, 1)):
        assert LDiversity(alpha=alpha).assess(data, data).value("share_not_alpha") == broken


def test_variables_are_those_named_or_all_confidential_ones() -> None:
    data = people([("p", "x", "flu", 1.0), ("p", "x", "flu", 2.0)])
    assert LDiversity().assess(data, data).table("variables")["variable"].tolist() == ["illness", "income"]
    named = LDiversity(variables=["income"]).assess(data, data)
    assert named.table("variables")["variable"].tolist() == ["income"]
    assert named.value("distinct_l") == 2
    # A key is known already.
    keyed = LDiversity(keys=["a", "income"]).assess(data, data)
    assert keyed.table("variables")["variable"].tolist() == ["illness"]
    with pytest.raises(DataError, match="income is a key variable"):
        LDiversity(keys=["income"], variables=["income"]).assess(data, data)
    with pytest.raises(ParameterError, match="named twice"):
        LDiversity(variables=["income", "income"])
    others = data.describe(*(one.changed(role=Role.OTHER) for one in data.variables[2:]))
    with pytest.raises(DataError, match="needs to know the confidential variables"):
        LDiversity().assess(others, others)
    assert LDiversity(variables=["illness"]).assess(others, others).value("distinct_l") == 1


def test_what_is_not_released_cannot_be_learnt() -> None:
    data = people([("p", "x", "flu", 1.0), ("p", "x", "flu", 2.0)])
    one = LDiversity().assess(data, data.drop(["income"]))
    assert one.table("variables")["variable"].tolist() == ["illness"]
    assert any("income" in note for note in one.notes)
    none = LDiversity().assess(data, data.drop(["illness", "income"]))
    assert none.figure("distinct_l").quantity.reason.code is Why.NOT_APPLICABLE
    assert len(none.table("variables")) == 0


def test_the_smallest_group_is_that_of_k_anonymity() -> None:
    data = people([("p", None, "flu", 1.0), ("p", "x", "flu", 2.0), ("q", None, None, None)])
    for missing in MISSING:
        assert LDiversity(missing=missing).assess(data, data).value("k") == KAnonymity(
            missing=missing
        ).assess(data, data).value("k")


def test_of_many_groups_the_worst_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sdcdesk.risk.diversity.tables.LISTED", 2)
    data = grouped(list("abaacab") + list("aa"), [1, 1, 2, 2, 2, 3, 4, 5, 5])
    found = LDiversity(l=3).assess(data, data)
    assert found.tables["groups"].frame["key_key"].tolist() == ["3", "4"]
    assert "Listed are 2 of 5 groups." in found.tables["groups"].about
