import pytest

from sdcdesk.risk import TRUTA_2004, WeightMatrix
from sdcdesk.risk.weights.intervals import interval
from sdcdesk.risk.weights.text import (
    allowed_text,
    breaking_text,
    cell_text,
    cells_text,
    push_text,
    pushes_text,
    reason_text,
    refused_text,
    row_title,
    sum_text,
)

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
    assert cell_text(i, j) == words


def test_the_refusal_of_the_picture() -> None:
    found = interval(W4, 1, 2)
    assert refused_text("4", found) == "4 does not fit here. Allowed: 0 to 3."
    assert reason_text(1, 2, found.broken(4), found) == (
        "Someone who was one of two and is now alone must not weigh more than someone who was always alone "
        "(3) or a pair that stayed a pair (3)."
    )


def test_a_weight_that_is_too_small_is_told_from_one_that_is_too_large() -> None:
    found = interval(W4, 2, 2)
    assert allowed_text(found) == "3 only"
    assert "must not weigh less than a group of three that stayed whole (3)" in reason_text(
        2, 2, found.broken(1), found
    )


def test_ends_that_are_open_are_said() -> None:
    assert allowed_text(interval(TRUTA_2004["W1"], 1, 1)) == "more than 0"
    assert allowed_text(interval(W4, 1, 1)) == "3 or more"
    found = interval(W4, 1, 3)
    assert allowed_text(found) == "0 only"
    assert reason_text(
        1, 1, interval(TRUTA_2004["W1"], 1, 1).broken(0), interval(TRUTA_2004["W1"], 1, 1)
    ).startswith("Who is alone in both files weighs more than nothing")
    assert (
        reason_text(1, 3, interval(W4, 3, 3).broken(-1)[-1:], interval(W4, 3, 3)) == "No weight is negative."
    )


def test_neighbours_that_contradict_each_other_are_named_as_the_cause() -> None:
    matrix = WeightMatrix(structure="sampling", block=[[1, 5, 3], [0, 2, 2], [0, 0, 2]], tail=0)
    found = interval(matrix, 1, 2)
    assert allowed_text(found) == "nothing"
    assert refused_text("5", found) == "5 does not fit here, and nothing else does."
    assert "change them first" in reason_text(1, 2, found.broken(5), found)


def test_rows_have_labels() -> None:
    labels = [row_title(i, 8) for i in (1, 2, 3, 4, 9)]
    assert labels == ["alone  1", "pair  2", "3 people  3", "4", "9 and more"]


def test_changes_are_said_in_words() -> None:
    assert cells_text([(1, 1)]) == "1, 1"
    assert cells_text([(1, 1), (2, 2), (3, 3)]) == "1, 1; 2, 2 and 3, 3"
    assert cells_text([(i, i) for i in range(1, 16)]) == "1, 1; 2, 2; 3, 3 and 12 more"
    assert cells_text([(1, j) for j in range(1, 1504)]).endswith("1, 3 and 1,500 more")
    assert push_text(1, 4) == "Push 1 weight to 4"
    assert push_text(2, 4) == "Push both to 4"
    assert push_text(1200, 0.5) == "Push 1,200 weights to 0.5"
    assert pushes_text("4", 1) == "4 pushes 1 other weight."
    assert breaking_text(1) == "1 weight breaks a rule"
    assert breaking_text(3) == "3 weights break a rule"


@pytest.mark.parametrize(
    ("total", "text"),
    [
        (10.0, "10"),
        (12_500_500.0, "12,500,500"),
        (2.5, "2.5"),
        (1 / 3, "≈ 0.333333"),
        (float("nan"), "?"),
        (float("inf"), "?"),
        (1234.5, "1,234.5"),
    ],
)
def test_sums_are_written_with_marks_between_thousands(total: float, text: str) -> None:
    assert sum_text(total) == text
