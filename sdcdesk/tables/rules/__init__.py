"""Sensitivity rules: one rule, one file."""
