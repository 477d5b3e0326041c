"""What the read-me says of file formats."""

import re
from pathlib import Path

import pytest

from sdcdesk.core.data.variable import Variable
from sdcdesk.io import FORMATS

ROWS = {
    row[0]: row[1:]
    for line in (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8").splitlines()
    if len(row := [cell.strip() for cell in line.strip("|").split("|")]) == 4
}
WORDS = {
    "label": r"^labels|(?<!value) labels",
    "unit": "units",
    "scale": "scales",
    "categories": "categories",
    "missing": "missing codes",
    "missing_ranges": "ranges",
    "lettered_missing": "lettered missing values",
    "value_labels": "value labels",
    "display": "formats",
}
"""How the read-me calls what a format keeps of the description of a variable."""


@pytest.mark.parametrize("form", list(FORMATS), ids=lambda form: form.name)
def test_what_it_says_of_a_format_holds(form):
    read, written, kept = ROWS[form.title]  # a row in the table of "Data files"
    assert tuple(re.findall(r"\.\w+", read)) == (form.extensions if form.can_read else ())
    same = written.startswith("the same")
    assert tuple(re.findall(r"\.\w+", read if same else written)) == form.written_extensions
    if kept.startswith("everything"):
        assert form.keeps == frozenset(Variable.model_fields) - {"name"}
    else:
        assert {
            field for field, words in WORDS.items() if re.search(words, kept.partition(":")[0])
        } == form.keeps
