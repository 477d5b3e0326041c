"""Confidential measures: which variables an intruder should not learn."""

from collections.abc import Callable, Sequence

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.operations.parameters import Accepts, FieldDisplay, parameter
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.risk.diversity.criteria import ConfidentialGroups, Criterion
from sdcdesk.risk.diversity.group_values import Amounts, group_values
from sdcdesk.risk.diversity.surroundings import surroundings
from sdcdesk.risk.keys.confidential_names import confidential_names
from sdcdesk.risk.keys.key_measure import KeyMeasure

NO_VALUE = (
    "A missing confidential value is no value: it makes no group more diverse, and nothing is learnt of its "
    "record."
)


class ConfidentialMeasure(KeyMeasure):
    """A measure of what an intruder who finds the group of a person learns of confidential variables."""

    needs_original = ""
    unpaired = "beside"
    uses_confidential_values = True

    variables: tuple[str, ...] = parameter(
        (),
        "Confidential variables",
        "What an intruder should not learn. Left empty: all variables with the role confidential.",
        FieldDisplay(empty="all with the role confidential"),
        accepts=Accepts(roles=(Role.CONFIDENTIAL, Role.OTHER), otherwise=Role.CONFIDENTIAL),
    )

    @property
    def by_record(self) -> tuple[str, ...]:
        """Names of what needs to know who is who: nothing, for it looks at the masked file only."""
        return ()

    def looked_at(self, original: Microdata) -> tuple[str, ...]:
        """Return the key variables and the confidential ones; see `Measure.looked_at`."""
        keys = self.key_names(original)
        return *keys, *self.confidential_names(original, keys)

    def confidential_names(self, original: Microdata, keys: Sequence[str]) -> tuple[str, ...]:
        """Return the confidential variables, or raise `DataError` if there are none.

        Parameters
        ----------
        original
            The initial file.
        keys
            The key variables, which the intruder knows already.

        Returns
        -------
        tuple[str, ...]
            Those given, else all with the role confidential that are no keys.

        Raises
        ------
        DataError
            None is given and none has the role confidential, or one is a key.
        """
        return confidential_names(self.title, self.variables, original, keys)

    def confidential_groups(
        self,
        original: Microdata,
        masked: Microdata,
        keys: Sequence[str],
        amounts: Callable[[str], Amounts],
        criteria: tuple[Criterion, ...],
        progress: Progress,
    ) -> ConfidentialGroups:
        """Measure the confidential variables that are released in all groups.

        Parameters
        ----------
        original, masked
            Both files.
        keys
            Names of the keys.
        amounts
            Gives for a variable what is measured of it.
        criteria
            What is asked of the groups.
        progress
            Receives how far the work is.

        Returns
        -------
        ConfidentialGroups
            All groups, with what they say of each variable.
        """
        names = [name for name in self.confidential_names(original, keys) if name in masked]
        around = surroundings(masked, keys, self.missing, progress.part(0.0, 0.3))
        variables = tuple(
            group_values(masked, name, around, amounts(name), part)
            for name, part in progress.part(0.3, 0.9).over(names, self.title)
        )
        progress.at(0.9, "Records that break a criterion")
        return ConfidentialGroups(around, variables, criteria)

    def notes(self, original: Microdata, masked: Microdata, keys: tuple[str, ...]) -> tuple[Sentence, ...]:
        """Return remarks on keys and confidential variables, which stand beside the figures.

        Parameters
        ----------
        original, masked
            Both files.
        keys
            Names of the keys.

        Returns
        -------
        tuple[Sentence, ...]
            One sentence each.
        """
        names = self.confidential_names(original, keys)
        dropped = [name for name in names if name not in masked]
        remark = sentence(
            "Not in the masked file, so that nothing is learnt of it: {dropped}.", dropped=", ".join(dropped)
        )
        return tuple(
            plain(note) for note in (*self.key_notes(keys, masked), NO_VALUE, *([remark] if dropped else []))
        )
