"""Attacks by what leaves beside the keys, before and after the mends that are offered.

The attacker holds the released file, and of every original record what somebody else's file of the same
survey could hold: the number of its household, a number made of an identifier, its weight, its place.
"""

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.document.recipe import Recipe
from sdcdesk.release.residual_risk import ResidualRisk
from sdcdesk.release.residual_risk_search import find_residual_risks

N = 3000


@pytest.fixture(scope="module")
def survey() -> Microdata:
    draw = np.random.default_rng(22)
    household = np.sort(draw.integers(10_000, 90_000, N))
    frame = pd.DataFrame(
        {
            "pid": draw.permutation(N) + 500_000,
            "hh": household,
            "hh_code": (household * 7919) % 1_000_003,
            "interview": np.arange(N) * 3 + 17,
            "w": draw.gamma(4.0, 25.0, N) + 10,
            "age": draw.integers(0, 90, N),
            "income": draw.lognormal(8, 1, N).round(2),
            "admitted": pd.Series(pd.date_range("2020-01-01", periods=1000).strftime("%Y-%m-%d"))[
                draw.integers(0, 1000, N)
            ].to_numpy(),
            "remark": [f"came with a complaint of kind {number}" for number in draw.permutation(N)],
        }
    )
    data = Microdata(frame)
    roles = {"pid": "identifier", "hh": "household", "w": "weight", "age": "key", "income": "confidential"}
    described = [data.variable(name).changed(role=Role(role)) for name, role in roles.items()]
    codes = [data.variable(name).changed(scale="nominal") for name in ("hh_code",)]
    return data.describe(*described, *codes)


def released(data: Microdata, found: tuple[ResidualRisk, ...] = ()) -> tuple[Microdata, Recipe]:
    """Return the file as it leaves after the mends of what was found."""
    recipe = Recipe(seed=22)
    for one in found:
        if one.mend is None:
            continue
        if one.mend.step is not None:
            recipe = recipe.then(one.mend.step)
        else:
            data = data.describe(data.variable(one.mend.variable).changed(role=Role.IDENTIFIER))
    masked = recipe.apply(data)
    return masked.drop(masked.named(Role.IDENTIFIER)), recipe


def looked(data: Microdata, masked: Microdata, recipe: Recipe) -> tuple[ResidualRisk, ...]:
    return find_residual_risks(data, masked, [step.method for step in recipe.steps], ("age",))


def found_again(survey: Microdata, masked: Microdata, name: str) -> float:
    """Return the share of released records that a value leads to which one original record has."""
    if name not in masked:
        return 0.0
    then = survey.column(name).astype(str)
    only = then[~then.duplicated(keep=False)]
    places = pd.Series(only.index, index=only)
    guess = places.reindex(masked.column(name).astype(str)).to_numpy(dtype=float, na_value=-1)
    return float((guess == masked.rows).mean())


def by_household(survey: Microdata, masked: Microdata, name: str) -> float:
    """Return the share of released records whose household in the original is that of their number."""
    if name not in masked:
        return 0.0
    own = survey.column(name).astype(str).to_numpy()[masked.rows]
    return float((own == masked.column(name).astype(str).to_numpy()).mean())


def by_place(_survey: Microdata, masked: Microdata) -> float:
    """Return the share of released records that lie beside their line, in order among those released."""
    return float((np.sort(masked.rows) == masked.rows).mean())


ATTACKS: dict[str, Callable[[Microdata, Microdata], float]] = {
    "household number": lambda survey, masked: by_household(survey, masked, "hh"),
    "function of the household number": lambda survey, masked: by_household(survey, masked, "hh_code"),
    "number of the interview": lambda survey, masked: found_again(survey, masked, "interview"),
    "weights": lambda survey, masked: found_again(survey, masked, "w"),
    "free text": lambda survey, masked: found_again(survey, masked, "remark"),
    "days": lambda survey, masked: found_again(survey, masked, "admitted"),
    "order": by_place,
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_what_is_offered_ends_the_attack(survey: Microdata, attack: str) -> None:
    plain, begun = released(survey)
    found = looked(survey, plain, begun)
    safe, recipe = released(survey, found)
    before, after = (ATTACKS[attack](survey, masked) for masked in (plain, safe))
    assert before > (0.04 if attack == "days" else 0.85)
    assert after <= 0.005
    assert looked(survey, safe, recipe) == (), "nothing is open any more"


def test_each_is_named_with_how_many_it_singles_out_and_amounts_are_not(survey: Microdata) -> None:
    plain, recipe = released(survey)
    named = {one.name: one.records for one in looked(survey, plain, recipe)}
    whole = {"order", "household:hh", "copy:hh_code", "copy:interview"}
    assert {name for name, records in named.items() if records == N} >= whole
    assert set(named) == whole | {"weight:w", "date:admitted", "text:remark"}
    assert named["weight:w"] > 0.99 * N


def test_identifiers_are_named_where_they_are_kept(survey: Microdata) -> None:
    masked = Recipe(seed=22).apply(survey)
    assert "identifier:pid" in {one.name for one in looked(survey, masked, Recipe(seed=22))}
