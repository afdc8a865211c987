"""Trijoker: three equal stakes, three own cards and two common ones; two of the stakes may be taken back on the way."""
