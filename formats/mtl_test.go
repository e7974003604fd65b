package formats

import (
	"bytes"
	"os"
	"reflect"
	"strings"
	"testing"
)

func TestReadMTL(t *testing.T) {
	text := "\ufeff# a library\r\nKd 1 1 1\nnewmtl  cloth one \nKd 0.5 0.25 2\nKs 1 1 1\nmap_Kd -clamp on -o 0.1 0 -s 2 " +
		"2 1 -bm 0.5 folder\\the print.png\nNEWMTL grey\nKd 0.5\nnewmtl spectral\nKd spectral file.rfl 1\n"
	all, err := ReadMTL(strings.NewReader(text), "a.mtl")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]*MTL{
		"cloth one": {Material{Name: "cloth one", Colour: [3]float64{.5, .25, 1}}, "folder/the print.png", 6},
		"grey":      {Material{Name: "grey", Colour: [3]float64{.5, .5, .5}}, "", 0},
		"spectral":  {Material{Name: "spectral", Colour: grey}, "", 0},
	}
	if !reflect.DeepEqual(all, want) {
		t.Errorf("%+v", all)
	}
	for text, want := range map[string]string{
		"newmtl a\nKd red 1 1\n":                 `a.mtl:2: Kd number 1 is "red": expected a number`,
		"newmtl a\nKd 1 1 1 1\n":                 "a.mtl:2: Kd has 4 numbers: expected 3",
		"newmtl a\n\nKd 1 inf 1\n":               "a.mtl:3: Kd number 2",
		"newmtl " + strings.Repeat("x", 300):     "a.mtl:1: name is longer than 256 bytes",
		"newmtl a\n#" + strings.Repeat(" ", 2e6): "a.mtl: a line is longer than",
	} {
		if _, err := ReadMTL(strings.NewReader(text), "a.mtl"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: %v, expected %s", text, err, want)
		}
	}
}

// What is written of materials is read back.
func TestWriteMTL(t *testing.T) {
	list := []Material{{Name: "one", Colour: [3]float64{.1, .2, .3}}, {Name: "two three", Colour: [3]float64{1, 1, 1},
		Image: &Image{Name: "a.png"}}}
	var b bytes.Buffer
	if err := WriteMTL(&b, list); err != nil {
		t.Fatal(err)
	}
	path := t.TempDir() + "/a.mtl"
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if own, err := IsOwn(path); !own || err != nil {
		t.Errorf("not known as written by this program: %v", err)
	}
	all, err := ReadMTL(&b, "b")
	if err != nil || len(all) != 2 || all["one"].Colour != list[0].Colour || all["two three"].Map != "a.png" {
		t.Errorf("%+v, %v", all, err)
	}
}

// Triangles of an OBJ file know their materials and libraries, and keep them when they are written.
func TestOBJMaterials(t *testing.T) {
	const text = "mtllib my paint.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nusemtl b\nf 1 2 3\nusemtl a\nf 2 4 3\nusemtl " +
		"b\nf 1 4 3\n"
	o, err := ReadOBJ(strings.NewReader(text), "a.obj")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if !reflect.DeepEqual(o.Material, []int32{0, 1, 0}) || len(o.Materials) != 2 || o.Materials[0].Name != "b" ||
			o.Materials[1].Name != "a" || !reflect.DeepEqual(o.Libs, []string{"my paint.mtl"}) {
			t.Errorf("materials %v of %v, libraries %q", o.Material, o.Materials, o.Libs)
		}
		var b bytes.Buffer
		if err := WriteOBJ(&b, o); err != nil {
			t.Fatal(err)
		}
		if o, err = ReadOBJ(&b, "b.obj"); err != nil {
			t.Fatal(err)
		}
	}
	o.Material[0] = 2
	if err := WriteOBJ(&bytes.Buffer{}, o); err == nil {
		t.Error("a material that is not there was written")
	}
	if o, err = ReadOBJ(strings.NewReader(text[strings.Index(text, "v"):strings.Index(text, "usemtl")]+"f 1 2 3\n"),
		"c.obj"); err != nil || o.Material != nil || o.Materials != nil {
		t.Errorf("%v: materials of a file without any: %v", err, o.Materials)
	}
}

func FuzzReadMTL(f *testing.F) {
	f.Add("newmtl a\nKd 1 0.5 0\nmap_Kd -s 1 1 1 -o 0 a b.png\n")
	f.Add("newmtl\nKd\nmap_Kd -o\n")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := ReadMTL(strings.NewReader(text), "f")
		if err != nil && (all != nil || strings.Contains(err.Error(), "\n")) {
			t.Fatalf("%v with %v", err, all)
		}
		for name, m := range all {
			if m.Name != name || !(m.Colour[0] >= 0 && m.Colour[2] <= 1) {
				t.Fatalf("%q: %+v", name, m)
			}
		}
	})
}
