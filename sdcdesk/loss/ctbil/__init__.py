"""Contingency-table-based information loss: the measure CTBIL, and the tables that it compares."""
