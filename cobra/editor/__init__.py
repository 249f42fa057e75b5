"""What an editor is told about a game that is being written, and `cobra lsp`, which tells it.

`document.py` reads a text as far as it can be read; `hover.py`, `complete.py` and `rename.py` answer
questions about it at once; `look.py` finds what takes longer, in a process of its own (`assistant.py`). Only
`server.py`, the protocol, needs pygls.
"""
