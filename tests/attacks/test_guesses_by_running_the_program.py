"""Attack: who knows all diagnoses but one runs the program on both, and sees which gives the public document.

Numbers are rounded up or down at random, and what is random is computed from the original, so that equal
projects give equal documents. Without a key that only the owner has, anybody computes it from a guess.
"""

from functools import cache

import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.edition import WITHHELD, Edition
from sdcdesk.core.results.findings_json import findings_json
from sdcdesk.document.recipe import Recipe
from sdcdesk.loss import CategoricalComparison, Ebil, HeadlineLoss, Pril
from sdcdesk.masking import METHODS
from tests.attacks.test_aggregates_of_one_edition import release_of
from tests.attacks.test_guesses_of_two_editions import survey

PEOPLE = 5


@cache
def released() -> "pd.Series[str]":
    return METHODS["pram"](variable="ill", diagonal=70.0).apply(survey(), seed=4).frame["ill"]


def document(edition: Edition, person: int, ill: str) -> str:
    """Return what an edition tells, if a person had this diagnosis."""
    data = survey()
    frame = data.frame.assign(ill=data.frame["ill"].where(data.frame.index != person, ill))
    original = Microdata(frame, data.variables)
    masked = original.assign({"ill": released()})
    measures = CategoricalComparison(), Ebil(), Pril(), HeadlineLoss()
    return str([findings_json(one.assess(original, masked), edition) for one in measures])


def proved(edition: Edition) -> int:
    """Return of how many people exactly one diagnosis gives the document that was published."""
    diagnoses, found = survey().frame["ill"], 0
    for person in range(PEOPLE):
        published = document(edition, person, diagnoses[person])
        found += [document(WITHHELD, person, ill) == published for ill in ("yes", "no")].count(True) == 1
    return found


def test_a_public_document_proves_no_guess_to_who_runs_the_program() -> None:
    data, recipe = survey(), Recipe(seed=2**61 + 12345)
    edition = release_of(data, recipe).edition()
    assert proved(WITHHELD) == PEOPLE, "else this test proves nothing"
    assert proved(edition) == 0
    assert str(recipe.seed) not in repr(edition)
