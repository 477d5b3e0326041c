"""Record linkage as a measure: the parameters that all ways to link have in common."""

from typing import Literal

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale
from sdcdesk.core.operations.parameters import NOT_IDENTIFIERS, Accepts, FieldDisplay, parameter
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk.keys.key_measure import IntruderMeasure
from sdcdesk.risk.linkage.compared import Compared, Ordinal, compared
from sdcdesk.risk.linkage.texts import Comparator, TextComparison

RIGHT = {
    "identity": "The right record is the one that the released record came from.",
    "nearest": "The right record is the one of the original that is nearest in all variables of both files "
    "but identifiers and household numbers; where several are, each of them may be it with equal chance.",
}


NOT_COMPARED = (Role.IDENTIFIER, Role.HOUSEHOLD)
"""Numbers of people and households: nobody looks for the nearest of them."""


class LinkageMeasure(IntruderMeasure):
    """A measure of how many records an intruder links."""

    comparator: Comparator = parameter(
        "equal",
        "Texts",
        "Names and addresses may be written differently. They are equal or not, or more or less similar: "
        "after Jaro and Winkler, which suits names, or by the share of letters that stay (Levenshtein).",
        FieldDisplay(
            choices={
                "equal": "are equal or not",
                "jaro_winkler": "similarity of Jaro and Winkler",
                "levenshtein": "letters changed (Levenshtein)",
            }
        ),
    )
    texts: tuple[str, ...] = parameter(
        (),
        "Compared as texts",
        "Key variables that may be written differently. Left empty: all nominal ones whose values are texts.",
        FieldDisplay(
            empty="all nominal keys that are texts", when={"comparator": ("jaro_winkler", "levenshtein")}
        ),
        accepts=Accepts(scales=(Scale.NOMINAL,), roles=NOT_IDENTIFIERS),
    )
    right: Literal["identity", "nearest"] = parameter(
        "identity",
        "The right record",
        "The one that the released record came from, or, as in the paper, the one of the original that is "
        "nearest in all variables.",
        FieldDisplay(
            choices={"identity": "is the one it came from", "nearest": "is the nearest in all variables"}
        ),
    )

    def compared_names(self, original: Microdata) -> tuple[str, ...]:
        """Return the key variables; all where they decide which record is the right one."""
        return super().compared_names(original) if self.right == "identity" else original.names

    def comparison(self, original: Microdata, keys: tuple[str, ...]) -> TextComparison:
        """Return which keys are compared as texts.

        Parameters
        ----------
        original
            The initial file.
        keys
            The key variables.

        Returns
        -------
        TextComparison
            Those that are named, else all nominal ones whose values are texts.

        Raises
        ------
        DataError
            A variable that is named is no key.
        """
        if self.comparator == "equal":
            return TextComparison()
        strange = [name for name in self.texts if name not in keys]
        if strange:
            words = "{name} is none of the key variables, so it cannot be compared as a text; leave it out."
            raise DataError(sentence(words, name=strange[0]), "texts")
        names = self.texts or tuple(name for name in keys if _holds_texts(original, name))
        return TextComparison(self.comparator, names)

    def rest(
        self, original: Microdata, masked: Microdata, known: Compared, ordinal: Ordinal = "metric"
    ) -> Compared:
        """Return the variables that the intruder does not know, where they decide which record is right.

        Parameters
        ----------
        original, masked
            Both files.
        known
            What he knows.
        ordinal
            Distance of ordered categories.

        Returns
        -------
        Compared
            Those that can be compared, with what is left out; none where the identity decides.
        """
        if self.right == "identity":
            return Compared((), known.records, ())
        keys = {one.name for one in known.variables}
        others = [
            variable.name
            for variable in original.variables
            if variable.role not in NOT_COMPARED and variable.name not in keys
        ]
        return compared(original, masked, others, ordinal, all_needed=False)


def _holds_texts(original: Microdata, name: str) -> bool:
    """Return whether a variable is nominal, and all its values are texts."""
    nominal = original.variable(name).scale is Scale.NOMINAL
    return nominal and all(isinstance(value, str) for value in original.coding(name).categories)
