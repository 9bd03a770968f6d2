"""The program spearman against scipy's spearmanr(): r, p and how many are found.

    apt-get install python3-scipy; make spearman
    /usr/bin/python3 grader/tests/spearman_scipy.py [ROWS]

Prints how far apart the two are, and how many pairs scipy does in a second.
Exits with 1 if a count differs, r by more than its nine digits, or p by more
than 1e-6 of it.
"""
import json
import subprocess
import sys
import tempfile
import time

import numpy as np
from scipy import stats

PROGRAM = "build/spearman/spearman"
LISTED = 50  # rows


def run(*arguments):
    return subprocess.run((PROGRAM,) + arguments, check=True, text=True,
                          stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL).stdout


def main():
    rows = sys.argv[1] if len(sys.argv) > 1 else "2000"
    with tempfile.TemporaryDirectory() as folder:
        text, result = folder + "/rows.txt", folder + "/all.json"
        with open(text, "w") as file:
            file.write(run("generate", rows))
        run("count", text, "-o", result)
        with open(result) as file:
            found = json.load(file)["pairs_found"]
        listed = run("list", text, "--rows", "0:%d" % LISTED, "--pvalue")
        x = np.loadtxt(text, dtype=int)

    varied = x.min(1) != x.max(1)  # the others have no correlation
    begin = time.time()
    r, p = stats.spearmanr(x[varied], axis=1)
    took = time.time() - begin

    pairs = np.triu_indices(len(r), 1)
    t = r[pairs] * np.sqrt(28 / np.maximum(1e-300, 1 - r[pairs] ** 2))
    theirs = int((np.abs(t) >= 2.0484).sum())
    place = dict(zip(np.nonzero(varied)[0].tolist(), range(len(r))))
    r_apart = p_apart = 0
    lines = listed.splitlines()
    for line in lines:
        row, col, our_r, our_p = line.split()
        at = place[int(row)], place[int(col)]
        r_apart = max(r_apart, abs(float(our_r) - r[at]))
        if p[at] > 1e-12:  # below, scipy's r near 1 has lost the digits
            p_apart = max(p_apart, abs(float(our_p) - p[at]) / p[at])
    print("%d pairs found, %d by scipy; of %d listed: r apart by %.1e, p by "
          "%.1e of it; scipy: %.2g pairs a second"
          % (found, theirs, len(lines), r_apart, p_apart,
             len(pairs[0]) / took))
    return int(found != theirs or r_apart > 1e-9 or p_apart > 1e-6)


sys.exit(main())
