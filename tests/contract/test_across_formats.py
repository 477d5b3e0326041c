"""From one format to every other: what both keep survives, and what is lost on the way is told before."""

import warnings
from pathlib import Path

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Variable
from sdcdesk.io import FileOptions, Format, read, write
from sdcdesk.io.writing import losses
from tests.contract.test_formats import BOTH, described_people, options

TEXT = ["_x0041_", "a\x01b", "=1+1", "0012"]
"""Text that some format or its library has a use of its own for."""


def people() -> Microdata:
    """Return what all formats are tried with, and labels that differ in their capitals only."""
    labels = (ValueLabel(value=1, label="man"), ValueLabel(value=2, label="Man"))
    frame = described_people().frame.assign(text=pd.Series(TEXT, dtype="str"), alike=[1, 2, 1, 2])
    described = (Variable(name="alike", value_labels=labels), Variable(name="text"))
    return Microdata(frame, (*described_people().variables, *described))


def through(form: Format, data: Microdata, path: Path) -> Microdata:
    """Return what comes back of a file of a format."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        write(data, path)
    how: FileOptions = options(form, data.frame)
    return read(path, how)


@pytest.mark.parametrize("source", BOTH, ids=lambda form: form.name)
def test_what_two_formats_keep_survives_both(source: Format, tmp_path: Path) -> None:
    data = through(source, people(), tmp_path / f"from{source.extensions[0]}")
    for form in BOTH:
        path = tmp_path / f"to{form.extensions[0]}"
        told = losses(data, path, None, {})
        found, of_variables = through(form, data, path), {one.variable for one in told}
        assert found.names == data.names
        for name in data.names:
            before, after = data.column(name), found.column(name)
            assert after.isna().tolist() == before.isna().tolist(), (form.name, name)
            assert after.dropna().tolist() == before.dropna().tolist(), (form.name, name)
            for field in form.keeps - {"display"}:
                kept = [getattr(one.variable(name), field) for one in (data, found)]
                if field == "value_labels":  # some programs sort them
                    kept = [set(one) for one in kept]
                assert kept[0] == kept[1] or name in of_variables, (form.name, name, field)
        general = [one for one in told if not one.variable]
        lacking = {"label", "value_labels", "missing_ranges", "lettered_missing"} - form.keeps - form.tells
        used = {field for field in lacking if any(getattr(one, field) for one in data.variables)}
        assert len(general) >= len(used), form.name
