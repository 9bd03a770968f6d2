#!/bin/sh
# slurm.sh - what a job of `make class ENGINE=slurm` runs. A copy of it lies on the
# node; the job's working folder is the kit's.
exec build/grader/class/class "$@"
