"""Questions for solvers and decision diagrams: well-formedness, exact counts, codes, what is fixed."""
