#!/bin/sh
# demo.sh - `make demo`: what the kit does, in half a minute. The usual mistake
# of lab 03 is graded, then the same code mended, unless that was not handed out.
# Exit status 0 if the mistake was found and the mended code passed, else 1; 2
# where there is no lab 03.
set -u

grade() {
    LAB=03 SRC=grader/demo/$1 SEED='' RESULTS=build/demo-$1.json BACKEND='' \
        build/grader/kit grade
}

if [ ! -d labs/03_reduction ]; then
    echo "make demo is about lab 03, which this copy of the kit has not." >&2
    exit 2
fi
file=03_reduction/reduction.c
echo "A sum in OpenMP, with the mistake that most people make first:"
echo
sed 's/^/    /' grader/demo/mistake/$file
echo
echo "Graded, as 'make grade' does it:"
echo
grade mistake
if [ $? -ne 1 ]; then
    echo "The mistake was not found. What is missing here? make doctor" >&2
    exit 1
fi
echo
if [ -d grader/demo/mended ]; then
    echo "Now each thread adds to a sum of its own, and OpenMP adds these up:"
    echo
    diff -U 0 grader/demo/mistake/$file grader/demo/mended/$file |
        sed '1,3d; s/^/    /'
    echo
    if ! grade mended; then
        echo "The mended code must pass. What is missing here? make doctor" >&2
        exit 1
    fi
else
    echo "How it is mended is for you to find out, in lab 03."
fi
cat <<'END'

The kit works here. Now it is your turn:

    labs/00_openmp_detect/README.md         read it: what lab 00 asks for
    labs/00_openmp_detect/openmp_detect.c   edit it
    make lab00                              run it
    make grade                              grade it
    make                                    all labs, and what comes next
END
