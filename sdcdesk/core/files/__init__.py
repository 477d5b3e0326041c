"""Files: read, written as a whole or not at all, locked, known by their hash."""
