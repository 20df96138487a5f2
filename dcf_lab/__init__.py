"""dcf_lab: a laboratory for the rules of super-hero card games."""
