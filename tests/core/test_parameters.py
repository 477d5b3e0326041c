from sdcdesk.core.parameters import applies
from sdcdesk.masking import Microaggregation


def test_what_has_no_effect_counts_with_its_default() -> None:
    values = {"grouping": "single", "partition": "fixed", "objective": "absolute"}
    assert not applies(Microaggregation, "objective", values.get)
    assert applies(Microaggregation, "keep_equal_together", values.get)
    assert not applies(Microaggregation, "keep_equal_together", {**values, "partition": "optimal"}.get)
