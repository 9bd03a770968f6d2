#!/bin/sh
# shared_gpu.sh - right answers on a GPU that others use. Needs nvcc and a GPU;
# run from the top folder, after make: sh grader/tests/cu/shared_gpu.sh
# Prints what each grading said of speed. None may be a fail: two gradings at
# once from two folders take turns and pass; beside a program that keeps the GPU
# busy, always or in bursts, "could not tell" or a pass. An answer that leaves a
# kernel behind fails on a GPU that is its own.
set -eu
there=$(mktemp -d)
busy=
trap '[ -z "$busy" ] || kill "$busy" 2>/dev/null; rm -rf "$there"' EXIT
cp -r . "$there/kit"
bad=0

# Speed of the results in this folder; no status may be this one.
speed_of() {
    python3 - "$1" "$2" <<'END' || bad=1
import json, sys
for lab in json.load(open(sys.argv[1]))["labs"]:
    for c in lab["checks"]:
        if c["kind"] == "speed":
            print("   ", lab["id"], c["status"], c["message"][:60])
            if c["status"] == sys.argv[2]:
                sys.exit(1)
END
}

for lab in 12 21 22; do
    echo "== $lab twice at once, from two folders"
    make -s grade LAB=$lab SRC=solutions >/dev/null || true &
    first=$!
    (cd "$there/kit" && make -s grade LAB=$lab SRC=solutions >/dev/null) || true
    wait $first
    speed_of build/results-solutions.json fail
    speed_of "$there/kit/build/results-solutions.json" fail
done

cat >"$there/busy.cu" <<'END'
#include <stdlib.h>
#include <unistd.h>
__global__ void spin(long long cycles)
{
    long long begin = clock64();
    while (clock64() - begin < cycles)
        ;
}
/* busy MS REST: kernels of so many ms, with rests of so many between them */
int main(int argc, char **argv)
{
    (void)argc;
    for (;;) {
        spin<<<1, 32>>>(atoi(argv[1]) * 1500000LL);
        cudaDeviceSynchronize();
        usleep(atoi(argv[2]) * 1000);
    }
}
END
nvcc -arch=native -o "$there/busy" "$there/busy.cu"
for how in '100 0' '5 11' '3000 3000' '8000 8000'; do
    # shellcheck disable=SC2086
    "$there/busy" $how &
    busy=$!
    for lab in 12 21; do
        echo "== $lab beside kernels of ${how% *} ms and rests of ${how#* } ms"
        make -s grade LAB=$lab SRC=solutions >/dev/null || true
        speed_of build/results-solutions.json fail
    done
    kill $busy
    busy=
done

echo '== an answer of 12 whose kernel goes on: must fail'
mkdir -p "$there/on/12_vector_add"
cp solutions/12_vector_add/wrong/goes_on.cu \
    "$there/on/12_vector_add/vector_add.cu"
RESULTS="$there/on.json" make -s grade LAB=12 SRC="$there/on" >/dev/null || true
speed_of "$there/on.json" pass
speed_of "$there/on.json" untold
[ $bad = 0 ] && echo 'all as it should be'
exit $bad
