"""The map of a search: the front before what is new, also of a figure of which more is better."""

from itertools import pairwise

import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.limit import Limit
from sdcdesk.search.suggestion.allowed import Allowed
from sdcdesk.search.suggestion.suggest import suggest
from sdcdesk.search.suggestion.suggestion import Suggestion
from sdcdesk.search.suggestion.suggestion_map import earlier_front, figure_of, suggestion_places
from tests.search.suggestion.conftest import DR_W, K, project_of

OLD = 8
"""Recipes that are not new."""


@pytest.fixture(scope="module")
def found(people: Microdata) -> Suggestion:
    allowed = Allowed(variables={"age": ("levels", "top"), "job": ("rare",), "zip": ("levels",)})
    return suggest(project_of(people, DR_W, K), people, allowed, trials=14)


@pytest.mark.parametrize("limit", [DR_W, K])
def test_the_front_before_what_is_new_is_what_nothing_beat_then(found: Suggestion, limit: Limit) -> None:
    sign = -1 if limit.side == "at least" else 1
    points = set()
    for one in found.found[:OLD]:
        risk = figure_of(one, limit.address)
        assert risk is not None
        points.add((one.loss.value, sign * risk.value))
    beaten = {
        (loss, risk)
        for loss, risk in points
        for other in points
        if other != (loss, risk) and other[0] <= loss and other[1] <= risk
    }
    front = earlier_front(found, limit.address, frozenset(range(OLD, len(found.found))))
    assert {(loss, sign * risk) for loss, risk in front} == points - beaten
    assert len(front) > 1, "one point would be the front of either direction"
    assert all(one[0] < other[0] for one, other in pairwise(front))


def test_where_nothing_is_new_there_is_no_earlier_front(found: Suggestion) -> None:
    assert earlier_front(found, K.address, frozenset()) == ()
    assert [place.number for place in suggestion_places(found, K.address, lambda _: "")] == [
        number for number, one in enumerate(found.found) if one.loss.defined
    ]
