"""Critique of the rules: cells that the dominance rule judges wrongly, and where rules disagree."""
