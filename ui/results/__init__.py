"""Results: declared findings as widgets: figures, tables, charts, and the states of their answer."""
