"""A search spread over the workers of a cluster."""
