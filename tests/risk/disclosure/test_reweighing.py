import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.risk import TRUTA_2004, DisclosureRisk
from sdcdesk.risk.disclosure.reweighing import Reweighing

W3 = TRUTA_2004["W3"]

AGES, SEXES = [10, 30, 20, 20, 10, 25, 20, 25, 10, 20], list("MMMFFFMFMM")
PEOPLE = Microdata(pd.DataFrame({"age": AGES, "sex": SEXES}))


def assess(records: int, weights: str = "W3") -> Assessment:
    """The first records of Truta 2004 as a sample of its ten people."""
    measure = DisclosureRisk(keys=["age", "sex"], weights=TRUTA_2004[weights])
    return measure.assess(PEOPLE, PEOPLE.take(np.arange(records)))


@pytest.mark.parametrize("records", [0, 1, 5, 10])
@pytest.mark.parametrize("name", TRUTA_2004)
def test_it_says_what_an_assessment_with_these_weights_would(records: int, name: str) -> None:
    weights, again = TRUTA_2004[name], assess(records, name)
    reweighing = Reweighing(assess(records))
    assert reweighing.risk(weights) == again.value("dr_weighted")
    assert reweighing.released(weights) == again.value("dr_weighted_released")
    found = reweighing.assessed(weights)
    assert dict(found.figures) == dict(again.figures)
    assert found.parameters == again.parameters
    for table in ("classification", "contributions", "group_sizes", "size_changes"):
        pd.testing.assert_frame_equal(found.table(table), again.table(table))
    assert set(found.records) == set(again.records) - {"contribution"}
    assert set(again.tables) - set(found.tables) == {"records_at_risk"}, "no list of other weights"
    counted = found.figure("dr_weighted").rows, again.figure("dr_weighted").rows
    assert counted[0]().tolist() == counted[1]().tolist()


def test_weights_that_break_rules_or_do_not_fit_are_refused() -> None:
    reweighing = Reweighing(assess(5))
    broken = W3.changed(block=((1, 2), (0, 0)))
    backwards = W3.changed(structure="merging", block=((6, 0), (2, 2)))
    for asked in (reweighing.risk, reweighing.released, reweighing.figures, reweighing.assessed):
        with pytest.raises(ParameterError, match="break a rule"):
            asked(broken)
        with pytest.raises(DataError, match="no place"):
            asked(backwards)
    assert reweighing.risk(W3) == assess(5).value("dr_weighted"), "it goes on with weights that fit"
