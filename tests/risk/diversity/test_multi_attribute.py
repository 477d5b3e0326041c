"""Multi-attribute l-diversity against a second implementation that looks at pairs of records."""

from collections import Counter
from math import exp, inf, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.risk import LDiversity, MultiAttributeDiversity
from tests.risk.diversity.small_files import CONFIDENTIAL, MISSING, Row, people, rows_of_people


def alike(one: Row, other: Row, columns: list[int], missing: str) -> bool:
    wild = missing == "wildcard"
    return all(one[at] == other[at] or (wild and None in (one[at], other[at])) for at in columns)


def values(rows: list[Row], at: int, column: int, missing: str) -> Counter[str | float]:
    """Values of a confidential variable among records alike in the keys and the other confidential one."""
    known = [place for place in range(4) if place != column]
    found = [row[column] for row in rows if alike(rows[at], row, known, missing)]
    return Counter(value for value in found if value is not None)


@given(rows_of_people, st.sampled_from(MISSING), st.integers(2, 3), st.sampled_from([0.5, 1.0, 2.0]))
def test_records_and_groups_from_pairs_of_records(
    rows: list[Row],
    missing: str,
    l: int,  # noqa: E741
    c: float,
) -> None:
    data = people(rows)
    found = MultiAttributeDiversity(missing=missing, l=l, c=c).assess(data, data)
    broken: dict[str, set[int]] = {"distinct": set(), "entropy": set(), "recursive": set()}
    fewest, effective, ratios = [], [], []
    for column in CONFIDENTIAL.values():
        for at in range(len(rows)):
            if rows[at][column] is None:
                continue
            falling = sorted(values(rows, at, column, missing).values(), reverse=True)
            n, tail = sum(falling), sum(falling[l - 1 :])
            fewest.append(len(falling))
            effective.append(exp(-sum(one / n * log(one / n) for one in falling)))
            ratios.append(falling[0] / tail if tail else inf)
            for name, breaks in (
                ("distinct", len(falling) < l),
                ("entropy", effective[-1] < l - 1e-9),
                ("recursive", ratios[-1] >= c),
            ):
                broken[name] |= {at} if breaks else set()
    for name, records in broken.items():
        figure = found.figure(f"share_not_multi_{name}")
        if fewest:
            assert (figure.quantity.part, figure.quantity.whole) == (len(records), len(rows))
            assert set(figure.rows().tolist()) == records
    assert found.value("multi_distinct_l") == (min(fewest) if fewest else None)
    assert found.value("multi_effective_l") == (pytest.approx(min(effective)) if fewest else None)
    worst = max(ratios, default=inf)
    assert found.value("multi_head_to_tail") == (None if worst == inf else pytest.approx(worst))


@given(rows_of_people, st.sampled_from(MISSING), st.integers(2, 3))
def test_combinations_of_values_in_the_groups_of_the_keys(
    rows: list[Row],
    missing: str,
    l: int,  # noqa: E741
) -> None:
    data = people(rows)
    found = MultiAttributeDiversity(missing=missing, l=l).assess(data, data)
    numbers = {}
    for at, own in enumerate(rows):
        vectors = {row[2:] for row in rows if alike(own, row, [0, 1], missing) and None not in row[2:]}
        if None not in own[2:]:
            numbers[at] = len(vectors)
    few = [at for at, number in numbers.items() if number < l]
    figure = found.figure("share_not_combinations")
    assert found.value("fewest_combinations") == min(numbers.values(), default=None)
    if numbers:
        assert (figure.quantity.part, figure.rows().tolist()) == (len(few), few)


@given(rows_of_people, st.sampled_from(MISSING))
def test_with_one_variable_it_is_l_diversity(rows: list[Row], missing: str) -> None:
    data = people(rows)
    one = LDiversity(variables=["illness"], missing=missing).assess(data, data)
    many = MultiAttributeDiversity(variables=["illness"], missing=missing).assess(data, data)
    assert many.value("fewest_combinations") == many.value("multi_distinct_l") == one.value("distinct_l")
    assert many.value("multi_effective_l") == one.value("effective_l")
    for name in ("distinct", "entropy", "recursive"):
        assert many.value(f"share_not_multi_{name}") == one.value(f"share_not_{name}")


def test_variables_that_are_not_released_are_not_known() -> None:
    data = people([("p", "x", "flu", 100.0), ("p", "x", "flu", 200.0)])
    measure = MultiAttributeDiversity()
    assert measure.assess(data, data).value("multi_distinct_l") == 1
    assert measure.assess(data, data.drop(["illness"])).value("multi_distinct_l") == 2
    nothing = measure.assess(data, data.drop(["illness", "income"]))
    assert nothing.figure("multi_distinct_l").quantity.reason is not None
    assert nothing.figure("share_not_combinations").quantity.reason is not None
