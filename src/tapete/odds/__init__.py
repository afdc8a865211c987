"""What exact analyses share: chains of outcomes, and the report of a bet."""
