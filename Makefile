# Needs Go and git. The targets that use OpenGL install what is missing on Debian and Ubuntu.

GO       ?= go
TAGS     := -tags egl
PACKAGES := gcc libc6-dev pkg-config libegl-dev libegl1 libgl1-mesa-dri
WINDOWS  := xorg-dev libgl-dev
LINT     := honnef.co/go/tools/cmd/staticcheck@v0.8.2
IMPORTS  := golang.org/x/tools/cmd/goimports@v0.52.0 -local hysteron

.PHONY: build film release blender-addon viewer demo test test-viewer lint bench mutants bench-gpu clean packages test-blender test-exports test-slurm wheel test-python

build: packages
	$(GO) build $(TAGS) -o bin/hysteron ./cmd/hysteron

# The main job: dress the mannequin and simulate it, with pictures and caches.
demo: build
	bin/hysteron run tee-trousers-knee-lift -o out/knee-lift --overwrite

# The film of the README and the picture of the same creases: a minute on two cores. The last five frames stand
# for a second each: before and after a minute, 5 min, an hour and a day have passed.
CREASES := --light side --eye=0.006,0.74,0.30 --target=0.006,0.004,-0.001 --fov=4.2 --overwrite
film: build
	@command -v img2webp >/dev/null || $(MAKE) packages PACKAGES=webp
	bin/hysteron run creases -o out/creases --no-render --overwrite
	bin/hysteron render out/creases $(CREASES) --width 800 --height 166 -o out/creases/film
	cd out/creases/film && img2webp -loop 0 -lossy -q 80 -m 6 -d 42 00[0-4]?.png 005[0-4].png -d 1000 005[5-9].png \
		-o ../../../docs/images/creases.webp

# The viewer is a program of its own: only it needs X11.
viewer: packages
	@$(MAKE) --no-print-directory packages PACKAGES="$(WINDOWS)"
	$(GO) build $(TAGS),viewer -o bin/hysteron-view ./cmd/hysteron-view

# A robot moves the mouse over the viewer's real window, on an X server of its own.
test-viewer: packages
	@$(MAKE) --no-print-directory packages PACKAGES="$(WINDOWS) xvfb xdotool"
	$(GO) vet $(TAGS),viewer ./cmd/hysteron-view
	$(GO) test $(TAGS),viewer -count=1 -run Window ./cmd/hysteron-view

# The packages that take longest come first, so that none of them is left for one core at the end. The limit is what
# the longest takes, some minutes, many times: other programs beside make a test late, not wrong.
test: packages
	$(GO) vet $(TAGS) ./...
	$(GO) test $(TAGS) -vet=off -timeout 1h ./gpu ./verify ./cmd/hysteron ./...
	@# go test does not show what passing packages skip.
	@if $(GO) test $(TAGS) -count=1 -v -run '^TestPrefer$$' ./gpu | grep -q 'SKIPPED, no OpenGL'; then \
		echo "*** SKIPPED: no OpenGL context can be made here; nothing of gpu, render and pictures was tested (hysteron devices says why)" >&2; fi
	@if [ -z "$$HYSTERON_DATA" ]; then echo "*** SKIPPED: tests on outside data, HYSTERON_DATA is not set" >&2; fi

lint: packages
	@files=$$(git ls-files '*.go' | xargs gofmt -l); if [ -n "$$files" ]; then echo "not formatted:"; echo "$$files"; exit 1; fi
	@files=$$(git ls-files '*.go' | xargs $(GO) run $(IMPORTS) -l); if [ -n "$$files" ]; then echo "imports not in groups:"; echo "$$files"; exit 1; fi
	$(GO) mod tidy -diff
	$(GO) vet $(TAGS) ./...
	CGO_ENABLED=0 $(GO) build ./...
	$(GO) run $(LINT) $(TAGS) ./...

