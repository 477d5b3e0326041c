"""Suppression of records and of values, and of the values that are linked with them."""
