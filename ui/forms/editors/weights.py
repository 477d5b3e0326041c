"""Weight-matrix editor: one of the project's matrices by its name."""

from sdcdesk.risk import WeightMatrix
from ui.forms.editor import Editor
from ui.forms.editors.choices import ComboEditor
from ui.forms.registry import Asked, edits


class MatrixChoice(ComboEditor):
    """A matrix among those that the form offers; one that breaks rules is not offered."""

    def words(self, value: object) -> str:
        """Return the name of a matrix."""
        known = next((words for choice, words in self._choices if choice == value), "")
        return known or (value.title if isinstance(value, WeightMatrix) and value.title else "another matrix")


@edits(WeightMatrix)
def _matrix(asked: Asked) -> Editor:
    offered = asked.offers.get(WeightMatrix, {})
    editor = MatrixChoice({})
    for name, matrix in offered.items():
        if matrix.admissible:
            editor.add(matrix, name)
    return editor
