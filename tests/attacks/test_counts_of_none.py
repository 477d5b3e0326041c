"""Attack: a count of original values that is told as 0 is exact, and tells all of them at once.

Before, "0 values changed" proved each value of a file that PRAM had hardly changed, and two editions of which
one counts nobody and the other one person told that person from all others.
"""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.edition import EVERYTHING, WITHHELD, Edition
from sdcdesk.core.results.findings_json import findings_json
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS
from tests.attacks.public_numbers import numbers

RECORDS = 300

CHANGED = MEASURES["categorical_comparison"](variables=("ill",)), "tables/variables/rows/ill/changed"


def survey(seed: int) -> Microdata:
    random = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "ill": random.choice(["yes", "no"], RECORDS, p=[0.1, 0.9]),
            "debt": np.round(random.lognormal(7, 0.8, RECORDS), 2),
            "town": random.choice(list("abc"), RECORDS),
        }
    )
    scales = {"ill": Scale.NOMINAL, "debt": Scale.CONTINUOUS, "town": Scale.NOMINAL}
    return Microdata(
        frame, [Variable(name=name, role=Role.CONFIDENTIAL, scale=scale) for name, scale in scales.items()]
    )


def told(measure: Measure, original: Microdata, released: Microdata, edition: Edition) -> dict[str, float]:
    written = findings_json(measure.assess(original, released), edition)
    parts = {name: written[name] for name in ("figures", "tables")}
    return {"/".join(address): number for address, number in numbers(parts)}


def kept(data: Microdata, *, changed: int) -> Microdata:
    """Return the file after PRAM that, by chance, changed so many diagnoses."""
    masked = METHODS["pram"](variable="ill", diagonal=99.9).apply(data, seed=1)
    ill = data.frame["ill"].copy()
    ill[:changed] = ill[:changed].map({"yes": "no", "no": "yes"})
    return masked.assign({"ill": ill})


@pytest.mark.parametrize(("edition", "differ"), [(EVERYTHING, 20), (WITHHELD, 0)])
def test_whether_the_only_person_was_changed_is_not_told(edition: Edition, differ: int) -> None:
    measure, address = CHANGED
    found = 0
    for seed in range(20):
        data = survey(seed)
        nobody, one = (
            told(measure, data, kept(data, changed=changed), edition)[address] for changed in (0, 1)
        )
        found += (nobody == 0) and (one != 0)
    assert found == differ


def test_a_count_of_none_is_told_as_a_step() -> None:
    measure, address = CHANGED
    data = survey(1)
    whole = measure.assess(data, kept(data, changed=0))
    assert told(measure, data, kept(data, changed=0), WITHHELD)[address] == 10
    assert told(measure, data, kept(data, changed=0), EVERYTHING)[address] == 0
    assert whole.table("variables")["changed"].tolist() == [0]


def test_what_no_step_touched_has_not_changed_as_everybody_knows() -> None:
    data = survey(1)
    measure = MEASURES["categorical_comparison"](variables=("ill", "town"))
    found = told(measure, data, kept(data, changed=0), WITHHELD)
    assert found["tables/variables/rows/town/changed"] == 0
    assert found["tables/variables/rows/ill/changed"] == 10
