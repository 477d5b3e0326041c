"""Results: findings that declare themselves, shown by one renderer: figures, tables, charts and their states."""
