"""Outputs of a command, with real processes and real signals: all stand, or none, and nothing is left."""

import errno
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from functools import partial
from importlib import import_module
from itertools import cycle
from pathlib import Path
from typing import TextIO

import pytest

from sdcdesk.cli import main, terminal
from sdcdesk.core.files.atomic import write_together
from sdcdesk.core.files.unfinished import Unfinished
from tests.faults.forked import forked, prepare

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "samples"

prepare()  # once, and in no process of a test

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and links of POSIX")

BEFORE = {
    "reading": "sdcdesk.io.csv.source.Source.read",
    "masking": "sdcdesk.release.pipeline.Pipeline.run",
    "writing": "sdcdesk.io.csv.csv_format.write_csv",
    "forcing to the disk": "os.fsync",
    "telling": "sdcdesk.cli.terminal.write",
}
"""Places at which nothing stands yet."""

AFTER = {
    "first place": "sdcdesk.core.files.unfinished.Unfinished.place",
    "tidying": "sdcdesk.core.files.unfinished.Unfinished.end",
}
"""Places at which nothing can be cancelled."""


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """A copy of the sample project with its data, in a folder of its own."""
    for name in ("billing_5000.sdcdesk", "billing_5000.csv"):
        shutil.copy(SAMPLES / name, tmp_path / name)
    return tmp_path / "billing_5000.sdcdesk"


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def commands(sample: Path) -> dict[str, tuple[str, ...]]:
    folder, data = sample.parent, str(sample.with_suffix(".csv"))
    method = 'rounding:{"variables": ["Age"], "base": 5}'
    return {
        "run": (
            *("run", str(sample), "--out", f"{folder}/out.csv", "--report", f"{folder}/out.html"),
            *("--json", f"{folder}/out.json"),
        ),
        "mask": ("mask", data, "--method", method, "--seed", "1", "--out", f"{folder}/out.csv"),
        "assess": ("assess", data, "--keys", "Age,Sex", "--json", f"{folder}/out.json"),
        "inspect": ("inspect", data, "--json", f"{folder}/out.json"),
    }


RUN = "run"
OUTPUTS = {RUN: 3, "mask": 1, "assess": 1, "inspect": 1}


def start(*arguments: object) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603


def ours(*words: object) -> int:
    """Run a command as a process of its own does: with its own words, answering requests to end."""
    sys.argv[1:] = map(str, words)
    return main()


def ask(place: str, number: int, times: int, *words: str, ignored: bool = False) -> tuple[int, str]:
    """Run a command that is asked to end, as often as said, whenever it comes to a place.

    Returns its exit code, and what it wrote to standard error.
    """

    def work() -> int:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if ignored:
            signal.signal(number, signal.SIG_IGN)
        module, _, name = place.rpartition(".")
        try:
            owner = import_module(module)
        except ModuleNotFoundError:
            owner = getattr(import_module(module.rpartition(".")[0]), module.rpartition(".")[2])
        function = getattr(owner, name)

        def asked(*arguments: object, **others: object) -> object:
            for _ in range(times):
                os.kill(os.getpid(), number)
            return function(*arguments, **others)

        setattr(owner, name, asked)
        return ours(*words)

    return forked(work, Path.cwd())


@pytest.mark.parametrize(
    ("place", "times"), list(zip(BEFORE.values(), cycle([1, 3]), strict=False)), ids=BEFORE.keys()
)
def test_who_is_asked_before_the_files_stand_leaves_nothing(sample: Path, place: str, times: int) -> None:
    before = content(sample.parent)
    done = ask(place, signal.SIGTERM, times, *commands(sample)["run"])
    assert done == (3, "sdcdesk: cancelled; nothing was written.\n")
    assert content(sample.parent) == before


