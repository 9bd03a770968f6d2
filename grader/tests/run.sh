#!/bin/sh
# run.sh - all tests of the kit: `make test`. Stops at the first failure.
set -eu
cd "$(dirname "$0")/../.."
unset LAB SRC SEED RESULTS KEEP MAKEFLAGS MAKELEVEL MFLAGS

say() {
    printf '\n== %s\n' "$*"
}

say 'Unit and end-to-end tests'
make WERROR=-Werror unit

say 'Unit tests with AddressSanitizer and UndefinedBehaviorSanitizer'
# The judge's own code, built in a tree of its own; what runs the ordinary build
# (the end-to-end suites, and tests with that tag) is left out here.
san='-fsanitize=address,undefined -fno-sanitize-recover=undefined'
CK_EXCLUDE_TAGS=ordinary make B=build/sanitized CFLAGS="-O1 -g $san" \
    LDFLAGS="$san" unit-only

say 'cppcheck'
# Tests and checks may end where there is no memory; and newer versions take the
# second mention of fclose() in Check's macros for a second call, and say what
# they did not look at.
look() {
    for folder in grader/tests labs; do
        for id in nullPointerOutOfMemory nullPointerOutOfResources \
            nullPointerArithmeticOutOfMemory deallocuse; do
            set -- "--suppress=$id:$folder/*" "$@"
        done
    done
    cppcheck --quiet --std=c11 --inline-suppr --error-exitcode=1 \
        --suppress=missingIncludeSystem --suppress=normalCheckLevelMaxBranches \
        -Igrader "$@"
}
look --enable=warning,portability,performance -i grader/tests/hostile grader
# In checks it does not see that judge_fail() never returns: errors only.
look labs solutions/*/*.c
echo clean

say "The handouts' pictures are what grader/pictures.py draws"
python3 grader/pictures.py --check
echo they are

say 'docs/course.md has every lab, with the time that its handout says'
for d in labs/*/; do
    n=$(basename "$d")
    t=$(sed -n 's/.*Time: \([0-9]*\) .*/\1/p' "$d/README.md")
    grep -qF "| [${n%%_*} ${n#*_}](../labs/$n/README.md) | $t |" docs/course.md ||
        { echo "$n, $t minutes: not in docs/course.md"; exit 1; }
done
echo it has

say 'Right answers in other forms lose no point'
make twins ANSWER=tests/right/
make twins ANSWER=build/ SAMPLE=20 SEED=1

say 'Every lab: skeletons fail, solutions pass, wrong answers are caught'
make verify
