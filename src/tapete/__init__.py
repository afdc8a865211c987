"""Tapete: the Spanish casino catalogues, executable."""

__version__ = "0.2.0"
