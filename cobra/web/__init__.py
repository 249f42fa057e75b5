"""The web page of `cobra serve`: a server for one person on one machine, that trusts nothing it is sent."""
