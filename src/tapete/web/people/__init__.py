"""Who is asking: signing in, accounts, and what each may do."""
