package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A new scene runs; a file that is there stays.
func TestNewSceneRuns(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	scene := filepath.Join(dir, "scenes", "scene.toml")
	if err := os.Mkdir(filepath.Dir(scene), 0o777); err != nil {
		t.Fatal(err)
	}
	shawl := write("shawl.obj", "v 0 .3 0\nv .2 .3 0\nv 0 .3 -.2\nv .2 .3 -.2\nvt 0 0\nvt .2 0\nvt 0 .2\nvt .2 .2\nf 1/1 2/2 3/3\nf 2/2 4/4 3/3\n")
	stand := write("stand.obj", "v 0 0 0\nv .2 0 0\nv 0 .2 0\nv 0 0 .2\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n")
	status, out, errs := execute(t, dir, "new", "--pattern", shawl, "--body", stand, "-o", scene)
	if status != done || !strings.Contains(out, "hysteron run "+scene) {
		t.Fatalf("status %d, %q, %q", status, out, errs)
	}
	for quiet, progress := range map[string]bool{"-q": false, "--json": true} {
		if status, _, errs := execute(t, dir, "run", quiet, scene, "-o", filepath.Join(dir, quiet), "--backend", "cpu", "--frames", "2", "--no-render", "--set", "dress.verify=false"); status != done || strings.Contains(errs, "frame 2 of 2") != progress {
			t.Errorf("%s: status %d, %q", quiet, status, errs)
		}
	}
	if status, _, errs := execute(t, dir, "new", "-p", "tee", "-o", scene); status != wrong || !strings.Contains(errs, "is there already") {
		t.Errorf("status %d, %q", status, errs)
	}
}

func TestVersionFlag(t *testing.T) {
	_, want, _ := execute(t, t.TempDir(), "version")
	if status, out, _ := execute(t, t.TempDir(), "--version"); status != done || out != want || !strings.HasPrefix(out, "hysteron ") {
		t.Errorf("status %d, %q, expected %q", status, out, want)
	}
}

// The script for bash completes commands, built-in scenes, and options, those of commands in commands too.
func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		if status, out, errs := execute(t, t.TempDir(), "completion", shell); status != done || !strings.Contains(out, "--overwrite") || !strings.Contains(out, "hanging-sheet") {
			t.Errorf("%s: status %d, %q, %q", shell, status, out, errs)
		}
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("SKIPPED, no bash")
	}
	_, script, _ := execute(t, t.TempDir(), "completion", "bash")
	for typed, want := range map[string]string{
		"rep": "reproduce", "run hang": "hanging-sheet", "run x --over": "--overwrite", "verify cont": "contact", "verify contact --no-b": "--no-body", "--vers": "--version",
	} {
		words := append([]string{"hysteron"}, strings.Fields(typed)...)
		cmd := exec.Command(bash, "-c", script+`COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hysteron; echo "${COMPREPLY[@]}"`, "bash")
		cmd.Args = append(cmd.Args, words...)
		cmd.Env = os.Environ()
		if out, err := cmd.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != want {
			t.Errorf("%q: %q, %v, expected %q", typed, out, err, want)
		}
	}
}

// A drawing without a sewing file gets a first one; with one it becomes a scene that check accepts. input.json holds both files.
func TestNewFromDrawing(t *testing.T) {
	dir := t.TempDir()
	shipped := func(name string) string {
		data, err := os.ReadFile(filepath.Join("..", "..", "scenes", "patterns", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	drawing, scene, sewing := put("a.svg", shipped("skirt.svg")), filepath.Join(dir, "a.toml"), filepath.Join(dir, "a.sewing.toml")
	plain := put("plain.toml", "[[body]]\nkind = \"mannequin\"\n[[garment]]\nname = \"a\"\npattern = \"a.svg\"\nfabric = \"cotton\"\n")
	if status, _, errs := execute(t, dir, "check", plain); status != wrong || !strings.Contains(errs, "expected "+filepath.Join(dir, "a.sewing.toml")+" beside it") && !strings.Contains(errs, "expected a.sewing.toml beside it") {
		t.Errorf("check without a sewing file: status %d, %q", status, errs)
	}
	status, _, errs := execute(t, dir, "new", "--pattern", drawing, "-o", scene)
	first, err := os.ReadFile(sewing)
	if status != wrong || err != nil || !strings.Contains(errs, "a first one is written") || strings.Count(string(first), "[[panel]]") != 3 {
		t.Fatalf("status %d, %q, %v\n%s", status, errs, err, first)
	}
	put("a.sewing.toml", shipped("skirt.sewing.toml"))
	if status, out, errs := execute(t, dir, "new", "--pattern", drawing, "-o", scene); status != done {
		t.Fatalf("status %d, %q, %q", status, out, errs)
	}
	if status, out, errs := execute(t, dir, "check", scene); status != done || !strings.Contains(out, "0 errors") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
}
