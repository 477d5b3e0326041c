"""Preview model: the first records of a file that is not open yet, each column as it would become."""

import pandas as pd

from ui.models.frame_model import FrameModel


class PreviewModel(FrameModel):
    """Records whose header says which columns hold numbers, and which text."""

    def title(self, section: int) -> str:
        """Return name and kind of a column, in two lines."""
        return f"{super().title(section)}\n{self.kind(section)}"

    def kind(self, column: int) -> str:
        """Return what a column holds."""
        data = self.microdata
        values = data.column(self.names[column]) if data is not None else pd.Series(dtype="str")
        if pd.api.types.is_integer_dtype(values):
            return "whole numbers"
        return "decimal numbers" if pd.api.types.is_float_dtype(values) else "text"
