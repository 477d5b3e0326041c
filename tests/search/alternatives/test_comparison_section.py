"""The table of a comparison: draws together, least score first, with what failed below."""

import pytest

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.edition import EVERYTHING, WITHHELD
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.results.findings_json import findings_json
from sdcdesk.document.project import Project
from sdcdesk.loss import ContinuousLoss
from sdcdesk.search.alternatives.comparison import Comparison
from sdcdesk.search.alternatives.comparison_section import comparison_section, comparison_table
from sdcdesk.search.alternatives.parameter_curves import parameter_curves

SWAP = {"method": "rank_swapping", "parameters": {"variables": [["age"], ["zip"]], "window": [5.0, 40.0]}}
BANDS = {"method": "recoding", "parameters": {"variable": ["age"], "how": ["width"], "width": [5.0, 20.0]}}


@pytest.fixture(scope="module")
def found(project: Project, people: Microdata) -> Comparison:
    return sdc.compare(project, sdc.Grid(lines=[SWAP, BANDS, [], []], draws=2), data=people)


def test_a_row_has_the_means_of_its_draws_and_rows_the_order_of_scores(found: Comparison) -> None:
    table = comparison_table(found, 0.3)
    scores = [quantity.value for quantity in table.frame["score"]]
    assert scores == sorted(scores)
    swapped = [one for one in found.outcomes if one.alternative.words.startswith("age swapped within 40")]
    [row] = [row for _, row in table.frame.iterrows() if "within 40" in row["alternative"]]
    risks, losses = ([one.value(axis) for one in swapped] for axis in (found.risk, found.loss))
    assert row["draws"] == len(swapped) == 2
    assert row["risk"].value == pytest.approx(sum(risks) / 2)
    assert row["loss_deviation"] == pytest.approx(abs(losses[0] - losses[1]) / 2**0.5)
    assert row["score"].value == pytest.approx((0.3 * 100 * sum(risks) + 0.7 * sum(losses)) / 2)
    front = {found.outcome(number).alternative.words for number in found.front().numbers}
    assert {row["alternative"] for _, row in table.frame.iterrows() if row["front"]} == front


def test_what_failed_and_what_is_equal_is_told_below(found: Comparison) -> None:
    notes = " ".join(str(note.text) for note in comparison_section(found).notes)
    assert "Equal in both figures: The original as it is; The original as it is." in notes
    assert "zip is nominal" in notes


def test_columns_of_draws_stand_where_there_are_several(found: Comparison) -> None:
    single = found.with_outcomes(tuple(one for one in found.outcomes if one.alternative.draw < 2))
    names = [column.name for column in comparison_table(single).columns]
    assert names == ["place", "alternative", "front", "verdict", "score", "risk", "loss"]


def test_an_axis_without_a_scale_leaves_out_the_score(project: Project, people: Microdata) -> None:
    other = project.changed(axes={"risk": "disclosure_risk.k"})
    found = sdc.compare(other, sdc.Grid(lines=[BANDS, []]), data=people)
    table = comparison_table(found)
    assert "score" not in {column.name for column in table.columns}
    assert "scores" not in found.to_json()
    losses = [quantity.value for quantity in table.frame["loss"]]
    assert losses == sorted(losses)
    with pytest.raises(sdc.SdcError, match="no share and no score"):
        found.scores()


def test_nothing_of_it_is_in_a_public_document(found: Comparison) -> None:
    findings = Findings(sections=(comparison_section(found),))
    public, internal = (findings_json(findings, edition)["tables"] for edition in (WITHHELD, EVERYTHING))
    assert internal["alternatives"]
    assert not public.get("alternatives")


def test_a_sampling_factor_has_its_curves_of_risk_and_loss(project: Project, people: Microdata) -> None:
    sample = {"method": "simple_random_sampling", "parameters": {"percentage": [80.0, 20.0, 50.0]}}
    found = sdc.compare(project, sdc.Grid(lines=[sample, BANDS], draws=2), data=people)
    [(table, plot)] = parameter_curves(found)
    assert table.frame["value"].tolist() == [20.0, 50.0, 80.0]
    for _, row in table.frame.iterrows():
        draws = [
            one for one in found.outcomes if one.alternative.words.startswith(f"Sample {row['value']:.0f}")
        ]
        risks = [100 * one.value(found.risk) for one in draws]
        assert len(risks) == 2
        assert row["risk"] == pytest.approx(sum(risks) / 2)
        assert (row["risk_least"], row["risk_most"]) == (min(risks), max(risks))
        assert row["loss"] == pytest.approx(sum(one.value(found.loss) for one in draws) / 2)
    assert plot.x.column == "value"
    assert [(one.column, one.role) for one in plot.series] == [("risk", "value"), ("loss", "loss")]
    assert plot.columns <= {column.name for column in table.columns}


def test_a_measure_that_cannot_be_assessed_is_told_with_its_sentence(
    project: Project, people: Microdata
) -> None:
    lacking = project.changed(measures=[*project.measures, ContinuousLoss(variables=["zip"])])
    grid = sdc.Grid(lines=[BANDS])
    found = sdc.compare(lacking.changed(measures=lacking.measures[::2]), grid, data=people)
    notes = [str(note.text) for note in comparison_section(found).notes]
    [told] = [note for note in notes if "could not be assessed for 2 alternatives" in note]
    assert "zip is nominal" in told
    assert not found.failed
    assert not any(one.has_defect for one in found.outcomes)
    assert all(one.value(found.loss) is not None for one in found.outcomes)
