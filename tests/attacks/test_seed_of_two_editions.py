"""Attack: two files leave that were masked with one seed, and their difference tells what was drawn.

A record draws the same number whatever the parameters and its values are; that is what makes files the same
again, and so it is told wherever a second file is masked with a seed.
"""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.cli import main
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.random.secret_seed import CONFIDENTIAL, DRAWN_AS_BEFORE
from sdcdesk.document.data_changes import data_changes, read_as_described
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import ReadOptions

SEED = 712345678912345
N = 500


def people(year: int) -> Microdata:
    incomes = np.random.default_rng(8).lognormal(8, 1, N)
    growth = np.random.default_rng(year).uniform(0.9, 1.2, N)
    return Microdata(pd.DataFrame({"income": incomes * growth}))


def noisy(share: float, seed: int, year: int = 1) -> np.ndarray:
    noise = sdc.masking.AdditiveNoise(variables=("income",), variance_share=share)
    return Recipe(seed=seed).then(noise).apply(people(year)).numbers("income")


def error(guesses: np.ndarray, true: np.ndarray) -> float:
    return float(np.abs(guesses - true).mean() / np.abs(true).mean())


@pytest.mark.parametrize(("seed", "most"), [(SEED, 1e-9), (SEED + 1, None)])
def test_two_variances_of_noise_give_the_values(seed: int, most: float | None) -> None:
    less, more = noisy(10.0, SEED), noisy(20.0, seed)
    guesses = (np.sqrt(2) * less - more) / (np.sqrt(2) - 1)
    found = error(guesses, people(1).numbers("income"))
    assert found < most if most else found > 1.0, "a new seed ends the attack"


@pytest.mark.parametrize(("seed", "most"), [(SEED, 0.3), (SEED + 1, None)])
def test_two_years_give_what_changed(seed: int, most: float | None) -> None:
    then, now = noisy(10.0, SEED, year=1), noisy(10.0, seed, year=2)
    changes = people(2).numbers("income") - people(1).numbers("income")
    found = np.abs(now - then - changes).mean() / np.abs(changes).mean()
    assert found < most if most else found > 1.0, "a new seed ends the attack"


def test_whoever_masks_a_second_file_with_a_seed_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / f"{year}.csv" for year in (1, 2)]
    for year, file in enumerate(files, start=1):
        people(year).frame.round(2).to_csv(file, index=False)
    noise = sdc.masking.AdditiveNoise(variables=("income",))
    for method, told in ((noise, True), (sdc.masking.Rounding(variables=("income",), base=10.0), False)):
        at = tmp_path / f"{method.name}.sdcdesk"
        project = Project(
            data=DataReference.to(files[0], at, ReadOptions()), recipe=Recipe(seed=SEED).then(method)
        )
        project.save(at)
        main(["run", str(at)])
        assert DRAWN_AS_BEFORE not in capsys.readouterr().err
        main(["run", str(at), "--data", str(files[1])])
        assert (DRAWN_AS_BEFORE in capsys.readouterr().err) is told
        changes = data_changes(project, read_as_described(project, files[1]))
        assert (DRAWN_AS_BEFORE in changes) is told
    main(["explain", "additive_noise"])
    assert "Draw a new seed before a second file leaves" in " ".join(capsys.readouterr().out.split())
    assert "with one seed" in CONFIDENTIAL
