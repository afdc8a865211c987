"""Hold'em against the bank: two cards of one's own and five common ones. Texas bonus, and Texas póker."""

from tapete.errors import Said

AIM = Said("You get two cards and the bank two; five lie open for both. As they are turned you stake more or give up.")
