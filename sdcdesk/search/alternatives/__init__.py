"""Comparison of alternatives: recipes for one file, each applied and assessed, by risk and loss."""
