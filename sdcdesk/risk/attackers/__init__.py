"""Attackers: what a prosecutor, a journalist and a marketer could link, by how many people look alike."""
