#!/usr/bin/env python3
"""Compare what counts.cu says behind its lines with what was counted.

    simtcc --check counts.cu -o counts
    SIMT_REPORT_FD=3 ./counts 3>report
    counts.py counts report

Exit status: 1 if a count differs.
"""
import json
import os
import re
import subprocess
import sys

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "counts.cu")


def lines_of(program, pcs):
    """The innermost line of counts.cu for each code address."""
    text = subprocess.run(
        ["addr2line", "-a", "-i", "-e", program, *map(hex, pcs)],
        check=True, capture_output=True, text=True).stdout
    found, pc = {}, None
    for line in text.splitlines():
        match = re.search(r"counts\.cu:(\d+)", line)
        if line.startswith("0x"):
            pc = int(line, 16)
        elif match:
            found.setdefault(pc, int(match[1]))
    return found


def main(program, report):
    with open(report, encoding="utf-8") as f:
        entries = [json.loads(line) for line in f]
    for e in entries:
        if e["type"] == "finding":
            sys.exit(f"a finding: {e}")
    sites = [e for e in entries if e["type"] == "site"]
    line_of = lines_of(program, sorted({s["pc"] for s in sites}))
    compared = wrong = 0
    with open(SOURCE, encoding="utf-8") as f:
        source = f.read().splitlines()
    for number, line in enumerate(source, 1):
        match = re.search(r"// (requests .*)$", line)
        if not match:
            continue
        words = match[1].split()
        shared = line.startswith("SHARED")
        op = ("atomic" if "atomicAdd" in line else
              "write" if "STORE" in line or "p[BYTES" in line else "read")
        keys = {"full": "ideal_requests",
                "best": "ideal_wavefronts" if shared else "ideal_sectors"}
        here = [s for s in sites if line_of.get(s["pc"]) == number
                and s["op"] == op and (s["space"] == "shared") == shared]
        for name, want in zip(words[::2], map(int, words[1::2])):
            got = sum(s[keys.get(name, name)] for s in here)
            compared += 1
            if got != want:
                wrong += 1
                print(f"counts.cu:{number}: {name} {got}, not {want}")
    print(f"{compared} counts, {wrong} wrong")
    return wrong != 0 or compared == 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
