package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// tubeOBJ is a tube of cloth with long edges, in decimetres, far from the origin.
func tubeOBJ(radius, high float64, rows int) string {
	const n = 12
	var b strings.Builder
	for j := range rows + 1 {
		for i := range n {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / n)
			fmt.Fprintf(&b, "v %g %g %g\n", 10*radius*cos+7, 10*high*float64(j)/float64(rows), -10*radius*sin)
		}
	}
	for j := range rows {
		for i := range n {
			k := (i + 1) % n
			fmt.Fprintf(&b, "f %d %d %d %d\n", j*n+i+1, j*n+k+1, (j+1)*n+k+1, (j+1)*n+i+1)
		}
	}
	return b.String()
}

// columnGLTF is a rig: a closed column with 12 sides and two bones, whose upper half leans over by 10° and back in half
// a second.
func columnGLTF(t *testing.T, radius, high float64) string {
	const n, rings = 12, 11
	var x, weights []float32
	var joints []uint8
	var faces []uint16
	add := func(p [3]float64) {
		up := float32(min(1, max(0, (p[1]/high-.4)/.2)))
		x = append(x, float32(p[0]), float32(p[1]), float32(p[2]))
		joints, weights = append(joints, 0, 1, 0, 0), append(weights, 1-up, up, 0, 0)
	}
	for j := range rings {
		for i := range n {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / n)
			add([3]float64{radius * cos, high * float64(j) / (rings - 1), -radius * sin})
			k := (i + 1) % n
			if j > 0 {
				a, b, c, d := uint16((j-1)*n+i), uint16((j-1)*n+k), uint16(j*n+k), uint16(j*n+i)
				faces = append(faces, a, b, c, a, c, d)
			}
		}
	}
	add([3]float64{})
	add([3]float64{0, high, 0})
	for i := range uint16(n) {
		k := (i + 1) % n
		faces = append(faces, n*rings, k, i, n*rings+1, n*(rings-1)+i, n*(rings-1)+k)
	}
	half := float32(high / 2)
	inverse := []float32{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -half, 0,
		1}
	sin, cos := math.Sincos(5 * math.Pi / 180)
	var buffer bytes.Buffer
	var views, accessors []string
	put := func(kind string, component, width int, more string, data any) {
		from := buffer.Len()
		if err := binary.Write(&buffer, binary.LittleEndian, data); err != nil {
			t.Fatal(err)
		}
		size := buffer.Len() - from
		each := map[int]int{5121: 1, 5123: 2, 5126: 4}[component] * width
		views = append(views, fmt.Sprintf(`{"buffer":0,"byteOffset":%d,"byteLength":%d}`, from, size))
		accessors = append(accessors, fmt.Sprintf(`{"bufferView":%d,"componentType":%d,"count":%d,"type":%q%s}`, len(views)-1, component, size/each, kind, more))
		for buffer.Len()%4 != 0 {
			buffer.WriteByte(0)
		}
	}
	put("VEC3", 5126, 3, fmt.Sprintf(`,"min":[%g,0,%g],"max":[%g,%g,%g]`, -radius, -radius, radius, high, radius), x)
	put("VEC4", 5121, 4, "", joints)
	put("VEC4", 5126, 4, "", weights)
	put("SCALAR", 5123, 1, "", faces)
	put("MAT4", 5126, 16, "", inverse)
	put("SCALAR", 5126, 1, `,"min":[0],"max":[0.5]`, []float32{0, .25, .5})
	put("VEC4", 5126, 4, "", []float32{0, 0, 0, 1, 0, 0, float32(sin), float32(cos), 0, 0, 0, 1})
	return fmt.Sprintf(`{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],
"nodes":[{"mesh":0,"skin":0},{"children":[2]},{"translation":[0,%g,0]}],"skins":[{"joints":[1,2],"inverseBindMatrices":4}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2},"indices":3}]}],
"animations":[{"name":"lean","samplers":[{"input":5,"output":6}],"channels":[{"sampler":0,"target":{"node":2,"path":"rotation"}}]}],
"accessors":[%s],"bufferViews":[%s],"buffers":[{"byteLength":%d,"uri":"data:application/octet-stream;base64,%s"}]}`,
		half, strings.Join(accessors, ","), strings.Join(views, ","), buffer.Len(),
		base64.StdEncoding.EncodeToString(buffer.Bytes()))
}

