#!/bin/sh
# handout.sh - `make handout`: a copy of the kit for students, without solutions,
# wrong answers and the kit's own tests. What it leaves out is in left-out.txt.
#
#   LABS="00-09 31"  only these labs; else all
#   OUT=file.tar.gz  an archive; any other name: a folder, new or empty
#   GIT=1            a folder that is a git repository with one commit, which has
#                    a workflow that grades, and a dev container
#
# Made from the last commit, never from files that lie around. The same commit
# gives the same bytes. Exit status: 0; 1 for trouble on the way, 2 for wrong use.
set -eu
cd "$(dirname "$0")/../.."

stop() {
    echo "make handout: $1" >&2
    exit "${2-2}"
}

# Nobody's settings decide what is in it.
umask 022
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE TAR_OPTIONS GZIP
export LC_ALL=C

LABS=${LABS-}
OUT=${OUT-}
GIT=${GIT-}
top=$(git rev-parse --show-toplevel) || top=
[ "$top" = "$(pwd -P)" ] || stop "this folder is not a clone of the kit.
A copy is made from a commit, so make it in a clone: git clone ..."
commit=$(git rev-parse --verify --quiet HEAD) ||
    stop "there is no commit yet. Type: git add -A && git commit"
list=$(git show HEAD:grader/handout/left-out.txt) ||
    stop "the last commit has no grader/handout/left-out.txt. Commit it first."
date=$(git log -1 --format=%ct)
version=$(printf %.7s "$commit")
name=lab-kit-$version

# ---- which labs ------------------------------------------------------------

# The numbers of all labs, as folders are named: two digits.
all=$(git ls-tree --name-only HEAD labs/ | sed -n 's,^labs/\([0-9]*\)_.*,\1,p')

# Prints those that "00-09 31" means.
chosen() {
    set -f
    for word in $(echo "$1" | tr , ' '); do
        first=${word%-*} last=${word#*-}
        case $first,$last in
        ,* | *, | *[!0-9,]*) stop "LABS: \"$word\" is no number of a lab, nor two with a - \
between, as in LABS=\"00-09 31\"." ;;
        esac
        found=
        for id in $all; do
            if [ "$id" -ge "$first" ] && [ "$id" -le "$last" ]; then
                echo "$id"
                found=1
            fi
        done
        [ "$found" ] || stop "LABS: there is no lab $word. There are
$(echo "$all" | tr '\n' ' ')"
    done
}
labs=$(chosen "$LABS")
labs=$(echo "${labs:-$all}" | sort -u)

# ---- where to --------------------------------------------------------------

case $OUT in
'') [ "$GIT" ] && OUT=build/$name || OUT=build/$name.tar.gz ;;
esac
case $OUT in
*.tar.gz | *.tgz)
    [ -z "$GIT" ] || stop "GIT=1 makes a folder, and OUT=$OUT is an archive.
Leave one of them out."
    [ ! -d "$OUT" ] || stop "$OUT is a folder. Name another file: OUT=..." ;;
*)
    if [ -e "$OUT" ] && { [ ! -d "$OUT" ] || [ "$(ls -A "$OUT")" ]; }; then
        stop "$OUT is there already, and nothing in it is overwritten. Move it
away, or name another folder: OUT=..."
    fi ;;
esac
mkdir -p "$(dirname "$OUT")" || stop "name another place: OUT=..." 1

# ---- the copy --------------------------------------------------------------

# As git's patterns: all, but not what is left out, nor the labs not chosen.
set -- .
while read -r line; do
    case $line in
    '' | '#'*) ;;
    *) set -- "$@" ":(exclude,glob)$line" ;;
    esac
done <<END
$list
END
for id in $all; do
    case "
$labs
" in
    *"
$id
"*) ;;
    *) set -- "$@" ":(exclude,glob)labs/${id}_*/**" ;;
    esac
done

# Unpacks a tree of the commit, of which git's patterns choose, into the copy.
unpack() {
    git -c core.autocrlf=false -c core.attributesFile=/dev/null \
        -c tar.umask=0022 archive --format=tar -o "$work/tar" "$@"
    tar -x --no-same-owner --no-same-permissions -f "$work/tar" -C "$copy"
}

work=$(mktemp -d "$(dirname "$OUT")/.handout.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
copy=$work/$name
mkdir "$copy"
unpack HEAD -- "$@"

# An instructor may have solved a lab, and committed that.
for skeleton in "$copy"/labs/*/.skeleton.c*; do
    folder=${skeleton%/*} file=${skeleton##*/.skeleton}
    lab=${folder##*/}
    cp -p "$skeleton" "$folder/${lab#*_}$file"
done

# ---- as a repository, an archive or a folder -------------------------------

as_repository() {
    unpack HEAD:grader/handout/repository
    export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null
    export GIT_AUTHOR_NAME='Lab kit' GIT_AUTHOR_EMAIL=lab-kit@localhost
    export GIT_AUTHOR_DATE="$date +0000"
    export GIT_COMMITTER_NAME="$GIT_AUTHOR_NAME"
    export GIT_COMMITTER_EMAIL="$GIT_AUTHOR_EMAIL"
    export GIT_COMMITTER_DATE="$GIT_AUTHOR_DATE"
    git init -q --template= --initial-branch=main "$copy"
    git -C "$copy" add -A -f
    git -C "$copy" commit -q -m "The lab kit, version $version"
}

[ -z "$GIT" ] || as_repository
case $OUT in
*.tar.gz | *.tgz)
    # In two steps: a pipe would hide what goes wrong in its first half.
    tar -c --format=ustar --sort=name --mtime="@$date" --owner=0 --group=0 \
        --numeric-owner --mode=u=rwX,go=rX -f "$work/kit.tar" -C "$work" "$name"
    gzip -n -9 "$work/kit.tar"
    mv -f "$work/kit.tar.gz" "$OUT" ;;
*)
    mkdir -p "$OUT"
    find "$copy" -mindepth 1 -maxdepth 1 -exec mv -t "$OUT" {} + ;;
esac

echo "$OUT: labs $(echo "$labs" | tr '\n' ' ')of commit $version,"
echo "without what grader/handout/left-out.txt lists."
[ -z "$GIT" ] || echo "One commit, $(git -C "$OUT" rev-parse HEAD)."
changed=$(git status --porcelain --untracked-files=no)
if [ "$changed" ]; then
    echo "Not in it, since you have not committed it:"
    echo "$changed"
fi
