# Needs Go and git. The targets that use OpenGL install what is missing on Debian and Ubuntu.

GO       ?= go
TAGS     := -tags egl
PACKAGES := gcc libc6-dev pkg-config libegl-dev libegl1 libgl1-mesa-dri
LINT     := honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: build demo test lint bench bench-gpu clean packages

build: packages
	$(GO) build $(TAGS) -o bin/hysteron ./cmd/hysteron

# The main job: dress the mannequin and simulate it, with pictures and caches.
demo: build
	bin/hysteron run tee-trousers-knee-lift -o out/knee-lift --overwrite

test: packages
	$(GO) vet $(TAGS) ./...
	$(GO) test $(TAGS) -timeout 14m ./...
	@# go test does not show what passing packages skip.
	@if $(GO) test $(TAGS) -count=1 -v -run '^TestPrefer$$' ./gpu | grep -q 'SKIPPED, no OpenGL'; then \
		echo "*** SKIPPED: no OpenGL context can be made here; nothing of gpu, render and pictures was tested (hysteron devices says why)" >&2; fi
	@if [ -z "$$HYSTERON_DATA" ]; then echo "*** SKIPPED: tests on outside data, HYSTERON_DATA is not set" >&2; fi

lint: packages
	@files=$$(git ls-files '*.go' | xargs gofmt -l); if [ -n "$$files" ]; then echo "not formatted:"; echo "$$files"; exit 1; fi
	$(GO) mod tidy -diff
	$(GO) vet $(TAGS) ./...
	$(GO) run $(LINT) $(TAGS) ./...

bench: packages
	$(GO) test $(TAGS) -run '^$$' -bench . ./cpu/... ./cloth/... ./verify/...

# What steps take on the GPU here and what they ask of it, beside a model of hardware: bench/results/DEVICE.txt.
# Under ten minutes; bench/run.sh also runs the tests, and all sizes.
bench-gpu: build
	timeout 10m bin/hysteron bench --backend gpu --box-s 20 --output bench/results

clean:
	rm -rf bin

# Install the C compiler and the OpenGL files that are missing.
packages:
	@if ! command -v dpkg-query >/dev/null; then \
		echo "not a Debian system: expecting a C compiler, pkg-config, EGL headers and an OpenGL 4.3 driver"; exit 0; \
	fi; \
	missing=; \
	for p in $(PACKAGES); do \
		dpkg-query -W -f '$${Status}' $$p 2>/dev/null | grep -q 'install ok installed' || missing="$$missing $$p"; \
	done; \
	if [ -n "$$missing" ]; then \
		echo "installing$$missing"; \
		sudo=; if [ "$$(id -u)" != 0 ]; then sudo=sudo; fi; \
		$$sudo apt-get update -q && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -q --no-install-recommends $$missing; \
	fi
