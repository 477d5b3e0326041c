"""Notebook displays of assessments, microdata, weight matrices, recipes and release checks."""

from functools import singledispatch

from markupsafe import Markup

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.edition import WITHHELD
from sdcdesk.core.text.number_text import number_text
from sdcdesk.core.text.printable import printable
from sdcdesk.core.text.sentence import counted, joined, sentence
from sdcdesk.document.recipe import Recipe
from sdcdesk.release.release_check import Release
from sdcdesk.report import board
from sdcdesk.report.sections import environment, findings_html, macro
from sdcdesk.risk import WeightMatrix

LARGEST_MATRIX = 12
"""Rows and columns of a weight matrix that are shown."""


def display(value: object) -> str:
    """Return an object as HTML, without any value of the data.

    Parameters
    ----------
    value
        An assessment, masked file, weight matrix, recipe or release check.

    Returns
    -------
    str
        One element with its style.

    Raises
    ------
    TypeError
        There is no display of its kind.
    """
    style = environment().get_template("page.css").render()
    return str(Markup('<div class="sdcdesk"><style>{}</style>{}</div>').format(Markup(style), _body(value)))  # noqa: S704 - a file of ours


@singledispatch
def _body(value: object) -> Markup:
    raise TypeError(sentence("there is no display of {kind}", kind=type(value).__name__))


@_body.register
def _(shown: Assessment) -> Markup:
    return Markup("<h3>{}</h3>{}").format(printable(shown.title), findings_html(shown))


@_body.register
def _(shown: Microdata) -> Markup:
    heading = joined([counted(len(shown), "record"), counted(len(shown.names), "variable")])
    rows = [
        (printable(v.name), printable(v.label), str(v.role), str(v.scale), v.unit) for v in shown.variables
    ]
    return macro("listing")(caption=heading, heads=("Variable", "Label", "Role", "Scale", "Unit"), rows=rows)


@_body.register
def _(shown: WeightMatrix) -> Markup:
    title = printable(shown.title or "Weight matrix")
    size = min(shown.size, LARGEST_MATRIX)
    words = "structure {structure}, tail {tail}"
    if size < shown.size:
        words = "structure {structure}, tail {tail}; the first {few} of {all} rows and columns"
    about = sentence(words, structure=shown.structure, tail=float(shown.tail), few=size, all=shown.size)
    rows = [
        (str(i), *(number_text(weight) for weight in row[:size]))
        for i, row in enumerate(shown.block[:size], start=1)
    ]
    heads = ("group now \\ before", *(str(j) for j in range(1, size + 1)))
    return macro("listing")(caption=f"{title}: {about}", heads=heads, rows=rows, numbers=True)


@_body.register
def _(shown: Release) -> Markup:
    edition = shown.edition()
    heads, rows = board.scenario_table(shown, edition)
    parts = environment().get_template("release.html").module
    reason, judgements = board.verdict_sentence(shown, edition), board.judgements(shown, edition)
    headline = str(shown.verdict), shown.verdict_text(), board.headline(shown), reason, "", judgements
    found: Markup = parts.verdict(*headline)  # type: ignore[attr-defined]
    if sample := board.sample_text(shown, edition):
        found = Markup('<p class="note">{}</p>\n').format(sample) + found
    return found + parts.overview(heads, rows) if rows else found  # type: ignore[attr-defined]


@_body.register
def _(shown: Recipe) -> Markup:
    steps = [(printable(step.summary(WITHHELD)), step.on) for step in shown.steps]
    return macro("recipe")(steps=steps)
