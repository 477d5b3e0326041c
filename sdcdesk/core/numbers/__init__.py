"""Numbers with what they mean: unit, bound, digits, and what single records contribute to them."""
