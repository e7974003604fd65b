package sim

import (
	"archive/zip"
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"

	"hysteron/body"
	"hysteron/formats"
	"hysteron/formats/gltf"
	"hysteron/scenes"
)

// apron is a mesh of quadrangles, of two groups and two materials, one of which has an image; its lower edge is jagged.
func apron(t *testing.T) (dir string, picture []byte) {
	t.Helper()
	dir = t.TempDir()
	var img bytes.Buffer
	p := image.NewRGBA(image.Rect(0, 0, 3, 2))
	p.Set(1, 1, color.RGBA{200, 30, 40, 255})
	if err := png.Encode(&img, p); err != nil {
		t.Fatal(err)
	}
	obj := `mtllib paint.mtl
v 0 1 0
v .1 1 0
v .2 1 0
v 0 .9 0
v .1 .9 0
v .2 .9 0
v .02 .8 0
v .1 .83 0
v .2 .79 0
vt 0 1
vt .5 1
vt 1 1
vt 0 .5
vt .5 .5
vt 1 .5
vt .1 0
vt .5 .15
vt 1 0
g bib
usemtl print
f 1/1 4/4 5/5 2/2
f 2/2 5/5 6/6 3/3
g hem
usemtl plain
f 4/4 7/7 8/8 5/5
usemtl print
f 5/5 8/8 9/9 6/6
`
	for name, text := range map[string]string{
		"apron.obj": obj,
		"paint.mtl": "newmtl print\nKd 1 1 1\nmap_Kd -s 1 1 1 pictures/the print.png\n\nnewmtl plain\nKd 0.25 0.5 " +
			"0.125\nmap_Kd gone.png\n",
		"s.toml": "fps = 24\nframes = 2\n[[mesh]]\nname = \"apron\"\nfile = \"apron.obj\"\nrest = \"shape\"\nedge_length_m " +
			"= 0.08\nfabric = \"cotton\"\npins = [0, 2]\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "pictures"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "pictures", "the print.png"), img.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir, img.Bytes()
}

// The texture coordinates, groups and materials that a garment's file has, and their images, are in what is exported of
// it, though its long edges are halved; what lies open stays where it is.
func TestExportKeepsLooks(t *testing.T) {
	files, picture := apron(t)
	s, err := scenes.Load(filepath.Join(files, "s.toml"), nil)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	mustRun(t, setup, Options{Dir: dir, NoRender: true, Frames: 2, Backend: "cpu"})
	at := func(to, name string) []byte { return read(t, dir, "export", to, name) }
	var notes []string
	export := func(to string) {
		t.Helper()
		notes = nil
		if _, err := Export(context.Background(), setup, dir, ExportOptions{To: to, Note: func(s string) {
			notes = append(notes, s)
		}}); err != nil {
			t.Fatal(to, err)
		}
		if len(notes) != 1 || !strings.Contains(notes[0], "gone.png") {
			t.Errorf("%s: notes %q: expected one about the image that is not there", to, notes)
		}
	}
	for range 2 { // the second over what the first one wrote
		export("obj")
	}
	o, err := formats.ReadOBJ(bytes.NewReader(at("obj", "apron.0001.obj")), "obj")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(o.Groups, []string{"bib/print", "hem/plain", "hem/print"}) || len(o.Materials) != 2 ||
		!slices.Equal(o.Libs, []string{"apron.mtl"}) {
		t.Errorf("groups %q, materials %v, libraries %q", o.Groups, o.Materials, o.Libs)
	}
	uv, err := o.TextureUV()
	if err != nil {
		t.Fatal(err)
	}
	if len(o.Tri) <= 8 || !slices.Equal(uv, slices.Concat(setup.Pieces[0].Look.UV)) {
		t.Errorf("%d triangles, with texture coordinates that are not the file's: expected more than the file's 8",
			len(o.Tri))
	}
	area := map[string]float64{} // of the texture
	for i := range o.Tri {
		area[o.Materials[o.Material[i]].Name] += math.Abs(r2.Cross(r2.Sub(uv[i][1], uv[i][0]),
			r2.Sub(uv[i][2], uv[i][0]))) / 2
	}
	if math.Abs(area["plain"]-0.195) > 1e-6 || math.Abs(area["print"]-0.7125) > 1e-6 {
		t.Errorf("the materials have %v of the texture: expected 0.195 and 0.7125", area)
	}
	for v, want := range map[int][2]float64{6: {.02, .8}, 7: {.1, .83}, 8: {.2, .79}} { // the jagged edge
		if x := setup.Model.X0[v]; x.X != want[0] || x.Y != want[1] {
			t.Errorf("vertex %d of the edge starts at %v: expected %v", v, x, want)
		}
	}
	library, err := formats.ReadMTL(bytes.NewReader(at("obj", "apron.mtl")), "mtl")
	if err != nil || library["plain"] == nil || library["plain"].Colour != [3]float64{.25, .5, .125} ||
		library["plain"].Map != "" {
		t.Fatalf("%v, %v", library, err)
	}
	if !bytes.Equal(at("obj", library["print"].Map), picture) {
		t.Error("the image of the OBJ export differs from the one that came in")
	}
	export("gltf")
	g, err := gltf.OpenPainted(filepath.Join(dir, "export", setup.Scene.Name+".glb"))
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Missing) > 0 || len(g.Materials) != 2 || g.Materials[1].Image != nil || g.Materials[0].Image == nil ||
		!bytes.Equal(g.Materials[0].Image.Data, picture) || g.Materials[1].Colour != [3]float64{.25, .5, .125} {
		t.Errorf("materials of the GLB: %+v, missing %q", g.Materials, g.Missing)
	}
	back := body.Geometry(g)
	sum := map[string]float64{}
	if uv, err = back.TextureUV(); err != nil {
		t.Fatal(err)
	}
	for i := range back.Tri {
		sum[back.Materials[back.Material[i]].Name] += math.Abs(r2.Cross(r2.Sub(uv[i][1], uv[i][0]),
			r2.Sub(uv[i][2], uv[i][0]))) / 2
	}
	if math.Abs(sum["plain"]-0.195) > 1e-6 || math.Abs(sum["print"]-0.7125) > 1e-6 {
		t.Errorf("in the GLB the materials have %v of the texture: expected 0.195 and 0.7125", sum)
	}
	export("usda")
	text := string(at("", setup.Scene.Name+".usda"))
	for _, want := range []string{"asset inputs:file = @the_print.png@", `familyName = "materialBind"`, `def GeomSubset "hem_plain"`, "(0.25, 0.5, 0.125)"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in the USD layer", want)
		}
	}
	if !bytes.Equal(at("", "the_print.png"), picture) {
		t.Error("the image beside the USD layer differs")
	}
	export("usdz")
	z, err := zip.OpenReader(filepath.Join(dir, "export", setup.Scene.Name+".usdz"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	if len(z.File) != 2 || z.File[1].Name != "the_print.png" {
		t.Fatalf("%d files in the package", len(z.File))
	}
	for _, f := range z.File {
		if off, err := f.DataOffset(); err != nil || off%64 != 0 {
			t.Errorf("%s begins at byte %d, %v: expected a multiple of 64", f.Name, off, err)
		}
	}
	r, err := z.File[1].Open()
	if err != nil {
		t.Fatal(err)
	}
	if data, err := io.ReadAll(r); err != nil || !bytes.Equal(data, picture) {
		t.Errorf("the image in the package differs, %v", err)
	}
}
