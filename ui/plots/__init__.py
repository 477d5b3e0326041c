"""Charts: one kind of chart, one file."""