// A garment in other units, elsewhere, with long edges, that is too narrow, is put on a rig by a scene as it is
// written, and goes with it; a scene that was changed by hand stays.
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
	tube, column := write("tube.obj", tubeOBJ(.145, .4, 3)), write("column.gltf", columnGLTF(t, .15, 1))
	status, out, errs := execute(t, dir, "new", "--pattern", tube, "--body", column, "-o", scene)
	if status != done || !strings.Contains(out, "hysteron run "+scene) {
		t.Fatalf("status %d, %q, %q", status, out, errs)
	}
	text, err := os.ReadFile(scene)
	if err != nil || !strings.Contains(string(text), "\nscale = 0.1") {
		t.Fatalf("%v: expected decimetres, about, in\n%s", err, text)
	}
	for quiet, progress := range map[string]bool{"-q": false, "--json": true} {
		status, out, errs := execute(t, dir, "run", quiet, scene, "-o", filepath.Join(dir, quiet), "--backend", "cpu",
			"--frames", "2", "--no-render")
		if status != done || strings.Contains(errs, "frame 2 of 2") != progress || progress && !strings.Contains(out, `"self_intersections": 0`) || progress && !strings.Contains(out, `"body_penetrations": 0`) {
			t.Errorf("%s: status %d, %q, %q", quiet, status, out, errs)
		}
	}
	for _, c := range []struct {
		edit   string
		flag   []string
		status int
		words  string
	}{
		{"", nil, done, ""}, // as it was written
		{"# mine\n", nil, wrong, "nothing shows that it is still as this program wrote it"},
		{"", []string{"--overwrite"}, done, ""},
	} {
		if text, err = os.ReadFile(scene); err == nil {
			err = os.WriteFile(scene, append(text, c.edit...), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		if status, _, errs := execute(t, dir, append([]string{"new", "-p", tube, "-b", column, "-o", scene},
			c.flag...)...); status != c.status || !strings.Contains(errs, c.words) {
			t.Errorf("%+v: status %d, %q", c, status, errs)
		}
	}
}

func TestVersionFlag(t *testing.T) {
	_, want, _ := execute(t, t.TempDir(), "version")
	if status, out, _ := execute(t, t.TempDir(), "--version"); status != done || out != want ||
		!strings.HasPrefix(out, "hysteron ") {
		t.Errorf("status %d, %q, expected %q", status, out, want)
	}
}

// The script for bash completes commands, built-in scenes, and options, those of commands in commands too.
func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		if status, out, errs := execute(t, t.TempDir(), "completion", shell); status != done ||
			!strings.Contains(out, "--overwrite") || !strings.Contains(out, "hanging-sheet") {
			t.Errorf("%s: status %d, %q, %q", shell, status, out, errs)
		}
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("SKIPPED, no bash")
	}
	_, script, _ := execute(t, t.TempDir(), "completion", "bash")
	for typed, want := range map[string]string{
		"rep": "reproduce", "run hang": "hanging-sheet", "run x --over": "--overwrite", "verify cont": "contact",
		"verify contact --no-b": "--no-body", "--vers": "--version",
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

// A drawing without a sewing file gets a first one; with one it becomes a scene that check accepts. input.json holds
// both files.
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
	drawing, scene, sewing := put("a.svg", shipped("skirt.svg")), filepath.Join(dir, "a.toml"),
		filepath.Join(dir, "a.sewing.toml")
	plain := put("plain.toml", "[[body]]\nkind = \"mannequin\"\n[[garment]]\nname = \"a\"\npattern = \"a.svg\"\nfabric "+
		"= \"cotton\"\n")
	if status, _, errs := execute(t, dir, "check", plain); status != wrong || !strings.Contains(errs, "expected "+
		filepath.Join(dir, "a.sewing.toml")+" beside it") && !strings.Contains(errs, "expected a.sewing.toml beside it") {
		t.Errorf("check without a sewing file: status %d, %q", status, errs)
	}
	status, _, errs := execute(t, dir, "new", "--pattern", drawing, "-o", scene)
	first, err := os.ReadFile(sewing)
	if status != wrong || err != nil || !strings.Contains(errs, "a first one is written") ||
		strings.Count(string(first), "[[panel]]") != 3 {
		t.Fatalf("status %d, %q, %v\n%s", status, errs, err, first)
	}
	put("a.sewing.toml", shipped("skirt.sewing.toml"))
	if status, out, errs := execute(t, dir, "new", "--pattern", drawing, "-o", scene); status != done {
		t.Fatalf("status %d, %q, %q", status, out, errs)
	}
	if status, out, errs := execute(t, dir, "check", scene); status != done || !strings.Contains(out, "0 errors") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
	// What is drawn elsewhere is left alone: the sewing file goes to the scene's folder, and the scene names it.
	sources := filepath.Join(dir, "sources")
	if err := os.Mkdir(sources, 0o777); err != nil {
		t.Fatal(err)
	}
	drawing, scene = put(filepath.Join("sources", "b.svg"), shipped("skirt.svg")), filepath.Join(dir, "own", "b.toml")
	own := filepath.Join(dir, "own", "b.sewing.toml")
	if status, _, errs := execute(t, dir, "new", "--pattern", drawing, "-o", scene); status != wrong ||
		!strings.Contains(errs, own+": ") {
		t.Errorf("status %d, %q: expected %s", status, errs, own)
	}
	put(filepath.Join("own", "b.sewing.toml"), shipped("skirt.sewing.toml"))
	if status, out, errs := execute(t, dir, "new", "--pattern", drawing, "-o", scene); status != done {
		t.Fatalf("status %d, %q, %q", status, out, errs)
	}
	if status, out, errs := execute(t, dir, "check", scene); status != done || !strings.Contains(out, "0 errors") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
	if list, err := os.ReadDir(sources); err != nil || len(list) != 1 {
		t.Errorf("%v, %v: expected the drawing alone", list, err)
	}
}

