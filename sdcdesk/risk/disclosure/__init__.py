"""Disclosure risk: DR_min, DR_W and DR_max by the classification matrix."""
