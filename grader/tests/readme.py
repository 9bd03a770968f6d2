#!/usr/bin/env python3
"""readme.py - is what README.md shows under "What it looks like" what comes?

Reads the output of its two commands. Numbers may be others, and so may the two
threads that race and the ends of lines; a line of "..." stands for anything.
"""
import re
import sys


def plain(text):
    text = re.sub(r"-?\d+(\.\d)?", "N", " ".join(text.split()))
    return re.sub(r"(The main thread and thread N|Threads N and N) both",
                  "Two threads both", text)


sample = re.search(r"```\n(\$ make grade.*?)```", open("README.md").read(), re.S)
came = plain(sys.stdin.read())
for part in re.split(r"^(?:\.\.\.|\$ .*)\n", sample.group(1), flags=re.M):
    at = came.find(plain(part))
    if at < 0:
        sys.exit("README.md shows:\n%s\nbut what comes is:\n%s" % (part, came))
    came = came[at:]
