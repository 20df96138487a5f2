"""Forever Evil (2014, printing of 2020)."""
