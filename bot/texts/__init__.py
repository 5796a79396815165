"""Languages, rules and cards as texts."""
