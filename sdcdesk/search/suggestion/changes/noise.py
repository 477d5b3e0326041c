"""Noise: random numbers are added."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

from sdcdesk.core.text.sentence import Sentence
from sdcdesk.inspection.step_suggestions import fitting_steps
from sdcdesk.masking import AdditiveNoise
from sdcdesk.search.suggestion.changes.change import Change, TriedStep
from sdcdesk.search.suggestion.changes.numbers import amounts
from sdcdesk.search.suggestion.changes.slot import Slot
from sdcdesk.search.suggestion.changes.uncertain_values import uncertain_values
from sdcdesk.search.suggestion.searched_file import SearchedFile

VARIANCES = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)
"""Variances of the noise, in per cent of that of the variable."""


KINDS: tuple[Literal["correlated", "restored"], ...] = ("correlated", "restored")
"""Noise as it is drawn, and such that means and covariances are those of before."""


class Noise(Change):
    """Additive noise, correlated as the numbers are where there are several, means restored or not."""

    name: ClassVar[str] = "noise"
    title: ClassVar[str] = "noise"

    def slots(self, file: SearchedFile, names: Sequence[str]) -> Iterator[Slot]:
        """Yield two slots for all numbers, little noise first; one restores means and covariances."""
        numbers = amounts(file, names)
        if not numbers:
            return
        for kind in KINDS:
            steps = (
                AdditiveNoise(variables=numbers, variance_share=share, kind=kind, decimals=True)
                for share in VARIANCES
            )
            if ladder := tuple(fitting_steps(steps, file.data)):
                yield Slot(self.name, numbers, ladder, replaces=True)

    def reason(self, file: SearchedFile, step: TriedStep) -> Sentence:
        """Return how many values are no longer those that somebody may know."""
        return uncertain_values(step)