# Blender opens a run through blender/hysteron.py with its vertices where the caches have them, and what it exports
# of it runs again; so does a character on an armature with a garment.
test-blender: build
	@command -v blender >/dev/null || $(MAKE) packages PACKAGES=blender
	rm -rf out/blender
	bin/hysteron run sheet-on-sphere -o out/blender/run --backend cpu --frames 5 --no-render --set sheet.0.edge_length_m=0.08
	blender -b --factory-startup --python-exit-code 1 --python blender/check.py -- out/blender/run
	blender -b --factory-startup --python-exit-code 1 --python blender/hysteron.py -- import out/blender/run out/blender/run.blend
	blender -b out/blender/run.blend --python-exit-code 1 --python blender/hysteron.py -- export out/blender/scene --body sphere --garment sheet
	bin/hysteron run out/blender/scene/scene.toml -o out/blender/again --backend cpu --no-render --frames 3
	blender -b --factory-startup --python-exit-code 1 --python blender/rig.py -- make out/blender/rig.blend
	blender -b out/blender/rig.blend --python-exit-code 1 --python blender/hysteron.py -- export out/blender/rigged --body Body --garment Skirt
	bin/hysteron run out/blender/rigged/scene.toml -o out/blender/worn --backend cpu --no-render
	blender -b out/blender/rig.blend --python-exit-code 1 --python blender/rig.py -- compare out/blender/worn
	blender -b --factory-startup --python-exit-code 1 --python blender/check.py -- out/blender/worn

	$(MAKE) --no-print-directory blender-addon RELEASE=out/blender
	mkdir -p out/blender/user/addons
	BLENDER_USER_SCRIPTS=$(CURDIR)/out/blender/user blender -b --factory-startup --python-exit-code 1 --python blender/check_package.py -- out/blender/hysteron-blender.zip out/blender/run

# What export writes is opened by others: glTF by its authors' validator, USD by TinyUSDZ (both from npm), MDD by Blender, VTK by its own reader.
# Vertices are where the caches have them.
EXPORTS := out/exports
test-exports: build
	@command -v npm >/dev/null || $(MAKE) packages PACKAGES=npm
	@command -v blender >/dev/null || $(MAKE) packages PACKAGES=blender
	@/usr/bin/python3 -c 'import vtk' 2>/dev/null || $(MAKE) packages PACKAGES=python3-vtk9
	rm -rf $(EXPORTS)/run && mkdir -p $(EXPORTS)
	cp formats/readers/exports.mjs $(EXPORTS)
	cd $(EXPORTS) && npm install --no-save --no-audit --no-fund gltf-validator@2.0.0-dev.3.10 tinyusdz@0.9.0-rc10
	bin/hysteron run sheet-on-sphere -o $(EXPORTS)/run --backend cpu --frames 5 --no-render --fields --set sheet.0.edge_length_m=0.08
	bin/hysteron export $(EXPORTS)/run --to gltf -o $(EXPORTS)/run.glb
	node $(EXPORTS)/exports.mjs $(EXPORTS)/run glb $(EXPORTS)/run.glb
	for f in 1 3 5; do for to in usda usdz; do \
		bin/hysteron export $(EXPORTS)/run --to $$to --first $$f --last $$f -o $(EXPORTS)/frame.$$to && \
		node $(EXPORTS)/exports.mjs $(EXPORTS)/run usd $(EXPORTS)/frame.$$to $$f || exit 1; done; done
	bin/hysteron export $(EXPORTS)/run --to usda -o $(EXPORTS)/run.usda
	node $(EXPORTS)/exports.mjs $(EXPORTS)/run usd $(EXPORTS)/run.usda 1
	bin/hysteron export $(EXPORTS)/run --to mdd -o $(EXPORTS)/mdd
	blender -b --factory-startup --python-exit-code 1 --python blender/check_mdd.py -- $(EXPORTS)/run $(EXPORTS)/mdd
	bin/hysteron export $(EXPORTS)/run --to vtk -o $(EXPORTS)/vtk
	/usr/bin/python3 formats/readers/grids.py $(EXPORTS)/vtk

