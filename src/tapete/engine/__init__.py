"""The engine: a procedure is an `async def` driven by hand; a round is its transcript."""
