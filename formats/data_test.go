package formats

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Meshes from elsewhere read completely, and survive writing and reading.
func TestOutsideMeshes(t *testing.T) {
	data := os.Getenv("HYSTERON_DATA")
	if data == "" {
		t.Skip("SKIPPED: HYSTERON_DATA is not set: meshes from other programs are not tested")
	}
	for _, c := range []struct {
		file               string
		vertices, uvs, tri int
	}{
		{"bodies/makehuman/mh_neutral_fit.obj", 13380, 14517, 2 * 13378},
		{"garments/makehuman/female_casualsuit02.obj", 2876, 3204, 2 * 2744},
		{"garments/makehuman/male_casualsuit04.obj", 1696, 1887, 2 * 1620},
	} {
		t.Run(filepath.Base(c.file), func(t *testing.T) {
			f, err := os.Open(filepath.Join(data, c.file))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			o, err := ReadOBJ(f, c.file)
			if err != nil {
				t.Fatal(err)
			}
			if len(o.X) != c.vertices || len(o.UV) != c.uvs || len(o.Tri) != c.tri || len(o.Groups) != 1 {
				t.Errorf("%d vertices, %d uvs, %d triangles, groups %q; want %d, %d, %d, one group",
					len(o.X), len(o.UV), len(o.Tri), o.Groups, c.vertices, c.uvs, c.tri)
			}
			for i, uv := range o.TriUV {
				if uv[0] < 0 {
					t.Fatalf("triangle %d has no texture coordinates", i)
				}
			}
			for _, p := range CheckTriangles(o.X, o.Tri) {
				t.Errorf("a sound mesh: %v", p)
			}
			var b bytes.Buffer
			if err := WriteOBJ(&b, o); err != nil {
				t.Fatal(err)
			}
			again, err := ReadOBJ(&b, c.file)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(o, again, placeless); d != "" { // five digits fit into nine
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}
