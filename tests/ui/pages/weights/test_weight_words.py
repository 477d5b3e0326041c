import pytest

from sdcdesk.risk import TRUTA_2004, WeightMatrix
from sdcdesk.risk.weights.intervals import interval
from ui.pages.weights.words import allowed, cell_words, reason, refused, row_words

W4 = TRUTA_2004["W4"]


@pytest.mark.parametrize(
    ("i", "j", "words"),
    [
        (1, 1, "someone who was always alone"),
        (2, 2, "a pair that stayed a pair"),
        (4, 4, "a group of four that stayed whole"),
        (1, 2, "someone who was one of two and is now alone"),
        (3, 1, "someone who was alone and is now one of three"),
        (2, 12, "someone who was one of 12 and is now one of two"),
    ],
)
def test_cells_are_people(i: int, j: int, words: str) -> None:
    assert cell_words(i, j) == words


def test_the_refusal_of_the_picture() -> None:
    found = interval(W4, 1, 2)
    assert refused("4", found) == "4 does not fit here. Allowed: 0 to 3."
    assert reason(1, 2, found.broken(4), found) == (
        "Someone who was one of two and is now alone must not weigh more than someone who was always alone "
        "(3), nor more than a pair that stayed a pair (3)."
    )


def test_a_weight_that_is_too_small_is_told_from_one_that_is_too_large() -> None:
    found = interval(W4, 2, 2)
    assert allowed(found) == "3 only"
    assert "must not weigh less than a group of three that stayed whole (3)" in reason(
        2, 2, found.broken(1), found
    )


def test_ends_that_are_open_are_said() -> None:
    assert allowed(interval(TRUTA_2004["W1"], 1, 1)) == "more than 0"
    assert allowed(interval(W4, 1, 1)) == "3 or more"
    found = interval(W4, 1, 3)
    assert allowed(found) == "0 only"
    assert reason(
        1, 1, interval(TRUTA_2004["W1"], 1, 1).broken(0), interval(TRUTA_2004["W1"], 1, 1)
    ).startswith("Who is alone in both files weighs more than nothing")
    assert reason(1, 3, interval(W4, 3, 3).broken(-1)[-1:], interval(W4, 3, 3)) == "No weight is negative."


def test_neighbours_that_contradict_each_other_are_named_as_the_cause() -> None:
    matrix = WeightMatrix(structure="sampling", block=[[1, 5, 3], [0, 2, 2], [0, 0, 2]], tail=0)
    found = interval(matrix, 1, 2)
    assert allowed(found) == "nothing"
    assert refused("5", found) == "5 does not fit here, and nothing else does."
    assert "change them first" in reason(1, 2, found.broken(5), found)


def test_rows_have_labels() -> None:
    labels = [row_words(i, 8) for i in (1, 2, 3, 4, 9)]
    assert labels == ["alone  1", "pair  2", "3 people  3", "4", "9 and more"]
