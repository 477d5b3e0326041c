"""Measure check: a masked file by one measure, the original beside it, and nothing assessed twice."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.files.problems import log_problem
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.edition import WITHHELD, Edition
from sdcdesk.core.results.limit import UNLIMITED, Limits
from sdcdesk.core.running.errors import DefectError, SdcError
from sdcdesk.core.running.memory import give_back_after
from sdcdesk.core.running.progress import SILENT, Cancelled, Progress
from sdcdesk.core.text.sentence import sentence


@dataclass(frozen=True)
class Entry:
    """One measure, and what became of it.

    Attributes
    ----------
    measure
        With the parameters that it was assessed with.
    after
        The assessment of the masked file, each figure with that of the original beside it where that says
        something; None where it failed.
    before
        The assessment of the original by itself; None where it says nothing, was not asked for, or failed.
    error
        Why it failed: it does not fit the data or the recipe, or has a defect.
    """

    measure: Measure
    after: Assessment | None = None
    before: Assessment | None = None
    error: SdcError | None = None

    @property
    def assessments(self) -> tuple[Assessment, ...]:
        """What was found, before and after masking."""
        return tuple(found for found in (self.before, self.after) if found is not None)

    def to_json(self, edition: Edition = WITHHELD, limits: Limits = UNLIMITED) -> dict[str, Any]:
        """Return the assessment or, where it failed, measure, parameters and error as plain JSON values.

        Parameters
        ----------
        edition
            Whom the file is for.
        limits
            By name of the figure; see `findings_json`.

        Returns
        -------
        dict[str, Any]
            "error" is a sentence without values of the data.
        """
        if self.after is not None:
            return self.after.to_json(edition, limits)
        return {
            "measure": self.measure.name,
            "parameters": self.measure.parameters,
            "error": self.error.message if self.error else None,
        }


def check_measure(
    measure: Measure,
    original: Microdata,
    masked: Microdata,
    known: Iterable[Assessment] = (),
    progress: Progress = SILENT,
    *,
    with_before: bool = True,
    with_records: bool = True,
) -> Entry:
    """Assess a masked file, and where that says something the original, by one measure.

    A measure that fails is an entry with its error, also where the measure has a defect: the sentence names
    the kind of the defect and no value.

    Parameters
    ----------
    measure
        With its parameters.
    original
        The initial file.
    masked
        The masked file.
    known
        Assessments that need not be made again.
    progress
        Receives the share that is done, and stops the work where the user asked to.
    with_before
        Whether the original is assessed too.
    with_records
        Whether the assessments have series of single records, which take several times the memory of the
        file.

    Returns
    -------
    Entry
        An assessment, or the error.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    known = tuple(found for found in known if found.holds_records or not with_records)
    try:
        if not with_before:
            alike = not with_records  # those of another file would keep that in memory
            after, before = assessed(measure, original, masked, known, progress, alike=alike), None
        else:
            after, before = assessed_beside(
                measure, original, masked, known, progress, with_records=with_records
            )
    except SdcError as error:
        return Entry(measure, error=error)
    except (Cancelled, MemoryError):
        raise
    except Exception as error:
        log_problem(error)
        kind = type(error).__name__
        words = sentence("It could not be computed: a defect of the measure ({kind}); report it.", kind=kind)
        return Entry(measure, error=DefectError(words))
    after = after if with_records else after.without_records()
    give_back_after(len(original))
    return Entry(measure, after, before)


def assessed_beside(
    measure: Measure,
    original: Microdata,
    masked: Microdata,
    known: Iterable[Assessment] = (),
    progress: Progress = SILENT,
    *,
    with_records: bool = True,
) -> tuple[Assessment, Assessment | None]:
    """Assess a masked file and, where that says something, the original beside it.

    Parameters
    ----------
    measure
        With its parameters.
    original
        The initial file.
    masked
        The masked file.
    known
        Assessments that need not be made again.
    progress
        Receives the share that is done, and stops the work where the user asked to.
    with_records
        Whether that of the original has series of single records.

    Returns
    -------
    Assessment, Assessment or None
        That of the masked file, its figures with those of the original; and that of the original, None where
        it says nothing.

    Raises
    ------
    SdcError
        The measure does not fit.
    Cancelled
        The user asked to stop.
    """
    known = tuple(known)
    if not measure.also_for_original or original.is_released:
        return assessed(measure, original, masked, known, progress), None
    before = assessed(measure, original, original, known, progress.part(0.0, 0.5))
    if not with_records:
        before = before.without_records()
    after = assessed(measure, original, masked, (*known, before), progress.part(0.5, 1.0))
    return after.with_before(before, measure.unreleased_quantity), before


def assessed(
    measure: Measure,
    original: Microdata,
    masked: Microdata,
    known: Iterable[Assessment] = (),
    progress: Progress = SILENT,
    *,
    alike: bool = False,
) -> Assessment:
    """Return an assessment, the known one where the same measure has assessed the same files.

    Parameters
    ----------
    measure
        With its parameters.
    original
        The initial file.
    masked
        The masked file.
    known
        Assessments that need not be made again.
    progress
        Receives the share that is done, and stops the work where the user asked to.
    alike
        Whether files will do in which the measure finds the same.

    Returns
    -------
    Assessment
        An assessment of these files and parameters.

    Raises
    ------
    SdcError
        The measure does not fit.
    Cancelled
        The user asked to stop.
    """
    found = known_assessment(measure, original, masked, known, alike=alike)
    return measure.assess(original, masked, progress) if found is None else found


def known_assessment(
    measure: Measure,
    original: Microdata,
    masked: Microdata,
    known: Iterable[Assessment],
    *,
    alike: bool = False,
) -> Assessment | None:
    """Return what is known of these files by the same measure with the same parameters.

    Parameters
    ----------
    measure
        With its parameters.
    original
        The initial file.
    masked
        The masked file.
    known
        What was assessed already.
    alike
        Whether a masked file will do in which the measure finds the same.

    Returns
    -------
    Assessment or None
        None: it was not assessed yet.
    """
    own = [
        found
        for found in known
        if (found.measure, found.version) == (measure.name, measure.version) and found.original is original
    ]
    same = [found for found in own if found.masked is masked]
    if alike:
        others = (found for found in own if found.masked is not masked)
        same += (found for found in others if measure.finds_the_same(original, found.masked, masked))
    parameters: Mapping[str, Any] = measure.parameters if same else {}
    found = next((found for found in same if found.parameters == parameters), None)
    return found if found is None or found.masked is masked else replace(found, masked=masked)


def named(entry: Entry, where: str) -> Entry:
    """Return an entry whose error begins with what failed.

    Parameters
    ----------
    entry
        A measure and what became of it.
    where
        What failed: "Scenario Neighbour".

    Returns
    -------
    Entry
        The same entry where it has no error.
    """
    error = entry.error
    if error is None or error.names(where):
        return entry
    return replace(entry, error=type(error)(error.message, error.field, title=where))
