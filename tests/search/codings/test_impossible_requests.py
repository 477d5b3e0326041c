"""Impossible requests: each a clear sentence, before anything is counted."""

from typing import Any

import pandas as pd
import pytest

from sdcdesk import search
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError, ParameterError, SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.places import UnplacedValuesError

DATA = Microdata(pd.DataFrame({"town": ["Kiel", "Ulm", "Ulm", "Bonn"], "sex": ["f", "m", "m", "f"]}))
TOWNS = Hierarchy.from_rows({"Kiel": "North > any", "Ulm": "South > any", "Bonn": "West > any"})
SEXES = Hierarchy.from_rows({"f": "any", "m": "any"})

KEYS = {"town": TOWNS, "sex": SEXES}


def refused(data: Microdata = DATA, hierarchies: Any = KEYS, **asked: Any) -> SdcError:
    """Return the error, where nothing was done before it."""
    counting = Progress(listener=lambda done, _: pytest.fail("work began") if done > 0.1 else None)
    with pytest.raises(SdcError) as caught:
        search.lattice(data, hierarchies, progress=counting, **({"k": 2} | asked))
    assert caught.value.message.endswith(".")
    return caught.value


@pytest.mark.parametrize(
    ("asked", "words", "field"),
    [
        ({"hierarchies": {}}, "Name at least one key", "hierarchies"),
        ({"hierarchies": {"town": {"Kiel": "North"}}}, "for town is no hierarchy", "hierarchies"),
        ({"k": 0}, "k must be a whole number of records, 1 or more", "k"),
        ({"k": 2.5}, "k must be a whole number", "k"),
        ({"k": True}, "k must be a whole number", "k"),
        ({"k": 5}, "k is 5, and the file has only 4 records", "k"),
        ({"suppress": -1}, "is negative; give 0 or more", "suppress"),
        ({"suppress": -0.01}, "is negative; give 0 or more", "suppress"),
        ({"suppress": 1.5}, "at most 1; to say how many, give a whole number", "suppress"),
        ({"suppress": float("nan")}, "must be a number, or a share", "suppress"),
        ({"suppress": "2 %"}, "must be a number, or a share", "suppress"),
        ({"loss": "los"}, "There is no loss los; did you mean loss?", "loss"),
        ({"loss": "xyz"}, "There is no loss xyz; choose one of loss, loss_geometric", "loss"),
        ({"weights": {"town": -1.0}}, "The weight of town is negative", "weights"),
        ({"weights": {"town": 0, "sex": 0.0}}, "All weights are 0", "weights"),
        ({"weights": {"zip": 1.0}}, "zip, which is none of the keys", "weights"),
        ({"weights": {"town": float("inf")}}, "The weight of town is no number", "weights"),
        ({"weights": {"town": "heavy"}}, "The weight of town is no number", "weights"),
    ],
)
def test_an_impossible_request_is_named(asked: dict[str, Any], words: str, field: str) -> None:
    error = refused(**asked)
    assert words in error.message
    assert (type(error), error.field) == (ParameterError, field)


def test_a_value_missing_from_its_hierarchy_is_counted_and_not_told() -> None:
    error = refused(hierarchies={"town": Hierarchy.from_rows({"Kiel": "North", "Ulm": "South"})})
    assert isinstance(error, UnplacedValuesError)
    assert error.values == ("Bonn",)
    assert error.message == "1 value of town has no label in the hierarchy; give it one at each level."


def test_a_variable_that_the_file_lacks_and_a_file_without_records_are_named() -> None:
    assert isinstance(refused(hierarchies={"zip": SEXES}), DataError)
    empty = refused(data=DATA.take(pd.Series([], dtype="int64").to_numpy()))
    assert empty.message == "The file holds no records, so there is nothing to search."


def test_levels_that_do_not_nest_make_no_hierarchy() -> None:
    with pytest.raises(ParameterError, match="alues 1 and 2 share a label at level 1, but not at the next"):
        Hierarchy.from_rows({"Kiel": "North > a", "Bremen": "North > b"})


@pytest.mark.parametrize(("suppress", "allowed"), [(0, 0), (3, 3), (9, 4), (0.5, 2), (1.0, 4), (0.74, 2)])
def test_a_number_or_share_may_be_left_out(suppress: float, allowed: int) -> None:
    assert search.lattice(DATA, KEYS, k=2, suppress=suppress).request.allowed == allowed


def test_a_node_that_is_none_or_was_not_looked_at_is_refused() -> None:
    found = search.lattice(DATA, KEYS, k=2)
    for node in ((0,), (3, 0), (0, -1)):
        with pytest.raises(ParameterError):
            found.suppressed(node)
    some = search.lattice(DATA, KEYS, k=2, suppress=4, loss="height", whole=False)
    unseen = next(node for node in some.lattice.nodes() if node not in map(tuple, some.levels.tolist()))
    with pytest.raises(ParameterError, match="did not look at this node"):
        some.recipe(unseen)
