"""Cobra on machines that are reached by ssh: `python ssh.py HOST HOST…`; the scheduler runs on the first one.

Every machine has the same Python and the same cobra (`pip install 'cobra-games[cluster]' asyncssh`), and lets
you in by a key without a password.
"""

from __future__ import annotations

import sys

from distributed import Client, SSHCluster

import cobra


def main(hosts: list[str]) -> None:
    """Recompute what is published, a claim at a time on each processor of all machines."""
    machines = SSHCluster(
        [hosts[0], *hosts],
        worker_options={"nthreads": 1, "n_workers": 8, "memory_limit": 0},  # processors of a machine
        scheduler_options={"port": 8786, "dashboard": False},
    )
    with machines, Client(machines) as client, cobra.Cluster(client) as cluster:
        result = cobra.reproduce(everything=True, results="found.json", cluster=cluster)
        print(dict(result.verdicts))


if __name__ == "__main__":
    main(sys.argv[1:])
