from sdcdesk.core.operations.parameters import applies, form_parameters
from sdcdesk.masking import FinishedFile, Microaggregation
from sdcdesk.risk import KMap


def test_what_has_no_effect_counts_with_its_default() -> None:
    values = {"grouping": "single", "partition": "fixed", "objective": "absolute"}
    assert not applies(Microaggregation, "objective", values.get)
    assert applies(Microaggregation, "keep_equal_together", values.get)
    assert not applies(Microaggregation, "keep_equal_together", {**values, "partition": "optimal"}.get)


def test_a_file_is_asked_for_before_what_it_holds() -> None:
    assert form_parameters(FinishedFile)[:2] == ["file", "identity"]
    assert form_parameters(KMap)[0] == "population"
