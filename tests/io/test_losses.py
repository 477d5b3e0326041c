"""What files lack of descriptions is told before they are written, whatever their format."""

from pathlib import Path

import pandas as pd
import pytest

from sdcdesk.core.data.declared_missing import MissingRange
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.io.format import Format
from sdcdesk.io.formats import FORMATS
from sdcdesk.io.writing import losses, write

WRITABLE = [form for form in FORMATS if form.can_write]
SAYING = {
    "label": Variable(name="a", label="Age"),
    "unit": Variable(name="a", scale=Scale.CONTINUOUS, unit="years"),
    "missing": Variable(name="a", missing=(9,)),
    "scale": Variable(name="a", scale=Scale.ORDINAL),
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
    default = Variable(name="a").model_dump()
    without = {each: default[each] for each in ((field, "scale") if field == "categories" else (field,))}
    plain = Microdata(data.frame, [SAYING[field].changed(**without)])
    if field != "missing_ranges":
        assert losses(plain, path, None, {}) == ()


def test_ascending_categories_need_no_order_of_their_own(tmp_path: Path) -> None:
    described = Variable(name="a", scale=Scale.ORDINAL, categories=(1, 3, 9))
    data = Microdata(pd.DataFrame({"a": [1, 3, 9]}), [described])
    assert losses(data, tmp_path / "a.sav", None, {}) == ()


def test_of_r_an_ordinal_factor_is_not_told_as_a_loss(tmp_path: Path) -> None:
    described = Variable(name="a", scale=Scale.ORDINAL, categories=("low", "high"))
    data = Microdata(pd.DataFrame({"a": ["high", "low"]}), [described])
    assert losses(data, tmp_path / "a.rds", None, {}) == ()


def half_used(*names: str) -> Microdata:
    """Variables of codes, of which each has a label that nobody has, and one of a code for missing."""
    labels = tuple(
        ValueLabel(value=value, label=text) for value, text in ((1, "Man"), (2, "Woman"), (3, "O"))
    )
    described = [
        Variable(name=name, missing=(9,), value_labels=(*labels, ValueLabel(value=9, label="Not known")))
        for name in names
    ]
    return Microdata(pd.DataFrame({name: [1, 2, 1] for name in names}), described)


@pytest.mark.parametrize("form", WRITABLE, ids=lambda form: form.name)
def test_labels_that_are_left_out_are_told(form: Format, tmp_path: Path) -> None:
    path = tmp_path / f"a{form.extensions[0]}"
    words = (
        "1 label of a value that does not occur in the file is left out, for it could tell what was masked; "
        "it is a label of sex."
    )
    told = [loss.text for loss in losses(half_used("sex"), path, None, {})]
    described = [loss.text for loss in losses(half_used("sex"), path, None, {}, described=True)]
    assert (words in told) is ("value_labels" in form.keeps), "a file without labels lacks them all"
    assert words in described, "a codebook lacks it too"
    occurring = half_used("sex").assign({"sex": pd.Series([1, 2, 3])}, [half_used("sex").variable("sex")])
    assert not [loss for loss in losses(occurring, path, None, {}, described=True) if "occur" in loss.text]


def test_labels_left_out_of_many_variables_are_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.sav"
    [loss] = losses(half_used("a", "b", "c", "d", "e"), path, None, {})
    assert loss.text == (
        "5 labels of values that do not occur in the file are left out, for they could tell what was masked; "
        "they are labels of a, b, c and 2 more."
    )
    with pytest.warns(UserWarning, match="2 labels of values that do not occur .* they are labels of a, b"):
        write(half_used("a", "b"), path)


def test_labels_in_the_place_of_codes_are_left_out_of_no_codebook(tmp_path: Path) -> None:
    assert losses(half_used("a"), tmp_path / "a.csv", None, {"labels": True}, described=True) == ()
