package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/cpu"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/formats"
	"hysteron/gpu/opengl"
	"hysteron/scenes"
	"hysteron/sim"
)

// start runs a configuration in a process of its own, since a program detects the features of its CPU only once. used
// is its CPU time.
func start(ctx context.Context, program string, c config) (r *record, used time.Duration, err error) {
	text, err := json.Marshal(c)
	if err != nil {
		return nil, 0, err
	}
	cmd := exec.CommandContext(ctx, program, "-one", string(text))
	cmd.Env = append(os.Environ(), fmt.Sprintf("GOMAXPROCS=%d", c.Threads))
	if c.Kernels == portable {
		cmd.Env = append(cmd.Env, "GODEBUG=cpu.avx2=off,cpu.fma=off")
	}
	var out, says bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &says
	err = cmd.Run()
	if s := cmd.ProcessState; s != nil {
		used = s.UserTime() + s.SystemTime()
	}
	if err != nil {
		return nil, used, fmt.Errorf("%w: %s", err, strings.TrimSpace(says.String()))
	}
	r = &record{}
	return r, used, json.Unmarshal(out.Bytes(), r)
}

// run simulates a configuration in this process.
func run(ctx context.Context, c config) (*record, error) {
	if has := hasAVX2(); c.Kernels != openGL && has != (c.Kernels == avx2) {
		return nil, fmt.Errorf("AVX2 and FMA: %v, expected the other for %s", has, c.Kernels)
	}
	scene, err := scenes.Load(c.Scene, c.Set)
	if err != nil {
		return nil, err
	}
	setup, err := scene.Build()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "samebits")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	r := &record{Scene: c.Scene, Kernels: c.Kernels, Set: c.settings(), Processor: processor()}
	opt := sim.Options{Dir: dir, Backend: "cpu", Frames: c.Frames, NoRender: true, CheckpointEvery: c.Frames - 1}
	if c.Kernels == openGL {
		opt.Backend = "gpu"
	}
	opt.Progress = func(p sim.Progress) {
		if p.Stage == "simulating" {
			r.Steps, r.Newton, r.CG = append(r.Steps, p.Steps), append(r.Newton, p.Newton), append(r.CG, p.CG)
		}
	}
	info, err := sim.Run(ctx, setup, opt)
	if err != nil {
		return nil, err
	}
	if c.Kernels == openGL {
		r.Processor = info.Device
	}
	for _, frames := range []int{1, c.Frames} {
		sum, err := stateSum(dir, frames)
		if err != nil {
			return nil, err
		}
		r.Checkpoints = append(r.Checkpoints, sum)
	}
	if r.Caches, r.X, err = cacheSums(filepath.Join(dir, "cache"), c.Frames); err != nil {
		return nil, err
	}
	if len(r.Steps) != c.Frames {
		return nil, fmt.Errorf("the counts of %d frames: expected %d", len(r.Steps), c.Frames)
	}
	return r, nil
}

// hasAVX2 reports whether the CPU has the features that the vector kernels need.
func hasAVX2() bool { return cpu.X86.HasAVX2 && cpu.X86.HasFMA }

// hasGL reports whether there is a usable OpenGL device.
func hasGL() bool {
	list, err := opengl.Devices()
	if err == nil {
		_, err = opengl.Choose(list)
	}
	return err == nil
}

// processor returns the properties of the CPU and the build that rounding depends on.
func processor() string {
	level := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "GOAMD64" {
				level = " " + s.Value
			}
		}
	}
	return fmt.Sprintf("%s%s, AVX2 %v, FMA %v", runtime.GOARCH, level, cpu.X86.HasAVX2, cpu.X86.HasFMA)
}

// stateSum hashes the state and the pins of the checkpoint after a number of frames.
func stateSum(dir string, frames int) (string, error) {
	path := filepath.Join(dir, "checkpoints", fmt.Sprintf("%08d.checkpoint", frames))
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	// The file begins with a line of text and a SHA-256.
	_, body, ok := bytes.Cut(data, []byte("\n"))
	if !ok || len(body) < sha256.Size {
		return "", fmt.Errorf("%s: not a checkpoint", path)
	}
	var c struct {
		State cloth.State
		Pins  []cloth.Pin
	}
	if err := gob.NewDecoder(bytes.NewReader(body[sha256.Size:])).Decode(&c); err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	if len(c.State.X) == 0 {
		return "", fmt.Errorf("%s: no positions", path)
	}
	h := sha256.New()
	hashValue(h, reflect.ValueOf(c))
	return short(h), nil
}

// countedKinds is the number of kinds of elements that are hashed in any scene. Later kinds are hashed only in scenes
// that have some, so that a new kind changes no hash.
const countedKinds = int(cloth.Segments) + 1

// counted returns the number of hashed elements of a list.
func counted(v reflect.Value) int {
	past, ok := v.Interface().([cloth.Kinds]cloth.History)
	n := v.Len()
	for ok && n > countedKinds && past[n-1].Len() == 0 {
		n--
	}
	return n
}

// hashValue hashes numbers by their bits, and structs and lists by their elements in order, without names.
func hashValue(h hash.Hash, v reflect.Value) {
	number := func(n uint64) { h.Write(binary.LittleEndian.AppendUint64(nil, n)) }
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			hashValue(h, v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		n := counted(v)
		number(uint64(n))
		for i := range n {
			hashValue(h, v.Index(i))
		}
	case reflect.Float64, reflect.Float32:
		number(math.Float64bits(v.Float()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		number(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		number(v.Uint())
	case reflect.Bool:
		if v.Bool() {
			number(1)
		} else {
			number(0)
		}
	default:
		panic(fmt.Sprintf("samebits: a state with a %s: expected numbers, structs and lists", v.Kind()))
	}
}

// cacheSums returns the hash of the positions of all garments, in the order of their names, of each frame. It also
// returns the positions of the last frame [m].
func cacheSums(dir string, frames int) (sums []string, last []r3.Vec, err error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.pc2"))
	if err != nil || len(paths) == 0 {
		return nil, nil, errors.Join(err, fmt.Errorf("%s: no vertex caches", dir))
	}
	slices.Sort(paths)
	all := make([]hash.Hash, frames)
	for i := range all {
		all[i] = sha256.New()
	}
	for _, path := range paths {
		r, err := formats.OpenPC2(path)
		if err != nil {
			return nil, nil, err
		}
		defer r.Close()
		x := make([]r3.Vec, r.Points())
		for i, h := range all {
			if err := r.ReadFrame(i, x); err != nil {
				return nil, nil, err
			}
			hashValue(h, reflect.ValueOf(x))
		}
		last = append(last, x...)
	}
	for _, h := range all {
		sums = append(sums, short(h))
	}
	return sums, last, nil
}

// short returns the first 4 bytes of a hash, in hexadecimal.
func short(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)[:4]) }
