"""Tab of the generalisation hierarchies: their levels as columns, edited by hand."""
