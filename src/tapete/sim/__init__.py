"""What simulations share: streams of random numbers, the compiled loop, workers, error bars."""
