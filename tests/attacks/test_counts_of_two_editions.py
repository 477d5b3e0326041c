"""Attack: two public editions differ by one person, whose original values follow from no count of values."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.numbers.contributions import COUNTED_TOGETHER
from sdcdesk.core.numbers.quantity import VALUES, Quantity
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.edition import EVERYTHING, WITHHELD, Edition
from sdcdesk.core.results.findings_json import findings_json
from sdcdesk.core.results.original_counts import counting_values
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS
from sdcdesk.release.measure_check import check_measure
from tests.attacks.public_numbers import numbers

RECORDS = 2000
PEOPLE = range(60)


@dataclass
class Study:
    """A file with a diagnosis that went through PRAM and an income that got noise, as it is released."""

    original: Microdata
    masked: pd.DataFrame
    known: dict[str, Assessment] = field(default_factory=dict)
    parts: dict[int, "Study"] = field(default_factory=dict)

    def without(self, person: int) -> "Study":
        if person not in self.parts:
            keep = np.arange(RECORDS) != person
            self.parts[person] = Study(
                Microdata(self.original.frame[keep].reset_index(drop=True), self.original.variables),
                self.masked[keep].reset_index(drop=True),
            )
        return self.parts[person]

    def found(self, measure: Measure) -> Assessment:
        """Return what a measure finds; all editions tell of the same."""
        if measure.name not in self.known:
            columns = ["sick", "income"]
            masked = self.original.assign({name: self.masked[name] for name in columns})
            entry = check_measure(measure, self.original, masked)
            assert entry.after is not None, entry.error
            self.known[measure.name] = entry.after
        return self.known[measure.name]

    def told(self, measure: Measure, edition: Edition) -> dict[str, float]:
        """Return the numbers of a measure that a document holds, by their addresses."""
        written: dict[str, Any] = findings_json(self.found(measure), edition)
        parts = {name: written[name] for name in ("figures", "tables")}
        return {"/".join(address): number for address, number in numbers(parts)}


@pytest.fixture(scope="module")
def study() -> Study:
    random = np.random.default_rng(8)
    frame = pd.DataFrame(
        {
            "sick": random.choice(["yes", "no"], RECORDS, p=[0.2, 0.8]),
            "income": np.round(random.lognormal(8, 0.8, RECORDS), 2),
        }
    )
    variables = [
        Variable(name="sick", role=Role.CONFIDENTIAL),
        Variable(name="income", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS),
    ]
    original = Microdata(frame, variables)
    masked = METHODS["pram"](variable="sick", diagonal=70.0).apply(original, seed=4)
    masked = METHODS["additive_noise"](variables=["income"], variance_share=30.0).apply(masked, seed=5)
    return Study(original, masked.frame)


def diagnoses(study: Study, edition: Edition) -> tuple[list[bool], list[bool]]:
    """Say of each person whether his diagnosis was changed, as the two editions tell, and as it was.

    One record fewer whose value was changed is one changed value fewer.
    """
    claimed, true = [], []
    changed = (study.original.frame["sick"] != study.masked["sick"]).tolist()
    for measure in (MEASURES["headline_loss"](), MEASURES["categorical_comparison"]()):
        whole = study.told(measure, edition)
        addresses = [address for address in whole if address.endswith("sick/changed")]
        assert addresses
        for person in PEOPLE:
            less = study.without(person).told(measure, edition)
            claimed.append(any(less.get(address) != whole[address] for address in addresses))
            true.append(changed[person])
    return claimed, true


def informedness(claimed: list[bool], true: list[bool]) -> float:
    """Return how much claims tell, 0…1: the share that is claimed rightly less that claimed wrongly."""
    said, is_so = np.array(claimed), np.array(true)
    return float(said[is_so].mean() - said[~is_so].mean())


def test_whether_a_diagnosis_was_changed_follows_from_no_two_editions(study: Study) -> None:
    claimed, true = diagnoses(study, EVERYTHING)
    assert claimed == true, "else this test proves nothing"
    assert abs(informedness(*diagnoses(study, WITHHELD))) < 0.25


def of_the_last(
    study: Study, edition: Edition, figure: str, parameters: dict[str, Any]
) -> tuple[list[float], list[Any], list[bool]]:
    """Return what a figure of PRAM moves by with each last person, the diagnosis, and whether it changed."""
    method = METHODS["pram"](variable="sick", **parameters)
    sums, diagnosis, changed = [], [], []
    for records in range(RECORDS - len(PEOPLE), RECORDS + 1):
        part = Microdata(study.original.frame.head(records), study.original.variables)
        masked = method.mask(part, seed=4)
        told = findings_json(masked.findings, edition)["figures"][figure]["value"]
        sums.append(records * told if told is not None else 0.0)
        diagnosis.append(part.frame["sick"].iloc[-1])
        changed.append(masked.data.frame["sick"].iloc[-1] != diagnosis[-1])
    return np.diff(sums).tolist(), diagnosis[1:], changed[1:]


def test_whether_a_diagnosis_was_changed_follows_from_no_share_of_the_step(study: Study) -> None:
    added, _, changed = of_the_last(study, EVERYTHING, "realised_change", {"diagonal": 70.0})
    assert [one > 0.5 for one in added] == changed, "else this test proves nothing"
    told, _, changed = of_the_last(study, WITHHELD, "realised_change", {"diagonal": 70.0})
    assert abs(informedness([one > 0.5 for one in told], changed)) < 0.3


def test_a_diagnosis_follows_from_no_expected_share_of_the_step(study: Study) -> None:
    matrix = {"how": "matrix", "transitions": {"yes": {"yes": 0.5, "no": 0.5}, "no": {"no": 0.9, "yes": 0.1}}}
    added, diagnosis, _ = of_the_last(study, EVERYTHING, "expected_change", matrix)
    sick = [one == "yes" for one in diagnosis]
    assert [one > 0.3 for one in added] == sick, "else this test proves nothing"
    told, _, _ = of_the_last(study, WITHHELD, "expected_change", matrix)
    assert abs(informedness([one > 0.3 for one in told], sick)) < 0.3


def test_no_figure_of_an_invariant_matrix_follows_from_the_frequencies(study: Study) -> None:
    method = METHODS["pram"](variable="sick", diagonal=70.0, invariant=True)
    findings = method.mask(study.original, seed=4).findings
    assert findings_json(findings, EVERYTHING)["figures"]["condition"]["value"] is not None
    assert findings_json(findings, WITHHELD)["figures"]["condition"]["value"] is None


def narrowest(study: Study, edition: Edition, person: int) -> int | None:
    """Return the narrowest interval around a masked income that the counts say holds the original one."""
    measure = MEASURES["interval_disclosure"](variables=("income",))
    whole, less = study.told(measure, edition), study.without(person).told(measure, edition)
    widths = [address for address in whole if "widths/rows" in address and address.endswith("/inside")]
    moved = [place for place, address in enumerate(widths) if whole[address] != less.get(address)]
    return min(moved, default=None)


def test_how_near_an_income_was_follows_from_no_two_editions(study: Study) -> None:
    exact = [narrowest(study, EVERYTHING, person) for person in PEOPLE]
    assert sum(one is not None for one in exact) > len(PEOPLE) / 2, "else this test proves nothing"
    told = [narrowest(study, WITHHELD, person) for person in PEOPLE]
    right = sum(one is not None and one == true for one, true in zip(told, exact, strict=True))
    # Whoever always says the usual width is right about as often.
    usual = max(exact.count(width) for width in set(exact))
    assert right <= usual + len(PEOPLE) / 10


@pytest.mark.parametrize("count", [3, 36, 250, 1999])
def test_counts_are_rounded_at_random_and_right_on_average(count: int) -> None:
    told = []
    for edition in range(400):
        quantity = counting_values(Quantity(count, VALUES), 2000, f"edition {edition}".__str__)
        released = WITHHELD.released(quantity)
        assert released.value is not None
        assert abs(released.value - count) < COUNTED_TOGETHER
        told.append(released.value)
    assert len(set(told)) == (1 if count in (3, 250) else 2)
    assert count == 3 or abs(float(np.mean(told)) - count) < 1
    again = WITHHELD.released(quantity)
    assert again == released, "the same number of the same file is always told alike"
