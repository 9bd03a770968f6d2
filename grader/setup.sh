#!/bin/sh
# setup.sh - installs what the lab kit needs on Debian and Ubuntu.
#
#   sh grader/setup.sh           what `make setup` runs: install what is missing
#   sh grader/setup.sh --class   also what `make class` needs
#   sh grader/setup.sh --tests   also what the kit's own tests need
#   sh grader/setup.sh --check   can the kit be built here? Silent if so, else
#                                one sentence and exit status 1
#
# Root, or sudo, is asked for only if something is missing. Runs in any POSIX
# shell and needs no file of the kit.
set -u

# Every package, once: the set it is for, its name, how --check finds it (by
# what it brings, since the system may not use dpkg), and why it is needed.
# "optional": not every system has it, and the kit goes on without.
packages() {
    cat <<'END'
build gcc                command:gcc        compiles the labs and the kit
build g++                command:g++        compiles the CUDA labs
build libc6-dev          header:stdio.h     headers of the C library
build make               command:make       runs the Makefile
build pkg-config         command:pkg-config finds the libraries below
build check              library:check      runs the checks of the labs
build libjansson-dev     library:jansson    writes and reads results.json
build libinih-dev        header:ini.h       reads lab.ini
build libffi-dev         library:libffi     calls your function by its signature
build libseccomp-dev     library:libseccomp stops your code starting processes
grade bubblewrap         -                  shows your code a read-only system
grade clang              -                  race detector: its compiler
grade libclang-rt-dev    -                  race detector: ThreadSanitizer
grade libomp-dev         -                  race detector: OpenMP with Archer
grade llvm               -                  race detector: names the lines
grade gettext            -                  translates what the kit says
grade git                -                  keeps the versions of your work
class libarchive-dev     -                  unpacks what a class handed in
class similarity-tester  optional           finds submissions that are alike
tests cppcheck           -                  a second look at the kit's own code
tests python3-jsonschema -                  holds results.json to its schema
tests libxml2-utils      -                  holds JUnit XML to its schema
END
}

# Where there is no apt, for whoever installs by hand. Fedora keeps GCC's
# sanitizers apart; on both, ThreadSanitizer is in compiler-rt.
other_systems() {
    cat <<'END'
On Fedora the same is
  dnf install gcc gcc-c++ libasan libubsan glibc-devel make pkgconf-pkg-config \
    check-devel jansson-devel inih-devel libffi-devel libseccomp-devel \
    bubblewrap clang compiler-rt libomp libomp-devel llvm gettext git
and for the kit's own tests cppcheck python3-jsonschema libxml2. On Arch Linux it is
  pacman -S gcc make pkgconf check jansson libinih libffi libseccomp \
    bubblewrap clang compiler-rt openmp llvm gettext git
and for the tests cppcheck python-jsonschema libxml2.
END
}

have() {
    command -v "$1" >/dev/null 2>&1
}

# Does dpkg have package $1? Older Ubuntu has no libclang-rt-dev: there
# ThreadSanitizer comes with clang, so ask clang as well.
installed() {
    dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null |
        grep -qx installed && return
    [ "$1" = libclang-rt-dev ] && have clang &&
        [ -f "$(clang -print-file-name="libclang_rt.tsan-$(uname -m).a")" ]
}

# Is what --check looks for there? $1 is its package, $2 the third column.
usable() {
    case $2 in
    command:*) have "${2#*:}" ;;
    header:*) echo "#include <${2#*:}>" | gcc -E -x c - >/dev/null 2>&1 ;;
    # without pkg-config the libraries may still be there
    library:*)
        if have pkg-config; then
            pkg-config --exists "${2#*:}"
        else
            installed "$1"
        fi ;;
    esac
}

check() {
    missing=
    while read -r set package how why; do
        [ "$set" = build ] || continue
        usable "$package" "$how" || missing="$missing${missing:+, }$package"
    done <<END
$(packages)
END
    [ -z "$missing" ] && exit 0
    echo "Type 'make setup' first: missing $missing." >&2
    exit 1
}

# Is there such a package, as far as apt knows?
known() {
    [ -n "$(apt-cache show "$1" 2>/dev/null)" ]
}

# Sets missing to the packages of the wanted sets that are not installed, and
# lists them all, unless $1 is "quietly". Optional ones that apt does not know
# are not missing: this system has none.
find_missing() {
    missing=
    while read -r set package how why; do
        case " $wanted " in *" $set "*) ;; *) continue ;; esac
        state=there
        if installed "$package"; then
            :
        elif [ "$how" = optional ] && ! known "$package"; then
            state='not here'
        else
            state=missing
            missing="$missing $package"
        fi
        [ "$1" = quietly ] && continue
        printf '  %-8s %-19s %s\n' "$state" "$package" "$why"
    done <<END
$(packages)
END
}

# As root. The variable keeps packages from asking questions.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    else
        sudo env DEBIAN_FRONTEND=noninteractive "$@"
    fi
}

give_up() {
    echo
    echo "$1"
    echo "  apt-get update"
    echo "  apt-get install --no-install-recommends$missing"
    exit 1
}

install_missing() {
    if ! have apt-get; then
        echo
        other_systems
        give_up "There is no apt-get here. On Debian or Ubuntu, root would type"
    fi
    if [ "$(id -u)" -ne 0 ] && ! have sudo; then
        give_up "Installing needs root, and there is no sudo. Let root type"
    fi

    echo
    echo "Installing:$missing"
    # one unreachable source need not stop us: the install below will tell
    as_root apt-get update || echo "apt-get update failed; trying anyway." >&2

    # a name that apt does not know would stop all the others
    names=
    for package in $missing; do
        ! known "$package" || names="$names $package"
    done
    # shellcheck disable=SC2086  # a list of names, to be split
    [ -z "$names" ] || as_root apt-get install -y --no-install-recommends $names

    find_missing quietly
    [ -z "$missing" ] || give_up "Still missing:$missing
Read above why. On Ubuntu some need 'universe' switched on. Then root types"
    echo
    echo "Ready. Type 'make' to see the labs."
}

wanted="build grade"
case ${1-} in
'') ;;
--class) wanted="$wanted class" ;;
--tests) wanted="$wanted class tests" ;;
--check) check ;;
*)
    echo "usage: sh grader/setup.sh [--class | --tests | --check]" >&2
    exit 2 ;;
esac

echo "The lab kit needs these packages (all of them take 0.8 to 0.9 GB):"
find_missing aloud
if [ -z "$missing" ]; then
    echo "All there, nothing to install. Type 'make' to see the labs."
else
    install_missing
fi
