"""Records: browsing, side by side, record matching, value changes."""
