"""Static strategies: the fewest experiments, fixed in advance, that tell all codes (or goals) apart."""
