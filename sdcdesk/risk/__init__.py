"""Measures of disclosure risk: one measure, one file."""
