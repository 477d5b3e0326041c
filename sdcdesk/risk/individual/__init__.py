"""Individual risk: how likely each released record is found in the population it was drawn from."""
