"""Fuzzing guided by coverage: what reaches a new place in Python, or in the core, is changed further.

`python -m tests.fuzz.guided --help` runs it by hand, with atheris, which is libFuzzer for Python. `inputs.py`
says what it begins from and which words it puts in, `changes.py` how an input is changed, `target.py` is the
process that libFuzzer works in and `tried.py` what is done with an input; `run.py` starts and watches it,
`merge.py` chooses the inputs that `kept.py` keeps in files, and `build.py` builds a core that counts. What is
found is written as the other fuzzer writes it.
"""
