#!/bin/sh
# bundle.sh - what a platform grades with: the kit, and the scripts that lie in
# the folder beside this file that is named like the platform.
#
#   sh grader/export/bundle.sh gradescope OUT.zip 'LABS'
#   sh grader/export/bundle.sh autolab OUT-FOLDER 'LAB'
#
# LABS are the numbers of an assignment's labs; '' for all that are handed in.
# The same kit gives the same bytes.
set -eu
platform=$1 out=$2 labs=$3
here=grader/export/$platform
if [ ! -f Makefile ] || [ ! -d "$here" ]; then
    echo "bundle.sh: start it in the kit's own folder." >&2
    exit 2
fi
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT

# The kit as it lies here, with what an instructor has changed in lab.ini, into
# a new folder $1: without anything that answers a lab, because a student's
# program can read what the judge can. Whoever edited a lab's file gets its
# skeleton back there.
copy_kit() {
    mkdir "$1"
    tar -cf - --exclude='*.bak-*' --exclude='test_*.c' --exclude=grader/tests \
        --exclude=grader/demo --exclude=__pycache__ \
        --exclude=grader/class --exclude=grader/handout \
        --exclude=grader/instructor.mk \
        Makefile LICENSE README.md common grader labs | tar -xf - -C "$1"
    for skeleton in "$1"/labs/*/.skeleton.*; do
        lab=${skeleton%/.skeleton.*}
        name=${lab##*/}
        cp "$skeleton" "$lab/${name#*_}.${skeleton##*.}"
    done
}

# Into a zip, with git, which the kit needs anyway: no other packer of zips is
# on every system.
zip_folder() {
    (
        cd "$1"
        GIT_DIR=$new/git GIT_WORK_TREE=$1 GIT_CONFIG_GLOBAL=/dev/null
        GIT_CONFIG_SYSTEM=/dev/null GIT_AUTHOR_NAME=kit GIT_AUTHOR_EMAIL=kit
        GIT_COMMITTER_NAME=kit GIT_COMMITTER_EMAIL=kit
        GIT_AUTHOR_DATE='2000-01-01T00:00:00Z'
        GIT_COMMITTER_DATE=$GIT_AUTHOR_DATE
        export GIT_DIR GIT_WORK_TREE GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM \
            GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME \
            GIT_COMMITTER_EMAIL GIT_AUTHOR_DATE GIT_COMMITTER_DATE TZ=UTC0
        git -c init.defaultBranch=kit init -q
        git add -A -f
        git archive --format=zip \
            "$(git commit-tree -m kit "$(git write-tree)")"
    ) >"$2"
}

tar_folder() {
    tar --sort=name --mtime=@946684800 --owner=0 --group=0 --numeric-owner \
        -C "$1" -cf "$2" .
}

mkdir "$new/files"
copy_kit "$new/files/kit"
printf '%s\n' "$labs" >"$new/files/kit/LABS"
case $platform in
gradescope)
    cp "$here/setup.sh" "$here/run_autograder" "$new/files/"
    chmod 755 "$new/files/setup.sh" "$new/files/run_autograder"
    zip_folder "$new/files" "$new/zip"
    mv "$new/zip" "$out"
    echo "$out: upload it as the autograder of a programming assignment." ;;
autolab)
    cp "$here/grade.sh" "$new/files/"
    mkdir -p "$out"
    tar_folder "$new/files" "$out/autograde.tar"
    cp "$here/autograde-Makefile" "$out/"
    for lab in labs/"$labs"_*/.skeleton.*; do
        file=${lab%/.skeleton.*}
        file=${file##*/}
        echo "$out: autograde-Makefile and autograde.tar. On the site the" \
            "handin is called ${file#*_}.${lab##*.}, and there are the" \
            "problems 'Lab $labs' and 'kit', which is worth 0 points."
    done ;;
esac
