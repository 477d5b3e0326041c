"""Record linkage: how many released records an intruder links to the right ones by what he knows."""
