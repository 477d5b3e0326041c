"""Edits of hierarchies: each says what the rows become, and any sequence of them leaves a hierarchy."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.hierarchies import editing, level_editing
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.tree_order import level_orders, value_order

AGES = Hierarchy(
    name="Age",
    levels=[
        {"7": "0 to 9", "9": "0 to 9", "10": "10 to 19", "12": "10 to 19", "30": "30s"},
        {"0 to 9": "young", "10 to 19": "young", "30s": "old"},
        {"young": "*", "old": "*"},
    ],
    titles=["10-year bands", "halves", ""],
)

Edit = Callable[[Hierarchy], Hierarchy]

NAMES = st.sampled_from(["a", "b", "c", "x", "10", "2.5"])


def entries(hierarchy: Hierarchy, level: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(hierarchy.labels(level)), min_size=1, max_size=3, unique=True)


@st.composite
def hierarchies(draw: st.DrawFn) -> Hierarchy:
    values = draw(st.lists(st.text("0123ab", min_size=1, max_size=2), min_size=1, max_size=7, unique=True))
    height = draw(st.integers(1, 3))
    rows = {
        value: [f"{draw(st.integers(0, 3)) if level == 0 else 0}" for level in range(height)]
        for value in values
    }
    for row in rows.values():  # labels above follow from the one below
        for level in range(1, height):
            row[level] = str(int(row[level - 1]) // 2)
    return Hierarchy.from_rows(rows)


@st.composite
def edits(draw: st.DrawFn, hierarchy: Hierarchy) -> Edit:
    level = draw(st.integers(0, hierarchy.height))
    below, upper = max(level - 1, 0), max(level, 1)  # of what has a group, and of what is a label
    chosen, inner = draw(entries(hierarchy, level)), draw(entries(hierarchy, below))
    labels, values = (
        draw(entries(hierarchy, upper)),
        draw(st.lists(NAMES, min_size=1, max_size=3, unique=True)),
    )
    other, name = draw(st.sampled_from(hierarchy.labels(level))), draw(NAMES)
    group = draw(st.sampled_from(hierarchy.labels(below + 1)))
    place, after = draw(st.sampled_from(["first", "last", "sorted"])), draw(st.booleans())
    every: list[Edit] = [
        lambda one: editing.moved(one, below, inner, group, place),
        lambda one: editing.put_beside(one, level, chosen, other, after=after),
        lambda one: editing.shifted(one, level, chosen, 1 if after else -1),
        lambda one: editing.grouped(one, below, inner, name),
        lambda one: editing.merged(one, upper, labels),
        lambda one: editing.renamed(one, upper, labels[0], name),
        lambda one: editing.placed(one, values, name),
        lambda one: editing.without(one, level, chosen),
        lambda one: level_editing.with_level(one, upper, name),
        lambda one: level_editing.with_top(one, name),
        lambda one: level_editing.without_level(one, upper),
        lambda one: level_editing.titled(one, upper, name),
        lambda one: editing.in_order(one, level),
    ]
    return draw(st.sampled_from(every))


@given(st.data())
def test_any_sequence_of_edits_leaves_a_hierarchy_and_none_before_it_changes(data: st.DataObject) -> None:
    history = [data.draw(hierarchies())]
    written = [history[0].model_dump_json()]
    for _ in range(data.draw(st.integers(1, 8))):
        now = history[-1]
        edit = data.draw(edits(now))
        try:
            new = edit(now)
        except ParameterError:
            continue
        assert Hierarchy(**new.model_dump(mode="json")) == new, "it is a hierarchy"
        assert (new is now) is (new == now), "what changes nothing is the same object"
        history.append(new)
        written.append(new.model_dump_json())
    assert [one.model_dump_json() for one in history] == written, "going back gives what was there"


@given(hierarchies())
def test_tree_order_has_the_values_of_each_label_side_by_side(hierarchy: Hierarchy) -> None:
    rows = list(zip(hierarchy.values, *hierarchy.levels, strict=True))
    rank = {
        (level, label): place
        for level in range(hierarchy.height + 1)
        for place, label in enumerate(hierarchy.labels(level))
    }
    wanted = sorted(
        range(len(rows)),
        key=lambda at: [rank[level, rows[at][level]] for level in range(hierarchy.height, -1, -1)],
    )
    assert value_order(hierarchy).tolist() == wanted
    for level, order in enumerate(level_orders(hierarchy)):
        shown = [hierarchy.labels(level)[place] for place in order.places.tolist()]
        assert shown == list(dict.fromkeys(rows[at][level] for at in wanted))
        assert order.values.tolist() == [sum(row[level] == label for row in rows) for label in shown]
        above = level_orders(hierarchy)[level + 1] if level < hierarchy.height else None
        for label, group in zip(shown, order.groups.tolist(), strict=True):
            if above is None:
                assert group == 0
            else:
                name = hierarchy.labels(level + 1)[above.places[group]]
                assert {row[level + 1] for row in rows if row[level] == label} == {name}
    assert value_order(hierarchy).dtype == np.int64


@given(st.data())
def test_a_move_changes_what_stands_above_the_entries_and_nothing_else(data: st.DataObject) -> None:
    hierarchy = data.draw(hierarchies().filter(lambda one: one.height > 1))
    level = data.draw(st.integers(0, hierarchy.height - 1))
    chosen = data.draw(entries(hierarchy, level))
    group = data.draw(st.sampled_from(hierarchy.labels(level + 1)))
    chain = next(
        row[level:] for row in hierarchy.rows.values() if row[level] == group
    )  # rows hold labels from level 1 on
    wanted = {}
    for value, labels in hierarchy.rows.items():
        own = (value, *labels)[level]
        wanted[value] = (*labels[:level], *chain) if own in chosen else labels
    assert editing.moved(hierarchy, level, chosen, group).rows == wanted


def test_a_value_and_a_label_are_moved() -> None:
    moved = editing.moved(AGES, 0, ["10"], "0 to 9")
    assert list(moved.rows.items())[:3] == [
        ("7", ("0 to 9", "young", "*")),
        ("9", ("0 to 9", "young", "*")),
        ("10", ("0 to 9", "young", "*")),
    ]
    assert moved.titles == AGES.titles
    moved = editing.moved(AGES, 1, ["10 to 19"], "old")
    assert moved.rows["12"] == ("10 to 19", "old", "*")
    assert editing.moved(AGES, 0, ["7"], "0 to 9") is AGES


def test_numbers_that_ascend_go_on_doing_so_and_other_values_stand_last() -> None:
    assert editing.moved(AGES, 0, ["9", "30"], "10 to 19").values == ("7", "9", "10", "12", "30")
    towns = Hierarchy(levels=[{"Ulm": "S", "Aalen": "S", "Kiel": "N", "Bonn": "N"}])
    assert editing.moved(towns, 0, ["Kiel"], "S").values == ("Ulm", "Aalen", "Kiel", "Bonn")
    assert editing.moved(towns, 0, ["Kiel"], "S", "first").values == ("Kiel", "Ulm", "Aalen", "Bonn")


def test_a_group_that_loses_all_its_entries_is_gone() -> None:
    assert editing.moved(AGES, 0, ["30"], "10 to 19").labels(2) == ("young",)
    assert editing.merged(AGES, 2, ["old", "young"]).labels(2) == ("old",)
    assert editing.merged(AGES, 1, ["30s", "0 to 9"]).rows["7"] == ("30s", "old", "*")
    assert editing.merged(AGES, 1, ["30s"]) is AGES


def test_entries_are_shifted_past_neighbours_and_over_the_edges_of_groups() -> None:
    assert editing.shifted(AGES, 0, ["9"], 1).rows["9"] == ("10 to 19", "young", "*")
    assert editing.shifted(AGES, 0, ["9"], 1).values == AGES.values
    assert editing.shifted(AGES, 0, ["9"], -1).values == ("9", "7", "10", "12", "30")
    assert editing.shifted(AGES, 0, ["10", "12"], -1).rows["12"] == ("0 to 9", "young", "*")
    assert editing.shifted(AGES, 1, ["30s"], -1).rows["30"] == ("30s", "young", "*")
    assert editing.shifted(AGES, 2, ["old"], -1).labels(2) == ("old", "young")
    for level, entry, step in ((0, "7", -1), (0, "30", 1), (3, "*", 1), (3, "*", -1)):
        assert editing.shifted(AGES, level, [entry], step) is AGES


def test_what_is_put_beside_itself_stays() -> None:
    mixed = Hierarchy.from_rows({"a": ["x"], "b": ["y"], "c": ["x"]})
    assert editing.put_beside(mixed, 0, ["c"], "c", after=True) is mixed
    assert editing.put_beside(mixed, 0, ["a", "c"], "c").values == ("a", "c", "b")


def test_a_new_group_stands_where_the_first_of_its_entries_stood() -> None:
    new = editing.grouped(AGES, 0, ["12", "9"], " teens ")
    assert new.labels(1) == ("0 to 9", "teens", "10 to 19", "30s")
    assert new.rows["12"] == ("teens", "young", "*")
    assert editing.grouped(AGES, 2, ["old"], "all the rest").rows["30"] == ("30s", "old", "all the rest")
    assert editing.grouped(AGES, 2, ["old"], "the rest").labels(3) == ("*", "the rest")


def test_new_values_are_placed_in_a_group_or_in_one_of_their_own() -> None:
    assert editing.placed(AGES, ["8"], "0 to 9").values == ("7", "8", "9", "10", "12", "30")
    assert editing.placed(AGES, ["8"], "0 to 9").rows["8"] == ("0 to 9", "young", "*")
    assert editing.placed(AGES, ["99"], "99").rows["99"] == ("99", "99", "*")
    assert editing.placed(AGES, ["99"], "old").rows["99"] == ("old", "old", "*")
    two = Hierarchy(levels=[{"a": "x", "b": "y"}])
    assert editing.placed(two, ["c"], "z").rows["c"] == ("z",)
    only = Hierarchy(levels=[{"a": "x", "b": "x"}])
    assert editing.placed(only, ["c"], "z").rows["c"] == ("z",)


def test_levels_are_added_titled_and_taken_out() -> None:
    new = level_editing.with_level(AGES, 2, "as before")
    assert (new.height, new.titles) == (4, ("10-year bands", "as before", "halves", ""))
    assert new.levels[1] == new.levels[0]
    assert level_editing.without_level(new, 2) == AGES
    assert level_editing.with_level(AGES, 1).labels(1) == AGES.values
    assert level_editing.titled(AGES, 2, "two parts").titles == ("10-year bands", "two parts", "")
    assert level_editing.titled(AGES, 2, " halves ") is AGES
    assert level_editing.with_top(AGES, "all") is AGES
    two = Hierarchy(levels=[{"a": "x", "b": "y"}])
    assert level_editing.with_top(two, "all").labels(2) == ("all",)
    assert level_editing.with_level(two, 2).labels(2) == ("x", "y")


@pytest.mark.parametrize(
    ("edit", "wrong"),
    [
        (lambda: editing.moved(AGES, 0, ["8"], "30s"), "no such entry at level 0"),
        (lambda: editing.moved(AGES, 0, [], "30s"), "no such entry at level 0"),
        (lambda: editing.moved(AGES, 0, ["7"], "40s"), "no such entry at level 1"),
        (lambda: editing.moved(AGES, 3, ["*"], "*"), "no such entry at level 4"),
        (lambda: editing.grouped(AGES, 0, ["7"], "30s"), "merge the two"),
        (lambda: editing.grouped(AGES, 0, ["7"], "  "), "needs a text"),
        (lambda: editing.renamed(AGES, 1, "30s", "0 to 9"), "merge the two"),
        (lambda: editing.renamed(AGES, 0, "7", "8"), "are those of the file"),
        (lambda: editing.merged(AGES, 0, ["7", "9"]), "are those of the file"),
        (lambda: editing.placed(AGES, ["7"], "30s"), "has one of the values already"),
        (lambda: editing.without(AGES, 3, ["*"]), "needs a value at least"),
        (
            lambda: level_editing.without_level(Hierarchy(levels=[{"a": "x"}]), 1),
            "needs a level above its values",
        ),
    ],
)
def test_what_cannot_be_done_is_said_without_a_value(edit: Callable[[], object], wrong: str) -> None:
    with pytest.raises(ParameterError, match=wrong) as caught:
        edit()
    assert "30s" not in caught.value.message


def test_renaming_keeps_all_else() -> None:
    new = editing.renamed(AGES, 1, "30s", "thirties")
    assert new.rows["30"] == ("thirties", "old", "*")
    assert editing.renamed(AGES, 1, "30s", "30s ") is AGES
    assert editing.without(AGES, 1, ["0 to 9", "30s"]).values == ("10", "12")


@given(st.data())
def test_a_level_is_sorted_within_its_groups(data: st.DataObject) -> None:
    hierarchy = data.draw(hierarchies())
    level = data.draw(st.integers(0, hierarchy.height))
    new = editing.in_order(hierarchy, level)
    assert new.rows == hierarchy.rows
    for above in range(level + 1, hierarchy.height + 1):
        shown, before = (
            [one.labels(above)[place] for place in level_orders(one)[above].places.tolist()]
            for one in (new, hierarchy)
        )
        assert shown == before, "wider levels stay as they are"
    assert editing.in_order(new, level) is new


def test_labels_are_sorted_by_size_or_letters() -> None:
    mixed = Hierarchy.from_rows({"10": ["b", "*"], "9": ["b", "*"], "x": ["a", "*"], "2.5": ["a", "*"]})
    assert editing.in_order(mixed, 1).values == ("2.5", "x", "9", "10")
    assert editing.in_order(mixed, 0).values == ("9", "10", "2.5", "x")
    bands = Hierarchy.from_rows({"a": ["10 to 14"], "b": ["5 to 9"], "c": ["Age 2"], "d": ["Age 10"]})
    assert editing.in_order(bands, 1).labels(1) == ("5 to 9", "10 to 14", "Age 2", "Age 10")
