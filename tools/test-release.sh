#!/bin/sh
# Runs what of a release runs on this machine, in an empty folder: its version, and a scene with and without pictures.
# Other processors under qemu-user, where it is installed; what is not run is said.
# usage: tools/test-release.sh FOLDER VERSION
set -eu
release=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
(cd "$release" && sha256sum --quiet -c SHA256SUMS)
for program in "$release"/hysteron-"$2"-*; do
	name=$(basename "$program")
	under=
	case $name in
	*-linux-$(dpkg --print-architecture 2>/dev/null || echo amd64)*) ;;
	*-linux-arm64) under=$(command -v qemu-aarch64 || true); [ "$under" ] || { echo "$name: NOT RUN, no qemu-user"; continue; } ;;
	*) echo "$name: NOT RUN, another system"; continue ;;
	esac
	$under "$program" version | grep -F "hysteron $2" >/dev/null || { echo "$name: another version" >&2; exit 1; }
	$under "$program" run sheet-on-sphere --set sheet.0.edge_length_m=0.1 --frames 3 --backend cpu -q -o "$name" >"$name.txt" 2>&1 || {
		cat "$name.txt" >&2
		exit 1
	}
	test -s "$name/cache/sheet.pc2"
	pictures=$(ls "$name"/frames/*.png 2>/dev/null | wc -l)
	case $name in
	*-egl) [ "$pictures" = 3 ] || { echo "$name: $pictures pictures of 3" >&2; exit 1; } ;;
	*) grep -q "no pictures: .*without cgo" "$name.txt" || { echo "$name: does not say that it draws no pictures" >&2; exit 1; } ;;
	esac
	echo "$name: run, $pictures pictures"
done
