"""The felt of punto y banca: three bets, as any felt has them."""

from tapete.errors import Said

EXAMPLES = ("punto", "banca", "empate")
VERBS = {"refuse-shoe": Said("Pass the shoe on")}
