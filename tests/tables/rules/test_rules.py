"""Sensitivity rules against programs that look at the contributions of each cell one by one."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.tables import (
    RULES,
    CellTable,
    Dominance,
    GroupDisclosure,
    MinimumFrequency,
    PPercent,
    PriorPosterior,
    ZeroCells,
    build,
)

RECORD = st.fixed_dictionaries(
    {
        "region": st.sampled_from("NS"),
        "size": st.sampled_from("ab"),
        "firm": st.integers(0, 4),
        "sales": st.sampled_from([0, 1, 2, 5, 10, 50, 100]),
        "consent": st.sampled_from(["yes", "no", "no"]),
    }
)
FILES = st.lists(RECORD, min_size=1, max_size=14)
Records = list[dict[str, Any]]


def table_of(records: Records, **plan: Any) -> CellTable:
    frame = pd.DataFrame(records)
    return build(Microdata(frame), rows=["region"], columns=["size"], value="sales", **plan)


def contributions(table: CellTable, records: Records, cell: int) -> dict[int, tuple[float, bool]]:
    """What each firm adds to a cell, and whether it allows publication with all of its records."""
    region, size = table.codes(cell)
    found: dict[int, tuple[float, bool]] = {}
    for one in records:
        if region in (one["region"], "Total") and size in (one["size"], "Total"):
            found[one["firm"]] = (found.get(one["firm"], (0.0, True))[0] + one["sales"], True)
    allows = {firm: all(one["consent"] == "yes" for one in records if one["firm"] == firm) for firm in found}
    return {firm: (amount, allows[firm]) for firm, (amount, _) in found.items()}


def p_percent(parts: dict[int, tuple[float, bool]], ratio: float, *, waivers: bool) -> float | None:
    """Required protection of the worst pair of a target and an intruder; None where nobody is endangered."""
    whole, worst = sum(amount for amount, _ in parts.values()), None
    for target, (amount, allows) in parts.items():
        if amount == 0 or (waivers and allows):
            continue
        others = [own for firm, (own, _) in parts.items() if firm != target]
        rest = whole - amount - max(others, default=0.0)
        if rest < ratio * amount - 1e-9:
            worst = max(worst or 0.0, ratio * amount - rest)
    return worst


@given(FILES, st.sampled_from([1, 10, 50, 100, 300]), st.booleans())
def test_p_percent_is_the_worst_of_all_pairs(records: Records, p: int, waivers: bool) -> None:
    table = table_of(records, holding="firm", **({"waiver": "consent"} if waivers else {}))
    judged = table.sensitive(PPercent(p))
    assert judged.sensitivity is not None
    for cell in range(len(table)):
        wanted = p_percent(contributions(table, records, cell), p / 100, waivers=waivers)
        assert judged.is_sensitive[cell] == (wanted is not None)
        assert judged.sensitivity.lower[cell] == pytest.approx(wanted or 0.0)
        assert judged.sensitivity.upper[cell] == pytest.approx(wanted or 0.0)
        assert (cell in judged.sensitivity.reasons) == (wanted is not None)


@given(FILES, st.sampled_from([(5, 10), (20, 80), (10, 200)]))
def test_pq_is_p_percent_of_the_ratio(records: Records, pq: tuple[int, int]) -> None:
    table = table_of(records, holding="firm")
    one = table.sensitive(PriorPosterior(*pq)).sensitivity
    other = table.sensitive(PPercent(100 * pq[0] / pq[1])).sensitivity
    assert one is not None
    assert other is not None
    assert one.upper == pytest.approx(other.upper)


@given(FILES, st.integers(1, 4), st.sampled_from([20, 50, 60, 90]), st.booleans())
def test_dominance_adds_up_the_largest(records: Records, n: int, k: int, strict: bool) -> None:
    table = table_of(records, holding="firm", waiver="consent")
    judged = table.sensitive(Dominance(n, k, strict))
    assert judged.sensitivity is not None
    for cell in range(len(table)):
        parts = sorted(contributions(table, records, cell).items(), key=lambda one: (-one[1][0], one[0]))
        whole, top = sum(own for _, (own, _) in parts), parts[:n]
        largest = sum(own for _, (own, _) in top)
        above = 100 * largest > k * whole if strict else 100 * largest >= k * whole
        wanted = bool(above and largest > 0)
        last = top[-1][1][0] if len(parts) > n else 0  # whoever adds as much may be among the largest, too
        wanted = wanted and not all(allows for _, (own, allows) in parts if own >= last)
        assert judged.is_sensitive[cell] == wanted
        if judged.is_sensitive[cell]:
            assert judged.sensitivity.upper[cell] == pytest.approx(largest / (k / 100) - whole)


@given(FILES, st.integers(1, 5))
def test_frequency_zero_cells_and_groups(records: Records, least: int) -> None:
    table = table_of(records, holding="firm")
    few = table.sensitive(MinimumFrequency(least)).is_sensitive
    zero = table.sensitive(ZeroCells()).is_sensitive
    for cell in range(len(table)):
        parts = contributions(table, records, cell)
        assert few[cell] == (0 < len(parts) < least)
        assert zero[cell] == (len(parts) > 0 and sum(own for own, _ in parts.values()) == 0)


def test_everybody_of_a_group_in_one_cell() -> None:
    records = [
        {"ward": ward, "ill": ill} for ward, ill in [("A", "yes")] * 4 + [("B", "yes")] * 3 + [("B", "no")]
    ]
    table = build(Microdata(pd.DataFrame(records)), rows=["ward"], columns=["ill"])

    def named(rule: GroupDisclosure) -> list[str]:
        return [table.cell_text(cell) for cell in np.flatnonzero(table.sensitive(rule).is_sensitive)]

    # Beside each that has everybody, the one where somebody could be.
    assert named(GroupDisclosure()) == ["A, no", "A, yes"]
    all_but_one = ["Total, no", "Total, yes", "A, no", "A, yes", "B, no", "B, yes"]
    assert named(GroupDisclosure(others=1)) == all_but_one
    assert named(GroupDisclosure(least=5)) == []


def test_one_or_two_contributors_are_sensitive_whatever_they_stand_for() -> None:
    """A weight hides nothing: whoever knows it takes it off."""
    records = pd.DataFrame(
        {"region": list("ABBCCC"), "sales": [50, 30, 20, 30, 20, 20], "weight": [9.0, 8, 7, 9, 9, 9]}
    )
    table = build(Microdata(records), rows=["region"], value="sales", weight="weight")
    found = table.sensitive(PPercent(10)).sensitivity
    assert found is not None
    assert found.sensitive.tolist() == [False, True, True, False]
    assert found.upper.tolist() == pytest.approx([0, 5, 3, 0])
    assert [str(found.reasons[cell][0]).split()[0:3] for cell in (1, 2)] == [
        ["Only", "one", "contributor"],
        ["Only", "two", "contributors"],
    ]


@pytest.mark.parametrize("order", [[0, 1, 2, 3], [0, 2, 1, 3]])
def test_of_equal_contributors_all_must_allow_it_in_whatever_order_they_stand(order: list[int]) -> None:
    records = pd.DataFrame({"region": "N", "sales": [7, 3, 3, 2], "consent": ["yes", "yes", "no", "yes"]})
    table = build(Microdata(records.iloc[order]), rows=["region"], value="sales", waiver="consent")
    assert table.sensitive(Dominance(2, 50)).is_sensitive.tolist() == [True, True]
    assert table.sensitive(Dominance(1, 20)).is_sensitive.tolist() == [False, False]


def test_gains_and_losses_that_add_up_to_0_are_not_nothing() -> None:
    records = pd.DataFrame({"region": list("NNSS"), "sales": [5, -5, 0, 0]})
    table = build(Microdata(records), rows=["region"], value="sales", negative="absolute")
    assert table.sensitive(ZeroCells()).is_sensitive.tolist() == [False, False, True]
    # Both rules see amounts of 5 and 5 in N.
    assert table.sensitive(PPercent(10)).is_sensitive.tolist() == [True, True, False]


def test_a_strict_rule_says_that_its_share_is_allowed() -> None:
    table = table_of([{"region": "N", "size": "a", "sales": sales} for sales in (61, 30, 9)])
    whys = [table.sensitive(Dominance(1, 60, strict)).sensitivity for strict in (False, True)]
    told = [str(one.reasons[0][0]).replace("\u202f", " ") for one in whys if one is not None]
    assert told == [
        "The largest contributor makes up 61.0 % of the cell; the rule allows less than 60 %.",
        "The largest contributor makes up 61.0 % of the cell; the rule allows at most 60 %.",
    ]


def test_errors_and_parts_beyond_the_whole_are_told_too() -> None:
    table = table_of([{"region": "N", "size": "a", "sales": sales} for sales in (10, 9, 9, 4)])
    found = table.sensitive(PPercent(150)).sensitivity
    assert found is not None
    assert "to within 130\u202f%; the rule asks for 150\u202f%" in str(found.reasons[0][0])
    near = table_of([{"region": "N", "size": "a", "sales": one} for one in (100000, 90000, 90000, 59999)])
    found = near.sensitive(PPercent(150)).sensitivity
    assert found is not None
    assert "to within 149.999\u202f%" in str(found.reasons[0][0])
    frame = pd.DataFrame({"region": ["N"], "size": ["a"], "sales": [8], "weight": [0.5]})
    half = build(Microdata(frame), rows=["region"], value="sales", weight="weight")
    found = half.sensitive(Dominance(1, 60)).sensitivity
    assert found is not None
    assert "makes up 200\u202f% of the cell" in str(found.reasons[0][0])


def test_several_rules_call_a_cell_sensitive_if_one_does_and_ask_for_the_most() -> None:
    records = [{"region": "N", "size": "a", "sales": sales} for sales in (90, 5, 3)]
    table = table_of(records)
    one, other = (table.sensitive(rule).sensitivity for rule in (PPercent(20), MinimumFrequency(4)))
    both = table.sensitive(PPercent(20), MinimumFrequency(4)).sensitivity
    assert one is not None
    assert other is not None
    assert both is not None
    assert both.upper.tolist() == np.maximum(one.upper, other.upper).tolist()
    cell = table.place_of(["N", "a"])
    assert len(both.reasons[cell]) == 2
    assert all(str(why).endswith(".") for why in both.reasons[cell])


def test_sliding_protection_asks_for_a_width_only() -> None:
    table = table_of([{"region": "N", "size": "a", "sales": sales} for sales in (90, 5, 3)])
    found = table.sensitive(PPercent(20, sliding=True)).sensitivity
    assert found is not None
    assert found.lower.max() == found.upper.max() == 0
    assert found.sliding.max() == pytest.approx(2 * (0.2 * 90 - 3))


@given(FILES, st.sampled_from([0.001, 3.0, 1e6]))
def test_the_unit_decides_nothing(records: Records, scale: float) -> None:
    other = [{**one, "sales": one["sales"] * scale} for one in records]
    for rule in (PPercent(10), Dominance(2, 75), PriorPosterior(10, 50)):
        one, two = (table_of(some).sensitive(rule).is_sensitive.tolist() for some in (records, other))
        assert one == two


def test_what_is_not_known_is_asked_for() -> None:
    table = table_of([{"region": "N", "size": "a", "sales": 3}])
    bare = CellTable(table.dimensions, table.values)
    with pytest.raises(DataError, match="contributions of this table are not known"):
        bare.sensitive(PPercent(10))
    with pytest.raises(DataError, match="How many contribute"):
        bare.sensitive(MinimumFrequency(3))
    with pytest.raises(DataError, match="No rule was given"):
        table.sensitive()


def test_impossible_parameters_are_refused_and_places_mean_names() -> None:
    assert PPercent(12) == PPercent(p=12.0)
    assert Dominance(1, 60) == Dominance(n=1, k=60.0)
    for wrong in (lambda: PPercent(0), lambda: Dominance(0, 50), lambda: PriorPosterior(50, 20)):
        with pytest.raises(ParameterError):
            wrong()


@pytest.mark.parametrize("rule", [kind(**one) for kind in RULES for one in kind.examples], ids=repr)
def test_rules_come_back_from_json_and_leave_the_table_alone(rule: Any) -> None:
    table = table_of([{"region": "N", "size": "a", "sales": sales} for sales in (90, 5, 0)])
    before = table.values.copy()
    assert RULES.read(RULES.write(rule)) == rule
    judged = table.sensitive(rule)
    assert table.sensitivity is None
    assert (table.values == before).all()
    assert judged.sensitivity is not None
    assert set(judged.sensitivity.reasons) == set(np.flatnonzero(judged.is_sensitive).tolist())


def test_reasons_are_those_of_the_rules_and_come_when_they_are_asked_for() -> None:
    table = table_of([{"region": "N", "size": "a", "sales": sales} for sales in (90, 5, 3)])
    rule = PPercent(20)
    found, judged = rule.judge(table), table.sensitive(rule, Dominance(1, 50)).sensitivity
    assert judged is not None
    assert len(judged.reasons) == len(found.reasons) == len(table)
    assert judged.reasons[0][0] == found.reasons[0]
    assert "90" not in repr(found.reasons)  # the words hold values of the data
    for nowhere in (-1, len(table)):
        assert nowhere not in judged.reasons
