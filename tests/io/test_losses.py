"""What files lack of descriptions is told before they are written, whatever their format."""

from pathlib import Path

import pandas as pd
import pytest

from sdcdesk.core.data.declared_missing import MissingRange
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.io.formats import FORMATS
from sdcdesk.io.writing import losses

WRITABLE = [form for form in FORMATS if form.can_write]
SAYING = {
    "label": Variable(name="a", label="Age"),
    "unit": Variable(name="a", scale=Scale.CONTINUOUS, unit="years"),
    "missing": Variable(name="a", missing=(9,)),
    "categories": Variable(name="a", scale=Scale.ORDINAL, categories=("c", "a", "b")),
    "value_labels": Variable(name="a", value_labels=(ValueLabel(value=1, label="One"),)),
    "missing_ranges": Variable(name="a", missing=(9,), missing_ranges=(MissingRange(low=9, high=None),)),
}
"""A variable that says something in a field."""


@pytest.mark.parametrize("form", WRITABLE, ids=lambda form: form.name)
@pytest.mark.parametrize("field", SAYING)
def test_what_a_format_does_not_keep_is_told(form: object, field: str, tmp_path: Path) -> None:
    values = list(SAYING[field].categories) or [1, 3, 9]
    data = Microdata(pd.DataFrame({"a": values}), [SAYING[field]])
    path = tmp_path / f"a{form.extensions[0]}"  # type: ignore[attr-defined]
    told = losses(data, path, None, {})
    kept = field in form.keeps  # type: ignore[attr-defined]
    in_text = ("value_labels", "missing_ranges")  # nobody looks for the others in plain text
    expected = not kept and (form.name != "csv" or field in in_text)  # type: ignore[attr-defined]
    assert bool(told) is expected, told
    plain = Microdata(data.frame, [SAYING[field].changed(**{field: Variable(name="a").model_dump()[field]})])
    if field != "missing_ranges":
        assert losses(plain, path, None, {}) == ()


def test_ascending_categories_need_no_order_of_their_own(tmp_path: Path) -> None:
    described = Variable(name="a", scale=Scale.ORDINAL, categories=(1, 3, 9))
    data = Microdata(pd.DataFrame({"a": [1, 3, 9]}), [described])
    assert losses(data, tmp_path / "a.sav", None, {}) == ()
