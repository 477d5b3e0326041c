"""How much of a file can be released, found on the command line."""

import json
import shutil
from pathlib import Path

import pytest

import sdcdesk as sdc
from sdcdesk.cli import main
from sdcdesk.io import ReadOptions

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "samples"


@pytest.fixture
def billing(tmp_path: Path) -> Path:
    return Path(shutil.copy(SAMPLES / "billing_1000.csv", tmp_path / "billing.csv"))


def test_the_largest_sample_for_a_limit_and_the_curve_behind_it(
    billing: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = {"factors": [25, 50, 100], "limit_maximal": 0.25, "replicates": 5, "seed": 7}
    code = main(
        [
            *("assess", str(billing), "--text", "Zip", "--keys", "Age,Sex,Zip"),
            *("--measure", f"sampling_risk:{json.dumps(asked)}", "--json", "-"),
        ]
    )
    assert code == 0
    [found] = json.loads(capsys.readouterr().out)["measures"]
    curve = found["tables"]["curve"]["rows"]
    assert [row["t"] for row in curve] == [250, 500, 1000]
    whole = curve[-1]["dr_max"]
    assert [row["dr_max"] / whole for row in curve] == pytest.approx([0.25, 0.5, 1])
    largest = found["figures"]["largest_t_dr_max"]["value"]
    assert largest == int(0.25 / whole * 1000)
    rows = found["tables"]["limits"]["rows"]
    limits = {row["symbol"]: [row["limit"], row["t"], row["factor"]] for row in rows}
    assert limits == {
        "DR_min": [None, None, None],
        "DR_W": [None, None, None],
        "DR_max": [0.25, largest, largest / 1000],
    }
    assert found["states"]["exactness"]["value"] == "exact"
    assert "not a simulation" in found["words"]["notes"][0]
    assert found["parameters"]["seed"] == 7

    data = sdc.read(billing, ReadOptions(text=("Zip",)), roles=dict.fromkeys(["Age", "Sex", "Zip"], "key"))
    same = sdc.risk.SamplingRisk(**asked).assess(data, data).to_json()
    assert same["tables"] == found["tables"]
    assert same["figures"] == found["figures"]


def test_sampling_after_recoding_is_told_as_a_bound(
    billing: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    masked = billing.with_name("masked.csv")
    recoding = 'recoding:{"variable": "Age", "how": "width", "width": 10}'
    mask = ["mask", str(billing), "--text", "Zip", "--method", recoding, "--seed", "1", "--out", str(masked)]
    assert main([*mask, "--identifiers"]) == 0
    capsys.readouterr()
    code = main(
        [
            *("assess", str(billing), "--masked", str(masked), "--id", "Patient_No", "--text", "Zip"),
            *("--keys", "Age,Sex,Zip", "--measure", "sampling_risk"),
        ]
    )
    output = capsys.readouterr().out
    assert code == 0
    assert "Risk by sampling" in output
    assert "upper bound" in output
    assert "Exact expectation under simple random sampling" in output
