"""Attack: what a secret step did to a key follows from rows about other variables, which depend on it too.

Before, a table of inference gave the diagonal of a secret matrix to within a few points.
"""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.edition import EVERYTHING, Edition
from sdcdesk.core.results.findings_json import findings_json
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS
from tests.attacks.public_numbers import numbers

DIAGONAL = 74.0
TRIED = np.arange(62.0, 100.0, 6.0)
PUBLIC = Edition(secret=frozenset({"sex"}))
KEYS = ("region", "school", "sex")

CASES = [
    (MEASURES["inference"](keys=KEYS, variables=("job",), guesses=2500), "tables/attacks/rows/job/share"),
    (MEASURES["linkability"](keys=KEYS, guesses=2500), "tables/attacks/rows/region, school | sex/share"),
    (MEASURES["probabilistic_linkage"](keys=KEYS), "tables/variables/rows/region/m"),
]


def survey(records: int = 2500) -> Microdata:
    """Return people whose job hangs on their sex, in regions of which the released file has others."""
    random = np.random.default_rng(4)
    sex = random.choice(["f", "m"], records)
    usual, other = np.where(sex == "f", [["nurse"], ["smith"]], [["smith"], ["nurse"]])
    chance = random.random(records)
    frame = pd.DataFrame(
        {
            "region": random.choice([f"R{number}" for number in range(12)], records),
            "school": random.choice(["none", "some", "high"], records),
            "sex": sex,
            "job": np.select([chance < 0.6, chance < 0.85], [usual, other], "clerk"),
        }
    )
    return Microdata(
        frame,
        [
            *(Variable(name=name, role=Role.KEY) for name in KEYS),
            Variable(name="job", role=Role.CONFIDENTIAL),
        ],
    )


def masked(data: Microdata, diagonal: float, seed: int) -> Microdata:
    return METHODS["pram"](variable="sex", diagonal=diagonal).apply(data, seed)


def told(measure: Measure, original: Microdata, released: Microdata, edition: Edition) -> dict[str, float]:
    written = findings_json(measure.assess(original, released), edition)
    return {"/".join(address): number for address, number in numbers({"tables": written["tables"]})}


def drawn_back(released: Microdata, diagonal: float, seed: int) -> Microdata:
    """Return an original as it could have been, had the secret matrix this diagonal."""
    random, frame, keep = np.random.default_rng(seed), released.frame, diagonal / 100
    counted = pd.crosstab(frame["sex"], frame["job"])
    matrix = np.array([[keep, 1 - keep], [1 - keep, keep]])
    before = pd.DataFrame(
        np.clip(np.linalg.solve(matrix, counted.to_numpy()), 0, None), counted.index, counted.columns
    )
    now, job = frame["sex"], frame["job"]
    other = now.map({"f": "m", "m": "f"})
    stayed, came = (
        np.array([before.at[key] for key in zip(sexes, job, strict=True)]) * share
        for sexes, share in ((now, keep), (other, 1 - keep))
    )
    drawn = random.random(len(frame)) * (stayed + came) < stayed
    return released.assign({"sex": now.where(drawn, other)})


def diagonal_of(measure: Measure, address: str, number: float, released: Microdata) -> float:
    """Return the diagonal with which originals that could have been come nearest to a number."""
    found = {
        tried: np.mean(
            [
                told(measure, drawn_back(released, tried, seed), released, EVERYTHING)[address]
                for seed in range(2)
            ]
        )
        for tried in TRIED
    }
    return min(found, key=lambda tried: abs(found[tried] - number))


@pytest.mark.parametrize(("measure", "address"), CASES[:1], ids=[one.name for one, _ in CASES[:1]])
def test_what_rows_about_others_tell_is_the_secret_diagonal(measure: Measure, address: str) -> None:
    data = survey()
    released = masked(data, DIAGONAL, seed=9)
    number = told(measure, data, released, EVERYTHING)[address]
    assert abs(diagonal_of(measure, address, number, released) - DIAGONAL) <= 8


@pytest.mark.parametrize(("measure", "address"), CASES, ids=[one.name for one, _ in CASES])
def test_no_such_row_is_public(measure: Measure, address: str) -> None:
    data = survey(getattr(measure, "guesses", 600))
    released = masked(data, DIAGONAL, seed=9)
    assert address in told(measure, data, released, Edition(secret=frozenset({"other"})))
    assert address not in told(measure, data, released, PUBLIC)
