"""Noise: random numbers that are added to values, or that values are multiplied by."""
