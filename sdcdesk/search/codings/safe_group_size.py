"""Safe group size: groups are asked to be larger until the best coding keeps all limits."""

from collections.abc import Callable, Iterator

from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.project import Project
from sdcdesk.release.pipeline import Run
from sdcdesk.search.codings.coded_keys import CodedKeys
from sdcdesk.search.codings.coding_effect import coding_effect
from sdcdesk.search.codings.codings import Codings

TRIES = 7
"""Sizes that are tried, each twice the one before."""

Search = Callable[[int, CodedKeys | None, Progress], Codings]
"""Searches codings for a group size; the keys are coded already where a smaller one was searched."""


def codings_of_safe_size(
    project: Project, run: Run, search: Search, k: int, progress: Progress = SILENT
) -> tuple[int, Codings]:
    """Search codings for larger and larger groups until the best one makes the file safe.

    Parameters
    ----------
    project, run
        The project with its scenarios and limits, and what became of its recipe.
    search
        Searches the file that the recipe leaves.
    k
        Size to begin with.
    progress
        Receives how far the work is, and stops it where the user asked to.

    Returns
    -------
    int
        The first size whose best coding is safe in all scenarios, of k, 2k, 4k and so on; where none is, k.
    Codings
        What was found for this size.

    Raises
    ------
    Cancelled
        The user asked to stop.
    SdcError
        What the search raises for the first size.
    """
    first: Codings | None = None
    for size, share in _sizes(k, len(run.masked), progress):
        share.at(0.0, sentence("Trying groups of at least {size}", size=size))
        try:
            found = search(size, None if first is None else first.keys, share.part(0.0, 0.6))
        except ParameterError:
            if first is None:
                raise
            break
        first = first or found
        if found.optimum is None:
            break
        effect = coding_effect(project, run, found, found.optimum, share.part(0.6, 1.0))
        if effect is None or effect.verdict is Verdict.NOT_ASSESSED:
            break
        if effect.verdict is Verdict.SAFE:
            return size, found
    assert first is not None  # noqa: S101 - the first size is always searched
    return k, first


def _sizes(k: int, records: int, progress: Progress) -> Iterator[tuple[int, Progress]]:
    """Yield the sizes that are tried, each with its share of the work."""
    sizes = [size for size in (k << shift for shift in range(TRIES)) if size <= max(records, k)]
    yield from progress.over(sizes)
