package newscene_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/scenes/newscene"
	"hysteron/scenes/scenestest"
)

// A body that is an OBJ file is moved by a track, and the scene lasts as long; of a glTF file the meshes that are named
// are the body. A track of something else is refused, with the key.
func TestNewTrack(t *testing.T) {
	dir := t.TempDir()
	tube := scenestest.Upright(0.15, 0.3, 0.6)
	cloth := writeMesh(t, filepath.Join(dir, "tube.obj"), tube.X, tube.Tri, 1)
	x, tri := post(24, .14, .13, 1.7)
	file := writeMesh(t, filepath.Join(dir, "post.obj"), x, tri, 1)
	for k := range 13 {
		moved := make([]r3.Vec, len(x))
		for v := range x {
			moved[v] = r3.Add(x[v], r3.Vec{X: .01 * float64(k)})
		}
		writeMesh(t, filepath.Join(dir, fmt.Sprintf("post-%04d.obj", k)), moved, tri, 1)
	}
	o := newscene.Options{Patterns: []string{cloth}, Body: file, Fabric: "cotton", Dir: dir,
		Track: filepath.Join(dir, "post-####.obj")}
	text, err := newscene.New(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\ntrack = \"post-####.obj\" ", "\nframes = 12 "} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	o.Body = "walk"
	_, err = newscene.New(o)
	scenestest.ExpectInput(t, err, `body "walk" is the mannequin`, "expected --body FILE")
	o.Body, o.Track, o.Meshes = file, "", []string{"Body"}
	_, err = newscene.New(o)
	scenestest.ExpectInput(t, err, "has no named meshes: expected a glTF file")
	data := os.Getenv("HYSTERON_DATA")
	if data == "" {
		t.Skip("SKIPPED, no outside data: HYSTERON_DATA is not set")
	}
	o.Body, o.Meshes = filepath.Join(data, "characters", "RiggedFigure.glb"), []string{"no such mesh"}
	_, err = newscene.New(o)
	scenestest.ExpectInput(t, err, "no such mesh")
}
