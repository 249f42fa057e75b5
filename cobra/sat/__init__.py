"""Questions whose answer needs no list of codes, asked of SAT solvers and of decision diagrams.

Is a game well-formed (`wellformed.py`), what is known after some answers (`knowledge.py`), which answers
clash (`clash.py`), how many codes are there (`counting.py`)? A new question is a file here, put together
from `frame.py` (formulas), `spaces.py`, `outcomes.py` and `solver.py`.
"""
