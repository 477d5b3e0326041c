"""Population measures: which file holds the population, what its rows are, and what is said of its people."""

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.files.input_file import InputFile
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.counting.missing_keys import Missing
from sdcdesk.risk.keys.key_measure import KeyMeasure
from sdcdesk.risk.population_file.matching import Matched, matched
from sdcdesk.risk.population_file.population import (
    Holds,
    Population,
    Start,
    SuppliedPopulation,
    read_population,
)

HOLDS = {
    "people": "a person in each row",
    "counts": "a combination of key values in each row, with its number of people",
    "margins": "a cell of a published table in each row; keys without a value are added up",
}

STARTS = {
    "uniform": "from as many people of every combination of key values",
    "sample": "from the released records of each; where none is, there is nobody",
}

ESTIMATED = {
    "uniform": "Numbers of people are estimates: of all tables with the given margins, the one that is "
    "closest to a uniform one (iterative proportional fitting).",
    "sample": "Numbers of people are estimates: of all tables with the given margins, the one that is "
    "closest to that of the released records (iterative proportional fitting). Key values that no released "
    "record has are taken as nobody's.",
}

COUNT_HELP = "The column of the file with the numbers of people."

START_HELP = (
    "From what numbers of people are fitted to published tables: what these do not say of a combination of "
    "key values is then as in the start."
)


def matched_population(
    supplied: SuppliedPopulation,
    original: Microdata,
    masked: Microdata,
    names: tuple[str, ...],
    missing: Missing,
    progress: Progress,
) -> tuple[Population, Matched]:
    """Read a population and match the released records with it.

    Parameters
    ----------
    supplied
        The file, and what it holds.
    original, masked
        Both files.
    names
        The key variables.
    missing
        What a missing key value matches.
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
        It does not fit; see `read_population` and `matched`.
    """
    released = tuple(name for name in names if name in masked)
    population = read_population(supplied, original, masked, released, progress.part(0.0, 0.7))
    progress.at(0.7, "People who share a key")
    return population, matched(population, masked, names, missing, progress)


def population_notes(population: Population, start: Start) -> tuple[Sentence, ...]:
    """Return remarks on a population, which stand beside the figures.

    Parameters
    ----------
    population
        The people.
    start
        From what numbers were fitted, if they were.

    Returns
    -------
    tuple[Sentence, ...]
        One sentence each.
    """
    size = sentence(
        "The population is that of {file}: {n} person.",
        "The population is that of {file}: {n} people.",
        "n",
        file=population.name,
        n=round(float(population.people.sum())),
    )
    return (size, plain(ESTIMATED[start])) if population.estimated else (size,)


class PopulationMeasure(KeyMeasure):
    """A measure that compares released records with the people of a supplied population."""

    needs_original = ""

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
