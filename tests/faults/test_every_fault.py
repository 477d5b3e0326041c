"""Every fault of every class: each ends with an exit code and a sentence, and leaves what was there."""

import json
import os
import shutil
import subprocess
import sys
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
    "interrupted_runs": 127,
    "interrupted_saves": 71,
    "interrupted_exports": 53,
    "interrupted_queries": 97,
    "scarce_resources": 139,
    "small_disks": 79,
    "lost_outputs": 113,
    "concurrent_runs": 29,
    "mixed_sets": 37,
    "wrong_clocks": 17,
    "forbidden_places": 7,
    "journeys": 2,
}
"""Every so-many-th fault of each class is tried with every change."""

MOUNTING = ("unshare", "--mount", "--map-root-user")
"""Before a command that may mount a disk of its own, where the system lets users do so."""


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
def test_no_fault_of_its_class_does_harm(kind: str, tally: Tally, whole: bool) -> None:
    before = _processor_time()
    batch = subprocess.run(  # noqa: S603 - ours
        [
            *_mounting(kind),
            sys.executable,
            "-m",
            "tests.faults.batch",
            kind,
            "1" if whole else str(QUICK[kind]),
        ],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    lines = [json.loads(line) for line in batch.stdout.splitlines()]
    outcomes = [line for line in lines if "name" in line]
    wrong = {line["name"]: (line["wrong"], line["message"]) for line in outcomes if line["wrong"]}
    refused = sum(line["code"] not in (0, 1) for line in outcomes if not line["wrong"])
    accepted, seconds = len(outcomes) - refused - len(wrong), _processor_time() - before
    tally(kind, refused=refused, accepted=accepted, failed=len(wrong), seconds=seconds)
    assert not wrong
    assert batch.returncode == 0, f"{lines[-1] if lines else ''} {batch.stderr}"
    assert len({line["name"] for line in outcomes}) == len(outcomes), "names tell faults apart"
    assert outcomes


def _processor_time() -> float:
    """Return the seconds of all processes of this one that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def _mounting(kind: str) -> tuple[str, ...]:
    """Return what lets a command mount disks, or skip the test where nothing does."""
    if kind != "small_disks":
        return ()
    if not shutil.which("unshare") or subprocess.run([*MOUNTING, "true"], capture_output=True).returncode:  # noqa: S603
        pytest.skip("only an administrator may mount disks here")
    return MOUNTING
