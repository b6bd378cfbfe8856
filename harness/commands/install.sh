#!/bin/bash
# install.sh - what `make install` and `make uninstall` do.
#
#     install.sh install FOLDER PROGRAM...    into FOLDER/bin, FOLDER/share
#     install.sh uninstall FOLDER             takes away what install put there
#
# install writes down each file and each folder that it made, in
# share/scanlab/installed; uninstall removes these and nothing else, so a file
# of one's own stays, and so does its folder. Run from the repository's root.
set -euo pipefail

# What is compiled when scanlab runs, and what it shows.
sources=(algorithms harness/monoids/monoid_table.h harness/monoids/monoid_module.c
    harness/bench/op_cost_module.c harness/base/status.h harness/ranks/mpi_module.c
    harness/ranks/mpi_calls.h harness/bench/libraries
    harness/simt/device harness/cuda/compare.cu
    harness/cuda/packed.h harness/cuda/timed.cu harness/cuda/traced.cu
    harness/cuda/wrapped.h
    harness/prove/monoids harness/trace/record_format.h viz/stories)
list=share/scanlab/installed

# Everything as it is to lie, in an empty folder.
stage() {
    local shell
    mkdir -p "$1"/{bin,share/scanlab,share/man/man1} \
        "$1"/share/{bash-completion/completions,zsh/site-functions} \
        "$1/share/fish/vendor_completions.d"
    shift
    install -m 755 "$@" "$stage/bin"
    cp -R --parents "${sources[@]}" "$stage/share/scanlab"
    # Labs without what is the teacher's.
    local file
    for file in lectures/*/labs/*/*; do
        [ ! -f "$file" ] || cp --parents "$file" "$stage/share/scanlab"
    done
    ./scanlab man -o "$stage/share/man/man1"
    [[ " $* " != *" scanviz "* ]] ||
        viz/manual.sh ./scanviz >"$stage/share/man/man1/scanviz.1"
    for shell in bash-completion/completions/scanlab \
        zsh/site-functions/_scanlab fish/vendor_completions.d/scanlab.fish; do
        ./scanlab completion "${shell%%[-/]*}" >"$stage/share/$shell"
    done
    chmod -R u+w,a+rX "$stage"
}

uninstall() {
    local folder=$1 kind name up=0
    [ -f "$folder/$list" ] || {
        echo "uninstall: nothing of scanlab is installed in $folder" \
            "(no $folder/$list)" >&2
        return 2
    }
    while read -r kind name; do
        case $kind in
        up) up=$name ;;
        file) rm -f "$folder/$name" ;;
        esac
    done <"$folder/$list"
    sed -n 's/^folder //p' "$folder/$list" | sort -r >"$scratch/folders"
    rm "$folder/$list"
    while read -r name; do
        rmdir "$folder/$name" 2>/dev/null || true # has files of others
    done <"$scratch/folders"
    for (( ; up > 0; up--)); do
        rmdir "$folder" 2>/dev/null || return 0
        folder=$(dirname "$folder")
    done
}

install_all() {
    local folder=$1 at=$1 up=0 name
    shift
    stage=$scratch/stage
    stage "$stage" "$@"
    [ ! -f "$folder/$list" ] || uninstall "$folder"
    while [ ! -d "$at" ]; do
        up=$((up + 1))
        at=$(dirname "$at")
    done
    mkdir -p "$folder"
    echo "up $up" >"$scratch/list"
    (cd "$stage" && find . -mindepth 1 -type d -printf '%P\n' | sort) |
        while read -r name; do
            [ -d "$folder/$name" ] || {
                mkdir "$folder/$name"
                echo "folder $name"
            }
        done >>"$scratch/list"
    (cd "$stage" && find . -type f -printf '%P\n' | sort) |
        while read -r name; do
            cp -p "$stage/$name" "$folder/$name.new"
            mv "$folder/$name.new" "$folder/$name" # it may be running
            echo "file $name"
        done >>"$scratch/list"
    cp "$scratch/list" "$folder/$list"
}

scratch=$(mktemp -d "${TMPDIR:-/tmp}/scanlab-install.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
command=$1
shift
case $command in
install) install_all "$@" ;;
uninstall) uninstall "$@" ;;
esac
