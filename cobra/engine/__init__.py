"""The face of the core: games compiled for it, its table of codes, the thread of a request, what is found.

Nothing else imports `cobra._core`.
"""

from cobra.engine.built import demand_core

demand_core()  # before a file of this folder asks for a name of it, and Python says what is no help
