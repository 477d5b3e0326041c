"""Attack: of incomes that are added up only one is masked, and the others tell it.

The attacker reads the released file alone. He regresses the masked variable on the others: noise has the mean
0, and so what he gets is nearer to the truth than what was released.
"""

import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.operations.method import Method
from sdcdesk.release.residual_risk_search import find_residual_risks

SEED = 712345678912345
N = 600
PARTS = ("wages", "rents")


def people(*, together: bool = True) -> Microdata:
    drawn = np.random.default_rng(8)
    frame = pd.DataFrame({name: drawn.lognormal(9, 0.7, N).round(0) for name in (*PARTS, "income")})
    frame["age"] = drawn.integers(18, 80, N)
    if together:
        frame["income"] = frame["wages"] + frame["rents"]
    role, scale = Role.CONFIDENTIAL, Scale.CONTINUOUS
    return Microdata(frame, [Variable(name=name, role=role, scale=scale) for name in frame])


STEPS = {
    "noise": sdc.masking.AdditiveNoise(variables=["income"], variance_share=10.0),
    "factors": sdc.masking.MultiplicativeNoise(variables=["income"]),
    "swapping": sdc.masking.RankSwapping(variables=["income"]),
    "rounding": sdc.masking.Rounding(variables=["income"], base=5000.0),
    "top": sdc.masking.TailCoding(variable="income", top=25_000),
}


def masked(step: Method, data: Microdata) -> Microdata:
    draws = "seed" if step.name not in ("rounding", "tail_coding") else ""
    return step.apply(data, seed=SEED) if draws else step.apply(data)


def error(released: Microdata, truth: np.ndarray) -> tuple[float, float]:
    """Return how far changed incomes are from the truth, as released and by regression."""
    now = released.numbers("income")
    inner = (now > now.min()) & (now < now.max())
    design = np.column_stack([*(released.numbers(name) for name in (*PARTS, "age")), np.ones(N)])
    told = design @ np.linalg.lstsq(design[inner], now[inner], rcond=None)[0]
    changed = now != truth
    off = (np.sqrt(np.mean((one - truth)[changed] ** 2)) for one in (now, told))
    return next(off), next(off)


def named(data: Microdata, released: Microdata, step: Method) -> list[str]:
    found = find_residual_risks(data, released, [step])
    return [one.variable for one in found if one.kind == "related"]


@pytest.mark.parametrize("name", STEPS)
def test_a_variable_that_others_tell_is_named(name: str) -> None:
    data, step = people(), STEPS[name]
    released = masked(step, data)
    still, told = error(released, data.numbers("income"))
    assert told < still / 2, "what is at stake"
    assert named(data, released, step) == ["income"]


@pytest.mark.parametrize("name", STEPS)
def test_a_variable_that_nothing_tells_is_not_named(name: str) -> None:
    data, step = people(together=False), STEPS[name]
    assert not named(data, masked(step, data), step)


def test_variables_that_are_masked_together_are_not_named() -> None:
    data = people()
    step = sdc.masking.AdditiveNoise(variables=["income", *PARTS], variance_share=10.0)
    assert not named(data, step.apply(data, seed=SEED), step)


def test_missing_values_and_small_files_are_no_hindrance() -> None:
    data, step = people(), STEPS["noise"]
    gaps = data.assign({"wages": data.column("wages").mask(np.arange(N) % 50 == 0)})
    assert named(gaps, step.apply(gaps, seed=SEED), step) in ([], ["income"])
    few = Microdata(data.frame.head(12), data.variables)
    assert not named(few, step.apply(few, seed=SEED), step)
