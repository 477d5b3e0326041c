"""Overlap of the confidence intervals of a regression in both files."""
