"""Whatever is given to a command: a sentence, a code, and no traceback."""

import json
import os
import shutil
import sys
from pathlib import Path

import pytest

from sdcdesk.cli import main
from sdcdesk.core.text.printable import LONGEST

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "samples"

posix = pytest.mark.skipif(os.name != "posix", reason="pipes and devices are those of POSIX")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample, and beside it what is no ordinary file."""
    made = tmp_path_factory.mktemp("odd")
    for name in ("billing_5000.sdcdesk", "billing_5000.csv"):
        shutil.copy(SAMPLES / name, made / name)
    shutil.copy(made / "billing_5000.csv", made / os.fsdecode(b"\xff.csv"))
    os.mkfifo(made / "pipe.csv")
    (made / "zero.csv").symlink_to("/dev/zero")
    (made / "loop.csv").symlink_to("loop.csv")
    (made / "gone.csv").symlink_to("nothing.csv")
    (made / "folder.csv").mkdir()
    return made


ODD = {
    "empty": "",
    "folder": "folder.csv",
    "pipe": "pipe.csv",
    "device": "zero.csv",
    "loop": "loop.csv",
    "gone": "gone.csv",
    "through a file": "billing_5000.csv/x.csv",
    "300 signs": f"{'x' * 300}.csv",
    "5,000 signs": f"{'x/' * 2500}.csv",
    "zero byte": "a\0b.csv",
    "controls": "a\x1b[31m\n\u202eb.csv",
    "not text": os.fsdecode(b"\xfe.csv"),
}

READERS = {
    "inspect": ("inspect", "{odd}"),
    "assess": ("assess", "{odd}", "--keys", "Age"),
    "masked": ("assess", "{data}", "--keys", "Age", "--masked", "{odd}"),
    "weights": ("assess", "{data}", "--keys", "Age", "--weights", "{odd}"),
    "mask": ("mask", "{odd}", "--method", "record_suppression", "--seed", "1", "--out", "{folder}/new.csv"),
    "hierarchy of values": ("hierarchy", "{odd}", "Age"),
    "hierarchy that is checked": ("hierarchy", "{data}", "Age", "--check", "{odd}"),
    "mapping of a hierarchy": ("hierarchy", "{data}", "Age", "--mapping", "{odd}"),
    "project": ("run", "{odd}"),
    "data of a project": ("run", "{project}", "--data", "{odd}"),
}


@posix
@pytest.mark.parametrize("odd", ODD.values(), ids=ODD.keys())
@pytest.mark.parametrize("words", READERS.values(), ids=READERS.keys())
def test_what_is_no_ordinary_file_is_not_read(
    folder: Path, words: tuple[str, ...], odd: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(folder / odd) if odd else ""
    refused(folder, [word.format(**places(folder, path)) for word in words], capsys)


WRITERS = {
    "figures of a file": ("inspect", "{data}", "--overwrite", "--json", "{odd}"),
    "hierarchy": ("hierarchy", "{data}", "Age", "--overwrite", "--out", "{odd}"),
    "masked file": ("run", "{project}", "--overwrite", "--out", "{odd}"),
    "report": ("run", "{project}", "--overwrite", "--report", "{odd}"),
    "figures": ("run", "{project}", "--overwrite", "--json", "{odd}"),
}


@posix
@pytest.mark.parametrize("odd", [name for name in ODD if name not in ("gone", "controls", "not text")])
@pytest.mark.parametrize("words", WRITERS.values(), ids=WRITERS.keys())
def test_what_is_no_ordinary_file_is_not_replaced(
    folder: Path, words: tuple[str, ...], odd: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(folder / ODD[odd]) if odd != "empty" else ""
    refused(folder, [word.format(**places(folder, path)) for word in words], capsys)
    assert (folder / "pipe.csv").is_fifo()
    assert Path("/dev/zero").is_char_device()


LONG = ("Q" * 5000, "Q q " * 1250, "\x1b[31m\u202e\n", "\udcff", "0" * 5000)

OPTIONS = {
    "command": ("{odd}",),
    "option": ("inspect", "{data}", "--{odd}"),
    "keys": ("assess", "{data}", "--keys", "{odd}"),
    "identity": ("assess", "{data}", "--keys", "Age", "--masked", "{data}", "--id", "{odd}"),
    "measure": ("assess", "{data}", "--measure", "{odd}"),
    "parameter": ("assess", "{data}", "--measure", 'k_anonymity:{{"{odd}": 3}}'),
    "no JSON": ("assess", "{data}", "--measure", "k_anonymity:{{{odd}"),
    "no name": ("assess", "{data}", "--measure", "{odd}:{{"),
    "variable": ("assess", "{data}", "--measure", 'k_anonymity:{{"keys": ["{odd}"]}}'),
    "limit": ("assess", "{data}", "--keys", "Age", "--limit", "{odd}"),
    "figure": ("assess", "{data}", "--keys", "Age", "--limit", "disclosure_risk.{odd}<=1"),
    "value": ("assess", "{data}", "--keys", "Age", "--limit", "disclosure_risk.k>=0x{odd}"),
    "variable of a hierarchy": ("hierarchy", "{data}", "{odd}"),
    "bands": ("hierarchy", "{data}", "Age", "--bands", "{odd}x"),
    "dates": ("hierarchy", "{data}", "Zip", "--text", "Zip", "--dates", "{odd}"),
    "cuts": ("hierarchy", "{data}", "Zip", "--text", "Zip", "--cuts", "{odd}x"),
    "seed": ("mask", "{data}", "--method", "record_suppression", "--seed", "x{odd}", "--out", "x.csv"),
    "manual": ("explain", "{odd}"),
    "encoding": ("inspect", "{data}", "--encoding", "{odd}"),
    "delimiter": ("inspect", "{data}", "--delimiter", "{odd}"),
    "text": ("inspect", "{data}", "--text", "{odd}"),
}


@posix
@pytest.mark.parametrize("words", OPTIONS.values(), ids=OPTIONS.keys())
def test_a_message_repeats_little_and_controls_nothing(
    folder: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    for odd in LONG:
        given = [word.replace("{odd}", odd).format(**places(folder, odd)) for word in words]
        said = refused(folder, given, capsys)
        for part in ("Q", "Q q ", "0"):
            assert part * (LONGEST // len(part) + 1) not in said


JSON = (
    *('{"self": 1}', '{"keys": ["Age"], "keys": ["Sex"]}', '{"k": NaN}', '{"k": Infinity}', '{"k": 1e400}'),
    *('{"k": 1%s}' % ("0" * 20), '{"k": 1%s}' % ("0" * 400), '{"k": 1%s}' % ("0" * 4400), '{"k": true}'),
    *(
        '{"k": %s}' % ("[" * 600 + "]" * 600),
        '{"k": %s' % ("[" * 100_000),
        '{"keys": ["\\ud800"]}',
        "[]",
        "3",
    ),
    *('{"keys": {"self": 1}}', '{"__class__": 1}', '{"": 1}', "null", "\ufeff{}", "\x00"),
)


@posix
@pytest.mark.parametrize("name", ["k_anonymity", "disclosure_risk", "headline_loss"])
def test_parameters_that_nothing_can_take_are_refused(
    folder: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for parameters in JSON:
        data = str(folder / "billing_5000.csv")
        refused(folder, ["assess", data, "--keys", "Age", "--measure", f"{name}:{parameters}"], capsys)


@posix
@pytest.mark.parametrize("command", ["inspect", "assess"])
def test_a_data_file_whose_name_is_not_text_is_read(
    folder: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data, figures = str(folder / os.fsdecode(b"\xff.csv")), folder / "named.json"
    keys = ["--keys", "Age"] if command == "assess" else []
    assert main([command, data, *keys]) == 0
    assert main([command, data, *keys, "--json", "-"]) == 0
    assert main([command, data, *keys, "--json", str(figures)]) == 0
    json.loads(figures.read_bytes())
    figures.unlink()
    assert "\udcff" not in capsys.readouterr().out


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are those of Linux")
@pytest.mark.parametrize("limit", [200_000_000, 300_000_000])
def test_a_process_without_memory_says_so(folder: Path, limit: int) -> None:
    import resource
    import subprocess

    command = [sys.executable, "-m", "sdcdesk", "inspect", str(folder / "billing_5000.csv")]
    done = subprocess.run(  # noqa: S603
        command,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
    )
    assert done.returncode == 71, done.stderr
    assert "there is not enough memory" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="such a file takes no room there")
def test_a_file_larger_than_memory_is_told_before_it_is_read(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    large = folder / "large.csv"
    with large.open("wb") as file:
        file.truncate(2**42)
    try:
        assert main(["inspect", str(large)]) == 71
    finally:
        large.unlink()
    assert "not enough memory" in capsys.readouterr().err


def places(folder: Path, odd: str) -> dict[str, str]:
    data, project = folder / "billing_5000.csv", folder / "billing_5000.sdcdesk"
    return {"folder": str(folder), "data": str(data), "project": str(project), "odd": odd}


def refused(folder: Path, words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command that cannot be done; return what it says of it."""
    before = sorted(folder.iterdir())
    try:
        code = main(words)
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else -1
    said = capsys.readouterr()
    assert code == 2, said.err
    assert said.out == ""
    assert said.err.endswith((".\n", "?\n"))
    assert "Traceback" not in said.err
    assert not set(said.err) & set("\x1b\u202e\udcff\x00")
    assert sorted(folder.iterdir()) == before
    return said.err


def test_a_defect_has_a_report_without_values(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, data_folder: Path
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("SECRET")

    monkeypatch.setattr("sdcdesk.cli.program.import_module", fail)
    assert main(["methods"]) == 70
    said = capsys.readouterr().err
    kept = max((data_folder / "problems").glob("*.txt"))
    assert f"sdcdesk: {kept} says where the program failed" in said
    assert "the program itself failed (KeyError in fail, line" in said
    assert ".fail\n" in kept.read_text()
    assert "SECRET" not in said + kept.read_text()
