"""Texts of alternatives: what their steps do and why one failed, with variables as people call them."""

from collections.abc import Mapping
from types import MappingProxyType

from sdcdesk.core.operations.display_names import operation_with_display_names, text_with_display_names
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.sentence import joined
from sdcdesk.search.alternatives.alternative import Alternative


class AlternativeTexts:
    """What alternatives do, in which variables are called as people call them; each is written once.

    Parameters
    ----------
    called
        What variables are called, by their names.
    """

    def __init__(self, called: Mapping[str, str] = MappingProxyType({})) -> None:
        self.called = called
        self._known: dict[int, tuple[Alternative, str]] = {}

    def text(self, alternative: Alternative) -> str:
        """Return what the steps of an alternative do.

        Parameters
        ----------
        alternative
            The alternative.

        Returns
        -------
        str
            Noun phrases, without a full stop.
        """
        known = self._known.get(alternative.number)
        if known is None or known[0] is not alternative:
            methods = [operation_with_display_names(step.method, self.called) for step in alternative.steps]
            words = joined([method.summary() for method in methods], "; ") or alternative.words
            known = self._known[alternative.number] = alternative, words
        return known[1]

    def problem(self, error: SdcError) -> str:
        """Return why an alternative could not be applied.

        Parameters
        ----------
        error
            The error of its outcome.

        Returns
        -------
        str
            A sentence.
        """
        return text_with_display_names(error.message, self.called)
