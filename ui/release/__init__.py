"""Release check in words, the scenario that is shown, and commands on scenarios and matrices."""
