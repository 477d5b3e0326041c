"""Probabilistic information loss: changes of parameters held against their sampling errors."""
