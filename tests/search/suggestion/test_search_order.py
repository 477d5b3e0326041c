"""Order of a search, on recipes whose risk and loss are formulas of their rungs: nothing is masked."""

import itertools

import pytest

from sdcdesk.core.numbers.quantity import SCORE, SHARE, Quantity
from sdcdesk.core.results.figure_address import FigureAddress
from sdcdesk.core.results.limit import Judgement, Standing, Verdict
from sdcdesk.document.recipe import Recipe
from sdcdesk.masking import SimpleRandomSampling
from sdcdesk.search.suggestion.assessed import Assessed, Judged
from sdcdesk.search.suggestion.changes.slot import Slot
from sdcdesk.search.suggestion.search_order import SearchOrder
from sdcdesk.search.suggestion.space import Point, Space
from tests.search.suggestion.conftest import DR_W

AXIS = FigureAddress("headline_loss", "loss")


def space(*rungs: int, replaces: tuple[int, ...] = ()) -> Space:
    step = SimpleRandomSampling(percentage=50.0)
    return Space(
        tuple(
            Slot("sample", ("age",), (step,) * number, replaces=place in replaces)
            for place, number in enumerate(rungs)
        )
    )


def assessed(point: Point) -> Assessed:
    """Loss grows with the rungs, by other amounts in each slot; risk falls, and two slots share an effect."""
    loss = sum((2 + place % 3) * rung for place, rung in enumerate(point))
    strength = sum((1 + place % 4) * rung for place, rung in enumerate(point)) - min(point[0], point[-1])
    judgement = Judgement(DR_W, Quantity(0.6 / (1 + strength), SHARE))
    verdict = Verdict.SAFE if judgement.standing is Standing.KEPT else Verdict.UNSAFE
    judged = (Judged("Neighbour", judgement),)
    return Assessed(point, Recipe(seed=1), judged, verdict, AXIS, Quantity(float(loss), SCORE))


def sequence(space: Space, trials: int, seed: int = 0, starts: tuple[Point, ...] = ()) -> list[Point]:
    order, found = SearchOrder(space, (space.origin, *starts), seed), []
    for _ in range(trials):
        point = order.next()
        if point is None:
            break
        order.learn(point, assessed(point))
        found.append(point)
    return found


def test_every_recipe_is_tried_once_and_then_none_is_left() -> None:
    small = space(2, 3, 1, replaces=(0, 2))
    found = sequence(small, 1000)
    allowed = {point for point in itertools.product(range(3), range(4), range(2)) if not point[0] * point[2]}
    assert len(found) == len(set(found))
    assert set(found) == allowed == set(small.every())


@pytest.mark.parametrize("seed", range(3))
def test_the_best_of_thousands_is_found_in_some_hundreds(seed: int) -> None:
    large = space(3, 4, 2, 5, 3, 4)
    kept = [one for point in large.every() if (one := assessed(point)).keeps]
    least = min(one.cost for one in kept)
    tried = [assessed(point) for point in sequence(large, 200, seed)]
    assert min(one.cost for one in tried if one.keeps) <= 1.01 * least
    assert large.size == 7200


def test_the_seed_alone_decides_on_the_order() -> None:
    large = space(3, 4, 2, 5)
    assert sequence(large, 60, seed=3) == sequence(large, 60, seed=3)
    assert sequence(large, 60, seed=3) != sequence(large, 60, seed=4)


def test_starts_come_early_and_all_of_them() -> None:
    large = space(3, 4, 2, 5)
    starts = tuple((one % 4, one % 5, 0, 1) for one in range(16))
    found = sequence(large, 100, starts=starts)
    assert found[:12] == list(dict.fromkeys((large.origin, *starts)))[:12]
    assert set(starts) <= set(found)


def test_recipes_that_could_not_be_assessed_do_not_end_the_search() -> None:
    small = space(2, 2)
    order, found = SearchOrder(small, (small.origin,), 0), []
    while (point := order.next()) is not None:
        order.learn(point, None)
        found.append(point)
    assert len(found) == 9
