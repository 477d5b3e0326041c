"""Attack: how many people were ill follows from how uncertain their masked category leaves them.

Two categories that a recoding made one have an entropy from which their shares follow, and so how many people
had each; the matrix of PRAM and EBIL do the same for a variable with two values.
"""

from math import log2

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.numbers.contributions import COUNTED_TOGETHER
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.edition import EVERYTHING, WITHHELD, Edition
from sdcdesk.core.results.withholding import withheld
from sdcdesk.loss import Ebil, Pril
from sdcdesk.masking import Pram

RECORDS = 500


def survey(seed: int) -> Microdata:
    random = np.random.default_rng(seed)
    frame = pd.DataFrame({"state": random.choice(["ill", "dead", "well"], RECORDS, p=[0.15, 0.05, 0.8])})
    return Microdata(frame, [Variable(name="state", role=Role.CONFIDENTIAL)])


def possible(measure: Measure, original: Microdata, edition: Edition) -> list[int]:
    """Return how many of those who are ill or dead may be dead, by all that a document tells of the loss."""
    masked = original.recode("state", lambda states: states.where(states == "well", "other"))
    found = withheld(measure.assess(original, masked), edition)
    group = int((masked.frame["state"] == "other").sum())
    told = [
        (figure.quantity, 1 if name == measure.name else RECORDS) for name, figure in found.figures.items()
    ]
    table = found.tables["variables"]
    told += [(table.quantities(table.column(measure.name))[0], 1)]
    left = []
    for dead in range(1, group // 2):  # fewer are dead than ill, as everybody knows
        lost = sum(count * log2(group / count) for count in (dead, group - dead))
        if all(
            abs(lost / by - one.value) < (one.rounded_to or 1e-9) for one, by in told if one.value is not None
        ):
            left.append(dead)
    return left


@pytest.mark.parametrize("measure", [Ebil(), Pril()], ids=["ebil", "pril"])
@pytest.mark.parametrize("seed", range(4))
def test_how_many_had_a_category_that_became_a_wider_one_is_not_told(measure: Measure, seed: int) -> None:
    original = survey(seed)
    true = int((original.frame["state"] == "dead").sum())
    assert possible(measure, original, EVERYTHING) == [true], "else this test proves nothing"
    left = possible(measure, original, WITHHELD)
    assert true in left
    assert len(left) >= COUNTED_TOGETHER


@pytest.mark.parametrize("measure", [Ebil(), Pril()], ids=["ebil", "pril"])
def test_no_number_of_pram_is_told_with_all_digits(measure: Measure) -> None:
    original = survey(5)
    masked = Pram(variable="state", diagonal=70.0).apply(original, seed=1)
    found = withheld(measure.assess(original, masked), WITHHELD)
    table = found.tables["variables"]
    numbers = [figure.quantity for figure in found.figures.values()]
    numbers += [
        table.quantities(column)[0]
        for column in table.columns
        if column.name in ("entropy", measure.name, f"{measure.name}_mean")
    ]
    assert len(numbers) >= 4
    assert all(one.rounded_to for one in numbers)
    assert set(found.tables) == {"variables"}, "categories are values of the data"
