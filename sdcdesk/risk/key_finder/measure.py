"""Measure that finds keys: what each variable, and each small set of them, adds to the unique records."""

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.parameters import KEY_LIKE, NOT_IDENTIFIERS, Accepts, FieldDisplay, parameter
from sdcdesk.core.random.randomness import LARGEST_SEED
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.counting.key_codes import key_codes
from sdcdesk.kernels.minimal_uniques import count_sets
from sdcdesk.risk.key_finder.assessed_keys import AssessedKeys
from sdcdesk.risk.key_finder.findings import DECLARES, TABLES, to_findings
from sdcdesk.risk.key_finder.uniqueness import COUNTED, uniqueness
from sdcdesk.risk.keys.key_measure import MISSING_NOTES

NO_KEYS = (Role.IDENTIFIER, Role.WEIGHT, Role.HOUSEHOLD)
"""Roles of variables that are not looked at by default: nobody knows numbers that the file made up."""

MOST_SETS = 200_000
"""Sets of variables that are counted at most."""


class KeyFinder(Measure):
    """Which variables are keys: what each adds to the records that stand out, alone and beside others.

    For a set of variables U counts the released records that share their values of all of them with nobody.
    A missing value is a value of its own.

    - The *marginal uniqueness* of a variable in the whole set is what U loses without it. It is small where
      other variables say the same, also if the variable is a strong key: so beside it stands
    - the *mean marginal uniqueness*: what the variable adds to U of the others of a set, on average over all
      sets of up to the largest size that hold it, every set with equal weight. Up to three variables all
      sets are counted; larger ones are drawn evenly for each size, and the mean is an estimate.
    - For every record the size of its smallest unique set, by all sets of up to three variables.
    - The smallest sets that single out 1 %, 5 % and 20 % of the released records. Those of variables
      that others know suggest themselves as scenarios: of keys, and of variables without a role whose names
      say that others know them of a person.

    When to use it: before roles and scenarios are settled, and to see which variable to coarsen. When not:
    as a risk by itself, for it does not know what intruders know: an income singles out everybody, and yet
    few could look it up.

    Without a choice all variables are looked at but identifiers, sampling weights and household numbers.

    Examples
    --------
    Age and town single out a person together, and neither does alone; sex adds nothing:

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> frame = pd.DataFrame({"age": [30, 30, 50, 50, 50], "town": list("ababb"), "sex": list("ffmmm")})
    >>> people = sdc.Microdata(frame)
    >>> found = sdc.risk.KeyFinder().assess(people, people)
    >>> found.value("unique_records"), found.value("variables_for_20_percent")
    (3, 2)
    >>> found.tables["variables"].frame[["variable", "marginal"]].values.tolist()
    [['town', 3], ['age', 0], ['sex', 0]]
    """

    name = "key_finder"
    title = "Which variables are keys?"
    source = "Defined by this program, after Elliot, Manning and Ford 2002"
    purpose = "Which variables, alone and together, tell records apart."
    declares = DECLARES
    tables = TABLES
    needs_original = ""
    unpaired = "beside"
    concern = Concern.RISK
    also_for_original = True
    examples = (
        {},
        {"variables": ["age", "zip", "school", "bonus", "income"], "largest": 4, "sets": 2, "seed": 5},
    )

    variables: tuple[str, ...] = parameter(
        (),
        "Variables",
        "The variables that could be keys. Left empty: all but identifiers, sampling weights and household "
        "numbers.",
        FieldDisplay(empty="all but identifiers, weights and household numbers"),
        accepts=Accepts(scales=KEY_LIKE.scales, roles=NOT_IDENTIFIERS),
    )
    largest: int = parameter(
        COUNTED,
        "Largest set",
        "What a variable adds is averaged over sets of up to so many variables; above three, sets are drawn, "
        "and the average is an estimate.",
        FieldDisplay(unit="variables"),
        ge=1,
    )
    sets: int = parameter(
        20,
        "Sets drawn",
        "Sets that are drawn for each variable and each size above three.",
        FieldDisplay(more=True),
        ge=1,
    )
    seed: int = parameter(
        0,
        "Seed",
        "Of the random numbers that draw larger sets; of no effect on sets of up to three variables.",
        FieldDisplay(more=True),
        ge=0,
        le=LARGEST_SEED,
    )

    @property
    def by_record(self) -> tuple[str, ...]:
        """Names of what needs to know who is who: nothing, for it looks at the masked file only."""
        return ()

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        wanted = self.variables or tuple(each.name for each in original.variables if each.role not in NO_KEYS)
        there = set(masked.names)  # of which a file may have thousands
        names = tuple(name for name in wanted if name in there)
        if not names:
            raise DataError(
                "No variable of the masked file could be a key: name some that are no identifiers.",
                "variables",
            )
        largest = min(self.largest, len(names))
        _require_few(len(names), min(largest, COUNTED))
        found_keys = AssessedKeys(
            masked=masked,
            names=names,
            uniqueness=uniqueness(
                key_codes(masked, names, progress), largest, self.sets, self.seed, progress
            ),
        )
        return to_findings(found_keys, self._notes(wanted, names, found_keys))

    def _notes(self, wanted: tuple[str, ...], names: tuple[str, ...], keys: AssessedKeys) -> tuple[str, ...]:
        notes = [MISSING_NOTES["category"]]
        dropped = [name for name in wanted if name not in names]
        if dropped:
            notes.append(
                sentence("Not in the masked file, and not looked at: {dropped}.", dropped=", ".join(dropped))
            )
        if keys.uniqueness.estimated:
            words = (
                "What a variable adds on average is an estimate: of larger sets than {size}, some were drawn."
            )
            notes.append(sentence(words, size=COUNTED))
        return tuple(notes)


def _require_few(variables: int, largest: int) -> None:
    sets = count_sets(variables, largest)
    if sets > MOST_SETS:
        words = sentence(
            "{variables} variables have {sets} sets of up to {largest}, and at most {most} are counted; "
            "choose a smaller largest set, or fewer variables.",
            variables=variables,
            sets=sets,
            largest=largest,
            most=MOST_SETS,
        )
        raise DataError(words, "largest")
