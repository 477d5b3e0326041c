"""Attack: a file was put together of two, and how its cells are written tells from which one a record came.

One site encloses text, writes two decimals and NA; the other one does not. The variable with the site is
blanked and the order is random. Before, marks, decimals and words of other variables told the site of every
record.
"""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.cli import main
from sdcdesk.io import ReadOptions

N = 400
WHERE = {"comparisons": [{"variable": "site", "relation": "is not missing"}]}
BLANKING = f"value_suppression:{json.dumps({'variables': ['site'], 'where': WHERE})}"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    drawn = np.random.default_rng(0)
    lines = ["site,no,job,rate,visits"]
    for number in range(N):
        first, job, rate = (
            number < N // 2,
            drawn.choice(["cook", "smith"]),
            f"{drawn.integers(1, 999) / 10:.1f}",
        )
        visits = str(drawn.integers(1, 9)) if number % 7 else "NA" if first else ""
        cells = ("A", f'"{job}"', f"{rate}0") if first else ("B", job, rate)
        lines.append(f"{cells[0]},{number},{cells[1]},{cells[2]},{visits}")
    path = tmp_path / "both.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def told(lines: list[str]) -> dict[str, float]:
    """Return for each way of writing what share of the records it says the site of, better than a guess."""
    cells = [line.split(",") for line in lines]
    first = np.array([int(one[1]) < N // 2 for one in cells])
    marks = {
        "marks": [one[2].startswith('"') for one in cells],
        "decimals": [len(one[3].partition(".")[2]) == 2 for one in cells],
        "words": [one[4] == "NA" for one in cells],
    }
    return {
        way: float(abs(np.array(found)[first].mean() - np.array(found)[~first].mean()))
        for way, found in marks.items()
    }


def masked(file: Path, *options: str) -> list[str]:
    out = file.with_name("released.csv")
    read = ("--numbers", "rate", "--missing", "NA")
    asked = (
        "mask",
        str(file),
        "--method",
        BLANKING,
        "--seed",
        "3912345678912345",
        "--out",
        str(out),
        "--overwrite",
    )
    assert main([*asked, *read, *options]) == 0
    return out.read_text(encoding="utf-8").splitlines()[1:]


def test_how_cells_are_written_does_not_tell_where_records_came_from(file: Path) -> None:
    kept = told(masked(file))
    assert kept["marks"] == kept["decimals"] == 1.0, (
        "what is at stake: in their order, cells leave as they came"
    )
    assert kept["words"] > 0.1
    shuffled = masked(file, "--shuffle")
    assert max(told(shuffled).values()) == 0.0
    released = sdc.read(file.with_name("released.csv")).frame
    assert pd.api.types.is_float_dtype(released["rate"])


def test_cells_that_are_all_written_alike_leave_as_they_came(tmp_path: Path) -> None:
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    rows = [f'"{number}",{number / 4:.2f},{number or "NA"}' for number in range(40)]
    path.write_text("\n".join(["no,rate,visits", *rows]) + "\n", encoding="utf-8")
    sdc.write(sdc.read(path, ReadOptions(missing=("NA",))), out, order="records", seed=3912345678912345)
    released = out.read_text(encoding="utf-8").splitlines()[1:]
    assert released != rows
    assert sorted(released) == sorted(rows)


def written(folder: Path, rate: str, marks: str) -> str:
    """Return what leaves in a random order of a file whose first rate, and first word, is blanked."""
    rows = [f"1,{rate},{marks}cook{marks}", *(f"{number},{number}.50,smith" for number in range(2, 40))]
    path, out = folder / "one.csv", folder / "out.csv"
    path.write_text("\n".join(["no,rate,job", *rows]) + "\n", encoding="utf-8")
    where = {"comparisons": [{"variable": "no", "relation": "is", "values": [1]}]}
    step = f"value_suppression:{json.dumps({'variables': ['rate', 'job'], 'where': where})}"
    asked = ("mask", path, "--method", step, "--seed", "3912345678912345", "--out", out, "--shuffle")
    assert main([*map(str, asked), "--numbers", "rate", "--overwrite"]) == 0
    return out.read_text(encoding="utf-8")


@pytest.mark.parametrize(("rate", "marks"), [("7.5", ""), ("7.123456", ""), ("7", ""), ("7.50", '"')])
def test_how_a_blanked_cell_was_written_does_not_show_in_the_others(
    rate: str, marks: str, tmp_path: Path
) -> None:
    assert written(tmp_path, rate, marks) == written(tmp_path, "7.50", "")


@pytest.mark.parametrize("rate", ["7.5", "7.500", "7"])
def test_how_a_record_that_is_left_out_was_written_does_not_show_in_the_others(
    rate: str, tmp_path: Path
) -> None:
    path, out = tmp_path / "one.csv", tmp_path / "out.csv"
    rows = [f"{number},{number}.50" for number in range(2, 40)]
    path.write_text("\n".join(["no,rate", f"1,{rate}", *rows]) + "\n", encoding="utf-8")
    data = sdc.read(path, ReadOptions(numbers=("rate",)))
    sdc.write(data.take(np.arange(1, len(data))), out, order="records", seed=3912345678912345)
    assert sorted(out.read_text(encoding="utf-8").splitlines()[1:]) == sorted(rows)
