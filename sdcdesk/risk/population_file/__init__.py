"""Population file: k-map and δ-presence against a supplied population, counts of it, or margins."""
