"""Hold'em against the bank: two cards of one's own and five common ones. Texas bonus, and Texas póker."""
