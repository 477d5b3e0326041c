import pytest

from sdcdesk.core.operations.permitted import Range
from sdcdesk.core.random.randomness import LARGEST_SEED


@pytest.mark.parametrize(
    ("allowed", "words", "sentence"),
    [
        (Range(2, 98), "2 to 98", "Between 2 and 98."),
        (Range(2, None), "at least 2", "At least 2."),
        (Range(0, 100, low_open=True), "at most 100", "More than 0 and at most 100."),
        (Range(50, 100, high_open=True), "at least 50, less than 100", "At least 50 and less than 100."),
        (Range(None, 1000), "at most 1,000", "At most 1,000."),
    ],
)
def test_ranges_in_words(allowed: Range, words: str, sentence: str) -> None:
    assert allowed.text() == words
    assert allowed.sentence() == sentence


def test_an_end_that_only_the_machine_sets_is_not_told() -> None:
    assert Range(0, LARGEST_SEED).text() == "at least 0"


def test_ranges_admit_what_they_say() -> None:
    assert Range(0, 1, low_open=True).admits(1)
    assert not Range(0, 1, low_open=True).admits(0)
    assert not Range(0, 1, high_open=True).admits(1)
    assert Range().admits(-1e300)
