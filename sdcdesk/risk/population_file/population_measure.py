"""Population measures: which file holds the population, and what its rows are."""

from typing import ClassVar

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.files.input_file import InputFile
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk.keys.key_measure import KeyMeasure
from sdcdesk.risk.population_file.matching import Matched
from sdcdesk.risk.population_file.population import Holds, Population, Start, SuppliedPopulation
from sdcdesk.risk.population_file.supplied import (
    COUNT_HELP,
    HOLDS,
    START_HELP,
    STARTS,
    matched_population,
    population_notes,
)


class PopulationMeasure(KeyMeasure):
    """A measure that compares released records with the people of a supplied population."""

    needs_original: ClassVar[str] = ""

    population: InputFile | None = parameter(
        None,
        "Population file",
        "A data file with the key variables of everyone in the population, with numbers of people for their "
        "combinations, or with published tables of some keys each.",
        FieldDisplay(empty="none chosen"),
    )
    holds: Holds = parameter("people", "It holds", "What a row of the file is.", FieldDisplay(choices=HOLDS))
    count: str = parameter(
        "count", "Column of counts", COUNT_HELP, FieldDisplay(when={"holds": ("counts", "margins")})
    )
    start: Start = parameter(
        "uniform",
        "Fitting starts",
        START_HELP,
        FieldDisplay(choices=STARTS, when={"holds": ("margins",)}, more=True),
    )

    @property
    def by_record(self) -> tuple[str, ...]:
        """Names of what needs to know who is who: nothing, for people of a population are no records."""
        return ()

    def matched(
        self, original: Microdata, masked: Microdata, progress: Progress
    ) -> tuple[Population, Matched]:
        """Read the population and match the released records with it.

        Parameters
        ----------
        original, masked
            Both files.
        progress
            Receives the share that is done, and stops the work where the user asked to.

        Returns
        -------
        Population, Matched
            The people, and how many share the key of each record.

        Raises
        ------
        ReadError
            The population file cannot be read.
        DataError
            None was chosen, or it does not fit; see `read_population` and `matched`.
        """
        names = self.key_names(original)
        if self.population is None:
            raise DataError(
                sentence("{title} needs a population file; choose one.", title=self.title), "population"
            )
        supplied = SuppliedPopulation(self.population, self.holds, self.count, self.start)
        return matched_population(supplied, original, masked, names, self.missing, progress)

    def notes(self, population: Population, original: Microdata, masked: Microdata) -> tuple[str, ...]:
        """Return remarks on the keys and on the population, which stand beside the figures.

        Parameters
        ----------
        population
            The people.
        original, masked
            Both files.

        Returns
        -------
        tuple[str, ...]
            One sentence each.
        """
        return (*self.key_notes(self.key_names(original), masked), *population_notes(population, self.start))
