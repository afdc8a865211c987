"""Trijoker: three equal stakes, three own cards and two common ones; two of the stakes may be taken back on the way."""

from tapete.errors import Said

AIM = Said("You get three cards, and two more are for everybody. Of three equal stakes you may take two back.")
