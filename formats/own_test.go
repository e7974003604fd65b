package formats

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// Pictures and meshes are known to be this program's by what they say, not by their names.
func TestIsOwn(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	put := func(name string, data []byte) {
		if err := os.WriteFile(at(name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var signed, foreign, obj bytes.Buffer
	img := image.NewGray(image.Rect(0, 0, 3, 2))
	if err := errors.Join(png.Encode(SignPNG(&signed), img), png.Encode(&foreign, img)); err != nil {
		t.Fatal(err)
	}
	if back, err := png.Decode(bytes.NewReader(signed.Bytes())); err != nil || back.Bounds() != img.Bounds() {
		t.Fatalf("a signed picture cannot be read: %v", err)
	}
	if err := WriteOBJ(&obj, &OBJ{X: []r3.Vec{{X: 1}}}); err != nil {
		t.Fatal(err)
	}
	put("own.png", signed.Bytes())
	put("foreign.png", foreign.Bytes())
	put("empty.png", nil)
	put("cut.png", signed.Bytes()[:40])
	put("own.obj", obj.Bytes())
	put("own.pc2", nil)
	put("painted.obj", append([]byte("# Blender\n"), obj.Bytes()...))
	put("painted.pc2", nil)
	put("alone.pc2", nil)
	if err := os.Mkdir(at("folder.png"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		"own.png": true, "foreign.png": false, "empty.png": false, "cut.png": false, "folder.png": false,
		"own.obj": true, "own.pc2": true, "painted.obj": false, "painted.pc2": false, "alone.pc2": false,
	} {
		if own, err := IsOwn(at(name)); own != want || err != nil {
			t.Errorf("%s: own %v, error %v, expected %v", name, own, err, want)
		}
	}
	// Writers of small pieces sign it as well.
	var slow bytes.Buffer
	w := SignPNG(&slow)
	for i := range foreign.Bytes() {
		if n, err := w.Write(foreign.Bytes()[i : i+1]); n != 1 || err != nil {
			t.Fatal(n, err)
		}
	}
	if !bytes.Equal(slow.Bytes(), signed.Bytes()) {
		t.Error("signed byte by byte: another file")
	}
}

func TestRemoveTemps(t *testing.T) {
	dir := t.TempDir()
	f, err := createTemp(filepath.Join(dir, "a.pc2"))
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	for _, name := range []string{".lock", ".a.tmp", "b.tmp-1-0", ".hidden.tmp-x-0"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(RemoveTemps(dir), RemoveTemps(filepath.Join(dir, "none"))); err != nil {
		t.Fatal(err)
	}
	left, _ := os.ReadDir(dir)
	if len(left) != 4 {
		t.Errorf("%v are left, expected all but the temporary file", left)
	}
}
