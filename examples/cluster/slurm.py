"""Cobra on a cluster with Slurm: `python slurm.py`, on the machine where you would call sbatch.

It needs `pip install 'cobra-games[cluster]' dask-jobqueue`, in a folder that all machines see. Each worker is
a job of one processor; `scale` says how many there are to be, and they may come and go meanwhile.
"""

from __future__ import annotations

from dask_jobqueue import SLURMCluster
from distributed import Client

import cobra


def main(workers: int = 64) -> None:
    """Recompute what is published, a claim at a time on each of the workers."""
    jobs = SLURMCluster(
        cores=1,
        processes=1,
        memory="4GB",  # of a worker: `memory` below, a tenth more, and half a GB for Python and dask
        walltime="08:00:00",
        worker_extra_args=["--lifetime", "7h55m"],  # what a worker has not finished by then others do again
        job_extra_directives=["--job-name=cobra"],
    )
    jobs.scale(jobs=workers)
    with jobs, Client(jobs) as client:
        client.wait_for_workers(1)  # the queue may take its time
        with cobra.Cluster(client) as cluster:
            result = cobra.reproduce(everything=True, results="found.json", memory=3 << 30, cluster=cluster)
            print(dict(result.verdicts))


if __name__ == "__main__":
    main()
