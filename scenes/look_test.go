package scenes

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/formats"
)

// Libraries and images of an OBJ file are those in its folder and below; any other one is named and not read.
func TestFilesOutsideAreNotRead(t *testing.T) {
	dir := t.TempDir()
	png := "\x89PNG\r\n\x1a\n"
	put := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	secret := put("secret.png", png)
	put("mesh/below/in.png", png)
	put("mesh/in.png", png)
	put("out.mtl", "newmtl e\nKd 1 0 0\n")
	put("mesh/below/lib.mtl", "newmtl a\nmap_Kd in.png\nnewmtl b\nmap_Kd ../in.png\nnewmtl c\nmap_Kd "+
		"../../secret.png\nnewmtl d\nmap_Kd "+secret+
		"\nnewmtl f\nmap_Kd ..\\..\\secret.png\nnewmtl g\nmap_Kd C:\\secret.png\n")
	obj := put("mesh/m.obj", "mtllib below/lib.mtl\nmtllib ../out.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\n"+
		"usemtl a\nf 1 2 3\nusemtl b\nf 2 4 3\nusemtl c\nf 1 2 4\nusemtl d\nf 1 3 4\nusemtl e\nf 3 2 1\nusemtl f\nf 3 4 "+
		"2\nusemtl g\nf 4 2 1\n")
	o, err := formats.LoadMesh(obj)
	if err != nil {
		t.Fatal(err)
	}
	var notes []string
	l := LookOf(o, obj)
	list := l.Paint([3]float64{.1, .2, .3}, func(n string) { notes = append(notes, n) })
	images := map[string]bool{}
	for _, m := range list {
		images[m.Name] = m.Image != nil
		if m.Name == "e" && m.Colour != [3]float64{.1, .2, .3} {
			t.Errorf("a library outside gave the colour %v", m.Colour)
		}
	}
	for name, want := range map[string]bool{"a": true, "b": true, "c": false, "d": false, "f": false, "g": false} {
		if images[name] != want {
			t.Errorf("material %s has an image: %v, expected %v", name, images[name], want)
		}
	}
	for _, read := range l.Reads {
		if rel, err := filepath.Rel(filepath.Dir(obj), read); err != nil || !filepath.IsLocal(rel) {
			t.Errorf("%s was read", read)
		}
	}
	if said := strings.Join(notes, "\n"); strings.Count(said, "expected a file in "+filepath.Dir(obj)+" or below") != 4 ||
		!strings.Contains(said, "m.obj:2: mtllib: \"../out.mtl\"") {
		t.Errorf("notes:\n%s\nexpected each of four names to be refused", said)
	}
}
