"""Keys: what an intruder may know, how often each combination occurs, and what missing values in it mean."""
