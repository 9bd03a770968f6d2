#!/usr/bin/env python3
"""Compare the CPU device's counts with Nsight Compute's, kernel by kernel.

    counters.py ncu RAW.csv               RAW.csv, which ncu made, as our table
    counters.py compare TABLE.csv REPORT...
                                          the device's reports against the table

RAW.csv: ncu --csv --page raw --metrics $(counters.py metrics) PROGRAM.
REPORT: what PROGRAM's check build wrote to $SIMT_REPORT_FD.
A kernel's second launch is called KERNEL#2.
The exit status of compare is 1 if a count differs.
"""
import csv
import itertools
import json
import sys

L1 = "l1tex__t_%s_pipe_lsu_mem_global_op_%s.sum"
SHARED = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_%s.sum"
# column -> ncu's metric
METRICS = {
    "load_requests": L1 % ("requests", "ld"),
    "load_sectors": L1 % ("sectors", "ld"),
    "store_requests": L1 % ("requests", "st"),
    "store_sectors": L1 % ("sectors", "st"),
    "sectors_ideal": "memory_l2_theoretical_sectors_global_ideal",
    "shared_load_wavefronts": SHARED % "ld",
    "shared_store_wavefronts": SHARED % "st",
}
# Counts that differ, of a kernel's launches or of one, and why: we count more,
# or fewer.
JOINED = "nvcc joins or leaves out shared loads of one thread"
MORE = {
    **{(kernel, "shared_load_wavefronts"): JOINED
       for kernel in ["matmul_tiled", "lab23", "lab25", "lab26", "lab27",
                      "shared_neighbours", "shared_row"]},
    ("shared_store_f4", "shared_store_wavefronts"):
        "nobody has touched the variable by whole vectors",
    **{("select_f4", column): "two branches here, one address there"
       for column in ["load_requests", "load_sectors"]},
    **{(kernel, column): "nvcc writes out eight turns of a loop"
       for kernel in ["again_in_loops", "again_in_loops_r"]
       for column in ["load_requests", "load_sectors", "sectors_ideal"]},
}
SMALLER = "the file has larger vectors, and it cannot be seen that this is none"
LENGTH = "what is copied whole goes by address and length here"
FEWER = {
    (kernel, column): why
    for why, kernels in {
        SMALLER: ["member_half_aligned", "member_half2", "two_f2", "as_floats",
                  "as_f2", "member_union"],
        LENGTH: ["whole_loose", "memcpy_f4", "memcpy_float"],
        "what __ldg() reads is not joined": ["ldg_members"],
        "a branch that no thread takes is not seen": ["leave_f4", "tested_i2"],
        "g++ sees that the value is the same": ["again_after_store"],
    }.items()
    for kernel in kernels
    for column in ["load_requests", "load_sectors", "sectors_ideal"]
}


def numbered(name, seen):
    seen[name] = seen.get(name, 0) + 1
    return name if seen[name] == 1 else f"{name}#{seen[name]}"


def from_ncu(path):
    with open(path, encoding="utf-8") as f:
        rows = list(csv.reader(line for line in f if line.startswith('"')))
    head = rows[0]
    name = head.index("Kernel Name")
    at = [head.index(m) for m in METRICS.values()]
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["kernel", *METRICS])
    seen = {}
    for row in rows[2:]:
        out.writerow([numbered(row[name].split("(")[0], seen),
                      *(row[i].replace(",", "") for i in at)])


def from_reports(paths):
    kernels, sites, seen = {}, [], {}
    files = (open(path, encoding="utf-8") for path in paths)
    for line in itertools.chain.from_iterable(files):
        entry = json.loads(line)
        if entry["type"] == "site":
            sites.append(entry)
        if entry["type"] != "launch":
            continue
        counts = dict.fromkeys(METRICS, 0)
        for s in sites:
            op = "load" if s["op"] == "read" else "store"
            if s["op"] == "atomic":
                counts["sectors_ideal"] += s["ideal_sectors"]
            elif s["space"] == "global":
                counts[op + "_requests"] += s["requests"]
                counts[op + "_sectors"] += s["sectors"]
                counts["sectors_ideal"] += s["ideal_sectors"]
            elif s["space"] == "shared":
                counts["shared_" + op + "_wavefronts"] += s["wavefronts"]
        kernels[numbered(entry["kernel"], seen)] = counts
        sites = []
    return kernels


def compare(table, reports):
    ours, wrong, equal = from_reports(reports), 0, 0
    with open(table, encoding="utf-8") as f:
        for row in csv.DictReader(f):
            name = row["kernel"]
            if name not in ours:
                print(f"{name}: not in the report")
                wrong += 1
                continue
            for column in METRICS:
                want, got = int(row[column]), ours[name][column]
                known = MORE if got > want else FEWER
                why = (known.get((name, column)) or
                       known.get((name.split("#")[0], column)))
                if want == got:
                    equal += 1
                elif why:
                    print(f"{name}: {column} {got}, on a GPU {want}: {why}")
                else:
                    print(f"{name}: {column} {got}, on a GPU {want}")
                    wrong += 1
    print(f"{equal} counts are equal, {wrong} are not")
    return 1 if wrong or not equal else 0


if sys.argv[1:] == ["metrics"]:
    print(",".join(METRICS.values()))
elif len(sys.argv) == 3 and sys.argv[1] == "ncu":
    from_ncu(sys.argv[2])
elif len(sys.argv) >= 4 and sys.argv[1] == "compare":
    sys.exit(compare(sys.argv[2], sys.argv[3:]))
else:
    sys.exit(__doc__)
