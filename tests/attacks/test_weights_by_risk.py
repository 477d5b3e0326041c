"""Attacks on sampling weights that are not released as they were: by the risk of one, and by two editions."""

from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import brentq

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.numbers.quantity import SHARE, Quantity
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.edition import EVERYTHING, WITHHELD, Edition
from sdcdesk.core.results.withholding import withheld
from sdcdesk.masking import METHODS
from sdcdesk.release.measure_check import assessed_beside
from sdcdesk.risk import (
    AttackerRisks,
    AttributeDisclosure,
    IndividualRisk,
    PopulationUniques,
    Suda,
    TCloseness,
)
from tests.attacks.public_numbers import near

SHARED = METHODS["microaggregation"](variables=["weight"], k=5)


def sample(seed: int, records: int = 60) -> Microdata:
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "age": np.append(rng.integers(20, 26, records - 1), 90),
            "weight": np.round(rng.uniform(20, 60, records), 1),
            "diagnosis": rng.choice(["flu", "gout", "none"], records),
        }
    )
    frame.loc[records - 1, "weight"] = 8.7  # alone with its age, and of the least weight
    weight = Variable(name="weight", role=Role.WEIGHT, scale=Scale.CONTINUOUS)
    keys = Variable(name="age", role=Role.KEY)
    return Microdata(frame, [keys, weight, Variable(name="diagnosis", role=Role.CONFIDENTIAL)])


def weight_of(risk: float) -> float:
    """Return the weight of somebody who is alone, from the risk p/(1 − p)·ln(1/p), p = 1/w."""
    return float(brentq(lambda w: -np.log(1 / w) * (1 / w) / (1 - 1 / w) - risk, 1.0001, 1e6))


def largest_risk(data: Microdata, released: Microdata, edition: Edition) -> float | None:
    found = IndividualRisk(keys=["age"]).assess(data, released)
    return withheld(found, edition).figure("largest_risk").quantity.value


@pytest.mark.parametrize("seed", range(5))
def test_the_weight_of_one_follows_from_no_public_risk(seed: int) -> None:
    data = sample(seed)
    released = SHARED.apply(data)
    exact = largest_risk(data, released, EVERYTHING)
    assert exact is not None
    assert near(weight_of(exact), 8.7, 0.01), "else this test proves nothing"
    told = largest_risk(data, released, WITHHELD)
    assert told is None or not near(weight_of(told), 8.7, 5.0)


@pytest.mark.parametrize("seed", range(5))
def test_weights_that_are_released_are_no_secret(seed: int) -> None:
    data = sample(seed)
    assert largest_risk(data, data, WITHHELD) == largest_risk(data, data, EVERYTHING)


def people(data: Microdata, edition: Edition) -> float | None:
    """Return the sum of the original weights, from the sampling fraction."""
    found, _ = assessed_beside(PopulationUniques(keys=["age"]), data, SHARED.apply(data))
    told = withheld(found, edition).figure("sampling_fraction")
    fraction = told.quantity.value
    return None if not fraction else len(data) / fraction


@pytest.mark.parametrize("seed", range(5))
def test_one_weight_follows_from_no_two_public_editions(seed: int) -> None:
    data = sample(seed)
    rest = Microdata(data.frame.iloc[1:].reset_index(drop=True), data.variables)
    weight = float(data.numbers("weight")[0])
    exact = [people(file, EVERYTHING) for file in (data, rest)]
    assert near((exact[0] or 0) - (exact[1] or 0), weight, 5.0)
    told = [people(file, WITHHELD) for file in (data, rest)]
    assert None in told or not near((told[0] or 0) - (told[1] or 0), weight, 10.0)
    words = " ".join(
        note.text
        for section in withheld(PopulationUniques(keys=["age"]).assess(data, SHARED.apply(data))).sections
        for note in section.notes
    )
    assert f"{sum(data.numbers('weight')):,.0f}" not in words


def rarest(data: Microdata, edition: Edition) -> float | None:
    """Return how many records of the original have its rarest diagnosis, as two measures tell it."""
    masked = METHODS["pram"](variable="diagnosis", diagonal=70.0).apply(data, seed=5)
    found, _ = assessed_beside(TCloseness(keys=["age"]), data, masked)
    before = withheld(found, edition).figure("distance").before
    if before is None or before.value is None:
        return None
    return (1 - before.value) * len(data)


