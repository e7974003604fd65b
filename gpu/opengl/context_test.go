//go:build cgo

package opengl

import (
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hysteron/shaders"
)

// open gives a test a context on the device that Auto chooses. Without one the test is skipped, or
// fails if HYSTERON_REQUIRE_GPU=1.
func open(t *testing.T, debug bool) *Context {
	t.Helper()
	c, err := Open(Options{Device: Auto, Debug: debug, Compute: true})
	if err != nil {
		if os.Getenv("HYSTERON_REQUIRE_GPU") == "1" {
			t.Fatalf("HYSTERON_REQUIRE_GPU=1, but no context: %v", err)
		}
		t.Skipf("SKIPPED, no OpenGL context: %v", err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestDevices(t *testing.T) {
	c := open(t, false)
	list, err := Devices()
	if err != nil {
		t.Fatal(err)
	}
	d := c.Device()
	if d.Index >= len(list) || list[d.Index] != d {
		t.Fatalf("the open device %+v is not in the list %+v", d, list)
	}
	t.Log(d)
	l := d.Limits
	// What OpenGL 4.3 guarantees (tables 23.60 to 23.74).
	if l.SSBOBytes < 1<<24 || l.SSBOBindings < 8 || l.SSBOPerCompute < 8 || l.GroupInvocations < 1024 ||
		l.GroupCount[0] < 65535 || l.GroupSize[0] < 1024 || l.GroupSize[2] < 64 || l.SharedBytes < 32768 ||
		l.TextureBufferSize < 65536 || l.TextureSize < 16384 || l.Samples < 4 {
		t.Errorf("limits below the minimum of OpenGL 4.3: %+v", l)
	}
	if d.Renderer == "" || d.Vendor == "" || !strings.HasPrefix(d.Version, "4.") {
		t.Errorf("strings missing: %+v", d)
	}
}

func TestOpenNoSuchDevice(t *testing.T) {
	open(t, false)
	for _, i := range []int{99, -2} {
		c, err := Open(Options{Device: i, Compute: true})
		if !errors.Is(err, ErrNoDevice) {
			t.Errorf("Open device %d: %v, %v", i, c, err)
		}
	}
}

func TestChoose(t *testing.T) {
	soft, hard, bad := Device{Software: true}, Device{}, Device{Problem: "broken"}
	for _, c := range []struct {
		list []Device
		want int
	}{
		{[]Device{soft, bad, hard, hard}, 2},
		{[]Device{bad, soft, soft}, 1},
	} {
		if got, err := Choose(c.list); got != c.want || err != nil {
			t.Errorf("Choose(%v) = %d, %v, want %d", c.list, got, err, c.want)
		}
	}
	if _, err := Choose([]Device{bad}); !errors.Is(err, ErrNoGL43) || !strings.Contains(err.Error(), "broken") {
		t.Errorf("nothing usable: %v", err)
	}
	if three := 3; Index(nil) != Auto || Index(&three) != 3 {
		t.Error("the index of a chosen device")
	}
}

func TestCheck(t *testing.T) {
	c := open(t, true)
	for _, device := range []int{-1, 1000} {
		if err := Check(device, true); !errors.Is(err, ErrNoDevice) {
			t.Errorf("device %d: %v", device, err)
		}
	}
	if err := Check(c.Device().Index, true); err != nil {
		t.Error(err)
	}
}

func TestSoftwareNames(t *testing.T) {
	for name, want := range map[string]bool{
		"llvmpipe (LLVM 15.0.6, 256 bits)": true,
		"softpipe":                         true,
		"NVIDIA H200/PCIe/SSE2":            false,
		"AMD Radeon RX 6800 (radeonsi)":    false,
	} {
		if isSoftware(name) != want {
			t.Errorf("isSoftware(%q) = %v", name, !want)
		}
	}
}

func TestDo(t *testing.T) {
	c := open(t, false)
	want := errors.New("mine")
	if err := c.Do(func() error { return c.Do(func() error { return want }) }); err != want {
		t.Errorf("nested Do returned %v", err)
	}
	func() {
		defer func() {
			if p := recover(); p != "ouch" {
				t.Errorf("recovered %v", p)
			}
		}()
		c.Do(func() error { panic("ouch") })
	}()
	if err := c.Do(func() error { return nil }); err != nil {
		t.Errorf("after a panic: %v", err)
	}
	c.Close()
	c.Close()
	if err := c.Do(func() error { return nil }); err != ErrClosed {
		t.Errorf("after Close: %v", err)
	}
}

// Two contexts must not disturb each other: objects of one are unknown to the other.
func TestTwoContexts(t *testing.T) {
	a, b := open(t, true), open(t, true)
	var tex uint32
	if err := a.Do(func() error {
		gl.GenTextures(1, &tex)
		gl.BindTexture(gl.TEXTURE_2D, tex)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	a.Close()
	if err := b.Do(func() error {
		if gl.IsTexture(tex) {
			return errors.New("context b sees a texture of context a")
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}

func TestDebugReportsErrors(t *testing.T) {
	c := open(t, true)
	err := c.Do(func() error {
		gl.BindBuffer(0x1234, 0)
		return nil
	})
	if err == nil || !strings.Contains(err.Error(), "GL_INVALID_ENUM") {
		t.Errorf("an invalid enum gave %v", err)
	}
	if err := c.Do(func() error { return nil }); err != nil {
		t.Errorf("the error stayed: %v", err)
	}
}

func TestCompileErrorNamesFileAndLine(t *testing.T) {
	c := open(t, false)
	fsys := fstest.MapFS{
		"k.comp": {Data: []byte("#version 430 core\nlayout(local_size_x = 1) in;\n#include \"a.glsl\"\n" +
			"void main() { int here = notThere; }\n")},
		"include/a.glsl": {Data: []byte("\n\nfloat f() { return undeclared; }\n")},
	}
	src, files, err := shaders.Resolve(fsys, "k.comp", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = c.Do(func() error {
		_, err := Compile(src, files)
		return err
	})
	if err == nil {
		t.Fatal("a wrong shader compiled")
	}
	for _, place := range []string{"include/a.glsl:3:", "k.comp:4:"} {
		if !strings.Contains(err.Error(), place) {
			t.Errorf("the error does not name %s:\n%v", place, err)
		}
	}
}

func TestLinkError(t *testing.T) {
	c := open(t, false)
	err := c.Do(func() error {
		_, err := LoadProgram(nil, "render/shadow.frag", "vertex_normals.comp")
		return err
	})
	if err == nil || !strings.Contains(err.Error(), "linking render/shadow.frag, vertex_normals.comp") {
		t.Errorf("linking a fragment with a compute shader: %v", err)
	}
}

// What ends the goroutine within Do, as t.Fatal does, ends the caller's, so that a test that fails there fails instead
// of waiting for ever; the context is closed then.
func TestDoPassesGoexitOn(t *testing.T) {
	c := open(t, false)
	wait := func(what string, done <-chan error) error {
		select {
		case err := <-done:
			return err
		case <-time.After(5 * time.Minute):
			t.Fatalf("%s hangs", what)
			return nil
		}
	}
	returned := errors.New("returned")
	done := make(chan error, 1)
	go func() {
		var err error
		defer func() { done <- err }()
		c.Do(func() error { runtime.Goexit(); return nil })
		err = returned
	}()
	if err := wait("Do of what ends its goroutine", done); err != nil {
		t.Error("Do returns from what ends its goroutine")
	}
	go func() { done <- c.Do(func() error { return nil }) }()
	if err := wait("Do after that", done); !errors.Is(err, ErrClosed) {
		t.Errorf("%v: expected %v", err, ErrClosed)
	}
}
