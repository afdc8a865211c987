"""Tapete: the Spanish casino catalogues, executable."""

__version__ = "0.1.0"
