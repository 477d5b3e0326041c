"""Attack: two public editions differ by one confidential value, which no rate or count tells."""

from collections.abc import Callable, Iterator

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.method import Method
from sdcdesk.core.results.edition import EVERYTHING, WITHHELD, Edition
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.results.findings_json import findings_json
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.recipe import Recipe
from sdcdesk.masking import METHODS
from sdcdesk.release.measure_check import check_measure
from sdcdesk.release.pipeline import Pipeline
from tests.attacks.public_numbers import best_guess, numbers

RECORDS = 600
TRIED = 24


def survey() -> Microdata:
    random = np.random.default_rng(21)
    frame = pd.DataFrame(
        {
            "age": random.integers(18, 90, RECORDS),
            "region": random.choice(list("abcdefgh"), RECORDS),
            "ill": random.choice(["yes", "no"], RECORDS, p=[0.1, 0.9]),
            "debt": np.where(
                random.random(RECORDS) < 0.3, 0.0, np.round(random.lognormal(7, 0.8, RECORDS), 2)
            ),
        }
    )
    variables = [
        Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS),
        Variable(name="region", role=Role.KEY),
        Variable(name="ill", role=Role.CONFIDENTIAL),
        Variable(name="debt", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS),
    ]
    return Microdata(frame, variables)


def others(data: Microdata, name: str) -> Iterator[tuple[Microdata, int]]:
    """Yield files in which one person has another confidential value, and which way it went."""
    for person in range(TRIED):
        column = data.frame[name].copy()
        old = column[person]
        new: object = ("no" if old == "yes" else "yes") if name == "ill" else (900.25 if old == 0 else 0.0)
        column[person] = new
        yield (
            Microdata(data.frame.assign(**{name: column}), data.variables),
            1 if new in ("yes", 0.0) else -1,
        )


def told(found: Findings, edition: Edition) -> dict[str, float]:
    written = findings_json(found, edition)
    parts = {name: written[name] for name in ("figures", "tables") if name in written}
    return {"/".join(address): number for address, number in numbers(parts)}


def informedness(find: Callable[[Microdata], Findings], name: str) -> tuple[float, float]:
    """Return how well the best number tells which way one confidential value went, 0…1.

    First where everything is told, then in public editions.
    """
    data = survey()
    whole = find(data)
    assert told(whole, WITHHELD), "else nothing is tried"
    return best_guess(told, whole, [(find(other), way) for other, way in others(data, name)])


@pytest.mark.parametrize(
    ("measure", "name"),
    [
        (MEASURES["inference"](variables=("ill",)), "ill"),
        (MEASURES["three_criteria"](variables=("ill",), keys=("age", "region")), "ill"),
        (MEASURES["continuous_loss"](variables=("debt",)), "debt"),
        (MEASURES["distance_linkage"](keys=("debt",)), "debt"),
        (MEASURES["k_anonymity"](keys=("ill", "region"), k=60), "ill"),
        (MEASURES["disclosure_risk"](keys=("age", "ill"), k=5), "ill"),
        (MEASURES["attacker_risks"](keys=("age", "ill")), "ill"),
        (MEASURES["sampling_risk"](keys=("age", "ill")), "ill"),
        (MEASURES["suda"](keys=("age", "ill", "region")), "ill"),
        (MEASURES["key_finder"](variables=("age", "ill", "region")), "ill"),
    ],
    ids=lambda one: getattr(one, "name", one),
)
def test_no_rate_or_count_tells_what_one_value_was(measure: Measure, name: str) -> None:
    data = survey()
    masked = METHODS["pram"](variable="ill", diagonal=70.0).apply(data, seed=4).frame["ill"]
    noisy = (
        METHODS["additive_noise"](variables=["debt"], variance_share=1.0).apply(data, seed=5).frame["debt"]
    )

    def find(original: Microdata) -> Findings:
        released = original.assign({"ill": masked, "debt": noisy})
        entry = check_measure(measure, original, released)
        assert entry.after is not None, entry.error
        return entry.after

    board, public = informedness(find, name)
    assert board > 0.6, "else this test proves nothing"
    assert public < 0.5


NO_DEBT = {"comparisons": [{"variable": "debt", "relation": "at most", "values": [0]}]}


@pytest.mark.parametrize(
    ("method", "name"),
    [
        (METHODS["value_suppression"](variables=["debt"], where=NO_DEBT), "debt"),
        (METHODS["value_suppression"](variables=["region"], where=NO_DEBT), "debt"),
        (METHODS["stratified_sampling"](within=["ill"], by="size", size=200, allocation="equal"), "ill"),
    ],
    ids=["value_suppression", "condition", "stratified_sampling"],
)
def test_no_step_tells_what_one_value_was(method: Method, name: str) -> None:
    board, public = informedness(lambda original: method.mask(original, seed=3).findings, name)
    assert board > 0.6, "else this test proves nothing"
    assert public < 0.5


def test_notes_of_a_step_count_confidential_values_in_steps_of_ten() -> None:
    data = survey()
    debt = data.frame["debt"].mask(np.arange(RECORDS) < 37)
    data = Microdata(data.frame.assign(debt=debt), data.variables)
    step = METHODS["microaggregation"](variables=["debt", "age"], grouping="together", k=3)
    stage = Pipeline(data).run(Recipe(seed=2**62).then(step)).stages[0]
    words = "records with a missing value were left as they are, not masked."
    assert f"37 {words}" in stage.notes(EVERYTHING)
    (written,) = stage.notes(WITHHELD)
    assert written in {f"≈\u202f{count} {words}" for count in (30, 40)}
