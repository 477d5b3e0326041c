"""Attack: weights are equal within regions, and so tell the region of records in which it was blanked.

The attacker reads the released file alone: every weight stands beside one region, wherever that is known.
"""

from typing import Any

import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.results.edition import EVERYTHING, WITHHELD
from sdcdesk.release.residual_risk import ResidualRisk
from sdcdesk.release.residual_risk_search import find_residual_risks

SEED = 712345678912345
N = 1000
KEYS = ("region", "age")
WEIGHTS = {"north": 12.5, "south": 20.0, "east": 8.0, "west": 31.25}
BLANKING = sdc.masking.LocalSuppression(keys=KEYS, k=4, importance={"age": 9.0})


def people(other: str, role: Role) -> Microdata:
    drawn = np.random.default_rng(2)
    regions = drawn.choice(list(WEIGHTS), N)
    office = {region: f"office {place}" for place, region in enumerate(WEIGHTS)}
    frame = pd.DataFrame(
        {"region": regions, "age": drawn.integers(18, 95, N), "ill": drawn.choice(["a", "b"], N)}
    )
    frame[other] = [(WEIGHTS if role is Role.WEIGHT else office)[region] for region in regions]
    scale = Scale.CONTINUOUS if role is Role.WEIGHT else Scale.NOMINAL
    keys = [Variable(name=name, role=Role.KEY) for name in KEYS]
    return Microdata(frame, [*keys, Variable(name=other, role=role, scale=scale)])


def found_again(original: Microdata, masked: Microdata, other: str) -> tuple[int, int]:
    """Return how many regions were blanked, and how many of them the attacker says right."""
    frame = masked.frame
    of_value = frame.dropna(subset=["region"]).groupby(other)["region"].agg(lambda one: one.unique().tolist())
    sure = {value: regions[0] for value, regions in of_value.items() if len(regions) == 1}
    blank = frame["region"].isna().to_numpy()
    guesses = frame[other][blank].map(sure).to_numpy()
    return int(blank.sum()), int((guesses == original.column("region").to_numpy()[masked.rows][blank]).sum())


def looked(original: Microdata, masked: Microdata, *steps: Any) -> list[ResidualRisk]:
    return [one for one in find_residual_risks(original, masked, steps, KEYS) if one.kind == "blanked"]


@pytest.mark.parametrize(("other", "role"), [("weight", Role.WEIGHT), ("office", Role.OTHER)])
def test_what_tells_blanked_values_is_named(other: str, role: Role) -> None:
    original = people(other, role)
    masked = sdc.masking.RandomOrder().apply(BLANKING.apply(original), seed=SEED)
    blanked, right = found_again(original, masked, other)
    assert right == blanked > 20, "what is at stake"
    [found] = looked(original, masked, BLANKING)
    assert (found.variable, found.records) == (other, blanked)
    assert str(found.text) == f"{other} tells what was blanked of region, in {blanked} records."
    if role is Role.WEIGHT:
        assert found.mend is None, "weights cannot be missing"
        return
    assert found.mend is not None
    assert found.mend.step is not None
    safe = found.mend.step.apply(masked)
    assert found_again(original, safe, other) == (blanked, 0)
    assert not looked(original, safe, BLANKING, found.mend.step)


def test_variables_that_only_go_together_are_not_named() -> None:
    original = people("office", Role.OTHER)
    offices = original.column("office").to_numpy(copy=True)
    offices[: N // 5] = "office 0"
    original = original.assign({"office": pd.Series(offices)})
    masked = BLANKING.apply(original)
    assert masked.missing("region").any()
    assert not looked(original, masked, BLANKING)


def test_how_many_were_blanked_and_not_missing_before_is_told_nobody_else() -> None:
    """Two originals that differ in one region, which is missing or is blanked: what leaves is the same."""
    with_region = people("weight", Role.WEIGHT)
    masked = BLANKING.apply(with_region)
    [some, *_] = np.flatnonzero(masked.missing("region"))
    regions = with_region.column("region").copy()
    regions[some] = None
    lacking = Microdata(with_region.frame.assign(region=regions), with_region.variables)
    found = [looked(original, masked, BLANKING)[0] for original in (with_region, lacking)]
    assert found[0].records == found[1].records + 1, "what is at stake"
    told = [
        [(one.to_json(edition, accepted=False), one.for_edition(edition)) for one in found]
        for edition in (EVERYTHING, WITHHELD)
    ]
    assert told[0][0] != told[0][1]
    assert told[1][0] == told[1][1]
    assert told[1][0][0]["records"] is None
