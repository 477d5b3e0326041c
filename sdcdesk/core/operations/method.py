"""Masking methods: pure functions of microdata, parameters and random numbers."""

from abc import abstractmethod
from dataclasses import replace
from enum import StrEnum
from functools import partial
from typing import Any, ClassVar

from sdcdesk.core.data.edit_rules import impossible_records
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.require_microdata import require_microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.numbers.quantity import RECORDS
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.operation import Operation
from sdcdesk.core.random.randomness import Draws, draws_from_seed
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.progress import SILENT, Progress


class Purpose(StrEnum):
    """What a masking method is for; groups the menu."""

    LESS_DETAIL = "Less detail"
    LEAVE_OUT = "Leave out"
    CHANGE_VALUES = "Change values"
    SAMPLE = "Sample"
    NUMBERING = "Order and numbers"
    ELSEWHERE = "Masked elsewhere"


IMPOSSIBLE_RECORDS = Declared(
    "records_made_impossible",
    "Records made impossible",
    RECORDS,
    "Records that break an edit rule of the project after the step, and broke none of these before it.",
    better="less",
)


class Method(Operation[Microdata]):
    """A masking method: a pure function of microdata, parameters and, where it is random, a seed.

    Of a file with edit rules it reports the records that it makes impossible.

    Attributes
    ----------
    purpose
        Its place in the menu.
    random
        Whether it needs a seed.
    declares
        Its figures, own and inherited ones; which of them are found hangs on parameters and data.
    """

    purpose: ClassVar[Purpose]
    random: ClassVar[bool] = False
    declares: ClassVar[tuple[Declared, ...]] = (IMPOSSIBLE_RECORDS,)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        every = [
            *vars(cls).get("declares", ()),
            *(one for base in cls.__bases__ for one in getattr(base, "declares", ())),
        ]
        cls.declares = tuple(dict.fromkeys(every))

    @classmethod
    def lacking(cls, data: Microdata) -> str:
        """Return why the method cannot be offered for these data; empty where it can.

        Parameters
        ----------
        data
            The file it would be used with.

        Returns
        -------
        str
            Also of a released file whose original is not known: what a step costs could not be said.
        """
        if data.is_released:
            return "Was opened to be assessed only; open it as a data file to mask it"
        return super().lacking(data)

    def apply(
        self, data: Microdata, seed: Draws | int | None = None, progress: Progress = SILENT
    ) -> Microdata:
        """Return the masked microdata; see `mask`.

        Parameters
        ----------
        data
            The file before the step.
        seed
            Seed of the random numbers, or those of a step of a recipe; needed by random methods only.
        progress
            Receives the share that is done, and stops the work where the user asked to.

        Returns
        -------
        Microdata
            The file after the step.

        Raises
        ------
        DataError
            The method does not fit the data.
        """
        return self.mask(data, seed, progress).data

    def mask(self, data: Microdata, seed: Draws | int | None = None, progress: Progress = SILENT) -> Masked:
        """Mask the data.

        Parameters
        ----------
        data
            Left as it is.
        seed
            A whole number, or the random numbers of a step of a recipe; needed by methods that draw them. A
            number gives the same file as the first step of a recipe with this seed. Where steps before drew
            by the same seed, the numbers are new ones, as those of a further step.
        progress
            Receives how far the work is, and asked whether to stop.

        Returns
        -------
        Masked

        Raises
        ------
        DataError
            The method does not fit the data, or these are no microdata.
        ParameterError
            The method draws random numbers and no seed was given, or none that is one.
        Cancelled
            The user asked to stop.
        """
        require_microdata(data)
        notes = self.check(data)
        # A method that draws nothing needs no seed.
        own = 0 if seed is None and not self.random else seed
        draws = draws_from_seed(own, self.title, data.lineage.streams)
        progress.at(0.0, self.title)
        result = self._result(data, draws, progress)
        masked = result.data
        if self.random:
            masked = masked.with_lineage(masked.lineage.drawn(data.lineage, draws.seed, draws.stream))
        impossible, broken = impossible_records(data, masked)
        if self.purpose is not Purpose.ELSEWHERE:
            again = partial(self._masked_again, draws)
            steps = data.steps and data.steps.then(again, self.sampling_design())
            masked = masked.with_lineage(replace(masked.lineage, steps=steps))
        of_rules = {} if impossible is None else {IMPOSSIBLE_RECORDS: impossible}
        reported, notes = {**result.reported, **of_rules}, notes + result.notes + broken
        result = replace(result, data=masked, reported=reported, notes=notes)
        counts_values = not set(data.named(Role.CONFIDENTIAL)).isdisjoint(self.looked_at())
        return result.counting_values(data) if counts_values else result

    def _masked_again(self, draws: Draws, part: Microdata, progress: Progress) -> Microdata:
        """Mask a part of the records as the whole file was masked."""
        return self.mask(part, draws, progress).data

    def looked_at(self) -> tuple[str, ...]:
        """Return the variables whose values decide what the method reports.

        Returns
        -------
        tuple[str, ...]
            Those that its parameters name.
        """
        return tuple(name for _, name, _ in self.chosen())

    @classmethod
    def leaves_records_out(cls) -> bool:
        """Return whether the method can leave records out.

        Returns
        -------
        bool
            Those do that leave out or sample.
        """
        return cls.purpose in (Purpose.LEAVE_OUT, Purpose.SAMPLE)

    def sampling_design(self) -> str:
        """Return what people call the design by which the method draws records.

        Returns
        -------
        str
            Empty where it draws none, or each set of as many records is as likely as any other.
        """
        return ""

    def _result(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        """Return the masked data and what is told of them."""
        return self._finished(data, self._mask(data, self._drawing(data, draws), progress))

    def _drawing(self, data: Microdata, draws: Draws) -> Draws:
        """Return the random numbers that the records draw."""
        return draws

    def _finished(self, data: Microdata, masked: Masked) -> Masked:
        """Return what becomes of masked data in the end."""
        return masked

    @abstractmethod
    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        """Mask data that fit; methods that are not `random` leave `draws` alone."""

    @abstractmethod
    def summary(self) -> str:
        """Return the step in a few plain words ("Age into 5-year bands").

        Returns
        -------
        str
            A noun phrase for lists of steps, without a full stop.
        """
