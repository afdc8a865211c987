"""El reto: a card to each player against the croupier's; whoever ties may challenge the house or give up half."""
