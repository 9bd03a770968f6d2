#!/bin/sh
# run.sh - the tests of the kit. Stops at the first failure.
#
#   sh grader/tests/run.sh        `make test`: all suites; of what takes long (end
#                                 to end, programs of the CPU device, hostile
#                                 ones, races, labs) a part
#   sh grader/tests/run.sh rest   what `make test-all` adds: larger parts, the
#                                 suites under sanitizers, cppcheck, and whether
#                                 generated files are up to date
#
# Each version of the kit has parts of its own. All of it: make unit, make verify,
# make hostile, make mutate, make twins, python3 grader/tests/forms.py.
set -eu
cd "$(dirname "$0")/../.."
unset LAB SRC SEED SAMPLE PART RESULTS KEEP MAKEFLAGS MAKELEVEL MFLAGS

# The labs in an order of this version, from the $1st to the $2nd.
draw_labs() {
    ls labs | grep _ | awk -F_ -v seed=$SEED '
        BEGIN { srand(seed) } { print rand(), $1 }' | sort | sed -n "$1,$2p" |
        cut -d' ' -f2 | sort
}

# This version's part of $1 parts.
part() {
    echo $((SEED % $1 + 1))/$1
}

say() {
    printf '\n== %s\n' "$*"
}

version=$(git rev-parse --short=7 HEAD 2>/dev/null) || version=1
export SEED=$((0x$version))
cores=$(getconf _NPROCESSORS_ONLN)

if [ "${1-}" != rest ]; then
    say 'Every lab: its files, the links of its handout, a test for each promise'
    make promises

    say 'The short road of docs/course.md has all labs that it takes for granted'
    awk -F'|' '
        /^With little time/ { on = 1 }
        !NF { on = 0 }
        on { road = road " " $0 }
        /^\| \[[0-9]/ { id = substr($2, 3, 2); needs[id] = $4; time[id] = $3 }
        END {
            sub(/.*With little time:/, "", road)
            hours = road; sub(/.*about /, "", hours)
            sub(/about.*/, "", road)
            for (n = split(road, word, /[^0-9]+/); n; n--)
                if (word[n]) on_road[word[n]] = 1
            for (id in on_road) {
                if (!(id in needs)) { print "no lab " id; bad = 1 }
                minutes += time[id]
                for (n = split(needs[id], word, /[^0-9]+/); n; n--)
                    if (word[n] && !(word[n] in on_road)) {
                        print id " needs " word[n] ", which is not on it"
                        bad = 1
                    }
            }
            if (!minutes || int(minutes / 60 + 0.5) != int(hours)) {
                print "it takes " minutes " minutes"
                bad = 1
            }
            exit bad
        }' docs/course.md
    echo it has

    say 'Unit and end-to-end tests'
    make -j"$cores" WERROR=-Werror built-for-tests
    PART=$(part 4) SAMPLE=8 CK_EXCLUDE_TAGS=long make WERROR=-Werror unit

    say 'Four labs: skeletons fail, solutions pass, wrong answers are caught'
    for lab in $(draw_labs 1 4); do
        LAB=$lab SAMPLE=2 make verify
    done
    exit
fi

say 'The long tests, and more programs of the CPU device'
PART=$(part 3) make WERROR=-Werror unit-long

say 'Hostile programs, with a sandbox if there is one'
SAMPLE=12 make WERROR=-Werror hostile

say 'Unit tests with AddressSanitizer and UndefinedBehaviorSanitizer'
# The judge's own code, built in a tree of its own; what runs the ordinary build
# (the end-to-end suites, and tests with that tag) is left out here.
san='-fsanitize=address,undefined -fno-sanitize-recover=undefined'
CK_EXCLUDE_TAGS=ordinary make -j"$cores" B=build/sanitized CFLAGS="-O1 -g $san" \
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
    -i grader/tests/race -i grader/tests/right -i grader/tests/library grader
# In checks it does not see that judge_fail() never returns: errors only.
look labs solutions/*/*.c spearman
echo clean

say "The handouts' pictures are what the CPU device counts"
make -j"$cores" check-pictures
for lab in labs/54_streams labs/55_devices; do
    grep -hE 'pattern\.svg\)|Modelled timeline:' $lab/README.md |
        grep -o '[0-9.]* ms' | sort -u | while read -r time; do
        grep -qF "$time" $lab/pattern.svg || {
            echo "$lab/README.md has $time, its picture has not"
            exit 1
        }
    done
done
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
# Those of CUDA labs by hand, where no clock decides; and a part of what
# rewriting the solutions gives.
for labs in 1 2 3 4 5; do
    ANSWER=tests/right/$labs SAMPLE=3 make twins
done
ANSWER=build/ SAMPLE=6 make twins

say 'Small CUDA programs: both modes, and what nvcc refuses'
python3 grader/tests/forms.py --part $(part 12)

say 'Small mistakes in the solutions are caught'
SAMPLE=12 make mutate

say 'Ten more labs: skeletons fail, solutions pass, wrong answers are caught'
for lab in $(draw_labs 5 14); do
    LAB=$lab SAMPLE=1 make verify
done
