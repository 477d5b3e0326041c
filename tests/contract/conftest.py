from pathlib import Path
from shutil import copyfile

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.io import write
from sdcdesk.masking.edit_rules.edit_rule import EditRule

CHILD = {"comparisons": [{"variable": "age", "relation": "less than", "values": [15]}]}
PUPIL = {"comparisons": [{"variable": "school", "relation": "at most", "values": ["primary"]}]}
RULE = EditRule(name="Children are at school", when=CHILD, then=PUPIL)


def people(records: int) -> Microdata:
    """Microdata with every scale and role, missing values of both kinds, skewed and tied values."""
    rng = np.random.default_rng(42)
    frame = pd.DataFrame(
        {
            "id": [f"P{number:05d}" for number in range(records)],
            "age": rng.integers(0, 100, records),
            "zip": rng.choice(
                ["0012", "0013", "4801", "4802", "4899"], records, p=[0.5, 0.2, 0.2, 0.07, 0.03]
            ),
            "school": rng.choice(["none", "primary", "secondary", "higher"], records),
            "income": np.round(rng.lognormal(10, 1, records), 2),
            "bonus": rng.integers(0, 4, records) * 1000.0,
            "weight": rng.uniform(1, 20, records),
            "home": [f"H{number // 2}" for number in range(records)],
        }
    )
    frame.loc[frame.index % 7 == 3, "income"] = np.nan
    frame.loc[frame.index % 11 == 4, "zip"] = None
    frame.loc[frame.index % 13 == 5, "age"] = -9
    return Microdata(
        frame,
        [
            Variable(name="id", role=Role.IDENTIFIER),
            Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS, missing=(-9,), unit="years"),
            Variable(name="zip", role=Role.KEY),
            Variable(
                name="school",
                role=Role.KEY,
                scale=Scale.ORDINAL,
                categories=("none", "primary", "secondary", "higher"),
            ),
            Variable(name="income", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS),
            Variable(name="bonus", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS),
            Variable(name="weight", role=Role.WEIGHT, scale=Scale.CONTINUOUS),
            Variable(name="home", role=Role.HOUSEHOLD),
        ],
    ).with_edit_rules([RULE])


def write_finished(folder: Path, data: Microdata) -> None:
    """Write the files that examples name: the people masked elsewhere, and their populations.

    In finished.csv some are left out; in whole.csv all stand in their order.
    """
    kept = np.flatnonzero(np.arange(len(data)) % 3)[::-1]
    write(data.take(kept), folder / "finished.csv", identifiers=True)
    write(data.recode("age", lambda ages: ages // 10 * 10), folder / "whole.csv", identifiers=True)
    for name in ("population.csv", "margins.csv"):
        copyfile(Path(__file__).with_name(name), folder / name)


@pytest.fixture(scope="session")
def finished_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that examples name; see `write_finished`."""
    folder = tmp_path_factory.mktemp("finished")
    write_finished(folder, people(200))
    return folder


@pytest.fixture(autouse=True)
def _beside_the_finished_file(finished_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(finished_folder)


@pytest.fixture(scope="session")
def data() -> Microdata:
    """One for all tests, for data are never changed; who asks whether they are compares with others."""
    return people(200)


@pytest.fixture(scope="session")
def no_records() -> Microdata:
    return people(0)


@pytest.fixture(scope="session")
def one_record() -> Microdata:
    return people(1)


@pytest.fixture(scope="session")
def all_alike() -> Microdata:
    """Every record equal to the first."""
    return people(200).take(np.zeros(50, dtype=np.int64))
