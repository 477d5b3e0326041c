"""Attack: members of a household share a dwelling, which is masked for each by itself: they outvote noise.

The attacker reads the released file alone: of each household he takes the commonest value, or the mean.
"""

import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.operations.method import Method
from sdcdesk.masking import METHODS
from sdcdesk.release.residual_risk import ResidualRisk
from sdcdesk.release.residual_risk_search import find_residual_risks

SEED = 712345678912345
HOUSEHOLDS, MEMBERS = 200, 5
KEYS = ("region", "age")
NUMBERS = sdc.masking.NewNumbers(variables=["home"])


@pytest.fixture
def people() -> Microdata:
    drawn = np.random.default_rng(6)
    home = np.repeat(np.arange(HOUSEHOLDS), MEMBERS)
    frame = pd.DataFrame(
        {
            "home": [f"H{number}" for number in home],
            "region": drawn.choice(["north", "south", "east", "west"], HOUSEHOLDS)[home],
            "rent": drawn.lognormal(6, 0.5, HOUSEHOLDS).round(2)[home],
            "age": drawn.integers(0, 95, len(home)),
        }
    )
    variables = [
        Variable(name="home", role=Role.HOUSEHOLD),
        Variable(name="region", role=Role.KEY),
        Variable(name="rent", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS),
        Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS),
    ]
    return Microdata(frame, variables)


def pram(*, households: bool) -> Method:
    return METHODS["pram"](variable="region", diagonal=60.0, households=households)


def noise(*, households: bool) -> Method:
    return sdc.masking.AdditiveNoise(variables=["rent"], variance_share=20.0, households=households)


def right(people: Microdata, masked: Microdata) -> tuple[float, float]:
    """Return the share of regions that are as they were, and that the commonest of the household is."""
    true = people.column("region").to_numpy()
    commonest = masked.frame.groupby("home")["region"].transform(lambda one: one.mode().iloc[0])
    return float((masked.column("region") == true).mean()), float((commonest == true).mean())


def off(people: Microdata, masked: Microdata) -> tuple[float, float]:
    """Return how far rents are from what they were, and how far the means of households are."""
    true, means = people.numbers("rent"), masked.frame.groupby("home")["rent"].transform("mean")
    return float(np.std(masked.numbers("rent") - true)), float(np.std(means - true))


def looked(people: Microdata, masked: Microdata, *steps: Method) -> list[ResidualRisk]:
    found = find_residual_risks(people, masked, (*steps, NUMBERS), KEYS)
    return [one for one in found if one.kind in ("shared", "blanked")]


def test_a_region_that_is_drawn_for_each_member_is_named(people: Microdata) -> None:
    step = pram(households=False)
    masked = NUMBERS.apply(step.apply(people, seed=SEED), seed=SEED)
    kept, voted = right(people, masked)
    assert voted > kept + 0.15, "what is at stake"
    found = looked(people, masked, step)
    assert [(one.kind, one.variable) for one in found] == [("shared", "home"), ("shared", "rent")]
    assert found[0].records > 0.8 * len(people)
    assert "region" in found[0].about


def test_a_rent_that_gets_noise_for_each_member_is_named(people: Microdata) -> None:
    step = noise(households=False)
    masked = NUMBERS.apply(step.apply(people, seed=SEED), seed=SEED)
    single, mean = off(people, masked)
    assert mean < single / 2, "what is at stake"
    assert [one.records for one in looked(people, masked, step)] == [len(people)]


def test_what_is_drawn_alike_in_a_household_is_not_named(people: Microdata) -> None:
    steps = pram(households=True), noise(households=True)
    masked = people
    for step in steps:
        masked = step.apply(masked, seed=SEED)
    masked = NUMBERS.apply(masked, seed=SEED)
    kept, voted = right(people, masked)
    assert kept == voted
    assert not looked(people, masked, *steps)


def test_what_members_do_not_share_is_not_named(people: Microdata) -> None:
    step = sdc.masking.AdditiveNoise(variables=["age"], variance_share=20.0)
    assert not looked(people, NUMBERS.apply(step.apply(people, seed=SEED), seed=SEED), step)


def test_a_household_without_its_number_tells_nothing(people: Microdata) -> None:
    step = pram(households=False)
    assert not looked(people, step.apply(people, seed=SEED).drop(["home", "rent"]), step)


def test_new_numbers_of_households_tell_what_was_blanked_as_old_ones_do(people: Microdata) -> None:
    regions = people.column("region").mask(np.arange(len(people)) % MEMBERS == 0)
    masked = NUMBERS.apply(people.assign({"region": regions}), seed=SEED)
    found = looked(people, masked)
    assert [(one.kind, one.variable) for one in found] == [("blanked", "home"), ("blanked", "rent")]
    assert found[0].records == HOUSEHOLDS


def test_another_variable_that_says_the_region_is_named(people: Microdata) -> None:
    offices = people.column("region").map({"north": "1", "south": "2", "east": "3", "west": "4"})
    people = Microdata(
        people.frame.assign(office=offices.astype("str")), [*people.variables, Variable(name="office")]
    )
    step = pram(households=True)
    masked = step.apply(people, seed=SEED).drop(["home", "rent"])
    [found] = looked(people, masked, step)
    assert found.variable == "office"
    assert found.mend is not None
    assert found.mend.variable == "office"
