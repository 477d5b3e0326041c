"""Interactions of the log-linear model as people write them."""

import pytest

from sdcdesk.core.running.errors import DataError
from sdcdesk.risk.population_uniques.log_linear_model import model_terms, model_text

NAMES = ("age", "age group", "a*b", "sex")


def test_models_have_their_interactions() -> None:
    assert model_terms("main", (), NAMES) == []
    assert model_terms("two_way", (), NAMES[:3]) == [(0, 1), (0, 2), (1, 2)]
    written = ("sex × age", "age group*sex*age", " a*b * age group ")
    assert model_terms("named", written, NAMES) == [(0, 3), (0, 1, 3), (1, 2)]


@pytest.mark.parametrize("text", ["", "age", "age × age", "age × income", "age × sex ×", "× age", "age sex"])
def test_what_is_no_interaction_of_keys_is_refused(text: str) -> None:
    with pytest.raises(DataError, match="is no interaction of key variables") as error:
        model_terms("named", (text,), NAMES)
    assert error.value.field == "interactions"


@pytest.mark.parametrize(
    ("text", "names", "one", "other"),
    [
        ("a × b × c", ("a", "b", "c", "a × b"), "“a” × “b” × “c”", "“c” × “a × b”"),
        ("c*a*b", ("a*b", "a", "b", "c"), "“a*b” × “c”", "“a” × “b” × “c”"),
        ("a × b × c", ("a × b", "b × c", "c", "a"), "“a × b” × “c”", "“b × c” × “a”"),
        ("a × b", ("a", "a ", "b"), "“a” × “b”", "“a ” × “b”"),
        ("b × a ", ("a", "a ", "b"), "“a” × “b”", "“a ” × “b”"),
        ("b*c", ("b", "c ", " c"), "“b” × “c ”", "“b” × “ c”"),
    ],
)
def test_what_can_be_read_as_two_interactions_is_refused(
    text: str, names: tuple[str, ...], one: str, other: str
) -> None:
    with pytest.raises(DataError) as error:
        model_terms("named", (text,), names)
    assert f"can be read as {one} and as {other}," in error.value.message
    assert error.value.field == "interactions"


@pytest.mark.parametrize(
    ("text", "names", "places"),
    [
        ("a × b", ("a", "b", "a × b"), (0, 1)),
        ("a*b*c", ("a", "a*b", "c"), (1, 2)),
        ("b*a", ("a", "a ", "b"), (0, 2)),
        ("b × a", ("a ", "b"), (0, 1)),
        ("a  × b", ("a ", "b"), (0, 1)),
        ("a* × b*", ("a*", "b*"), (0, 1)),
        ("a × × b", ("a ×", "b"), (0, 1)),
    ],
)
def test_names_that_hold_the_sign_or_end_in_a_blank_are_read(
    text: str, names: tuple[str, ...], places: tuple[int, ...]
) -> None:
    assert model_terms("named", (text,), names) == [places]


def test_many_names_within_one_another_are_read_soon() -> None:
    names = ["*".join("a" * length) for length in range(1, 40)]
    with pytest.raises(DataError, match="can be read as"):
        model_terms("named", ("*".join("a" * 30),), names)


def test_a_model_is_said_in_words() -> None:
    assert model_text([], NAMES) == "main effects"
    assert model_text(model_terms("two_way", (), NAMES), NAMES) == "all two-way interactions"
    assert model_text([(0, 3), (1, 2)], NAMES) == "main effects and age × sex, age group × a*b"
