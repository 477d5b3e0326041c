import pytest

from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.text.sentence import localised
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.tables.cells.dimension import Dimension

TOWNS = Hierarchy.from_rows({"Kiel": ["North", "any"], "Bremen": ["North", "any"], "Ulm": ["South", "any"]})


def test_a_hierarchy_becomes_a_tree_without_labels_that_tell_nothing_of_their_own():
    region = Dimension.from_hierarchy("town", TOWNS)
    assert region.codes == ("Total", "North", "Kiel", "Bremen", "Ulm")  # South is Ulm, any is the total
    assert region.parents == (-1, 0, 1, 1, 0)
    assert region.leaves.tolist() == [2, 3, 4]
    assert region.depths.tolist() == [0, 1, 2, 2, 1]
    assert region.wholes == (0, 1)
    assert region.parts(1) == (2, 3)


def test_a_tree_is_written_and_read_as_it_is():
    region = Dimension.from_hierarchy("town", TOWNS, ["Ulm", "Kiel"], total="All", title="Town")
    assert Dimension(**region.model_dump(mode="json")) == region


def test_values_keep_their_names_where_labels_are_called_alike():
    rows = {"A": ["A", "B"], "B": ["A", "B"], "C": ["B", "B"], "D": ["B", "B"]}
    tree = Dimension.from_hierarchy("code", Hierarchy.from_rows(rows))
    assert tree.codes == ("Total", "A (2)", "A", "B", "B (2)", "C", "D")
    assert tree.parents == (-1, 0, 1, 1, 0, 4, 4)


@pytest.mark.parametrize(
    ("codes", "parents", "field"),
    [
        (["Total", "A", "A"], [-1, 0, 0], "codes"),
        (["Total", ""], [-1, 0], "codes"),
        (["Total", "A"], [-1], "parents"),
        (["Total", "A"], [0, 0], "parents"),
        (["Total", "A", "B"], [-1, 2, 0], "parents"),
    ],
)
def test_what_is_no_tree_is_refused(codes, parents, field):
    with pytest.raises(ParameterError) as refused:
        Dimension(name="region", codes=codes, parents=parents)
    assert refused.value.field == field


def test_a_value_that_the_hierarchy_lacks_is_named():
    with pytest.raises(DataError, match=r"town: the value Bonn is not in the hierarchy"):
        Dimension.from_hierarchy("town", TOWNS, ["Bonn"])
    with pytest.raises(DataError, match=r"give the total another name"):
        Dimension.from_hierarchy("town", TOWNS, total="Ulm")


def test_codes_are_read_with_their_labels_and_stay_codes() -> None:
    region = Dimension(name="region", codes=("Total", "1", "2"), parents=(-1, 0, 0), labels=("", "North", ""))
    assert region.shown_codes == region.codes
    assert [localised(code) for code in region.shown_codes] == ["Total", "1 North", "2"]
    with pytest.raises(ParameterError, match="as many as codes"):
        region.changed(labels=("North",))
