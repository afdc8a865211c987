"""El reto: a card to each player against the croupier's; whoever ties may challenge the house or give up half."""

from tapete.errors import Said

AIM = Said("You get a card and the croupier gets one. The higher wins; if they are equal you may go on.")
