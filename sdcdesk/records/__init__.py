"""Records to look at: browsing, side by side, record matching, value changes."""
