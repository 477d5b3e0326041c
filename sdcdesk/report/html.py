"""Report for the disclosure board as HTML: one file, no script, nothing fetched from anywhere."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version

from markupsafe import Markup

from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.random.secret_seed import CONFIDENTIAL
from sdcdesk.core.results.edition import Audience, Edition
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.results.limit import UNLIMITED, Limits
from sdcdesk.core.text.printable import printable
from sdcdesk.core.text.sentence import Sentence, counted, sentence
from sdcdesk.document.measures import lead
from sdcdesk.document.seed_note import seed_note
from sdcdesk.release.measure_check import Entry
from sdcdesk.release.pipeline import Run
from sdcdesk.release.release_check import Release
from sdcdesk.release.release_json import SCHEMA
from sdcdesk.release.scenario_check import Checked
from sdcdesk.report import board
from sdcdesk.report.export_reason import made_of_sample
from sdcdesk.report.sections import Writing, environment, findings_html
from sdcdesk.report.stamp import Stamp, stamped
from sdcdesk.report.steps import steps
from sdcdesk.report.tables import tables_html
from sdcdesk.report.weights import matrix_name, matrix_texts
from sdcdesk.search.alternatives.comparison import Comparison
from sdcdesk.search.alternatives.comparison_section import comparison_section

HEADINGS = {
    Audience.PUBLIC: "Without values of the data",
    Audience.INTERNAL: "Internal edition: for the disclosure board only",
}

OTHERS = (("Other measures of risk", Concern.RISK), ("Information loss", Concern.LOSS))


@dataclass(frozen=True, slots=True)
class Page:
    """A document, and the titles of its parts that could not be written.

    Each such part says so in its place; the rest stands.

    Attributes
    ----------
    text
        The whole document.
    unwritten
        Titles of its parts that could not be written.
    """

    text: str
    unwritten: tuple[str, ...] = ()


def render(
    release: Release,
    override: str = "",
    edition: Edition | None = None,
    stamp: Stamp | None = None,
    kept: Sequence[str] = (),
) -> str:
    """Return the report of a release check; see `written`.

    Parameters
    ----------
    release
        The release check of the masked file.
    override
        Why the file is released although it is not known to be safe.
    edition
        Whom the report is for; None: anybody, under the threshold of the project.
    stamp, kept
        See `written`.

    Returns
    -------
    str
        A complete page.
    """
    return written(release, override, edition, stamp, kept).text


def _released(run: Run) -> Sentence:
    one, many = "{n} of {records} is released", "{n} of {records} are released"
    records = counted(len(run.original), "record")
    return sentence(one, many, "n", n=len(run.masked), records=records)


def written(
    release: Release,
    override: str = "",
    edition: Edition | None = None,
    stamp: Stamp | None = None,
    kept: Sequence[str] = (),
    *,
    alternatives: Comparison | None = None,
) -> Page:
    """Return the report of a release check, with what could not be written.

    The first thing it says is the verdict. It names no record and, unless the edition says so, shows no value
    of the data.

    Parameters
    ----------
    release
        The release check.
    override
        Why the file is released although it is not known to be safe, in the user's words; empty: it is
        not released, or it is safe.
    edition
        Whom the document is for; None: anybody, under the threshold of the project.
    stamp
        The file that it is written with, and when; None: with none, today.
    kept
        Identifiers that leave too.
    alternatives
        A comparison that the internal edition shows; other editions tell nothing of it.

    Returns
    -------
    Page
        The page, and the titles of what could not be written.
    """
    edition = edition or release.edition()
    writing = Writing(edition)
    project, run = release.project, release.run
    heads, rows = board.scenario_table(release, edition)
    judged = board.judgements(release, edition)
    text = environment().get_template("report.html").render(
        title=project.title or "Disclosure control report",
        edition=HEADINGS[edition.audience],
        values=edition.values,
        released=_released(run),
        verdict=str(release.verdict),
        verdict_words=release.verdict_text(kept=kept),
        headline=board.headline(release, kept),
        sentence=board.verdict_sentence(release, edition),
        override=override, sample=board.sample_text(release, edition),
        of_sample=made_of_sample(release), judgements=judged,
        first_judgements=board.first_judgements(judged),
        summary=board.scenario_table(release, edition, lead(Concern.RISK).summary),
        leaving=board.leaving(release, edition, kept), order=board.order_text(release),
        matrices=matrix_texts(release),
        stamp=stamp or stamped(),
        data_file=printable(project.data.name),
        seed=_seed(release, edition),
        files=board.files(release, edition),
        roles=board.roles(release),
        heads=heads,
        scenario_rows=rows,
        scenarios=[
            (checked, scenario_html(checked, writing), matrix_name(name, project.weights[name]))
            for checked in release.scenarios
            for name in [checked.scenario.weights]
        ],
        missing=board.MISSING,
        steps=[(step, findings_html(step.findings, writing)) for step in steps(release, edition)],
        others=_others(release, writing) + _alternatives(alternatives, writing),
        tables=tables_html(release.tables, writing),
        measures=board.measures(release),
        version=version("sdcdesk"),
        schema=SCHEMA,
    )  # fmt: skip
    return Page(text, tuple(writing.unwritten))


def _others(release: Release, writing: Writing) -> list[tuple[str, list[Markup]]]:
    """Return what the measures beside the scenarios found, under their headings."""
    return [
        (
            heading,
            [
                entry_html(entry, writing, release.limits_on(entry.measure.name))
                for entry in board.entries(release, concern)
            ],
        )
        for heading, concern in OTHERS
    ]


def _alternatives(comparison: Comparison | None, writing: Writing) -> list[tuple[str, list[Markup]]]:
    """Return what was compared, under its heading; nothing but for the internal edition."""
    if comparison is None or writing.edition.audience is not Audience.INTERNAL:
        return []
    section = replace(comparison_section(comparison), title="")
    return [("Alternatives", [findings_html(Findings(sections=(section,)), writing)])]


def _seed(release: Release, edition: Edition) -> tuple[str, str, str] | None:
    """Return the seed, what whoever reads it must know, and why it can be guessed; None: not told."""
    if edition.audience is not Audience.INTERNAL:
        return None
    return str(release.project.recipe.seed), CONFIDENTIAL, seed_note(release.project)


def scenario_html(checked: Checked, writing: Writing) -> list[Markup]:
    """Return what the measures of a scenario found, with the limits that the scenario sets.

    Parameters
    ----------
    checked
        The scenario as it was assessed.
    writing
        Whom it is for.

    Returns
    -------
    list[Markup]
        One part for each measure.
    """
    return [
        entry_html(entry, writing, checked.limits_on(entry.measure.name), checked.scenario.name)
        for entry in checked.entries
    ]


def entry_html(entry: Entry, writing: Writing, limits: Limits = UNLIMITED, scenario: str = "") -> Markup:
    """Return what a measure found, or why it was not assessed.

    Parameters
    ----------
    entry
        A measure and what became of it.
    writing
        Whom it is for.
    limits
        By name of the figure.
    scenario
        Name of the scenario that it belongs to; empty: the project.

    Returns
    -------
    Markup
        A heading and what follows it.
    """
    heading = f"{scenario}: {entry.measure.title}" if scenario else entry.measure.title
    title = Markup("<h3>{}</h3>\n").format(printable(heading))
    if entry.after is None:
        why = sentence("Not assessed. {why}", why=entry.error.message if entry.error else "")
        return title + Markup('<p class="unwritten">{}</p>\n').format(printable(why))
    return title + findings_html(entry.after, writing, limits)
