"""What the sampling tab draws from: the project's file, as it is or as masked now, and others beside it."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from sdcdesk.core.microdata import Microdata
from sdcdesk.document.scenario_commands import fresh_name
from sdcdesk.release.sampling_curves import SamplingCurves
from ui.pages.risk.sampling.choices import Source
from ui.pages.risk.sampling.files import OtherFile
from ui.pages.risk.sampling.sets import NamedSet
from ui.pages.risk.sampling.work import Wanted
from ui.session.session import Computed, Session


class Missing(NamedTuple):
    """Why there is nothing to sample from: in bold words, and a line of reason."""

    title: str
    why: str = ""


class Inputs:
    """The files to sample from; what was counted of one is kept as long as the file is the same.

    Parameters
    ----------
    session
        Holds the project's file.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._original: SamplingCurves | None = None
        self._masked: SamplingCurves | None = None
        self.others: tuple[OtherFile, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the files, the project's own first; files of one name are numbered."""
        project = self._session.project
        names = [Path(project.data.path).name if project else ""]
        for other in self.others:
            names.append(fresh_name(other.path.name, names))
        return tuple(names)

    def own(self, source: Source, data: Microdata) -> SamplingCurves | Missing:
        """Return the project's file, or why there is none to sample from."""
        if self._original is None or self._original.original is not data:
            self._original = SamplingCurves(data, data)
        if source == "original":
            return self._original
        results = self._session.results
        return Missing("Masking the file…") if results is None else self._as_masked(results)

    def wanted(
        self, own: SamplingCurves, files: Sequence[bool], named: Sequence[NamedSet], data: Microdata
    ) -> tuple[Wanted, ...]:
        """Return each key set in each ticked file, called by what tells them apart.

        Parameters
        ----------
        own
            The project's file.
        files
            Whether each file is ticked.
        named
            The ticked key sets.
        data
            Says which variables are keys.
        """
        all_files = zip(self.names, (own, *(other.curves for other in self.others)), files, strict=True)
        chosen = [(name, curves) for name, curves, on in all_files if on]
        return tuple(
            Wanted(curves, one, one.key_set.names(data), _name(name, one.label, len(chosen), len(named)))
            for name, curves in chosen
            for one in named
        )

    def add(self, read: Sequence[OtherFile]) -> None:
        """Compare other files; one that was read before is replaced."""
        paths = {other.path for other in read}
        self.others = (*(other for other in self.others if other.path not in paths), *read)

    def remove(self, place: int) -> None:
        """Let go of a file; place 0 is the project's own, which stays."""
        self.others = tuple(other for at, other in enumerate(self.others, start=1) if at != place)

    def forget(self) -> None:
        """Let go of everything."""
        self._original = self._masked = None
        self.others = ()

    def _as_masked(self, results: Computed) -> SamplingCurves | Missing:
        if results.release is None:
            why = "A step of the recipe failed; mend it on the Masking page."
            return Missing("There is no masked file", why)
        original, masked = results.run.original, results.run.masked
        if len(masked) == 0:
            return Missing("Nothing is released", "The recipe leaves out all records.")
        if self._masked is None or self._masked.masked is not masked or self._masked.original is not original:
            self._masked = SamplingCurves(original, masked)
        return self._masked


def _name(file: str, label: str, files: int, sets: int) -> str:
    """Return what a series is called: the key set, the file where there are several, or both."""
    if files == 1:
        return label
    return file if sets == 1 else f"{file}: {label}"
