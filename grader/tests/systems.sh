#!/bin/sh
# systems.sh - what README.md says that one types on a fresh system, typed on
# fresh systems: a bare root of each (debootstrap, minbase), with a clone of what
# is committed here. Needs root, debootstrap and a mirror of Debian. Exits with 1
# where a command failed, with 2 where none could be tried.
#
#   SYSTEMS="bookworm trixie testing"  which ones
#   COMMANDS="1 2 all"                 README's first and second command, and the
#                                      tests that take longer
#   MIRROR=http://...                  instead of the one that debootstrap takes
#   KEEP=1                             leaves the roots where they are
#
# They are made in $TMPDIR or /var/tmp, each takes 4 GB. Not in build/, where make
# would take a system's folders for its own.
set -eu
cd "$(dirname "$0")/../.."
: "${SYSTEMS:=bookworm trixie testing}" "${COMMANDS:=1 2 all}"
: "${MIRROR:=}"
roots=

give_up() {
    echo "test-systems: $*" >&2
    exit 2
}

# README.md's n-th command that begins with apt-get; root needs no sudo.
command_of_readme() {
    sed -n 's/^    sudo \(apt-get update.*\)/\1/p' README.md |
        sed -n "s/sudo //g; $1p" | grep .
}

# How the outer system reaches a mirror holds inside, too: its proxies, what it
# knows of hosts. Which packages there are, debootstrap has written down.
make_root() {
    timeout 900 debootstrap --variant=minbase "$1" "$roots/$1" $MIRROR \
        >"$roots/$1.log" 2>&1 || {
        tail -n 5 "$roots/$1.log" >&2
        give_up "debootstrap cannot make a root of $1 on this machine; above" \
            "is what it said last. It needs root, mknod and a mirror."
    }
    for part in apt.conf.d auth.conf.d preferences.d; do
        [ ! -d "/etc/apt/$part" ] ||
            cp -a "/etc/apt/$part/." "$roots/$1/etc/apt/$part/"
    done
    cp /etc/hosts /etc/resolv.conf "$roots/$1/etc/"
    mount -t proc proc "$roots/$1/proc" ||
        give_up "no /proc can be mounted in a root of $1"
    git clone -q . "$roots/$1/kit"
}

remove_root() {
    [ ! -d "$roots/$1" ] || ! mountpoint -q "$roots/$1/proc" ||
        umount "$roots/$1/proc" || umount -l "$roots/$1/proc"
    rm -rf --one-file-system "${roots:?}/$1"
}

clean_up() {
    [ -n "$roots" ] || return 0
    for system in $SYSTEMS; do
        if [ -n "${KEEP-}" ]; then
            umount -l "$roots/$system/proc" 2>/dev/null || :
        else
            remove_root "$system"
        fi
    done
    if [ -n "${KEEP-}" ]; then
        echo "The roots are in $roots"
    else
        rm -rf --one-file-system "$roots"
    fi
}

# A shell in there, with nothing of this one's but the way to a mirror.
inside() {
    env -i HOME=/root TERM=dumb LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin \
        ${http_proxy:+"http_proxy=$http_proxy"} \
        ${https_proxy:+"https_proxy=$https_proxy"} \
        chroot "$roots/$1" /bin/sh -c "cd /kit && $2"
}

[ "$(id -u)" -eq 0 ] || give_up "needs root, for debootstrap and chroot"
command -v debootstrap >/dev/null || give_up "needs debootstrap"
for n in 1 2; do
    command_of_readme $n >/dev/null || give_up "README.md has no command $n"
done
trap clean_up EXIT
trap 'exit 130' HUP INT TERM
roots=$(mktemp -d "${TMPDIR:-/var/tmp}/labkit-systems.XXXXXX")

failed=
for system in $SYSTEMS; do
    printf '\n== A bare root of %s\n' "$system"
    make_root "$system"
    for n in $COMMANDS; do
        case $n in
        all) command='make test-all' ;;
        *) command=$(command_of_readme "$n") ;;
        esac
        printf '\n== %s: %s\n' "$system" "$command"
        if ! inside "$system" "$command"; then
            failed="$failed $system"
            echo "test-systems: that failed in $system" >&2
            break
        fi
    done
    [ -n "${KEEP-}" ] || remove_root "$system"
done
[ -z "$failed" ] || { echo "test-systems: failed in$failed" >&2; exit 1; }
printf '\nAll went well in: %s\n' "$SYSTEMS"