def commonest(data: Microdata, edition: Edition) -> float | None:
    masked = METHODS["pram"](variable="diagnosis", diagonal=70.0).apply(data, seed=5)
    found, _ = assessed_beside(AttributeDisclosure(keys=["age"]), data, masked)
    before = withheld(found, edition).figure("share_guessed_blindly").before
    return None if before is None else before.part


@pytest.mark.parametrize("count", [rarest, commonest])
def test_no_category_of_one_follows_from_two_public_editions(count: object) -> None:
    assert callable(count)
    data = sample(1)
    frames = [data.frame.drop(index=record).reset_index(drop=True) for record in range(30)]
    files = [data, *(Microdata(frame, data.variables) for frame in frames)]
    exact = [count(file, EVERYTHING) for file in files]
    assert len({round(number, 3) for number in exact}) > 1, "else this test proves nothing"
    told = [(count(file, WITHHELD) or 0) / len(file) for file in files]
    assert len(set(told)) == 1, "who has left changes nothing that is told"


def intrusion_of(data: Microdata, edition: Edition, place: str) -> float | None:
    """Return a number of SUDA that the sum of the original weights follows from."""
    found, _ = assessed_beside(Suda(keys=["age"]), data, SHARED.apply(data))
    figure = withheld(found, edition).figure("intrusion")
    if place == "computation":
        for words, row in figure.computation:
            if "Sampling fraction" in words and isinstance(row, Quantity):
                return row.value
        return None
    quantity_or_none = figure.before if place == "before" else figure.quantity
    return None if quantity_or_none is None else quantity_or_none.value


def alone_and_pairs(data: Microdata) -> tuple[int, int]:
    sizes = data.frame["age"].value_counts()
    return int((sizes == 1).sum()), int((sizes == 2).sum())


def weights_in(number: float, data: Microdata, place: str) -> float:
    """Solve the sum of the weights from a sampling fraction, or from π f₁/(π f₁ + 2(1 − π) f₂)."""
    if place == "computation":
        return len(data) / number
    alone, pairs = alone_and_pairs(data)
    fraction = 2 * pairs * number / (alone * (1 - number) + 2 * pairs * number)
    return len(data) / fraction


@pytest.mark.parametrize("place", ["value", "before", "computation"])
def test_one_weight_follows_from_no_data_intrusion_of_two_editions(place: str) -> None:
    ages = [*range(20, 30), *np.repeat(range(40, 45), 2), *([60] * 40)]
    data = sample(0)
    frame = data.frame.assign(age=ages)
    editions = [Microdata(each.reset_index(drop=True), data.variables) for each in (frame, frame.iloc[:-1])]
    weight = float(frame["weight"].iloc[-1])
    exact = [weights_in(intrusion_of(one, EVERYTHING, place) or 0, one, place) for one in editions]
    assert near(exact[0] - exact[1], weight, 1.0), "else this test proves nothing"
    told = [intrusion_of(one, WITHHELD, place) for one in editions]
    solved = [weights_in(number, one, place) for number, one in zip(told, editions, strict=True) if number]
    assert len(solved) < 2 or not near(solved[0] - solved[1], weight, 10.0)


@pytest.mark.parametrize("measure", [PopulationUniques, IndividualRisk, AttackerRisks])
def test_no_computation_tells_more_than_its_figure(measure: type[Measure]) -> None:
    """Rows of a computation held the sampling fraction with all digits beside one with a single digit."""
    data = sample(2)
    parameters = {"population": "weights"} if measure is AttackerRisks else {}
    entry, _ = assessed_beside(measure(keys=["age"], **parameters), data, SHARED.apply(data))
    rows = [
        row
        for figure in withheld(entry).figures.values()
        for row in (*[each for _, each in figure.computation], figure.before)
        if isinstance(row, Quantity) and row.unit.noun is None and row.part is None and row.value
    ]
    shares = [Decimal(f"{row.value:.12g}").normalize().as_tuple().digits for row in rows if row.unit == SHARE]
    assert all(len(digits) <= 2 for digits in shares), shares
