from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE
from sdcdesk.core.results.limit import Limit
from sdcdesk.document.limits import first_free, limitable, limitable_figures, separating_limits, unit_behind


def test_every_figure_that_can_be_limited_is_offered_with_its_measure() -> None:
    offered = [(measure, one) for measure, figures in limitable_figures().items() for one in figures]
    assert offered == list(limitable())


def test_a_new_limit_is_on_a_figure_that_has_none() -> None:
    pairs = [(measure.name, declared.name) for measure, declared in limitable()]
    first = first_free(())
    assert (first.measure, first.figure) == pairs[0]
    second = first_free({pairs[0]})
    assert (second.measure, second.figure) == pairs[1]
    assert isinstance(first_free(pairs), Limit)


def test_the_unit_stands_behind_the_field() -> None:
    assert [unit_behind(unit) for unit in (SHARE, RECORDS, NUMBER)] == ["%", "records", ""]


def test_a_figure_that_measures_share_is_told_from_its_limits_everywhere() -> None:
    limits = (
        Limit(measure="disclosure_risk", figure="dr_max", value=0.1),
        Limit(measure="headline_loss", figure="loss", value=5),
    )
    assert separating_limits(limits, "k_anonymity") == {"dr_max": [limits[0]]}
    assert separating_limits(limits, "headline_loss") == {"loss": [limits[1]]}
    assert separating_limits(limits, "gone") == {}
