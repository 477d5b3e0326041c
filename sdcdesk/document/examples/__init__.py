"""Examples: the papers' tables, areas and cells as projects that were never saved."""
