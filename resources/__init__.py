"""Files that the program brings along: icons, style, samples, translations, help."""
