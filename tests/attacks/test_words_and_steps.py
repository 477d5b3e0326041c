"""Attack: sentences, and the steps by which a figure is computed, tell what the rounded figure does not.

Two public editions differ by one confidential value. Before, the report wrote "≈ 30 %" of a risk and below it
the sum of which it is made, with two decimals, and notes counted records to the last one.
"""

import re
from collections.abc import Iterator

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.edition import EVERYTHING, WITHHELD, Edition
from sdcdesk.core.results.findings import Figure, Findings
from sdcdesk.core.results.withholding import withheld
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS
from sdcdesk.release.measure_check import check_measure
from tests.attacks.public_numbers import best_guess

RECORDS, TRIED = 300, 10
HIGH, LOW = {"ill": "yes", "w": 200.5}, {"ill": "no", "w": 15.0}
NUMBER = re.compile(r"\d[\d,.]*")


def survey() -> Microdata:
    """Return people of whom the first are ill and have large weights, and the next ones are not."""
    random = np.random.default_rng(21)
    frame = pd.DataFrame(
        {
            "age": random.integers(18, 90, RECORDS),
            "region": random.choice(list("abcd"), RECORDS),
            "ill": random.choice(["yes", "no"], RECORDS, p=[0.15, 0.85]),
            "w": np.round(random.uniform(10, 20, RECORDS), 1),
        }
    )
    for place, name in enumerate(["ill", "w"]):
        frame.iloc[: TRIED // 2, 2 + place] = HIGH[name]
        frame.iloc[TRIED // 2 : TRIED, 2 + place] = LOW[name]
    variables = [
        Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS),
        Variable(name="region", role=Role.KEY),
        Variable(name="ill", role=Role.CONFIDENTIAL),
        Variable(name="w", role=Role.WEIGHT, scale=Scale.CONTINUOUS),
    ]
    return Microdata(frame, variables)


def others(data: Microdata, name: str) -> Iterator[tuple[Microdata, int]]:
    """Yield files in which one person has another value, and which way it went."""
    for person in range(TRIED):
        up = person >= TRIED // 2
        column = data.frame[name].copy()
        column[person] = (HIGH if up else LOW)[name]
        yield Microdata(data.frame.assign(**{name: column}), data.variables), 1 if up else -1


def texts(found: Findings) -> Iterator[tuple[str, str]]:
    """Walk through the sentences and steps of findings, with what tells them apart."""
    for section in found.sections:
        yield section.name, str(section.about)
        for note in section.notes:
            yield section.name, str(note.text)
        for block in section.blocks:
            for words, value in block.computation if isinstance(block, Figure) else ():
                yield block.name, str(words)
                yield f"{block.name} {NUMBER.sub('#', words)}", str(getattr(value, "value", value))


def told(found: Findings, edition: Edition) -> dict[str, float]:
    """Return the numbers of all sentences and steps by their place."""
    numbers = {}
    for where, text in texts(withheld(found, edition)):
        for place, number in enumerate(NUMBER.findall(text)):
            numbers[f"{where}: {NUMBER.sub('#', text)} {place}"] = float(number.strip(",.").replace(",", ""))
    return numbers


def informedness(measure: Measure, name: str) -> tuple[float, float]:
    """Return how well the best number of sentences and steps tells which way one value went, 0…1."""
    data = survey()
    ill = METHODS["pram"](variable="ill", diagonal=70.0).apply(data, seed=4).frame["ill"]
    weights = METHODS["microaggregation"](variables=["w"], k=5).apply(data).frame["w"]

    def find(original: Microdata) -> Findings:
        entry = check_measure(measure, original, original.assign({"ill": ill, "w": weights}))
        assert entry.after is not None, entry.error
        return entry.after

    return best_guess(told, find(data), [(find(other), way) for other, way in others(data, name)])


@pytest.mark.parametrize(
    ("measure", "name"),
    [
        (MEASURES["probabilistic_linkage"](keys=("age", "ill", "region")), "ill"),
        (MEASURES["k_anonymity"](keys=("ill", "region"), k=60), "ill"),
        (MEASURES["disclosure_risk"](keys=("age", "ill"), k=5), "ill"),
        (MEASURES["sampling_risk"](keys=("age", "ill")), "ill"),
        (MEASURES["individual_risk"](weight="w"), "w"),
        (MEASURES["attacker_risks"](keys=("age", "ill"), population="weights", weight="w"), "w"),
    ],
    ids=lambda one: getattr(one, "name", one),
)
def test_no_sentence_or_step_tells_what_one_value_was(measure: Measure, name: str) -> None:
    board, public = informedness(measure, name)
    assert board > 0.6, "else this test proves nothing"
    assert public < 0.5


def test_a_figure_that_is_rounded_tells_no_steps() -> None:
    data = survey()
    masked = METHODS["pram"](variable="ill", diagonal=70.0).apply(data, seed=4)
    found = MEASURES["disclosure_risk"](keys=("age", "ill"), k=5).assess(data, masked)
    public, board = (withheld(found, edition).figure("dr_max") for edition in (WITHHELD, EVERYTHING))
    assert public.quantity.rounded_to
    assert not public.computation
    assert board.computation
