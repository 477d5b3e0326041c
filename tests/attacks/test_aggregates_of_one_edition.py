"""Attacks on numbers computed from values, by somebody who holds one public edition and the released file."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.numeric import is_numeric
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.edition import EVERYTHING
from sdcdesk.core.text.sentence import localised
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.io.csv.options import ReadOptions
from sdcdesk.loss import ContinuousLoss, HeadlineLoss
from sdcdesk.masking import METHODS
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.release_check import Release, check_release
from sdcdesk.report.html import render
from sdcdesk.report.sections import findings_html
from sdcdesk.report.text import findings_lines, steps_lines
from tests.attacks.public_numbers import firms, near, numbers
from tests.contract.conftest import finished_folder as finished_folder  # a fixture
from tests.contract.conftest import people
from tests.contract.test_measures import masking
from tests.contract.test_methods import CASES

MARKED = 8675309.25
"""A value far from all others."""

IN_TEXT = re.compile(r"(?<![\w.#])\d[\d,]*(?:\.\d+)?(?!\w)")
"""Numbers in a text; the digits with which a hash begins are none."""


@pytest.fixture(autouse=True)
def _beside_the_finished_file(finished_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(finished_folder)


@pytest.fixture(scope="module")
def marked() -> Microdata:
    data = people(200)
    income = data.column("income").copy()
    income.iloc[0] = MARKED
    return Microdata(data.frame.assign(income=income), data.variables).with_edit_rules(data.rules)


@pytest.fixture(scope="module")
def masked(marked: Microdata) -> Microdata:
    return masking(marked)


def guesses(number: float, records: int, mean: float) -> Iterator[float]:
    """Walk through what an attacker makes of a number: a value, a mean, a deviation, a variance, a ratio."""
    root = (records - 1) / records**0.5
    yield from (number, number * records, number * (records - 1), mean + number * root)
    if number >= 0:
        yield from (mean + number**0.5 * root, number**0.5 * root)


def recovered(found: list[float], data: Microdata, masked: Microdata) -> list[float]:
    """Return the numbers from which the marked value follows; what the released file tells, he has anyway."""
    present = int((~data.missing("income")).sum())
    numeric = "income" in masked and is_numeric(masked, "income")
    released = masked.numbers("income") if numeric else np.array([0.0])
    mean = float(np.nanmean(released)) if np.isfinite(released).any() else 0.0
    return [one for one in found if any(near(guess, MARKED) for guess in guesses(one, present, mean))]


def in_text(text: str) -> list[float]:
    return [float(found.replace(",", "")) for found in IN_TEXT.findall(text)]


def documents(release: Release) -> Iterator[list[float]]:
    """Walk through the numbers of all that a public edition writes."""
    yield [number for _, number in numbers(json.loads(json.dumps(release.to_json())))]
    yield in_text("\n".join(localised(line) for line in steps_lines(release, tables=True)))
    yield in_text(re.sub(r"<[^>]*>", " ", render(release).partition("<body")[2]))


def release_of(data: Microdata, recipe: Recipe) -> Release:
    project = Project(
        data=DataReference(path="people.csv", size=1, sha256="0" * 64, options=ReadOptions()),
        variables=data.variables,
        recipe=recipe,
        measures=(HeadlineLoss(), ContinuousLoss()),
    )
    return check_release(project, Pipeline(data).run(recipe)).followed()


@pytest.mark.parametrize("method", CASES)
def test_no_step_tells_the_largest_value(method: object, marked: Microdata) -> None:
    release = release_of(marked, Recipe(seed=1).then(method))  # type: ignore[arg-type]
    for found in documents(release):
        assert not recovered(found, marked, release.run.masked)


@pytest.mark.parametrize("name", [measure.name for measure in MEASURES])
def test_no_measure_tells_the_largest_value(name: str, marked: Microdata, masked: Microdata) -> None:
    for parameters in MEASURES[name].examples:
        found = MEASURES[name](**parameters).assess(marked, masked)
        written = [number for _, number in numbers(json.loads(json.dumps(found.to_json())))]
        text = "\n".join(localised(line) for line in findings_lines(found))
        page = re.sub(r"<[^>]*>", " ", findings_html(found))
        for document in (written, in_text(text), in_text(page)):
            assert not recovered(document, marked, masked)


def moments(found: Assessment, *, internal: bool = False) -> tuple[float, float] | None:
    """Return mean and deviation of the original turnover as JSON tells them; None: it does not."""
    written = found.to_json(*([EVERYTHING] if internal else []))
    [row] = [row for row in written["tables"]["variables"]["rows"] if row["variable"] == "turnover"]
    told = row["mean_before"], row["deviation_before"]
    return None if None in told else told  # type: ignore[return-value]


def from_moments(told: tuple[float, float], records: int) -> float:
    mean, deviation = told
    return mean + deviation * (records - 1) / records**0.5


def test_an_outlier_is_not_computed_from_mean_and_deviation() -> None:
    before = after = 0
    for seed in range(20):
        data = firms(400, MARKED, seed)
        found = ContinuousLoss().assess(data, data)
        whole, public = moments(found, internal=True), moments(found)
        before += whole is not None and near(from_moments(whole, 400), MARKED, 0.1)
        after += public is not None and near(from_moments(public, 400), MARKED)
    assert (before, after) == (20, 0)


def test_values_that_no_other_dominates_have_rounded_means() -> None:
    data = firms(400, 900.0)
    told = moments(ContinuousLoss().assess(data, data))
    assert told is not None
    assert told[0] == pytest.approx(data.numbers("turnover").mean(), rel=0.02)


def test_range_and_deviation_do_not_follow_from_the_loss() -> None:
    data = firms(400, MARKED)
    wide = METHODS["recoding"](variable="turnover", how="width", width=1e6).apply(data)
    found = HeadlineLoss().assess(data, wide)
    for internal in (True, False):
        rows = found.to_json(*([EVERYTHING] if internal else []))["tables"]["parts"]["rows"]
        [loss] = [row["loss"] for row in rows if row["part"] == "turnover"]
        assert near(1e6 / (loss / 100) if loss else np.inf, MARKED, 3.0) is internal
