import pytest

from sdcdesk.core.results.limit import Limit
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.document.limits import figure_name, limit_text, limitable, parse_limit, usual_side
from sdcdesk.document.scenario import Scenario, knowledge, own
from sdcdesk.loss import HeadlineLoss
from sdcdesk.risk import TRUTA_2004, DisclosureRisk, KAnonymity, SamplingRisk

W3 = TRUTA_2004["W3"]
NEAR = Scenario(name="Near", keys=["age"], missing="wildcard", weights="w", k=4)


def limit(measure: str, figure: str, value: float = 0.5, side: str = "at most") -> Limit:
    return Limit(measure=measure, figure=figure, side=side, value=value)


def test_measures_suppose_what_the_intruder_knows() -> None:
    assert NEAR.informed(DisclosureRisk(), W3) == DisclosureRisk(
        keys=["age"], missing="wildcard", weights=W3, k=4
    )
    assert NEAR.informed(KAnonymity(k=9), W3) == KAnonymity(keys=["age"], missing="wildcard", weights=W3, k=4)
    sampling = NEAR.informed(SamplingRisk(factors=[10]), W3)
    assert (sampling.keys, sampling.weights, sampling.factors) == (("age",), W3, (10,))


def test_a_parameter_of_the_same_name_and_another_kind_stays() -> None:
    loss = HeadlineLoss(weights={"age": 2.0})
    assert NEAR.informed(loss, W3) is loss


def test_a_scenario_assesses_the_disclosure_risk_its_measures_and_what_its_limits_name() -> None:
    assert NEAR.wanted() == (DisclosureRisk(),)
    sampling = SamplingRisk(factors=[10])
    limits = [limit("k_anonymity", "share_below_k"), limit("headline_loss", "loss"), limit("gone", "x")]
    scenario = NEAR.changed(measures=(sampling,), limits=limits)
    assert scenario.wanted() == (DisclosureRisk(), sampling, KAnonymity())
    assert scenario.wanted(only_limited=True) == (DisclosureRisk(), KAnonymity())


def test_a_measure_says_nothing_that_is_for_the_scenario_to_say() -> None:
    sampling = SamplingRisk(factors=[10], keys=["zip"], missing="category")
    with pytest.raises(ParameterError, match="Risk by sampling says keys itself, which is for the scenario"):
        NEAR.changed(measures=[sampling])
    with pytest.raises(ParameterError, match="says k itself"):
        NEAR.changed(measures=[KAnonymity(k=3)])
    kept = NEAR.changed(measures=[own(sampling), own(KAnonymity(k=9))])
    assert kept.measures == (SamplingRisk(factors=[10]), KAnonymity())
    written = kept.model_dump(mode="json")
    assert [set(measure["parameters"]) & set(knowledge(SamplingRisk)) for measure in written["measures"]] == [
        set(),
        set(),
    ]
    assert Scenario(**written) == kept


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"measures": [KAnonymity(), KAnonymity(k=5)]}, "among the measures already"),
        ({"measures": [DisclosureRisk()]}, "Disclosure risk is among the measures already"),
        ({"limits": [limit("disclosure_risk", "dr_weighted", 1.5)]}, "share between 0 and 1"),
        ({"limits": [limit("disclosure_risk", "k", 2.5, "at least")]}, "whole number of records"),
        ({"limits": [limit("disclosure_risk", "k"), limit("disclosure_risk", "k")]}, "whole number"),
        ({"limits": [limit("disclosure_risk", "dr_max"), limit("disclosure_risk", "dr_max")]}, "two limits"),
    ],
)
def test_what_contradicts_itself_is_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        NEAR.changed(**changes)


def test_a_limit_on_what_does_not_exist_any_more_is_no_error() -> None:
    scenario = NEAR.changed(limits=[limit("gone", "x", -3.0), limit("disclosure_risk", "gone", 7.0)])
    assert [limit_text(each) for each in scenario.limits] == [
        "gone.x at most −3",
        "disclosure_risk.gone at most 7",
    ]


def test_limits_are_set_changed_and_taken_away_in_their_place() -> None:
    scenario = NEAR.with_limit("dr_weighted", 0.1).with_limit("k", 3, side="at least")
    assert (scenario.limit("dr_weighted"), scenario.limit("k", side="at least")) == (0.1, 3)
    assert scenario.limit("k") is None
    changed = scenario.with_limit("dr_weighted", 0.2)
    assert [each.figure for each in changed.limits] == ["dr_weighted", "k"]
    assert changed.limit("dr_weighted") == 0.2
    assert [each.figure for each in changed.with_limit("dr_weighted", None).limits] == ["k"]


def test_every_figure_that_is_better_low_or_high_can_be_limited() -> None:
    found = {(measure.name, declared.name): usual_side(declared) for measure, declared in limitable()}
    assert found["disclosure_risk", "dr_weighted"] == "at most"
    assert found["disclosure_risk", "k"] == "at least"
    assert ("disclosure_risk", "records_after") not in found


def test_limits_are_written_as_text() -> None:
    assert parse_limit("disclosure_risk.dr_max <= 0.05") == limit("disclosure_risk", "dr_max", 0.05)
    assert parse_limit("disclosure_risk.k>=3") == limit("disclosure_risk", "k", 3.0, "at least")
    assert limit_text(parse_limit("disclosure_risk.dr_max<=0.05")) == "DR_max at most 5\u202f%"
    assert limit_text(parse_limit("disclosure_risk.k>=3")) == "k at least 3 records"
    assert figure_name(limit("disclosure_risk", "dr_max_released")) != "DR_max", "another figure has it"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("dr_max<=0.05", "write for example"),
        ("disclosure_risk.dr_max<0.05", "write for example"),
        ("disclosure_risk.dr_max<=little", "write for example"),
        ("disclosure_rsk.dr_max<=0.05", "did you mean disclosure_risk"),
        ("disclosure_risk.dr_mx<=0.05", r"did you mean dr_max\? Limits can stand on dr_weighted, "),
        ("disclosure_risk.records_after<=5", "no figure records_after to limit"),
        ("disclosure_risk.dr_max<=5", "share between 0 and 1"),
        ("disclosure_risk.dr_max<=inf", "finite|share"),
        ("disclosure_risk.dr_max<=nan", "finite|share"),
    ],
)
def test_what_is_no_limit_is_refused_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ParameterError, match=sentence):
        parse_limit(text)
