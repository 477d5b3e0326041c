"""Attack: the public figures hold the matrices of a step, which are taken off the released values again."""

import json
from pathlib import Path

import numpy as np
import pandas as pd

from sdcdesk.cli import main
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import ReadOptions
from sdcdesk.masking import MatrixMasking

N = 30
MIXTURE = "2,1\n1,3"


def numbers(matrix: object) -> np.ndarray | None:
    """Return the matrix of a parameter, where it is one."""
    if not isinstance(matrix, str):
        return None
    return np.array([[float(cell) for cell in line.split(",")] for line in matrix.splitlines()])


def unmasked(released: np.ndarray, parameters: dict[str, object]) -> np.ndarray | None:
    """Return (V′ − C)·B⁻¹."""
    mixture, displacement = numbers(parameters["mixture"]), numbers(parameters["displacement"])
    if mixture is None or displacement is None:
        return None
    return (released - displacement) @ np.linalg.inv(mixture)


def test_matrices_of_a_step_stand_in_no_public_document(tmp_path: Path) -> None:
    drawn = np.random.default_rng(1)
    original = drawn.lognormal(8, 1, (N, 2)).round(2)
    noise = "\n".join(f"{one:.3f},{other:.3f}" for one, other in drawn.normal(0, 500, (N, 2)))
    file, at = tmp_path / "firms.csv", tmp_path / "firms.sdcdesk"
    pd.DataFrame(original, columns=["sales", "wages"]).to_csv(file, index=False)
    step = MatrixMasking(variables=("sales", "wages"), mixture=MIXTURE, displacement=noise)
    Project(data=DataReference.to(file, at, ReadOptions()), recipe=Recipe(seed=2**62).then(step)).save(at)
    out, report, figures = (tmp_path / name for name in ("safe.csv", "report.html", "figures.json"))
    written = ("--out", out, "--report", report, "--json", figures, "--release-anyway", "a test")
    main([str(word) for word in ("run", at, *written)])
    released = pd.read_csv(out).to_numpy()
    found = unmasked(released, step.parameters)
    assert found is not None
    assert np.abs(found - original).max() < 1e-6, "what is at stake"
    parameters = json.loads(figures.read_text(encoding="utf-8"))["steps"][0]["parameters"]
    assert unmasked(released, parameters) is None
    assert (parameters["mixture"], parameters["displacement"]) == ({"lines": 2}, {"lines": N})
    assert noise.split(",")[0] not in report.read_text(encoding="utf-8")
