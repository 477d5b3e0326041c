"""Similarity of texts, beside the published examples and comparing letter by letter."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels import text_similarity as kernel
from sdcdesk.kernels.text_similarity import jaro_winkler, levenshtein


def silent(_share: float) -> None:
    """Nobody wants to know."""


def jaro_by_hand(one: str, other: str) -> float:
    reach = max(max(len(one), len(other)) // 2 - 1, 0)
    found: list[int] = []
    wanted: list[str] = []
    for at, letter in enumerate(other):
        free = [
            place
            for place in range(len(one))
            if abs(place - at) <= reach and one[place] == letter and place not in found
        ]
        if free:
            found.append(free[0])
            wanted.append(letter)
    if not found:
        return float(one == other)
    moved = sum(one[place] != letter for place, letter in zip(sorted(found), wanted, strict=True)) // 2
    common = len(found)
    return (common / len(one) + common / len(other) + (common - moved) / common) / 3


def jaro_winkler_by_hand(one: str, other: str) -> float:
    jaro = jaro_by_hand(one, other)
    beginning = 0
    while beginning < min(4, len(one), len(other)) and one[beginning] == other[beginning]:
        beginning += 1
    return jaro + 0.1 * beginning * (1 - jaro) if jaro > 0.7 else jaro


def changes_by_hand(one: str, other: str) -> int:
    if not one or not other:
        return len(one) + len(other)
    if one[0] == other[0]:
        return changes_by_hand(one[1:], other[1:])
    return 1 + min(
        changes_by_hand(one[1:], other),
        changes_by_hand(one, other[1:]),
        changes_by_hand(one[1:], other[1:]),
    )


@pytest.mark.parametrize(
    ("one", "other", "similarity"),
    [
        ("martha", "marhta", 0.9611),
        ("dwayne", "duane", 0.8400),
        ("dixon", "dicksonx", 0.8133),
        ("jones", "johnson", 0.8324),
        ("massey", "massie", 0.9333),
        ("abroms", "abrams", 0.9222),
        ("jeraldine", "geraldine", 0.9259),
    ],
)
def test_names_of_winkler(one: str, other: str, similarity: float) -> None:
    assert jaro_winkler([one], [other], silent)[0, 0] == pytest.approx(similarity, abs=5e-5)


def test_names_of_the_paper() -> None:
    assert jaro_winkler(["ricardo", "j.m."], ["ricard", "j.manel"], silent)[[0, 1], [0, 1]] == pytest.approx(
        [0.9714285714285714, 0.8083333333333333], rel=1e-15
    )
    assert levenshtein(["ricardo", "j.m."], ["ricard", "j.manel"], silent)[[0, 1], [0, 1]] == pytest.approx(
        [6 / 7, 3 / 7], rel=1e-15
    )


TEXTS = st.lists(st.text("abc", max_size=6), min_size=1, max_size=6)


@given(first=TEXTS, second=TEXTS, block=st.sampled_from([1, 2, 4096]))
def test_letters_one_by_one_say_the_same(first: list[str], second: list[str], block: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "BLOCK", block)
        near, kept = jaro_winkler(first, second, silent), levenshtein(first, second, silent)
    for row, one in enumerate(first):
        for column, other in enumerate(second):
            assert near[row, column] == pytest.approx(jaro_winkler_by_hand(one, other), rel=1e-14)
            longer = max(len(one), len(other), 1)
            assert kept[row, column] == pytest.approx(1 - changes_by_hand(one, other) / longer, rel=1e-14)
            assert (near[row, column] == 1) == (kept[row, column] == 1) == (one == other)


def test_letters_of_all_writings_are_letters() -> None:
    texts = ["Łódź", "Lodz", "東京", "東京都", "\U0001d54f", ""]
    assert levenshtein(texts, texts, silent).diagonal().tolist() == [1] * 6
    assert levenshtein(["東京"], ["東京都"], silent)[0, 0] == pytest.approx(2 / 3)


def test_long_texts_have_room() -> None:
    found = levenshtein(["a" * 200, "a"], ["b" * 200 + "a"], silent)
    assert found[:, 0] == pytest.approx([1 / 201, 1 / 201])


def test_progress_rises_and_whoever_listens_can_stop_it() -> None:
    shares: list[float] = []
    jaro_winkler(["a", "b", "c"], ["a", "b"], shares.append)
    assert all(before < after for before, after in pairwise(shares))
    assert 0 <= shares[0] < shares[-1] < 1

    def stop(_share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        levenshtein(["a"], ["b"], stop)
