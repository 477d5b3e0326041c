"""Simulated medical billing records of three sizes, and the script that makes them."""
