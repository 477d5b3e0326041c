"""Interactions of the log-linear model as people write them."""

import pytest

from sdcdesk.core.errors import DataError
from sdcdesk.risk.population_uniques.log_linear_model import model_terms, model_words

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


def test_a_model_is_said_in_words() -> None:
    assert model_words([], NAMES) == "main effects"
    assert model_words(model_terms("two_way", (), NAMES), NAMES) == "all two-way interactions"
    assert model_words([(0, 3), (1, 2)], NAMES) == "main effects and age × sex, age group × a*b"
