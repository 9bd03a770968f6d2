#!/bin/sh
# run.sh - the tests of the kit. Stops at the first failure.
#
#   sh grader/tests/run.sh        `make test`: all suites, of the hostile programs
#                                 and of the labs' wrong answers a sample
#   sh grader/tests/run.sh rest   what `make test-all` adds: all of these, the
#                                 suites under sanitizers, cppcheck, and whether
#                                 generated files are up to date
set -eu
cd "$(dirname "$0")/../.."
unset LAB SRC SEED SAMPLE RESULTS KEEP MAKEFLAGS MAKELEVEL MFLAGS

say() {
    printf '\n== %s\n' "$*"
}

if [ "${1-}" != rest ]; then
    say 'Unit and end-to-end tests'
    SAMPLE=20 make WERROR=-Werror unit

    say 'Every lab: skeletons fail, solutions pass, wrong answers are caught'
    SAMPLE=1 make verify
    exit
fi

say 'All hostile programs, with and without a sandbox'
make WERROR=-Werror hostile

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
look --enable=warning,portability,performance -i grader/tests/hostile \
    -i grader/tests/race -i grader/tests/right -i grader/tests/speed grader
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
# Of the CUDA labs, where no clock decides; `make twins` grades the others, too.
for labs in 1 2 3 4 5; do
    make twins ANSWER=tests/right/$labs
done

say 'The small CUDA programs: both modes, and what nvcc refuses'
python3 grader/tests/forms.py

say 'Small mistakes in the solutions are caught: a sample'
SAMPLE=40 SEED=1 make mutate

say 'Every lab: skeletons fail, solutions pass, wrong answers are caught'
make verify
