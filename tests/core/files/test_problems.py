import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sdcdesk.core.files.problems import MOST_KEPT, ProblemLog, log_problem

NAMED = "Maria Lopez, 48201"


@pytest.fixture
def log(tmp_path: Path) -> Iterator[ProblemLog]:
    log = ProblemLog("sdcdesk", "Screen 1366 x 768", folder=tmp_path / "problems")
    yield log
    log.stop()


def fail(depth: int = 2) -> None:
    if depth:
        fail(depth - 1)
    raise KeyError(NAMED)


def failed() -> Exception:
    try:
        try:
            fail()
        except KeyError as error:
            raise ValueError(NAMED) from error
    except ValueError as error:
        return error


def program(log: ProblemLog, *then: str) -> subprocess.Popen[str]:
    """Start another program that keeps its problems in the same folder."""
    lines = (
        "import os, signal, sys, time",
        "from pathlib import Path",
        "from sdcdesk.core.files.problems import ProblemLog",
        f"log = ProblemLog('other', folder=Path({str(log.folder)!r}))",
        "log.start(crashes=True)",
        "print(log.path, flush=True)",
        *then,
    )
    return subprocess.Popen(  # noqa: S603 - the words are ours
        (sys.executable, "-c", "\n".join(lines)), stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True
    )


def test_a_problem_is_kept_by_kind_and_place_and_without_any_value(log: ProblemLog) -> None:
    log.start(crashes=False)
    log_problem(failed())
    kept = log.path.read_text()
    assert "ValueError" in kept
    assert "because of\nKeyError" in kept
    assert "tests/core/files/test_problems.py:" in kept
    assert "in fail" in kept
    assert "Screen 1366 x 768" in kept
    assert "Lopez" not in kept + log.report()
    assert str(Path.home()) not in kept
    assert log.is_kept
    assert kept.strip() == log.report().strip(), "what is shown is what is kept"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_nobody_else_may_read_it(log: ProblemLog) -> None:
    log.start(crashes=True)
    assert stat.S_IMODE(log.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(log.folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("crashes", [False, True])
def test_a_clean_end_leaves_nothing(log: ProblemLog, *, crashes: bool) -> None:
    log.start(crashes=crashes)
    log.stop()
    assert not list(log.folder.parent.rglob("*.txt"))
    assert not log.is_kept


def test_what_cannot_be_written_is_still_in_the_report(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    log = ProblemLog("sdcdesk", folder=tmp_path / "file" / "problems")
    log.start(crashes=True)
    log_problem(failed())
    log.stop()
    assert "KeyError" in log.report()
    assert not log.is_kept


def test_the_fall_of_the_whole_program_is_kept_for_the_next_one(log: ProblemLog) -> None:
    with program(log, "os.kill(os.getpid(), signal.SIGSEGV)") as other:
        path = Path(other.communicate()[0].strip())
    assert log.last_crash() == path.name
    report = log.report()
    assert "Segmentation fault" in report
    assert 'File "<string>"' in report
    assert path.is_file(), "until newer ones take its place"


def test_a_program_that_was_killed_leaves_nothing_to_report(log: ProblemLog) -> None:
    with program(log, "os.kill(os.getpid(), signal.SIGKILL)") as other:
        path = Path(other.communicate()[0].strip())
    assert path.is_file()
    assert log.last_crash() == ""
    assert not path.exists()


def test_a_program_that_lives_keeps_its_file(log: ProblemLog) -> None:
    with program(log, "sys.stdin.read()") as other:
        assert other.stdout is not None
        path = Path(other.stdout.readline().strip())
        assert log.earlier() == {}
        assert path.is_file()
        other.communicate()


def test_only_the_latest_are_kept(log: ProblemLog) -> None:
    log.folder.mkdir()
    for number in range(MOST_KEPT + 3):
        (log.folder / f"2026-01-0{number + 1}-120000-7.txt").write_text(f"other 1\n\nKeyError {number}\n")
    assert list(log.earlier()) == sorted((path.name for path in log.folder.iterdir()), reverse=True)
    assert len(log.earlier()) == MOST_KEPT
    assert next(iter(log.earlier().values())).endswith(f"KeyError {MOST_KEPT + 2}")


def test_reports_of_the_future_are_the_first_to_go(log: ProblemLog) -> None:
    log.folder.mkdir()
    years = (2098, 2099, 2020, 2021, 2022)
    for year in years:
        (log.folder / f"{year}-01-01-120000-7.txt").write_text("other 1\n\nFatal Python error\n")
    assert log.last_crash() == "2022-01-01-120000-7.txt"
    (log.folder / "2023-01-01-120000-7.txt").write_text("other 1\n\nKeyError\n")
    assert [name[:4] for name in log.earlier()] == ["2023", "2022", "2021", "2020", "2099"]


def test_names_of_folders_are_left_out(log: ProblemLog) -> None:
    log.folder.mkdir()
    lines = (
        "Fatal Python error: Aborted\n\n"
        '  File "/home/anna/lib/python3.11/site-packages/pandas/core/x.py", line 3 in f\n'
        '  File "/home/anna/own.py", line 4 in g\n'
    )
    (log.folder / "2026-01-01-120000-7.txt").write_text(f"other 1\n\n{lines}")
    assert 'File "pandas/core/x.py", line 3 in f' in log.report()
    assert "anna" not in log.report()
