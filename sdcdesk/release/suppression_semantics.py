"""Blanks of local suppression that are to match every value, and scenarios that count them as a category."""

from dataclasses import replace

from sdcdesk.core.results.findings import Note
from sdcdesk.core.text.sentence import SILENT, Sentence, sentence
from sdcdesk.document.scenario import Scenario
from sdcdesk.masking import LocalSuppression
from sdcdesk.masking.declared import CELLS_BLANKED
from sdcdesk.release.measure_check import Entry
from sdcdesk.release.pipeline import Run
from sdcdesk.release.scenario_check import Checked


def blanks_counted(scenario: Scenario, run: Run) -> Sentence:
    """Return that a scenario counts blanks as a category which are to match every value.

    Parameters
    ----------
    scenario
        The scenario.
    run
        What became of the recipe.

    Returns
    -------
    Sentence
        Silent where it matches them, or there are none of its keys.
    """
    keys = scenario.known_keys(run.original)
    blanked = sum(
        int(cells)
        for stage in run.stages
        if isinstance(stage.step.method, LocalSuppression)
        if stage.masked is not None
        for table in [stage.masked.findings.table("variables")]
        for name, cells in zip(table["variable"], table[CELLS_BLANKED.name], strict=True)
        if name in keys
    )
    if scenario.missing == "wildcard" or not blanked:
        return SILENT
    return sentence(
        "{n} value was blanked by local suppression, so that it may be any; this scenario counts blanks as a "
        "category.",
        "{n} values were blanked by local suppression, so that they may be any; this scenario counts blanks "
        "as a category.",
        "n",
        n=blanked,
    )


def with_suppression_notes(checked: Checked, run: Run) -> Checked:
    """Return a scenario whose findings say that it counts such blanks as a category, where it does.

    Parameters
    ----------
    checked
        The scenario as it was assessed.
    run
        What became of the recipe.

    Returns
    -------
    Checked
        The same figures.
    """
    words = blanks_counted(checked.scenario, run)
    if not words:
        return checked
    note = Note(words, "warning")
    return replace(checked, entries=tuple(_with_note(entry, note) for entry in checked.entries), blanks=words)


def _with_note(entry: Entry, note: Note) -> Entry:
    by_category = entry.after is not None and entry.after.parameters.get("missing") == "category"
    return replace(entry, after=entry.after.noted(note)) if entry.after and by_category else entry
