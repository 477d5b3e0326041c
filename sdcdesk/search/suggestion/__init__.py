"""Suggestion of a safe recipe: recipes of allowed changes are assessed exactly, and the best ones kept."""
