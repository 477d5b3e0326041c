"""Attack: a shuffled copy without identifiers, which paired by position looks safe.

Whoever pairs the files by position takes each record for somebody else, so that links are rare. The intruder
does not pair by position but by the key values, and finds every fourth person.
"""

import html
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.cli import main
from sdcdesk.core.data.pairing import SAME_ORDER, UNPAIRED
from sdcdesk.core.data.variable import Variable
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.scenario import Scenario
from sdcdesk.io import ReadOptions
from sdcdesk.masking import FinishedFile

ROLES = {"age": "key", "zip": "key", "weight": "weight"}


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """A file in which every fourth person is alone with an age, and a shuffled copy of it, unchanged."""
    people = pd.DataFrame({"age": [*range(21, 71), *[20] * 150], "zip": "a"})
    people["weight"] = np.where(people["age"] == 30, 1.0, 400.0)
    original, masked = tmp_path / "people.csv", tmp_path / "safe.csv"
    people.to_csv(original, index=False)
    people.iloc[np.random.default_rng(22).permutation(len(people))].to_csv(masked, index=False)
    return original, masked


def test_position_would_call_it_safer_than_it_is(files: tuple[Path, Path]) -> None:
    """What is at stake: by position at most 7 % are found, by their keys one in four."""
    original, masked = (sdc.read(file, roles=ROLES) for file in files)
    measure = sdc.risk.DisclosureRisk()
    by_position = measure.assess(original, masked, same_order=True).value("dr_max")
    true = measure.assess(original, original).value("dr_max")
    assert by_position == pytest.approx(0.07, abs=0.02)
    assert true == 51 / 200
    unpaired = measure.assess(original, masked)
    reason = unpaired.figure("dr_max").quantity.reason
    assert unpaired.value("dr_max") is None
    assert reason is not None
    assert reason.text == UNPAIRED
    assert unpaired.value("exactness") == "not paired"
    assert unpaired.value("k") == measure.assess(None, masked).value("k") == 1


def test_the_command_assesses_nothing_that_needs_to_know_who_is_who(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["assess", str(files[0]), "--masked", str(files[1]), "--keys", "age,zip", "--weight", "weight"]
    limit = ["--limit", "disclosure_risk.dr_max<=0.9", "--json", "-"]
    assert main([*asked, *limit]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["verdict"] == "not assessed"
    assert found["judgements"][0]["standing"] == "not assessed"
    assert found["measures"][0]["figures"]["dr_max"]["value"] is None
    assert found["measures"][0]["computed_from"]["paired_by"] == "nothing"
    assert UNPAIRED in json.dumps(found)
    # The user's word is taken, and repeated.
    assert main([*asked, *limit, "--same-order"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["verdict"] == "safe"
    assert SAME_ORDER in json.dumps(found)
    # What the released file says alone needs nobody's word.
    assert main([*asked, "--limit", "k_anonymity.k>=1", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "safe"


def test_no_loss_is_assessed_of_a_shuffled_copy(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["assess", str(files[0]), "--masked", str(files[1]), "--keys", "age,zip", "--json", "-"]
    assert main([*asked, "--measure", "headline_loss", "--limit", "headline_loss.loss<=99"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["verdict"] == "not assessed"
    assert found["measures"][0]["figures"]["loss"]["value"] is None


def test_weights_are_not_taken_from_whoever_stands_at_the_same_place(files: tuple[Path, Path]) -> None:
    """A person who stands for nobody else has the risk 1, whoever's weight lies at that place."""
    original, masked = (sdc.read(file, roles=ROLES) for file in files)
    measure = sdc.risk.IndividualRisk(keys=["age"])
    assert measure.assess(original, original).value("largest_risk") == 1.0
    by_position = measure.assess(original, masked, same_order=True).value("largest_risk")
    assert isinstance(by_position, float)
    assert by_position < 0.05, "somebody else's weight"
    found = measure.assess(original, masked)
    assert found.value("largest_risk") is None
    assert found.value("expected_reidentifications") is None
    assert not found.records


def test_a_finished_file_in_a_project_is_not_assessed_until_its_order_is_stated(
    files: tuple[Path, Path], tmp_path: Path
) -> None:
    limit = sdc.Limit(measure="disclosure_risk", figure="dr_max", value=0.9)
    path = tmp_path / "study.sdcdesk"
    for stated, code in ((False, 1), (True, 0)):
        project = sdc.Project(
            data=DataReference.to(files[0], path, ReadOptions()),
            variables=[Variable(name=name, role=role) for name, role in ROLES.items() if role == "key"],
            recipe=sdc.Recipe(seed=2**40).then(FinishedFile(file=str(files[1]), same_order=stated)),
            weights={"alike": sdc.risk.WeightMatrix.maximal()},
            scenarios=(Scenario(name="Neighbour", weights="alike", limits=(limit,)),),
        )
        project.save(path)
        out, figures = tmp_path / f"out{code}.csv", tmp_path / f"figures{code}.json"
        assert main(["run", str(path), "--json", str(figures), "--out", str(out)]) == code
        assert out.exists() is stated, "what is not assessed does not leave unnoticed"
        written = figures.read_text(encoding="utf-8")
        assert json.loads(written)["verdict"] == ("safe" if stated else "not assessed")
        assert (SAME_ORDER in written) is stated
        assert (UNPAIRED in written) is not stated
        report = tmp_path / f"report{code}.html"
        assert main(["run", str(path), "--report", str(report)]) == code
        said = html.unescape(report.read_text(encoding="utf-8"))
        assert (SAME_ORDER in said) is stated, "the report repeats the user's word"
        assert (UNPAIRED in said) is not stated
