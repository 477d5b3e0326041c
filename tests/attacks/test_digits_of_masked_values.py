"""Attack: among values with few decimals those with many were changed, and all others are as they were.

So were those that are 0, beside others that are −0: a number below 0 that was rounded to it.
"""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.operations.method import Method
from sdcdesk.masking import METHODS
from sdcdesk.release.residual_risk_search import find_residual_risks


def people() -> Microdata:
    """Three hundred people, of whom six have far more than the others."""
    rng = np.random.default_rng(3)
    frame = pd.DataFrame(
        {
            "income": np.round(rng.normal(2_000, 300, 300), 2),
            "age": rng.normal(50, 12, 300).astype(np.int64),
        }
    )
    frame.loc[:5, ["income", "age"]] = [[90_000.25 + 4_000 * place, 140 + place] for place in range(6)]
    frame["age"] = frame["age"].astype("int64")
    scale = Scale.CONTINUOUS
    return Microdata(frame, [Variable(name="income", scale=scale), Variable(name="age", scale=scale)])


def with_many_digits(masked: Microdata) -> np.ndarray:
    """Return which records have a value with more than two decimals, bool (n,)."""
    return np.any([np.round(numbers, 2) != numbers for numbers in map(masked.numbers, masked.names)], axis=0)


@pytest.mark.parametrize(
    "step",
    [
        sdc.masking.OutlierNoise(variables=("income", "age")),
        sdc.masking.MultivariateTopCoding(variables=("income", "age")),
    ],
    ids=lambda step: step.name,
)
def test_digits_do_not_tell_who_was_changed(step: Method) -> None:
    original = people()
    masked = step.apply(original, 712345678912345 if step.random else None)
    changed = np.any([masked.numbers(name) != original.numbers(name) for name in original.names], axis=0)
    assert changed[:6].all()
    assert not with_many_digits(masked).any()
    assert pd.api.types.is_integer_dtype(masked.column("age"))
    fault = step.changed(decimals=False).apply(original, 712345678912345 if step.random else None)
    assert with_many_digits(fault)[:6].all(), "what is at stake"


@pytest.mark.parametrize("name", ["outlier_noise", "multivariate_top_coding"])
def test_digits_that_tell_are_told_before_the_file_leaves(name: str) -> None:
    """Whoever asks for all digits is told what they say, and that rounding takes it away."""
    original = people()
    step = METHODS[name](variables=("income", "age"), decimals=False)
    masked = step.apply(original, 712345678912345 if step.random else None)
    found = {
        one.variable: one for one in find_residual_risks(original, masked, (step,)) if one.kind == "digits"
    }
    assert set(found) == {"income", "age"}
    assert found["income"].records == int(
        (np.round(masked.numbers("income"), 2) != masked.numbers("income")).sum()
    )
    for one in found.values():
        assert one.mend is not None
        assert one.mend.step is not None
        masked = one.mend.step.apply(masked)
    assert not with_many_digits(masked).any()
    assert not [one for one in find_residual_risks(original, masked, (step,)) if one.kind == "digits"]
    kept = step.changed(decimals=True).apply(original, 712345678912345 if step.random else None)
    assert not [one for one in find_residual_risks(original, kept, (step,)) if one.kind == "digits"]


@pytest.mark.parametrize(
    "step",
    [
        sdc.masking.OutlierNoise(variables=("income",)),
        sdc.masking.MultivariateTopCoding(variables=("income",)),
        sdc.masking.Microaggregation(variables=("income",), k=3, decimals=True),
    ],
    ids=lambda step: step.name,
)
def test_last_digits_of_amounts_in_hundreds_are_told(step: Method) -> None:
    """People say their income in hundreds, and a changed one is none: all others are as they were."""
    rng = np.random.default_rng(3)
    income = np.round(rng.lognormal(8, 0.5, 500), -2).astype("int64")
    original = Microdata(pd.DataFrame({"income": income}), [Variable(name="income", scale=Scale.CONTINUOUS)])
    masked = step.apply(original, 712345678912345 if step.random else None)
    changed = masked.numbers("income") != income
    odd = masked.numbers("income") % 100 != 0
    assert odd.sum() > 10
    assert changed[odd].all(), "what is at stake"
    [found] = [one for one in find_residual_risks(original, masked, (step,)) if one.kind == "digits"]
    assert (found.variable, found.records) == ("income", odd.sum())
    assert found.mend is not None
    assert found.mend.step is not None
    mended = found.mend.step.apply(masked)
    assert not (mended.numbers("income") % 100).any()
    assert not [one for one in find_residual_risks(original, mended, (step,)) if one.kind == "digits"]


def test_digits_of_what_changed_as_a_whole_tell_nothing() -> None:
    original = people()
    step = sdc.masking.AdditiveNoise(variables=("income", "age"))
    masked = step.apply(original, 712345678912345)
    assert not [one for one in find_residual_risks(original, masked, (step,)) if one.kind == "digits"]


@pytest.mark.parametrize(
    "step",
    [
        sdc.masking.OutlierNoise(variables=("growth", "profit"), outlying="record", inside=60.0),
        sdc.masking.MultivariateTopCoding(variables=("growth", "profit"), inside=60.0),
        sdc.masking.AdditiveNoise(variables=("growth", "profit"), decimals=True, variance_share=1.0),
    ],
    ids=lambda step: step.name,
)
def test_the_sign_of_zero_does_not_tell_who_was_changed(step: Method, tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        {"growth": rng.normal(0, 4, 400).round(2), "profit": rng.normal(0, 0.2, 400).round(1) + 0.0}
    )
    original = Microdata(frame, [Variable(name=name, scale=Scale.CONTINUOUS) for name in frame])
    seed = 712345678912345 if step.random else None
    computed = step.changed(decimals=False).apply(original, seed).numbers("profit")
    fault = np.round(computed, 1)
    assert (np.signbit(fault) & (fault == 0)).any(), "what is at stake"
    masked = step.apply(original, seed)
    profit = masked.numbers("profit")
    assert not (np.signbit(profit) & (profit == 0)).any()
    sdc.write(masked, tmp_path / "released.csv")
    cells = [
        line.split(",")[1] for line in (tmp_path / "released.csv").read_text(encoding="utf-8").splitlines()
    ]
    assert "0" in cells
    assert not {"-0.0", "-0"} & set(cells)
