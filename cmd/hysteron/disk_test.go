package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"hysteron/gpu/opengl"
)

// limited prepares a command whose files cannot grow beyond so many blocks of 512 bytes: each write fails as on a full
// disk.
func limited(dir string, blocks int, args ...string) *exec.Cmd {
	c := hysteron(dir, args...)
	c.Args = append([]string{"sh", "-c", fmt.Sprintf(`ulimit -f %d; exec "$0" "$@"`, blocks), c.Path}, args...)
	c.Path = "/bin/sh"
	return c
}

// diskError is what must be told: the file, and why.
var diskError = regexp.MustCompile(`(?m)^hysteron: .*[/.].*: (file too large|no space left on device|read-only file system)$`)

// mustFail runs a command that cannot write: status 1, one line that names the file and the reason, no trace.
func mustFail(t *testing.T, c *exec.Cmd) string {
	t.Helper()
	var text bytes.Buffer
	c.Stderr = &text
	c.Run()
	said := text.String()
	if status := c.ProcessState.ExitCode(); status != failed || len(diskError.FindAllString(said, -1)) != 1 ||
		strings.Contains(said, "goroutine") ||
		strings.Count(said[max(0, strings.Index(said, "hysteron: ")):], "\n") != 1 {
		t.Errorf("%q: status %d, expected 1 and one line with file and reason:\n%s", c.Args[3:], status, said)
	}
	return diskError.FindString(said)
}

var fullScene = killScene + "[[sheet]]\nname = \"other\"\nsize_m = [0.4, 0.4]\nvertices = [5, 5]\nfabric = " +
	"\"silk\"\ncentre_m = [0, 0.6, 0]\n"

// A run whose files cannot grow at some point says so once, keeps what is written, and goes on once it can, to the same
// bytes: whatever kind of file it was.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.toml", fullScene)
	args := func(out string, more ...string) []string {
		return append([]string{"run", "s.toml", "-o", out, "--backend", "cpu", "--no-render", "--frames", "12"}, more...)
	}
	if status, _, text := execute(t, dir, args("whole")...); status != done {
		t.Fatal(text)
	}
	kinds := map[string]bool{}
	for k, blocks := range []int{0, 1, 60, 100} {
		out := fmt.Sprint("full", k)
		c := limited(dir, blocks, args(out)...)
		said := mustFail(t, c)
		for _, kind := range []string{".lock", "input.json", "run.json", "contact.csv", ".pc2", ".obj", ".checkpoint"} {
			if strings.Contains(said, kind) {
				kinds[kind] = true
			}
		}
		if err := wholeOrAbsent(filepath.Join(dir, "whole"), filepath.Join(dir, out)); err != nil {
			t.Errorf("%d blocks: %s: %v", blocks, said, err)
		}
		if status, _, text := execute(t, dir, args(out, "--resume")...); status != done {
			t.Errorf("%d blocks: %s: with space: %s", blocks, said, text)
		} else if err := sameFiles(filepath.Join(dir, "whole"), filepath.Join(dir, out)); err != nil {
			t.Errorf("%d blocks: %s: %v", blocks, said, err)
		}
	}
	for _, kind := range []string{"input.json", ".pc2", ".checkpoint"} {
		if !kinds[kind] {
			t.Errorf("%s was not among what could not be written: %v", kind, kinds)
		}
	}
}

