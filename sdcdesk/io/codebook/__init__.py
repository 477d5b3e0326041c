"""Codebooks: what variables and codes mean, in files beside the data that people and programs read."""
