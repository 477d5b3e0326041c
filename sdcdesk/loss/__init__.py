"""Measures of information loss: one measure, one file."""
