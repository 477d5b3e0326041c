"""Propensity: how well a model tells masked from original records."""
