"""Every fault of every class: each ends with an exit code and a sentence, and leaves what was there."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

import pytest

from sdcdesk.core.operations.operation import Operation
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS
from tests.faults.conftest import Tally
from tests.faults.example import ASSESS, FILES, INSPECT, MASK, RUN
from tests.faults.fault import Fault, lay_out, tried
from tests.faults.parameter_faults import operation_fault, sound

ROOT = Path(__file__).resolve().parents[2]

INPUTS = (
    *("csv", "encoding", "parquet", "project", "recipe", "parameter", "weight", "path", "option"),
    *("finished", "release", "nested", "supplied", "secret", "query", "compared", "record_risk"),
)
"""Classes of malformed inputs."""

QUICK = {
    **{f"{kind}_faults": 79 for kind in INPUTS},
    "format_faults": 11,
    "interrupted_runs": 127,
    "interrupted_saves": 71,
    "interrupted_exports": 53,
    "interrupted_queries": 97,
    "scarce_resources": 139,
    "small_disks": 79,
    "lost_outputs": 113,
    "concurrent_runs": 59,
    "mixed_sets": 37,
    "wrong_clocks": 17,
    "forbidden_places": 7,
    "journeys": 2,
}
"""Every so-many-th fault of each class is tried with every change."""

MOUNTING = ("unshare", "--mount", "--map-root-user")
"""Before a command that may mount a disk of its own, where the system lets users do so."""


@dataclass(frozen=True)
class Batch:
    """What became of the faults of a class: exit code, seconds of processor time, what was said."""

    code: int
    seconds: float
    said: str
    errors: str


class Batches(AbstractContextManager["Batches"]):
    """Process from which the classes are forked; see `tests.faults.batch`.

    Parameters
    ----------
    before
        Words of the command that starts it.
    """

    def __init__(self, *before: str) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - ours
            [*before, sys.executable, "-m", "tests.faults.batch"],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def tried(self, kind: str, every: int, folder: Path) -> Batch:
        """Try every so-many-th fault of a class; what it says is kept in a folder."""
        files = [folder / "said", folder / "errors"]
        for file in files:
            file.touch()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([kind, every, *map(str, files)]) + "\n")
        self._process.stdin.flush()
        ended = json.loads(self._process.stdout.readline())
        return Batch(**ended, said=files[0].read_text(), errors=files[1].read_text(errors="replace"))

    def __exit__(self, *_: object) -> None:
        self._process.communicate()


@pytest.fixture(scope="module")
def batches() -> Iterator[Batches]:
    """The process from which all classes are forked that need no disk of their own."""
    with Batches() as process:
        yield process


@pytest.mark.parametrize("words", [INSPECT, ASSESS, MASK, RUN], ids=lambda words: words[0])
def test_the_example_itself_is_sound(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    outcome = tried(Fault("none", words), tmp_path)
    assert outcome.code in (0, 1)
    assert not outcome.wrong


@pytest.mark.parametrize("operation", [*METHODS, *MEASURES], ids=lambda operation: operation.name)
def test_parameters_that_faults_begin_with_are_sound(
    operation: type[Operation], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else what is refused is refused for another reason than the fault."""
    monkeypatch.chdir(tmp_path)
    fault = operation_fault("none", operation, sound(operation))
    lay_out(fault, tmp_path)
    outcome = tried(fault, tmp_path)
    assert (outcome.code, outcome.wrong) == (0, ()), outcome.message


@pytest.mark.skipif(sys.platform != "linux", reason="signals, devices and limits are those of Linux")
@pytest.mark.parametrize("kind", QUICK)
def test_no_fault_of_its_class_does_harm(
    kind: str, tally: Tally, whole: bool, batches: Batches, tmp_path: Path
) -> None:
    every = 1 if whole else QUICK[kind]
    if kind == "small_disks":
        with Batches(*_mounting()) as mounting:
            batch = mounting.tried(kind, every, tmp_path)
    else:
        batch = batches.tried(kind, every, tmp_path)
    lines = [json.loads(line) for line in batch.said.splitlines()]
    outcomes = [line for line in lines if "name" in line]
    wrong = {line["name"]: (line["wrong"], line["message"]) for line in outcomes if line["wrong"]}
    refused = sum(line["code"] not in (0, 1) for line in outcomes if not line["wrong"])
    accepted = len(outcomes) - refused - len(wrong)
    tally(kind, refused=refused, accepted=accepted, failed=len(wrong), seconds=batch.seconds)
    assert not wrong
    assert batch.code == 0, f"{lines[-1] if lines else ''} {batch.errors}"
    assert len({line["name"] for line in outcomes}) == len(outcomes), "names tell faults apart"
    assert outcomes


def _mounting() -> tuple[str, ...]:
    """Return what lets a command mount disks, or skip the test where nothing does."""
    if not shutil.which("unshare") or subprocess.run([*MOUNTING, "true"], capture_output=True).returncode:  # noqa: S603
        pytest.skip("only an administrator may mount disks here")
    return MOUNTING
