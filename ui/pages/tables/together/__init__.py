"""Tab of the tables that are published together."""