// What commands write beside runs: one line, nothing half-written, and what was there before stays.
func TestFullDiskElsewhere(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.toml", killScene)
	write(t, dir, "sweep.toml", "scene = \"s.toml\"\n")
	for _, args := range [][]string{
		{"run", "s.toml", "-o", "run", "--backend", "cpu", "--no-render", "--frames", "3"},
		{"measure", "bending", "--fabric", "cotton", "-o", "measured"},
		{"sweep", "plan", "sweep.toml", "-o", "planned"},
	} {
		if status, _, text := execute(t, dir, args...); status != done {
			t.Fatal(text)
		}
	}
	for _, c := range []struct {
		out  string // a file that is there before, or a folder
		args []string
	}{
		{"", []string{"export", "run", "--to", "usda", "-o", "e.usda"}},
		{"", []string{"export", "run", "--to", "usdz", "-o", "e.usdz"}},
		{"", []string{"export", "run", "--to", "gltf", "-o", "e.glb"}},
		{"", []string{"export", "run", "--to", "mdd", "-o", "mdd"}},
		{"", []string{"export", "run", "--to", "pc2", "-o", "pc2"}},
		{"", []string{"export", "run", "--to", "obj", "-o", "obj"}},
		{"", []string{"export", "run", "--to", "ply", "-o", "ply"}},
		{"", []string{"export", "run", "--to", "vtk", "-o", "vtk"}},
		{"n.toml", []string{"new", "--pattern", "tee", "-o", "n.toml", "--overwrite"}},
		{"f.toml", []string{"fit", "bending", "measured/bending-bend_warp.csv", "-o", "f.toml", "--as", "bend_warp",
			"--starts", "1", "--overwrite"}},
		{"", []string{"measure", "bending", "--fabric", "cotton", "-o", "again"}},
		{"", []string{"sweep", "plan", "sweep.toml", "-o", "sweep"}},
		{"", []string{"sweep", "gather", "planned"}},
		{"", []string{"render", "run"}},
	} {
		if c.args[0] == "render" {
			if devices, err := opengl.Devices(); (err != nil || len(devices) == 0) && os.Getenv("HYSTERON_REQUIRE_GPU") == "" {
				t.Log("SKIPPED, no OpenGL: pictures")
				continue
			}
		}
		if c.out != "" {
			write(t, dir, c.out, "old")
		}
		mustFail(t, limited(dir, 1, c.args...))
		if c.out != "" {
			if text, err := os.ReadFile(filepath.Join(dir, c.out)); err != nil || string(text) != "old" {
				t.Errorf("%q: %s holds %q (%v)", c.args, c.out, text, err)
			}
		}
		err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err == nil && strings.Contains(d.Name(), ".tmp-") {
				t.Errorf("%q left %s", c.args, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// A disk that is full or read-only, as the system has them: each page of 4 KiB more lets the run come further.
func TestSmallDisk(t *testing.T) {
	dir, disk := t.TempDir(), t.TempDir()
	if err := unix.Mount("none", disk, "tmpfs", 0, "size=16k"); err != nil {
		t.Skip("SKIPPED, no file system can be mounted here (as root it can): ", err)
	}
	defer unix.Unmount(disk, unix.MNT_DETACH)
	write(t, dir, "s.toml", fullScene)
	args := func(out string, more ...string) []string {
		return append([]string{"run", "s.toml", "-o", out, "--backend", "cpu", "--no-render", "--frames", "12"}, more...)
	}
	if status, _, text := execute(t, dir, args("whole")...); status != done {
		t.Fatal(text)
	}
	out := filepath.Join(disk, "run")
	for _, k := range []int{16, 56, 100, 180} { // on the same run, again and again
		if err := unix.Mount("none", disk, "tmpfs", unix.MS_REMOUNT, fmt.Sprintf("size=%dk", k)); err != nil {
			t.Fatal(err)
		}
		mustFail(t, hysteron(dir, args(out, "--resume")...))
		if err := wholeOrAbsent(filepath.Join(dir, "whole"), out); err != nil {
			t.Errorf("%d KiB: %v", k, err)
		}
	}
	if err := unix.Mount("none", disk, "tmpfs", unix.MS_REMOUNT|unix.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	mustFail(t, hysteron(dir, args(out, "--resume")...))
	mustFail(t, hysteron(dir, args(filepath.Join(disk, "another"))...))
	if err := unix.Mount("none", disk, "tmpfs", unix.MS_REMOUNT, "size=16m"); err != nil {
		t.Fatal(err)
	}
	if status, _, text := execute(t, dir, args(out, "--resume")...); status != done {
		t.Fatalf("with space: %s", text)
	}
	if err := sameFiles(filepath.Join(dir, "whole"), out); err != nil {
		t.Error(err)
	}
}
