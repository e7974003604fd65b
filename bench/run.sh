#!/bin/sh
# Builds, runs the GPU tests and measures the whole table on this machine's GPU, unattended and without
# a network:
#
#   bench/run.sh [flags of hysteron bench]   results go to bench/results/DEVICE.txt, .json and DEVICE/*.png
#   bench/run.sh build                       only builds, into bin/
#
# Where Go is missing, what an earlier "build" left in bin/ is used: build on one machine, copy the folder,
# run on another. Exit status: 0 done, 1 a test or a measurement failed.
set -eu
cd "$(dirname "$0")/.."

if command -v "${GO:-go}" >/dev/null; then
	mkdir -p bin
	"${GO:-go}" build -tags egl -buildvcs=auto -o bin/hysteron ./cmd/hysteron
	for p in gpu bench; do
		"${GO:-go}" test -c -tags egl -o "bin/$p.test" "./$p"
	done
elif [ ! -x bin/hysteron ] || [ ! -x bin/gpu.test ] || [ ! -x bin/bench.test ]; then
	echo "bench/run.sh: no Go, and no programs in bin/: run 'bench/run.sh build' where Go is" >&2
	exit 1
fi
if [ "${1:-}" = build ]; then
	exit 0
fi

status=0
tests=passed
for p in gpu bench; do
	echo "tests of $p/" >&2
	(cd "$p" && HYSTERON_REQUIRE_GPU=1 "../bin/$p.test" -test.timeout 20m >&2) || { status=1; tests=failed; }
done
bin/hysteron bench --output bench/results --note "GPU tests: $tests" "$@" || status=1
exit $status
