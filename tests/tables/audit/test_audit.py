"""Audits: which sensitive cells somebody works out too well, and what the figures say of it."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.tables import (
    Audit,
    CellTable,
    ControlledRounding,
    MinimumFrequency,
    PPercent,
    audit,
    audited,
    build,
)
from sdcdesk.tables.attacks.requirements import Requirements, required_movements
from sdcdesk.tables.cells.cell_system import CellSystem
from sdcdesk.tables.cells.dimension import Dimension
from sdcdesk.tables.cells.released import Released
from sdcdesk.tables.cells.sensitivity import Sensitivity
from tests.tables.attacks.test_intervals import hiding
from tests.tables.protection.suppression.attackers import disclosed, table_of, tables, tree


def needing(
    table: CellTable, cells: list[int], lower: float, upper: float, sliding: float = 0.0
) -> CellTable:
    sensitive = np.isin(np.arange(len(table)), cells)
    required = (np.where(sensitive, one, 0.0) for one in (lower, upper, sliding))
    return table.with_sensitivity(Sensitivity(sensitive, *required))


def line(*values: float) -> CellTable:
    """A total and its parts."""
    inner = np.array(values)
    return CellTable([tree("a", len(inner))], np.r_[inner.sum(), inner])


@settings(max_examples=6, deadline=None)
@given(table=tables(), seed=st.integers(0, 2**32))
def test_cells_that_are_too_narrow_are_those_that_attackers_find(table: CellTable, seed: int) -> None:
    judged = table.sensitive(PPercent(15), MinimumFrequency(3))
    rng = np.random.default_rng(seed)
    shown = judged.with_released(
        Released(
            np.where(judged.is_sensitive | (rng.random(len(table)) < 0.5), np.nan, table.values),
            np.zeros(len(table), dtype=bool),
        )
    )
    found = audited(shown)
    assert sorted({one.cell for one in found.attacks}) == disclosed(shown, shown.is_hidden)
    assert found.is_passed == bool(audit(shown)["wide_enough"].all())


@pytest.mark.parametrize(
    ("lower", "upper", "sliding", "passed"),
    [(10, 7, 0, True), (11, 7, 0, True), (10, 7.5, 0, False), (0, 0, 17, True), (0, 0, 17.5, False)],
)
def test_either_side_or_the_width_counts(lower: float, upper: float, sliding: float, passed: bool) -> None:
    table = needing(line(10, 7, 30), [1], lower, upper, sliding)  # 10 lies between 0 and 17
    found = audited(hiding(table, np.array([False, True, True, False])))
    assert found.is_passed == passed


def test_a_cell_that_nobody_asks_much_of_must_not_be_known_exactly() -> None:
    table = needing(line(10, 7, 30), [1], 0, 0)
    assert audited(hiding(table, np.array([False, True, True, False]))).is_passed
    assert not audited(hiding(table, np.array([False, True, False, False]))).is_passed


def test_a_count_that_moves_by_less_than_one_does_not_move() -> None:
    table = CellTable([tree("a", 3)], np.array([9.0, 1, 2, 6]), kind="counts")
    system = CellSystem.of(needing(table, [2], 0.2, 1.3))
    assert required_movements(system, Requirements.of(system), 2) == [2.0, -1.0]
    rounded = Released(table.values.copy(), np.zeros(4, dtype=bool), None, np.full(4, 0.7))
    found = audited(needing(table, [2], 0, 0).with_released(rounded))
    assert not found.is_passed, "between 1.3 and 2.7 there is one whole number"
    assert found.known.all()


def test_rounded_numbers_are_as_uncertain_as_rules_ask_or_fail() -> None:
    table = line(100, 7, 200)
    published = np.round(table.values / 10) * 10

    def passed(required: float, base: float) -> bool:
        released = Released(published, np.zeros(4, dtype=bool), None, np.full(4, base))
        return audited(needing(table, [1], required, required).with_released(released)).is_passed

    assert passed(5, 10)
    assert passed(10, 10)
    assert not passed(50, 10), "an interval of 20 is no 100, however the reader came by it"


def test_the_sums_narrow_down_rounded_numbers() -> None:
    table = line(4, 4, 4)
    released = Released(np.array([15.0, 5, 5, 5]), np.zeros(4, dtype=bool), None, np.array([4.0, 1, 1, 4]))
    found = audited(table.with_released(released))
    assert dict(zip(found.cells.tolist(), zip(found.low, found.high, strict=True), strict=True)) == {
        0: (11, 19),
        1: (4, 6),
        2: (4, 6),
        3: (1, 9),
    }
    wider = Released(np.array([15.0, 5, 5, 5]), np.zeros(4, dtype=bool), None, np.array([0.0, 1, 1, 9]))
    found = audited(line(5, 5, 5).with_released(wider))
    assert (found.low[-1], found.high[-1]) == (3, 7)


def test_a_cell_hidden_by_hand_in_a_rounded_table_is_bounded_by_the_others() -> None:
    hand = line(4, 4, 4).with_hand(hidden=[2])
    off = np.full(4, 1.0)
    found = audited(hand.with_released(Released(np.array([12.0, 4, np.nan, 4]), off > 9, None, off)))
    assert found.cells.tolist() == [0, 1, 2, 3]
    assert (found.low[2], found.high[2]) == (1, 7)


def test_what_another_table_publishes_is_known() -> None:
    frame = {"region": list("NNNSSSS"), "size": list("aabbbaa"), "sales": [50, 4, 3, 9, 8, 20, 30]}
    records = Microdata(pd.DataFrame(frame))
    both = build(records, rows=["region"], columns=["size"], value="sales").called("both", "Both", "")
    alone = build(records, rows=["region"], value="sales").called("alone", "Regions", "")
    judged = needing(both, [both.place_of(["N", "a"])], 5, 5)
    north = judged.place_of(["N", "Total"])
    hidden = np.zeros(len(judged), dtype=bool)
    hidden[[judged.place_of(["N", "a"]), north, judged.place_of(["S", "Total"])]] = True
    hidden[judged.place_of(["S", "a"])] = True
    safe = hiding(judged, hidden)
    assert audited(safe).is_passed
    found = audited(safe, alone)
    assert [one.cell for one in found.attacks] == [judged.place_of(["N", "a"])]
    assert found.attacks[0].low == found.attacks[0].high == 54
    assert "Both: N, a can be worked out exactly" in str(found.sentences[0])
    assert set(found.frame()["table"]) == {"Both"}


def test_figures_are_those_of_the_table() -> None:
    table = needing(line(10, 7, 30, 0), [1], 12, 12)
    found = Audit().find(hiding(table, np.array([False, True, True, False, False])))
    assert found.value("hidden") == 2
    assert found.value("sensitive") == 1
    assert found.value("secondary") == 1
    assert found.value("too_narrow") == 1
    assert found.value("known") == 0
    assert found.value("value_hidden") == pytest.approx(17 / 47)
    assert found.value("narrowest") == pytest.approx(1.0)  # from 0 to 17, around 10
    other = Audit().find(
        hiding(needing(line(10, 7, 30, 0), [2], 1, 1), np.array([0, 1, 1, 0, 0], dtype=bool))
    )
    assert other.value("narrowest") == pytest.approx(10 / 7)  # from 0 to 17, around 7
    nobody = hiding(table, np.array([False, True, True, False, False])).with_unknown(np.arange(5) == 1)
    assert not Audit().find(nobody).figure("narrowest").quantity.defined  # the value is none that is known
    frame = audit(hiding(table, np.array([False, True, True, False, False])))
    assert frame[["a", "lowest", "highest", "required_lower", "required_upper"]].to_numpy().tolist() == [
        ["0", 0, 17, 10, 12],
        ["1", 0, 17, 0, 0],
    ]
    none = Audit().find(line(10, 7))
    assert none.value("hidden") == 0
    assert not np.isfinite(none.value("narrowest") or np.nan)
    assert audit(line(10, 7)).empty


def test_whoever_is_alone_in_a_whole_is_alone_in_its_part() -> None:
    dimension = Dimension(
        name="a", codes=("Total", "N", "N1", "N2", "S", "S1", "S2"), parents=(-1, 0, 1, 1, 0, 4, 4)
    )
    values = np.array([100.0, 20, 20, 0, 80, 50, 30])
    frequency = np.array([6, 1, 1, 0, 5, 3, 2])
    judged = needing(CellTable([dimension], values, frequency), [1, 2], 5, 5)
    found = audited(hiding(judged, values != 0))
    assert found.is_passed, "who knows N1 because he is N knows nothing new"
    own = Requirements.of(CellSystem.of(judged)).contributors.alone
    assert own[1] == own[2] != -1
    assert (own[[0, 3, 4, 5, 6]] == -1).all()


def test_the_only_contributor_of_a_cell_knows_the_rest() -> None:
    records = np.array([[1], [2], [3], [3], [3]])
    table = table_of([tree("a", 3)], records, np.array([40.0, 60, 9, 8, 7]))
    judged = needing(table, [1], 5, 5)
    hidden = np.array([False, True, True, False])
    found = audited(hiding(judged, hidden))
    assert [(one.cell, one.low, one.high, one.known) for one in found.attacks] == [(1, 40, 40, (2,))]
    assert "by the only contributor of 1" in str(found.sentences[0])
    assert found.low.tolist() == [0, 0], "to others"
    assert audited(hiding(judged, np.array([False, True, True, True]))).is_passed


def test_a_holding_is_one_contributor() -> None:
    frame = {"region": list("NNSSMMMM"), "sales": [40, 2, 50, 10, 9, 8, 7, 6], "group": list("abccdefg")}
    table = build(Microdata(pd.DataFrame(frame)), rows=["region"], value="sales", holding="group")
    judged = needing(table, [table.place_of(["N"])], 5, 5)
    hidden = np.isin(np.arange(4), [table.place_of(["N"]), table.place_of(["S"])])
    found = audited(hiding(judged, hidden))
    assert [one.known for one in found.attacks] == [(table.place_of(["S"]),)]


def test_whoever_has_parts_in_hidden_cells_knows_that_no_less_is_in_them() -> None:
    leaves = np.array([[1], [1], [1], [2], [2], [3], [3]])
    amounts, who = np.array([40.0, 7, 3, 58, 2, 9, 8]), np.array([0, 1, 2, 3, 4, 5, 6])
    table = table_of([tree("a", 3)], leaves, amounts, who)
    judged = needing(table, [1], 10, 10)
    hidden = np.array([False, True, True, False])
    found = audited(hiding(judged, hidden))
    assert [(one.cell, one.low, one.high, one.known) for one in found.attacks] == [(1, 0, 52, ())]
    assert "narrowed down to 0 to 52 by a contributor who knows his part of 1" in str(found.sentences[0])
    assert found.high.tolist() == [110, 110], "to others"
    assert audited(hiding(needing(table, [1], 10, 2), hidden)).is_passed
    several = table_of([tree("a", 3)], leaves, amounts, np.array([0, 1, 2, 3, 3, 5, 6]))
    found = audited(hiding(needing(several, [1], 1, 1), hidden))
    assert [(one.low, one.high, one.known) for one in found.attacks] == [(50, 50, (2,))], "a holding is alone"


def test_records_of_one_holding_are_one_contributor_in_the_other_table_too() -> None:
    frame = {"region": list("NNSSMMMM"), "sales": [40, 9, 50, 10, 9, 8, 7, 6], "group": list("abccdefg")}
    records = Microdata(pd.DataFrame(frame))
    held = build(records, rows=["region"], value="sales", holding="group").called("held", "Held", "")
    single = build(records, rows=["region"], value="sales")
    single = needing(single, [single.place_of(["N"])], 5, 5)
    shown = hiding(single, np.isin(np.arange(4), [single.place_of(["N"]), single.place_of(["S"])]))
    assert audited(shown).is_passed
    both = audited(shown, hiding(held, shown.is_hidden))
    assert [(one.low, one.high) for one in both.attacks] == [(49, 49)]


def test_numbers_rounded_to_far_more_than_they_are_say_nothing() -> None:
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"a": rng.choice(list("pqr"), 20), "b": rng.choice(list("xyz"), 20)})
    frame["v"] = rng.choice([1, 2, 0.5, 7], 20) * 1e-12
    table = build(Microdata(frame), rows=["a"], columns=["b"], value="v").sensitive(PPercent(10))
    found = audited(ControlledRounding(base=10).protect(table, key=1))
    assert found.is_passed
    assert (found.low == 0).all()
    assert (found.high >= 5).all()
