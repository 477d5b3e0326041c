import json
from pathlib import Path

import pandas as pd
import pytest

from sdcdesk.cli import main

SAMPLE = Path(__file__).resolve().parents[2] / "resources" / "samples" / "billing_5000.sdcdesk"


def test_a_file_is_released_in_random_order_and_the_outcome_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept, shuffled, figures = (str(tmp_path / name) for name in ("kept.csv", "out.csv", "out.json"))
    assert main(["run", str(SAMPLE), "--out", kept]) == 0
    assert "in the order of the original file" in capsys.readouterr().out
    assert main(["run", str(SAMPLE), "--out", shuffled, "--shuffle", "--json", figures]) == 0
    told = capsys.readouterr().out
    assert "The records are in random order." in told
    assert "in the order of the original file" not in told
    assert json.loads(Path(figures).read_text(encoding="utf-8"))["random_order"] == "records"
    before, after = (pd.read_csv(path, dtype=str) for path in (kept, shuffled))
    assert not after.equals(before)
    names = list(before)
    assert after.sort_values(names, ignore_index=True).equals(before.sort_values(names, ignore_index=True))


def test_an_order_that_cannot_be_is_refused_before_anything_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.csv"
    assert main(["run", str(SAMPLE), "--out", str(out), "--shuffle", "households"]) == 2
    assert "No variable has the role household" in capsys.readouterr().err
    assert main(["run", str(SAMPLE), "--shuffle"]) == 2
    assert "name that with --out too" in capsys.readouterr().err
    assert not out.exists()