@pytest.mark.parametrize(
    ("command", "number"),
    [
        *((RUN, number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)),
        ("mask", signal.SIGTERM),
        ("assess", signal.SIGINT),
        ("inspect", signal.SIGHUP),
    ],
)
def test_every_command_cancels_by_every_request(sample: Path, command: str, number: signal.Signals) -> None:
    before = content(sample.parent)
    place = BEFORE["reading" if number == signal.SIGINT else "forcing to the disk"]
    done = ask(place, number, 1, *commands(sample)[command])
    assert done == (3, "sdcdesk: cancelled; nothing was written.\n")
    assert content(sample.parent) == before


@pytest.mark.parametrize(
    ("command", "where"),
    [
        (RUN, "first place"),
        (RUN, "tidying"),
        ("mask", "first place"),
        ("assess", "tidying"),
        ("inspect", "tidying"),
    ],
)
def test_a_request_comes_too_late_when_files_take_their_places(
    sample: Path, command: str, where: str
) -> None:
    before, place = content(sample.parent), AFTER[where]
    for times in (1, 3):
        code, told = ask(place, signal.SIGINT, times, *commands(sample)[command], "--overwrite")
        once = times == 1 and place == AFTER["first place"] and OUTPUTS[command] == 1
        assert code in ((0,) if once else (0, -signal.SIGINT))
        assert "nothing was written" not in told
        assert len(set(content(sample.parent)) - set(before)) == OUTPUTS[command]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_what_whoever_starts_a_command_has_ignored_does_not_end_it(
    sample: Path, number: signal.Signals
) -> None:
    """As behind nohup, and of what a script starts in the background."""
    code, told = ask(BEFORE["writing"], number, 1, *commands(sample)["run"], ignored=True)
    assert code == 0, told


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device here")
@pytest.mark.parametrize(
    ("command", "json_too"),
    [(RUN, ()), (RUN, ("--json", "-")), ("mask", ()), ("assess", ("--json", "-")), ("inspect", ())],
)
def test_where_standard_output_is_full_nothing_is_written(
    sample: Path, command: str, json_too: tuple[str, ...]
) -> None:
    before = content(sample.parent)
    words = (*commands(sample)[command], *json_too)

    def work() -> int:
        os.dup2(os.open("/dev/full", os.O_WRONLY), 1)
        return ours(*words)

    code, told = forked(work, sample.parent)
    assert code == 2
    assert "Standard output cannot be written" in told
    assert content(sample.parent) == before


@pytest.mark.parametrize("command", ["run", "mask"])
def test_what_a_killed_command_leaves_is_private_and_swept_by_the_next(sample: Path, command: str) -> None:
    before = set(content(sample.parent))
    words = commands(sample)[command]
    assert ask(BEFORE["forcing to the disk"], signal.SIGKILL, 1, *words)[0] == -signal.SIGKILL
    left = [path for path in sample.parent.iterdir() if path.name not in before]
    assert left
    assert {path.stat().st_mode & 0o777 for path in left} == {0o600}
    assert main(list(words)) == 0
    assert len(set(content(sample.parent)) - before) == OUTPUTS[command]


def names_of(original: Path, folder: Path) -> list[Path]:
    """Return other names of a file: links, hard and soft, relative, and through another folder."""
    (folder / "hard.csv").hardlink_to(original)
    (folder / "soft.csv").symlink_to(original)
    (folder / "soft of soft.csv").symlink_to(folder / "soft.csv")
    (folder / "door").symlink_to(original.parent, target_is_directory=True)
    names = [
        original,
        folder / "hard.csv",
        folder / "soft.csv",
        folder / "soft of soft.csv",
        folder / "door" / original.name,
    ]
    return [
        *names,
        Path(os.path.relpath(original, folder)),
        original.parent / ".." / original.parent.name / original.name,
    ]


