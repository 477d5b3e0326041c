"""Run of a comparison: every alternative of a grid applied to one file and assessed, on several threads."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from threading import Event
from time import perf_counter

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.grid import Grid
from sdcdesk.document.project import Project
from sdcdesk.release.pipeline import Run
from sdcdesk.release.verdict import overall
from sdcdesk.search.alternatives.alternative import Alternative, find_alternatives
from sdcdesk.search.alternatives.assessing import assess_run
from sdcdesk.search.alternatives.comparison import Comparison
from sdcdesk.search.alternatives.identity import begun_comparison, require_same
from sdcdesk.search.alternatives.outcome import Outcome
from sdcdesk.search.alternatives.shared_steps import SharedSteps

SoFar = Callable[[Comparison], object]
"""Gets what is done, each time that more is."""

OFTEN = 0.1
"""Seconds after which it is told what is done and how far the work is, and asked whether to stop."""

AHEAD = 4
"""Alternatives that wait for each thread; the others are handed out when these are done."""


def compare_alternatives(
    project: Project,
    data: Microdata,
    grid: Grid,
    progress: Progress = SILENT,
    *,
    so_far: SoFar | None = None,
    done: Comparison | None = None,
    workers: int | None = None,
) -> Comparison:
    """Apply every alternative of a grid, and assess it by all measures of a project.

    Parameters
    ----------
    project
        Its scenarios, limits and measures assess; its recipe, seed and hierarchies are those of the grid.
    data
        The initial file.
    grid
        What is compared.
    progress
        Receives how far the work is, and stops it where the user asked to.
    so_far
        Gets the comparison each time that alternatives are done, on the thread of the caller; what is done
        stands, also after a cancelled run.
    done
        What an earlier run has done; its alternatives are not assessed again.
    workers
        Threads that apply and assess; None: as many as the computer has processors. The result is the same.

    Returns
    -------
    Comparison
        An alternative that failed is an outcome with its error, the last ones.

    Raises
    ------
    ParameterError
        The grid is empty or too large, or names what there is not.
    ProjectError
        What is done belongs to other data, or to another project.
    Cancelled
        The user asked to stop.
    """
    progress.check()
    alternatives = find_alternatives(grid, project, data)
    comparison = _begun(project, data, grid, alternatives, done)
    outcomes = {one.alternative.number: one for one in comparison.outcomes}
    left = [one for one in alternatives if one.number not in outcomes]
    if left:
        known = assess_run(project, Run(data, ()), (), progress.part(0.0, 0.02)).of_the_original
        work = _Work(project, SharedSteps(data, [one.recipe for one in left]), known)
        for found in work.over(left, progress.part(0.02, 1.0), workers or os.cpu_count() or 1):
            outcomes |= {one.alternative.number: one for one in found}
            comparison = _with_outcomes(comparison, outcomes.values())
            if so_far is not None:
                so_far(comparison)
    return comparison


def _begun(
    project: Project,
    data: Microdata,
    grid: Grid,
    alternatives: tuple[Alternative, ...],
    done: Comparison | None,
) -> Comparison:
    """Return the comparison with what an earlier run has done, and nothing else."""
    begun = begun_comparison(project, data, grid)
    if done is None:
        return begun
    require_same(done, project, data)
    # What failed is tried again: a file may be there now.
    same = {one.alternative.key: one for one in done.outcomes if one.error is None}
    kept = (same[one.key].of(one) for one in alternatives if one.key in same)
    return _with_outcomes(begun, kept)


def _with_outcomes(comparison: Comparison, outcomes: Iterable[Outcome]) -> Comparison:
    """Return a comparison with outcomes in the order of the grid, those that failed last."""
    ordered = sorted(outcomes, key=lambda one: (one.error is not None, one.alternative.number))
    return comparison.with_outcomes(tuple(ordered))


@dataclass
class _Work:
    """Alternatives that are applied and assessed on threads.

    Attributes
    ----------
    project
        Assesses them.
    steps
        Applies them.
    known
        What was found in the original by itself.
    shares
        How much of each alternative is done, 0…1; none of those that wait.
    stopped
        Whether the threads are to end.
    """

    project: Project
    steps: SharedSteps
    known: tuple[Assessment, ...]
    shares: dict[int, float] = field(default_factory=dict)
    stopped: Event = field(default_factory=Event)

    def over(
        self, alternatives: Sequence[Alternative], progress: Progress, workers: int
    ) -> Iterator[tuple[Outcome, ...]]:
        """Walk through what gets done, in any order; what is done comes before an error ends it."""
        left, waiting, told = iter(alternatives), set[Future[Outcome]](), perf_counter()
        done: list[Outcome] = []
        with self._threads(workers) as threads:
            waiting |= {threads.submit(self._outcome, one) for one in islice(left, AHEAD * workers)}
            while waiting:
                ready, waiting = wait(waiting, OFTEN, FIRST_COMPLETED)
                waiting |= {threads.submit(self._outcome, one) for one in islice(left, len(ready))}
                failed = next((one for one in ready if one.exception() is not None), None)
                done += [one.result() for one in ready if one.exception() is None]
                last = failed is not None or not waiting or progress.cancelled()
                if done and (last or perf_counter() - told >= OFTEN):
                    yield tuple(done)
                    done, told = [], perf_counter()
                if failed is not None:
                    failed.result()
                progress.at(*self._progress(len(alternatives)))

    @contextmanager
    def _threads(self, workers: int) -> Iterator[ThreadPoolExecutor]:
        """Have threads that end soon where the caller leaves early, by an error or a cancel."""
        threads = ThreadPoolExecutor(workers, "alternative")
        try:
            yield threads
        finally:
            self.stopped.set()
            threads.shutdown(cancel_futures=True)

    def _progress(self, whole: int) -> tuple[float, str]:
        """Return how much is done, and how many alternatives are."""
        shares = list(self.shares.copy().values())
        done = sum(share == 1.0 for share in shares)
        words = sentence("{done} of {n} alternative", "{done} of {n} alternatives", "n", done=done, n=whole)
        return sum(shares) / whole, words

    def _outcome(self, alternative: Alternative) -> Outcome:
        """Apply an alternative and assess it."""

        def listen(fraction: float, _words: str) -> None:
            self.shares[alternative.number] = max(fraction, self.shares.get(alternative.number, 0.0))

        found = self._found(alternative, perf_counter(), Progress(listen, self.stopped.is_set))
        listen(1.0, "")
        return found

    def _found(self, alternative: Alternative, begun: float, progress: Progress) -> Outcome:
        try:
            run = self.steps.run(alternative.recipe, progress.part(0.0, 0.5))
            assessed = assess_run(self.project, run, self.known, progress.part(0.5, 1.0))
        except SdcError as error:
            return Outcome(alternative, error=error, seconds=perf_counter() - begun)
        return Outcome(
            alternative,
            assessed.figures,
            overall(checked.verdict for checked in assessed.scenarios),
            len(run.masked),
            assessed.unassessed,
            seconds=perf_counter() - begun,
        )
