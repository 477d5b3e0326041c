"""Random numbers that belong to records, and the seed that must stay secret."""
