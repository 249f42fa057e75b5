"""The face of the core: games compiled for it, its table of codes, the thread of a request, what is found.

Nothing else imports `cobra._core`.
"""
