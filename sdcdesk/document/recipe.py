"""Recipe: the masking steps in order, and the seed of their random numbers."""

import warnings
from typing import Annotated, Any, Literal, Self

import numpy as np
from pydantic import Field, PlainSerializer, PlainValidator, field_validator, model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.require_microdata import require_microdata
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Method
from sdcdesk.core.random.randomness import LARGEST_SEED, RANDOMNESS, Draws
from sdcdesk.core.random.secret_seed import drawn_seed
from sdcdesk.core.results.edition import Audience, Edition
from sdcdesk.core.running.errors import ParameterError, ProjectError, SdcError
from sdcdesk.core.running.model import FieldError, Model
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.display import Displayed
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.masking import METHODS
from sdcdesk.risk import RISKS  # noqa: F401 - steps that limit a risk find its measures

NO_SEED = (
    "must be given; secrets.randbits(63) of Python draws one that nobody can guess, and the same seed draws "
    "the same random numbers again"
)
"""What is said of a recipe without a seed."""

DRAWN_AGAIN = plain(
    "Steps before drew random numbers by the same seed, and some are drawn again: who compares the results "
    "takes off what was drawn. Put all steps into one recipe, or give this one another seed."
)
"""What is said where a recipe is applied to what one of the same seed masked."""


class Step(Model):
    """One step of a recipe.

    Attributes
    ----------
    method
        The masking method with its parameters.
    stream
        Number of its random numbers, given once when the step is added: what happens to other steps
        leaves them alone.
    on
        False: kept in the recipe, but skipped.
    secret
        Whether its parameters, and all that it reports of itself, stay out of public documents; these name
        the method and its variables.
    """

    method: Annotated[Method, PlainValidator(METHODS.read), PlainSerializer(METHODS.write)]
    stream: int = Field(ge=0, le=LARGEST_SEED)
    on: bool = True
    secret: bool = False

    def hidden_from(self, edition: Edition) -> bool:
        """Return whether an edition says no more of the step than method and variables.

        Parameters
        ----------
        edition
            Whom a document is for.

        Returns
        -------
        bool
            Of a secret step, for all but the internal edition.
        """
        return self.secret and edition.audience is not Audience.INTERNAL

    def summary(self, edition: Edition) -> str:
        """Return the step in a few plain words, as far as an edition tells of it.

        Parameters
        ----------
        edition
            Whom they are for.

        Returns
        -------
        str
            A noun phrase, without a full stop.
        """
        if not self.hidden_from(edition):
            return self.method.summary()
        if not self.variables:
            return sentence("{method}, its parameters secret", method=self.method.title)
        return sentence(
            "{method}, its parameters secret, on {variables}",
            method=self.method.title,
            variables=", ".join(self.variables),
        )

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables that its parameters name, each once."""
        return tuple(dict.fromkeys(name for _, name, _ in self.method.chosen()))

    def mask(
        self, data: Microdata, seed: int, progress: Progress = SILENT, places: np.ndarray | None = None
    ) -> Masked:
        """Mask data with the step's own random numbers.

        Parameters
        ----------
        data
            The file before the step.
        seed
            Seed of the recipe.
        progress
            Receives the share that is done, and stops the work where the user asked to.
        places
            int64 (n,), see `Draws`; None: the initial file is the whole one.

        Returns
        -------
        Masked
            The file after the step, its figures and notes.
        """
        return self.method.mask(data, Draws(seed, self.stream, places), progress)


class Recipe(Displayed, Model):
    """Steps in order; every change returns a new recipe, so that undo is the previous one.

    Steps are numbered from 0. The seed is as confidential as the data: no display of a recipe shows it.

    Attributes
    ----------
    seed
        Seed of all random numbers, 0…2⁶³−1; it must be given, see `begun`.
    randomness
        Version of the rule that makes random numbers of it; see `RANDOMNESS`.
    steps
        The steps, in the order in which they are applied.
    """

    seed: int = Field(ge=0, le=LARGEST_SEED, repr=False)
    randomness: Literal[2] = RANDOMNESS
    steps: tuple[Step, ...] = ()

    def __repr__(self) -> str:
        steps = ", ".join(f"{step.method.name}{'' if step.on else ' (off)'}" for step in self.steps)
        return f"Recipe({steps or 'no steps'})"

    @classmethod
    def begun(cls) -> Self:
        """Return a recipe without steps, with a seed that nobody can guess.

        Returns
        -------
        Self
            Another one each time.
        """
        return cls(seed=drawn_seed())

    @property
    def active(self) -> tuple[Step, ...]:
        """The steps that are switched on."""
        return tuple(step for step in self.steps if step.on)

    @model_validator(mode="before")
    @classmethod
    def _require_seed(cls, values: Any) -> Any:
        if isinstance(values, dict) and "seed" not in values:
            raise FieldError("seed", NO_SEED)
        return values

    @field_validator("steps", mode="before")
    @classmethod
    def _name_the_step(cls, steps: Any) -> Any:
        """Read the steps one by one, so that an error names its step."""
        if not isinstance(steps, tuple | list):
            return steps
        return tuple(_read_step(position, step) for position, step in enumerate(steps))

    @model_validator(mode="after")
    def _streams_differ(self) -> Self:
        streams = [step.stream for step in self.steps]
        if len(set(streams)) < len(streams):
            raise ValueError("two steps of the recipe share one random stream; give each its own number")
        return self

    def then(self, method: Method, *, secret: bool = False) -> "Recipe":
        """Return the recipe with one more step at the end.

        Parameters
        ----------
        method
            With its parameters.
        secret
            Whether public documents name method and variables only; see `Step`.

        Returns
        -------
        Recipe
            The new step has a random stream of its own.
        """
        stream = 1 + max((step.stream for step in self.steps), default=0)
        return self.changed(steps=(*self.steps, Step(method=method, stream=stream, secret=secret)))

    def without(self, position: int) -> "Recipe":
        """Return the recipe without a step.

        Parameters
        ----------
        position
            Place of the step, from 0.

        Returns
        -------
        Recipe
            The other steps keep their random streams.

        Raises
        ------
        ParameterError
            There is no such step.
        """
        self._check(position)
        return self.changed(steps=self.steps[:position] + self.steps[position + 1 :])

    def moved(self, position: int, to: int) -> "Recipe":
        """Return the recipe with a step at another place.

        Parameters
        ----------
        position
            Present place, from 0.
        to
            New place, from 0.

        Returns
        -------
        Recipe
            All steps keep their random streams.

        Raises
        ------
        ParameterError
            There is no such step.
        """
        self._check(position)
        self._check(to)
        others = self.without(position).steps
        return self.changed(steps=(*others[:to], self.steps[position], *others[to:]))

    def edited(self, position: int, method: Method) -> "Recipe":
        """Return the recipe with a step's method or parameters replaced; its random stream stays.

        Parameters
        ----------
        position
            Place of the step, from 0.
        method
            With its parameters.

        Returns
        -------
        Recipe
            The same steps otherwise.

        Raises
        ------
        ParameterError
            There is no such step.
        """
        return self._with(position, method=method)

    def kept_secret(self, position: int, *, secret: bool) -> "Recipe":
        """Return the recipe with a step whose parameters stay out of public documents, or stand in them.

        Parameters
        ----------
        position
            Place of the step, from 0.
        secret
            Whether public documents name its method and variables only.

        Returns
        -------
        Recipe
            The same steps otherwise.

        Raises
        ------
        ParameterError
            There is no such step.
        """
        return self._with(position, secret=secret)

    def switched(self, position: int, on: bool) -> "Recipe":  # noqa: FBT001 - reads as it is said
        """Return the recipe with a step switched on or off.

        Parameters
        ----------
        position
            Place of the step, from 0.
        on
            Whether the step is applied.

        Returns
        -------
        Recipe
            The same steps otherwise.

        Raises
        ------
        ParameterError
            There is no such step.
        """
        return self._with(position, on=on)

    def apply(self, data: Microdata, progress: Progress = SILENT) -> Microdata:
        """Return the masked microdata; the data stay as they are.

        Parameters
        ----------
        data
            The initial file.
        progress
            Receives the share that is done, and stops the work where the user asked to.

        Returns
        -------
        Microdata
            The same for the same data, recipe and seed. It is warned where another recipe of the same seed
            was applied before.

        Raises
        ------
        DataError
            A step does not fit the data, or these are no microdata.
        """
        require_microdata(data)
        active = self.active
        last = data.lineage.streams.get(self.seed, -1)
        if any(step.method.random and step.stream <= last for step in active):
            warnings.warn(DRAWN_AGAIN, stacklevel=2)
        for step, share in progress.over(active):
            data = step.mask(data, self.seed, share).data
        return data

    def _with(self, position: int, **changes: Any) -> "Recipe":
        self._check(position)
        step = self.steps[position].changed(**changes)
        return self.changed(steps=(*self.steps[:position], step, *self.steps[position + 1 :]))

    def _check(self, position: int) -> None:
        if not 0 <= position < len(self.steps):
            raise ParameterError(
                sentence(
                    "There is no step {position}; the recipe has {n} step, numbered from 0.",
                    "There is no step {position}; the recipe has {n} steps, numbered from 0.",
                    "n",
                    n=len(self.steps),
                    position=str(position),
                ),
                "step",
            )


def _read_step(position: int, step: Any) -> Step:
    if isinstance(step, Step):
        return step
    try:
        named = isinstance(step, dict) and all(isinstance(name, str) for name in step)
        return Step(**step) if named else Step.model_validate(step)
    except SdcError as error:
        words = "Step {number} of the recipe: {problem}"
        raise ProjectError(
            sentence(words, number=str(position + 1), problem=error.message), "recipe"
        ) from None
    except ValueError:
        words = "Step {number} of the recipe is not a step."
        raise ProjectError(sentence(words, number=str(position + 1)), "recipe") from None
