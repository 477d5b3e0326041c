"""Irreducible conflicts against requirements of which the conflicts are known."""

import pytest

from sdcdesk.kernels.irreducible_conflict import irreducible_conflict


@pytest.mark.parametrize(
    ("conflicts", "found"),
    [
        ([], set()),
        ([{4}], {4}),
        ([{0, 9}], {0, 9}),
        ([{2, 3, 7}, {1, 8}], {2, 3, 7}),
        ([set(range(10))], set(range(10))),
    ],
)
def test_the_first_conflict_is_found_and_no_more_than_it(conflicts: list[set[int]], found: set[int]) -> None:
    asked = []

    def holds(some: list[int]) -> bool:
        asked.append(some)
        return not any(one <= set(some) for one in conflicts)

    assert set(irreducible_conflict(range(10), holds)) == found
    assert len(asked) < 60
