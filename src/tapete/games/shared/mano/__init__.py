"""What hands of poker against the bank share: stakes that lie on a hand, guests behind it, breaches."""