# The Python package: the program without cgo and the code beside it, for the platform of GOOS and GOARCH.
WHEEL := out/python
wheel:
	rm -rf $(WHEEL) && mkdir -p $(WHEEL)
	/usr/bin/python3 python/build_backend.py $(WHEEL)

# In a fresh environment with Debian's NumPy, from the wheel alone, without network.
test-python:
	@/usr/bin/python3 -c 'import ensurepip, numpy' 2>/dev/null || $(MAKE) packages PACKAGES="python3 python3-venv python3-numpy"
	$(MAKE) --no-print-directory wheel
	/usr/bin/python3 -m venv --system-site-packages $(WHEEL)/venv
	$(WHEEL)/venv/bin/pip install --no-index --disable-pip-version-check $(WHEEL)/*.whl
	cd $(WHEEL) && venv/bin/python -m unittest discover ../../python/tests
	cd $(WHEEL) && venv/bin/python ../../python/tests/run_notebook.py ../../python/examples/first_steps.ipynb
	cd $(WHEEL) && venv/bin/python ../../python/examples/fit_bending.py
	cd $(WHEEL) && venv/bin/python ../../python/examples/episodes.py

# Sweeps under a real Slurm on this machine, as root: sweep/test-slurm.sh starts its own and ends it.
test-slurm: build
	@command -v slurmctld >/dev/null && command -v munged >/dev/null || $(MAKE) packages PACKAGES="slurm-wlm munge"
	sweep/test-slurm.sh bin/hysteron

# Programs to hand on, in out/release: without cgo for each system, and with OpenGL for Linux on amd64; the add-on for
# Blender; their checksums. VERSION is what hysteron version says.
VERSION ?= $(shell git describe --tags --always --dirty)
RELEASE := out/release
SYSTEMS ?= linux/amd64 linux/arm64 windows/amd64 darwin/amd64 darwin/arm64
STAMP   := -trimpath -ldflags "-s -w -X main.stamped=$(VERSION)"
release: packages blender-addon
	rm -f $(RELEASE)/hysteron-$(VERSION)-*
	@for t in $(SYSTEMS); do \
		os=$${t%/*}; end=; if [ $$os = windows ]; then end=.exe; fi; \
		out=$(RELEASE)/hysteron-$(VERSION)-$$os-$${t#*/}$$end; echo "$$out"; \
		CGO_ENABLED=0 GOOS=$$os GOARCH=$${t#*/} $(GO) build $(STAMP) -o "$$out" ./cmd/hysteron || exit 1; done
	CGO_ENABLED=1 $(GO) build $(TAGS) $(STAMP) -o $(RELEASE)/hysteron-$(VERSION)-linux-amd64-egl ./cmd/hysteron
	cd $(RELEASE) && sha256sum hysteron-$(VERSION)-* hysteron-blender.zip > SHA256SUMS
	@# What can be run here does the main job in an empty folder, and says its version.
	tools/test-release.sh $(RELEASE) $(VERSION)

# The add-on as an extension of Blender 4.2 and later: its manifest, and the file as the package's own.
blender-addon:
	mkdir -p $(RELEASE)
	python3 blender/pack.py $(RELEASE)/hysteron-blender.zip

bench: packages
	$(GO) test $(TAGS) -run '^$$' -bench . ./cpu/... ./contact/... ./linalg/... ./check/... ./verify/...

# What steps take on the GPU here and what they ask of it, beside a model of hardware: bench/results/DEVICE.txt.
# Under ten minutes; bench/run.sh also runs the tests, and all sizes.
bench-gpu: build
	timeout 10m bin/hysteron bench --backend gpu --box-s 20 --output bench/results

# Puts mistakes into the reference, one at a time, and shows which known answer finds each.
mutants: packages
	$(GO) run $(TAGS) ./tools/mutants

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
