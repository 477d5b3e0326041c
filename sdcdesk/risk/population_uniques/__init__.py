"""Population uniques: how many people of the population are alone with their key, estimated from a sample."""
