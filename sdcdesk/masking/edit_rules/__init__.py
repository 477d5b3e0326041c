"""Edit rules: what must hold in a record, and how methods keep to it."""
