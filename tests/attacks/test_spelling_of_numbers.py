"""Who reads a released column learns nothing from how its numbers are spelt: not which of them stayed."""

import json
from pathlib import Path

import numpy as np
import pytest

from sdcdesk.cli import main

SPELT = ("1.50", "2.50", "3.5", "4.50", "5.5", "6.00", "007")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    drawn = np.random.default_rng(5)
    path = tmp_path / "people.csv"
    rows = (f"{number},{SPELT[drawn.integers(len(SPELT))]}" for number in range(300))
    path.write_text("\n".join(("no,income", *rows)) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "method",
    [
        'data_swapping:{"variables": ["income"], "target": "drawn", "rate": 20}',
        'rank_swapping:{"variables": ["income"]}',
        'pram:{"variable": "income", "how": "keep", "diagonal": 75.0}',
        'tail_coding:{"variable": "income", "top": 5}',
        'shuffling:{"variables": ["income"], "predictors": ["no"]}',
    ],
)
def test_a_value_that_stayed_is_spelt_as_one_that_came(file: Path, method: str) -> None:
    released = file.with_name("released.csv")
    scale = "--nominal" if method.startswith("pram") else "--continuous"
    arguments = ["mask", str(file), scale, "income", "--seed", "712345678912345", "--out", str(released)]
    assert main([*arguments, "--method", method]) == 0
    values = [line.split(",")[1] for line in released.read_text(encoding="utf-8").splitlines()[1:]]
    assert len(set(values)) == len({float(value) for value in values})


def test_a_cell_that_was_blanked_is_written_as_one_that_was_empty(tmp_path: Path) -> None:
    """Statistics programs enclose text, and leave empty cells bare."""
    path, released = tmp_path / "people.csv", tmp_path / "released.csv"
    path.write_text('no,job\n1,"astronaut"\n2,"cook"\n3,\n4,"cook"\n', encoding="utf-8")
    where = {"comparisons": [{"variable": "job", "relation": "is", "values": ["astronaut"]}]}
    method = f"value_suppression:{json.dumps({'variables': ['job'], 'where': where})}"
    assert main(["mask", str(path), "--method", method, "--out", str(released)]) == 0
    assert released.read_text(encoding="utf-8") == 'no,job\n1,\n2,"cook"\n3,\n4,"cook"\n'
