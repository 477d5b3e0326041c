"""Risks of single records: what every measure tells that has one for each released record."""
