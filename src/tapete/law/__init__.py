"""The law as data: the texts' contents, the rulebooks, and the means to load, cite and compare them."""
