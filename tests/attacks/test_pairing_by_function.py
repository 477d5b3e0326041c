"""Attack: released values that happen to be a function of the original ones, as a corrected spelling error.

A comparison that takes this for a recoding compares both files after it, and sees no change at all.
"""

from pathlib import Path

import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.cli import main
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.loss import CategoricalComparison, HeadlineLoss
from sdcdesk.masking import FinishedFile
from sdcdesk.risk import DisclosureRisk, DistanceLinkage

TOWNS = ["Berlin", "Berlni", "Bonn", "Ulm", "Ulm", "Bonn"]


@pytest.fixture
def original() -> sdc.Microdata:
    frame = pd.DataFrame({"no": range(6), "town": TOWNS, "age": [30, 31, 42, 43, 54, 55]})
    return sdc.Microdata(
        frame,
        [
            Variable(name="no", role=Role.IDENTIFIER),
            Variable(name="town", role=Role.KEY),
            Variable(name="age", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS),
        ],
    )


@pytest.fixture
def corrected(original: sdc.Microdata) -> pd.DataFrame:
    """The spelling error, which only one town has, becomes a name that the original lacks."""
    return original.frame.assign(town=original.frame["town"].replace({"Berlni": "Bernau"}))


def test_a_corrected_spelling_is_a_change_and_no_recoding(
    original: sdc.Microdata, corrected: pd.DataFrame
) -> None:
    masked = sdc.match(original, sdc.Microdata(corrected), "no")
    origin = masked.provenance("town")
    assert origin is not None
    assert not origin.is_recoded
    linked = DistanceLinkage(keys=["town"]).assess(original, masked)
    by_recipe = original.recode("town", lambda towns: towns.replace({"Berlni": "Bernau"}))
    assert linked.value("linked") < DistanceLinkage(keys=["town"]).assess(original, by_recipe).value("linked")
    risk = DisclosureRisk().assess(original, masked)
    assert (risk.value("exactness"), risk.value("dr_link")) == ("upper bound", None)
    parts = HeadlineLoss().assess(original, masked).table("parts").set_index("part")
    assert parts.loc["town", "words"] == "1 of 6 values changed"
    with pytest.raises(
        sdc.SdcError, match="town: 1 masked record holds a value that is none of the"
    ) as caught:
        CategoricalComparison(variables=["town"]).assess(original, masked)
    assert "Bernau" not in caught.value.message


def test_the_word_of_the_user_makes_it_a_recoding(
    original: sdc.Microdata, corrected: pd.DataFrame, tmp_path: Path
) -> None:
    masked = sdc.match(original, sdc.Microdata(corrected), "no", recoded_only=True)
    assert DisclosureRisk().assess(original, masked).value("exactness") == "exact"
    corrected.to_csv(tmp_path / "safe.csv", index=False)
    original.frame.to_csv(tmp_path / "people.csv", index=False)
    step = FinishedFile(file=str(tmp_path / "safe.csv"), identity="no", recoded_only=True)
    assert DisclosureRisk().assess(original, step.apply(original)).value("exactness") == "exact"
    asked = ["assess", str(tmp_path / "people.csv"), "--masked", str(tmp_path / "safe.csv"), "--id", "no"]
    limit = ["--keys", "town", "--limit", "disclosure_risk.dr_link<=1"]
    assert main([*asked, *limit, "--recoded-only"]) == 0
    assert main([*asked, *limit]) == 0, "not assessed, and yet who is who is known"


def test_ordered_values_without_a_place_refuse_the_variable_by_its_name(original: sdc.Microdata) -> None:
    graded = Variable(name="town", role=Role.KEY, scale=Scale.ORDINAL, categories=tuple(dict.fromkeys(TOWNS)))
    masked = sdc.match(
        original.describe(graded),
        sdc.Microdata(original.frame.assign(town=original.frame["town"].replace({"Berlni": "Bernau"}))),
        "no",
    )
    with pytest.raises(sdc.SdcError, match="town") as caught:
        DistanceLinkage(keys=["town"]).assess(original.describe(graded), masked)
    assert "Bernau" not in caught.value.message