def test_no_original_is_replaced_by_whatever_name(
    sample: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data, other = sample.with_suffix(".csv"), sample.parent / "other.csv"
    shutil.copy(data, other)
    before = content(sample.parent)
    folder = sample.parent / "names"
    for original in (sample, data, other):
        folder.mkdir()
        monkeypatch.chdir(folder)
        for name in names_of(original, folder):
            for option in ("--out", "--report", "--json"):
                words = ("run", sample, "--data", other, option, name, "--overwrite")
                assert main([str(word) for word in words]) == 2
                assert "is never overwritten" in capsys.readouterr().err, (option, name)
        monkeypatch.chdir(sample.parent)
        shutil.rmtree(folder)
        assert content(sample.parent) == before


def test_the_report_names_the_data_that_were_read(sample: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = sample.parent / "other.csv"
    lines = sample.with_suffix(".csv").read_bytes().splitlines(keepends=True)
    other.write_bytes(b"".join(lines[:4001]))
    hashed = hashlib.sha256(other.read_bytes()).hexdigest()
    asked = (*commands(sample)["run"], "--data", other, "--release-anyway", "a test", "--internal-report")
    main([str(word) for word in asked])
    assert "other.csv is not the file that the project was saved with" in capsys.readouterr().err
    figures = json.loads((sample.parent / "out.json").read_text(encoding="utf-8"))
    assert figures["data"]["name"] == "other.csv"
    assert hashed not in json.dumps(figures), "it would prove a guess at the original"
    report = (sample.parent / "out.html").read_text(encoding="utf-8")
    assert "other.csv" in report
    assert hashed in report
    assert "billing_5000.csv" not in report


IMPORTING = """
import builtins, signal, sys

number, wanted = int(sys.argv.pop(1)), sys.argv.pop(1)
imported = builtins.__import__

def asked(name, *others, **named):
    global wanted
    if name == wanted:
        wanted = None
        signal.raise_signal(number)
    return imported(name, *others, **named)

builtins.__import__ = asked
from sdcdesk.cli import main
sys.exit(main())
"""
"""Runs a command that is asked to end while a module is imported."""


@pytest.mark.parametrize(
    ("module", "number"),
    [
        ("sdcdesk.cli.program", signal.SIGINT),
        ("sdcdesk.cli.program", signal.SIGTERM),
        ("argparse", signal.SIGHUP),
        ("numpy", signal.SIGINT),
        ("numpy", signal.SIGHUP),
        ("pandas", signal.SIGTERM),
        ("pyarrow", signal.SIGINT),
    ],
)
def test_a_request_during_the_imports_cancels(sample: Path, module: str, number: signal.Signals) -> None:
    before = content(sample.parent)
    done = start("-c", IMPORTING, int(number), module, *commands(sample)["run"])
    assert (done.returncode, done.stderr) == (3, "sdcdesk: cancelled; nothing was written.\n")
    assert content(sample.parent) == before


def test_a_request_at_the_end_of_the_process_changes_nothing(sample: Path) -> None:
    ending = (
        "import atexit, os, signal, sys\n"
        "atexit.register(lambda: signal.raise_signal(signal.SIGINT))\n"
        "from sdcdesk.cli import main\nsys.exit(main())"
    )
    done = start("-c", ending, *commands(sample)["mask"])
    assert (done.returncode, done.stderr) == (0, "")


def test_help_and_version_import_little() -> None:
    """Else they would take seconds, and a request to end at the start would wait as long."""
    heavy = ("numpy", "pandas", "pyarrow", "scipy", "pydantic", "importlib.metadata", "argparse")
    look = "import sys; from sdcdesk.cli import main; print(*(m for m in {} if m in sys.modules))"
    assert start("-c", look.format(heavy)).stdout.split() == []
    for word in ("--help", "--version"):
        said = start("-X", "importtime", "-m", "sdcdesk", word).stderr
        imported = {line.rpartition("|")[2].strip() for line in said.splitlines()}
        assert not imported & set(heavy[:5]), word


@pytest.mark.parametrize("command", ["run", "assess", "inspect"])
def test_results_of_which_a_part_was_printed_end_with_2_and_no_file(
    sample: Path, command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before, encoded, left = content(sample.parent), terminal._encoded, [3]

    def full(text: str, stream: TextIO) -> None:
        if stream is not sys.stdout:
            encoded(text, stream)
            return
        lines = text.splitlines(keepends=True)
        encoded("".join(lines[: max(left[0], 0)]), stream)
        stream.flush()
        left[0] -= len(lines)
        if left[0] < 0:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(terminal, "_encoded", full)
    code, said = forked(partial(ours, *commands(sample)[command]), sample.parent)
    *printed, told = said.splitlines()
    assert (code, len(printed)) == (2, 3)
    assert told == "sdcdesk: Standard output cannot be written: no space left on device."
    assert content(sample.parent) == before
    monkeypatch.undo()
    with pytest.raises(SystemExit):
        main([command, "--help"])
    help_text = " ".join(capsys.readouterr().out.split())
    words = "With 2 and 3 no file was written but those that compare --partial and suggest --state keep, and"
    assert f"{words} what was printed before is not a result." in help_text


def test_what_a_killed_command_left_in_part_is_completed_and_told(
    sample: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place, placed = Unfinished.place, []

    def killed(file: Unfinished, **how: bool) -> None:
        if placed:
            os.kill(os.getpid(), signal.SIGKILL)
        placed.append(file)
        place(file, **how)

    files = {sample.parent / name: lambda file: file.write(b"1") for name in ("report.html", "masked.csv")}

    def work() -> int:
        monkeypatch.setattr(Unfinished, "place", killed)
        write_together(files, overwrite=False)
        return 0

    assert forked(work, sample.parent)[0] == -signal.SIGKILL
    assert [path.exists() for path in files] == [True, False]
    words = commands(sample)["inspect"]
    assert main(list(words)) == 0
    assert "in their places; masked.csv followed now.\n" in capsys.readouterr().err
    assert [path.read_bytes() for path in files] == [b"1", b"1"]
    assert not [path for path in sample.parent.iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--report", "r.pdf"], "r.pdf would be a web page: let its name end in .html."),
        (["--report", "r.json"], "r.json would be a web page: let its name end in .html."),
        (["--json", "f.xlsx"], "f.xlsx would be a JSON file: let its name end in .json."),
        (["--out", "m.pdf"], "Nothing is written under the extension of m.pdf"),
    ],
)
def test_no_document_has_the_name_of_another_kind(
    options: list[str], words: str, sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(sample.parent.iterdir())
    option, name = options
    assert main(["run", str(sample), option, str(sample.parent / name)]) == 2
    assert words in capsys.readouterr().err
    assert sorted(sample.parent.iterdir()) == before


@pytest.mark.parametrize(
    "words",
    [
        ("assess", "DATA", "--keys", "Age"),
        ("inspect", "DATA"),
        ("search", "DATA", "--keys", "Age", "--k", "3"),
        ("hierarchy", "DATA", "Sex"),
        ("areas", "DATA", "--measure", '{"published": ["Age:1"], "area": "Zip"}'),
        ("critique", "DATA", "--rows", "Sex"),
        ("table", "DATA", "--rows", "Sex"),
        ("suggest", "PROJECT"),
        ("compare", "PROJECT"),
    ],
    ids=lambda words: words[0],
)
def test_no_command_writes_figures_under_the_name_of_a_page(
    words: tuple[str, ...], sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = {"DATA": str(sample.with_suffix(".csv")), "PROJECT": str(sample)}
    given = [named.get(word, word) for word in words]
    assert main([*given, "--json", str(sample.parent / "figures.pdf")]) == 2
    assert "figures.pdf would be a JSON file: let its name end in .json." in capsys.readouterr().err
    assert not (sample.parent / "figures.pdf").exists()


def test_a_name_that_says_nothing_is_taken(sample: Path) -> None:
    report, figures = sample.parent / "board", sample.parent / "figures.v2"
    assert main(["run", str(sample), "--report", str(report), "--json", str(figures)]) in (0, 1)
    assert report.read_text("utf-8").startswith("<!DOCTYPE html>")
