"""Option --engine: the command says the same of a file whichever engine counts it, and nothing is left."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sdcdesk.cli import main
from tests.counting.conftest import written_csv, written_parquet

KEYS = ["--keys", "a,b,c", "--confidential", "s,u"]


def assessed(capsys: pytest.CaptureFixture[str], path: Path, *options: str) -> tuple[int, Any]:
    code = main(["assess", str(path), *KEYS, *options, "--json", "-"])
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("written", [written_csv, written_parquet])
def test_both_engines_say_the_same(
    written: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    path = written(tmp_path / ("f.csv" if written is written_csv else "f.parquet"), 3)
    options = [f"--measure={name}" for name in ("k_anonymity", "sampling_risk", "disclosure_risk")]
    options += ["--limit=disclosure_risk.dr_max<=0.01", "--limit=k_anonymity.k>=1"]
    of_memory, memory = assessed(capsys, path, *options)
    of_engine, engine = assessed(capsys, path, *options, "--engine", "duckdb")
    assert (of_engine, of_memory) == (1, 1)
    for name in ("verdict", "verdict_in_words", "leaves", "judgements", "unassessed"):
        assert engine[name] == memory[name]
    for one, other in zip(engine["measures"], memory["measures"], strict=True):
        assert one["figures"] == other["figures"]
        assert one["computed_from"] == other["computed_from"]
    assert list((tmp_path / "temporary").iterdir()) == []


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--measure", "suda"], "Special uniques (SUDA) needs the records in memory. Leave --engine out."),
        (
            ["--measure", 'census_uniqueness:{"area": "a"}'],
            "Uniqueness in census data needs the records in memory where areas are looked at.",
        ),
        (["--masked", "f.csv"], "--masked needs the records in memory; leave --engine out."),
        (["--measure", 'k_anonymity:{"missing": "wildcard"}'], "has missing values"),
        (["--measure", 'sampling_risk:{"replicates": 2}'], "ask for no replicates"),
    ],
)
def test_what_the_engine_cannot_answer_is_refused(
    options: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "f.csv"
    path.write_text("a,b,c,s,u\n1,x,,q,1\n,x,y,r,2\n", encoding="utf-8")
    options = [str(path) if option == "f.csv" else option for option in options]
    assert main(["assess", str(path), *KEYS, *options, "--engine", "duckdb"]) == 2
    assert words in capsys.readouterr().err


def test_another_format_is_refused_with_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "f.csv"
    path.write_text("a,b\n1,2\n", encoding="utf-8")
    assert main(["assess", str(path), "--engine", "duckdb"]) == 2
    assert "name the key variables" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_request_to_end_while_the_engine_works_leaves_nothing(tmp_path: Path) -> None:
    path, temporary = tmp_path / "f.csv", tmp_path / "temporary"
    temporary.mkdir()
    path.write_text("a,b\n" + "1,2\n" * 50, encoding="utf-8")
    words = (
        "import os, signal, sys\n"
        "from sdcdesk.counting import duckdb_engine, duckdb_store\n"
        "from sdcdesk.cli import main\n"
        "duckdb_engine.SIZES = 'SELECT sum(x.range * y.range), 1 FROM range(10000000) x, range(10000000) y'\n"
        "rows = duckdb_store.DuckDbStore.rows\n"
        "def asked(self, query, progress=duckdb_store.SILENT):\n"
        "    print('working', flush=True)\n"
        "    return rows(self, query, progress)\n"
        "duckdb_store.DuckDbStore.rows = asked\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    command = [sys.executable, "-c", words, "assess", str(path), "--keys", "a,b", "--engine", "duckdb"]
    places = {"TMPDIR": str(temporary), "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    with subprocess.Popen(  # noqa: S603
        command, env=os.environ | places, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "working\n"
        process.send_signal(signal.SIGINT)
        _, told = process.communicate()
    assert process.returncode == 3
    assert "cancelled; nothing was written." in told
    assert list(temporary.iterdir()) == []


def test_the_help_says_of_which_measures_something_needs_the_records(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["assess", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    named = re.search(r"but without lists of records and groups\. Of (.*?) something needs", told)
    assert named is not None
    assert "population_uniques" in named[1].split(", "), "the log-linear model is not defined"
    assert "k_anonymity" not in named[1].split(", ")
