"""What `assess` writes of any measure that is cancelled in its middle: nothing, and the old result stands."""

import json
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from sdcdesk.cli import main
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.running.progress import Progress
from sdcdesk.document.measures import MEASURES
from sdcdesk.io import write

OLD = '{"an": "earlier result"}'

NEVER = -1


@pytest.fixture
def reports(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], list[int]]:
    """Has the process asked to end at the so-many-th time that a measure asks; returns how often it asked."""
    assess = Measure.assess

    def asked_at(moment: int) -> list[int]:
        times = [0]

        def assessed(
            self: Measure, original: Microdata | None, masked: Microdata, progress: Progress
        ) -> Assessment:
            def cancelled() -> bool:
                times[0] += 1
                if times[0] == moment:
                    signal.raise_signal(signal.SIGINT)
                return progress.cancelled()

            return assess(self, original, masked, replace(progress, cancelled=cancelled))

        monkeypatch.setattr(Measure, "assess", assessed)
        return times

    return asked_at


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("measure", MEASURES, ids=lambda one: one.name)
def test_a_measure_that_is_cancelled_in_its_middle_leaves_the_old_result(
    measure: type[Measure],
    data: Microdata,
    tmp_path: Path,
    reports: Callable[[int], list[int]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    write(data, tmp_path / "people.csv", identifiers=True)
    write(data.take(np.flatnonzero(np.arange(len(data)) % 3)), tmp_path / "masked.csv", identifiers=True)
    figures = tmp_path / "figures.json"
    parameters = json.dumps(measure.examples[0])
    words = (
        *("assess", f"{tmp_path}/people.csv", "--masked", f"{tmp_path}/masked.csv", "--id", "id"),
        *("--keys", "age,zip,school", "--confidential", "income,bonus", "--weight", "weight"),
        *("--measure", f"{measure.name}:{parameters}", "--json", str(figures), "--overwrite"),
    )
    figures.write_text(OLD)
    for _ in range(2 if "population" in parameters else 1):  # such a file is read once
        asked = reports(NEVER)
        assert main(list(words)) == 0
    assert json.loads(figures.read_text())["measures"][0]["measure"] == measure.name
    figures.write_text(OLD)
    names = {path.name for path in tmp_path.iterdir()}
    capsys.readouterr()
    for moment in {1, asked[0] // 2 + 1, asked[0]}:
        reports(moment)
        assert main(list(words)) == 3
        assert figures.read_text() == OLD
        assert {path.name for path in tmp_path.iterdir()} == names
        output = capsys.readouterr()
        assert "nothing was written" in output.err
        assert output.out == ""
