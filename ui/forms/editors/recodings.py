"""Recodings editor: which recodings are tried, among those that the recipe holds switched off."""

from collections.abc import Mapping
from typing import Any

from sdcdesk.masking import Recoding
from ui.forms.editor import Editor
from ui.forms.editors.choices import VariablesEditor
from ui.forms.registry import FormParameter, edits


class RecodingsEditor(VariablesEditor):
    """Recodings by their summaries, ticked in a list.

    Parameters
    ----------
    offered
        Those of the recipe, by summary.
    """

    def __init__(self, offered: Mapping[str, Recoding]) -> None:
        super().__init__(list(offered))
        self._known = dict(offered)

    def value(self) -> Any:
        """Return the ticked recodings."""
        return tuple(self._known[name] for name in super().value())

    def set_value(self, value: Any) -> None:
        """Tick recodings; one that is not in the list is added, so that nothing is lost."""
        self._known |= {one.summary(): one for one in value or ()}
        super().set_value([one.summary() for one in value or ()])

    def value_text(self, value: Any) -> str:
        """Return their summaries."""
        return super().value_text([one.summary() for one in value])


@edits(tuple[Recoding, ...])
def _recodings(parameter: FormParameter) -> Editor:
    return RecodingsEditor(parameter.offers.get(Recoding, {}))
