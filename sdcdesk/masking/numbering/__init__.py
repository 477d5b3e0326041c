"""Order and numbers: what the place of a record, or its number, tells of whom it is."""
