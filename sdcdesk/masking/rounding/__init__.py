"""Rounding: to the nearest of some points, at random between two, or of several variables together."""
