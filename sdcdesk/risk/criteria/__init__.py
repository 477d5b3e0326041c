"""The three criteria of the Article 29 Working Party, as attacks: singling out, linkability and inference."""
