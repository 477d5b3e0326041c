"""Search for the best safe coding: of each key the level of its hierarchy that is just coarse enough."""
