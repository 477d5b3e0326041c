"""Population measures: which file holds the population, and what its rows are."""

from sdcdesk.core.errors import DataError
from sdcdesk.core.input_file import InputFile
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.parameters import Shown, parameter
from sdcdesk.core.progress import Progress
from sdcdesk.core.sentence import Sentence, sentence
from sdcdesk.risk.key_measure import KeyMeasure
from sdcdesk.risk.population_file.matching import Matched, matched
from sdcdesk.risk.population_file.population import Holds, Population, read_population

HOLDS = {
    "people": "a person in each row",
    "counts": "a combination of key values in each row, with its number of people",
    "margins": "a cell of a published table in each row; keys without a value are added up",
}


class PopulationMeasure(KeyMeasure):
    """A measure that compares released records with the people of a supplied population."""

    population: InputFile | None = parameter(
        None,
        "Population file",
        "A data file with the key variables of everyone in the population, with numbers of people for their "
        "combinations, or with published tables of some keys each.",
    )
    holds: Holds = parameter("people", "It holds", "What a row of the file is.", Shown(choices=HOLDS))
    count: str = parameter(
        "count",
        "Column of counts",
        "The column of the file with the numbers of people.",
        Shown(when={"holds": ("counts", "margins")}),
    )

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
            raise DataError(f"{self.title} needs a population file; choose one.", "population")
        released = tuple(name for name in names if name in masked.names)
        population = read_population(
            self.population, self.holds, self.count, original, released, progress.part(0.0, 0.7)
        )
        progress.at(0.7, "People who share a key")
        return population, matched(population, masked, names, self.missing)

    def population_notes(
        self, population: Population, original: Microdata, masked: Microdata
    ) -> tuple[str, ...]:
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
        people = population.people.sum()
        held = sentence(
            "The population is that of {file}: {n} person.",
            "The population is that of {file}: {n} people.",
            "n",
            file=population.name,
            n=round(float(people)),
        )
        notes: list[Sentence | str] = [*self.key_notes(self.key_names(original), masked), held]
        if population.estimated:
            notes.append(
                "Numbers of people are estimates: of all tables with the given margins, the one that is "
                "closest to a uniform one (iterative proportional fitting)."
            )
        return tuple(notes)
