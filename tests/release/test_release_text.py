from pathlib import Path

from sdcdesk.document.project_file import load
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.project_results import compute
from sdcdesk.release.release_text import release_text, scenario_note

SAMPLE = Path(__file__).resolve().parents[2] / "resources" / "samples" / "billing_5000.sdcdesk"


def test_the_worst_scenario_with_a_limit_is_named() -> None:
    project = load(SAMPLE)
    release = compute(project, Pipeline(project.open_data(SAMPLE)), ()).release
    assert release is not None
    assert release_text(release) == "Safe in these scenarios, ≤\u202f1.22\u202f%"
    known = release.with_limits(project.changed(accepted=tuple(one.name for one in release.open())))
    assert known is not None
    assert release_text(known) == "Safe, ≤\u202f1.22\u202f%, Neighbour"
    first, second = project.scenarios
    partly = release.with_limits(project.changed(scenarios=(first.changed(limits=()), second)))
    assert partly is not None
    assert release_text(partly) == "No limit in 1 of 2 scenarios: Neighbour"
    unlimited, limited = partly.scenarios
    assert scenario_note(partly, unlimited) == "one of 2 scenarios"
    assert scenario_note(partly, limited) == "not assessed is Neighbour"
    sized = release.with_limits(
        project.changed(scenarios=(first.with_limit("k", 500, side="at least"), second))
    )
    assert sized is not None
    assert release_text(sized).startswith("Unsafe, 1: k, Neighbour")
    alone = release.with_limits(project.changed(scenarios=(first.with_limit("dr_weighted", 0.012),)))
    assert alone is not None
    assert release_text(alone).startswith("Unsafe, ≤\u202f1.22")
    assert "Neighbour" not in release_text(alone)
    worst, other = release.scenarios
    assert scenario_note(release, worst) == "worst of 2 scenarios"
    assert scenario_note(release, other) == "the worst is Neighbour"
    assert scenario_note(alone, alone.scenarios[0]) == ""
