#!/usr/bin/env python3
"""forms.py - small CUDA programs, compiled by simtcc both ways and by nvcc.

    python3 grader/tests/forms.py [--nvcc] [--part I/N] [-j JOBS] [NAME...]

The programs are in grader/tests/cu/forms.txt, which says how they are written.
Each is compiled for fast mode and for check mode, and run: both must print the
same, check mode must find nothing, and what must be refused must be refused.
With --nvcc, nvcc must agree on what it takes; and where there is a GPU, what
the programs print there must be the same as well. Disagreements are printed;
the exit status is 1 if there are any. --part 3/20 tries every twentieth only.
"""
import argparse
import concurrent.futures
import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
SIMTCC = os.path.join(TOP, "build", "simt", "simtcc")

# For a form with no main(): 64 numbers, filled by k<<<1, 32>>>() or launch().
MAIN = """
int main()
{
    int *d, h[64];
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    %s
    cudaError_t e = cudaDeviceSynchronize();
    if (e != cudaSuccess)
        printf("%%s\\n", cudaGetErrorString(e));
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d);
    unsigned sum = 0;
    for (int i = 0; i < 64; i++)
        sum = sum * 31 + (unsigned)h[i];
    for (int i = 0; i < 8; i++)
        printf("%%d ", h[i]);
    printf("#%%x\\n", sum);
}
"""


class Form:
    """name, verdict ('+': taken, '!': taken, and check mode finds something,
    '-': refused, '~': nvcc takes it and simtcc does not, '?': the reverse),
    begin (of what is printed), text."""

    def __init__(self, name, verdict, begin, text):
        self.name, self.verdict, self.begin = name, verdict, begin
        if "main(" not in text:
            call = "launch(d);" if "void launch(" in text else "k<<<1, 32>>>(d);"
            text += MAIN % call
        self.text = "#include <cstdio>\n" + text


def holes(text):
    """The holes @{a|b} in it, as (the hole, its parts); parts may have pairs
    of braces."""
    found, at = [], text.find("@{")
    while at >= 0:
        parts, depth, end = [""], 1, at + 2
        while depth:
            c = text[end]
            depth += (c == "{") - (c == "}")
            if c == "|" and depth == 1:
                parts.append("")
            elif depth:
                parts[-1] += c
            end += 1
        found.append((text[at:end], parts))
        at = text.find("@{", end)
    return found


def variants(text):
    """@{a|b} stands for each of its parts in turn; equal ones go together."""
    each = dict(holes(text))
    for choice in itertools.product(*each.values()):
        one = text
        for hole, part in zip(each, choice):
            one = one.replace(hole, part)
        yield one


def read_forms(path):
    forms = []
    with open(path, encoding="utf-8", newline="") as f:
        sections = re.split(r"^([-+~?!]) ", f.read(), flags=re.M)
    for verdict, section in zip(sections[1::2], sections[2::2]):
        head, text = section.split("\n", 1)
        name, _, begin = head.partition(" = ")
        name = name.split(":")[0].strip()
        every = list(variants(text))
        for i, one in enumerate(every):
            forms.append(Form(name + (".%d" % i if len(every) > 1 else ""),
                              verdict, begin.strip(), one))
    return forms


def run(command, folder, **more):
    try:
        p = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, timeout=300, **more)
        return p.returncode, p.stdout.decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        return 124, "timed out"


def first_error(said):
    found = [x for x in said.splitlines() if "error" in x]
    return (found or said.splitlines() or ["?"])[0][:160]


def try_simtcc(form, folder):
    """What is wrong; and what it printed, or None where it was refused."""
    wrong, printed = [], []
    for mode in [], ["--check"]:
        status, said = run([SIMTCC, *mode, "x.cu", "-o", "x"], folder)
        if status:
            printed.append(None)
            if form.verdict in "+?!":
                wrong.append("simtcc refuses it: " + first_error(said))
            elif not re.search(r"error", said):
                wrong.append("refused without an error: " + said[:200])
            continue
        if form.verdict in "-~":
            wrong.append("simtcc takes it %s" % " ".join(mode))
        if form.verdict == "-":
            continue
        with open(os.path.join(folder, "report"), "w+b") as report:
            status, said = run(
                ["./x"], folder, pass_fds=[report.fileno()],
                env=dict(os.environ, SIMT_REPORT_FD=str(report.fileno())))
            report.seek(0)
            found = [x for x in report.read().decode().splitlines()
                     if '"type":"finding"' in x]
        if found and form.verdict != "!":
            wrong.append("check mode finds " + found[0][:200])
        if mode and not found and form.verdict == "!":
            wrong.append("check mode finds nothing")
        if status or not said.startswith(form.begin):
            wrong.append("%s prints %r, exit status %d" %
                         (mode or "fast", said[:80], status))
        printed.append(said)
    if len(set(printed)) > 1:
        wrong.append("fast mode prints %r, check mode %r" % tuple(printed))
    return wrong, printed[0] if printed else None


def try_nvcc(form, folder, nvcc, gpu, printed):
    flags = ["-arch=native", "-o", "y"] if gpu else ["-arch=sm_80", "-c",
                                                     "-o", "y.o"]
    status, said = run([nvcc, "-std=c++17", "-w", *flags, "x.cu"], folder)
    if status and form.verdict in "+~!":
        return ["nvcc refuses it: " + first_error(said)]
    if not status and form.verdict in "-?":
        return ["nvcc takes it"]
    if status or not gpu or form.verdict == "~":
        return []
    status, said = run(["./y"], folder)
    if status or said != printed:
        return ["the GPU prints %r, simtcc's program %r" % (said, printed)]
    return []


def try_form(form, nvcc, gpu):
    folder = tempfile.mkdtemp(prefix="forms.")
    try:
        with open(os.path.join(folder, "x.cu"), "w", encoding="utf-8",
                  newline="") as f:
            f.write(form.text)
        wrong, printed = try_simtcc(form, folder)
        if nvcc:
            wrong += try_nvcc(form, folder, nvcc, gpu, printed)
        return wrong
    finally:
        shutil.rmtree(folder)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--nvcc", action="store_true")
    parser.add_argument("--part", default="0/1")
    parser.add_argument("-j", type=int, default=os.cpu_count())
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    forms = read_forms(os.path.join(HERE, "cu", "forms.txt"))
    first, step = map(int, args.part.split("/"))
    forms = forms[first::step]
    if args.names:
        forms = [f for f in forms
                 if f.name in args.names or f.name.split(".")[0] in args.names]
    nvcc = args.nvcc and (shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc")
    gpu = bool(nvcc) and run(["nvidia-smi", "-L"], TOP)[0] == 0 \
        if shutil.which("nvidia-smi") else False
    if nvcc and not os.access(nvcc, os.X_OK):
        sys.exit("forms.py: there is no nvcc")
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(args.j) as pool:
        results = pool.map(lambda f: try_form(f, nvcc, gpu), forms)
        for form, wrong in zip(forms, results):
            bad += bool(wrong)
            for w in wrong:
                print("%s: %s" % (form.name, w), flush=True)
    known = sum(f.verdict in "~?" for f in forms)
    print("%d forms, %d known to differ from nvcc, %d disagreements%s" %
          (len(forms), known, bad, ", run on a GPU as well" if gpu else
           ", compiled by nvcc as well" if nvcc else ""))
    sys.exit(bad != 0)


if __name__ == "__main__":
    main()