// A drawing in which nothing is closed, or encloses anything, has no panels: no sewing file is written.
func TestNewRefusesDrawingsWithoutOutlines(t *testing.T) {
	dir := t.TempDir()
	for name, path := range map[string]string{"open": "M 0 0 L 50 0 L 50 50", "line": "M 0 0 L 50 0 z", "empty": ""} {
		write(t, dir, name+".svg", `<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="100mm" viewBox="0 0 100 100"><path d="`+path+`"/></svg>`)
		if status, _, stderr := execute(t, dir, "new", "-p", name+".svg"); status != wrong ||
			!strings.Contains(stderr, name+".svg: no closed outline: expected at least one") {
			t.Errorf("%s: status %d, %s", name, status, stderr)
		}
		if _, err := os.Stat(filepath.Join(dir, name+".sewing.toml")); err == nil {
			t.Errorf("%s: a sewing file is written", name)
		}
	}
}

// TestNewTellsErrors: a scene that run would refuse is written, and told by the status; where it fits the body is not
// asked then.
func TestNewTellsErrors(t *testing.T) {
	dir := t.TempDir()
	pattern, scene := filepath.Join(dir, "box.json"), filepath.Join(dir, "box.toml")
	edges := `[{"endpoints":[0,1]},{"endpoints":[1,2]},{"endpoints":[2,3],"label":"waist"},{"endpoints":[3,0]}]`
	panel := `{"vertices":[[-30,0],[30,0],[30,40],[-30,40]],"edges":` + edges + `,"translation":[0,70,%d],"rotation":[0,%d,0]}`
	text := fmt.Sprintf(`{"properties":{"units_in_meter":100,"curvature_coords":"relative"},"pattern":{"panels":{"front":`+panel+`,"back":`+panel+`},"stitches":[
[{"panel":"front","edge":1},{"panel":"back","edge":1}],[{"panel":"front","edge":3},{"panel":"back","edge":3}]]}}`, 20, 0, -20, 180)
	if err := os.WriteFile(pattern, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	status, out, errs := execute(t, dir, "new", "-q", "-b", "stand", "-p", pattern, "-o", scene)
	if status != wrong || out != "" || !strings.Contains(errs, "cross each other") ||
		!strings.Contains(errs, "box.toml is written, but needs a hand") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
	big, both := filepath.Join(dir, "big.json"), filepath.Join(dir, "both.toml")
	if err := os.WriteFile(big, []byte(strings.Replace(text, `"units_in_meter":100`, `"units_in_meter":1`, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	status, out, errs = execute(t, dir, "new", "-b", "stand", "-p", "tee", "-p", big, "-o", both)
	if written, err := os.ReadFile(both); status != wrong || out != "" || err != nil ||
		!strings.Contains(errs, "placing tee: trial 1 of at most 8 ") ||
		!strings.Contains(errs, "both.toml is written, without big\n") ||
		!strings.Contains(errs, `body "mannequin" cannot wear this: panel "`) || !strings.Contains(string(written), `"tee"`) {
		t.Errorf("status %d, %q, %q, %v", status, out, errs, err)
	}
	status, out, errs = execute(t, dir, "check", scene, "--set", "garment.0.offset_m=[0,4,0]")
	if all := out + errs; status == done || !strings.Contains(all, "1 error, 0 warnings") ||
		!strings.Contains(all, "cross each other") {
		t.Errorf("status %d, %q", status, all)
	}
}
