"""Generalisation hierarchies: wider labels above the values of a variable."""
