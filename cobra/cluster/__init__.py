"""Work for many machines: worker processes of dask.distributed, and the tasks they are given.

Nothing of dask is imported before a `Cluster` is made.
"""
