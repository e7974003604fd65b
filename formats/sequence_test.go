package formats

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// waving is two triangles over a seam, with texture coordinates that differ on its sides, and a lone one.
func waving(frames int) *Sequence {
	at := func(i, k int) r3.Vec {
		return r3.Vec{X: float64(k % 2), Y: float64(k / 2), Z: 0.1 * math.Sin(float64(i*k))}
	}
	read := func(i int, dst []r3.Vec) error {
		for k := range dst {
			dst[k] = at(i, k)
		}
		return nil
	}
	return &Sequence{
		Frames: frames, StartFrame: 5, FPS: 25, UpAxis: "y",
		Shapes: []*Shape{
			{
				Name: "tee shirt", Points: 4, Tri: [][3]int32{{0, 1, 2}, {2, 1, 3}}, Colour: [3]float64{0.5, 0.25, 0.125},
				UV:    [][3]r2.Vec{{{}, {X: 1}, {Y: 1}}, {{X: 3}, {X: 4}, {X: 3, Y: 2}}},
				Group: []int32{0, 1}, Groups: []string{"front", "back left"}, Read: read,
				Fields: func(i int, x []r3.Vec) ([]Field, error) {
					return []Field{{"strain", []float64{float64(i), 2}}}, nil
				},
			},
			{Name: "body", Points: 3, Tri: [][3]int32{{0, 1, 2}}, Read: read},
		},
	}
}

func write(t *testing.T, f func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestMDDReadsBack: what is written is what the reader of MDD files reads, to float32.
func TestMDDReadsBack(t *testing.T) {
	s := waving(4)
	path := filepath.Join(t.TempDir(), "a.mdd")
	if err := os.WriteFile(path, write(t, func(w io.Writer) error {
		return WriteMDD(w, s, s.Shapes[0])
	}), 0o666); err != nil {
		t.Fatal(err)
	}
	r, err := OpenMDD(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if r.Frames() != 4 || r.Points() != 4 {
		t.Fatalf("%d samples of %d points", r.Frames(), r.Points())
	}
	got, want := make([]r3.Vec, 4), make([]r3.Vec, 4)
	for i := range 4 {
		if err := r.ReadFrame(i, got); err != nil {
			t.Fatal(err)
		}
		s.Shapes[0].Read(i, want)
		for k := range want {
			if r3.Norm(r3.Sub(got[k], want[k])) > 1e-7 {
				t.Errorf("sample %d, point %d: %v, wrote %v", i, k, got[k], want[k])
			}
		}
	}
}

// TestGLBOfTooManyFrames: each frame is a morph target.
func TestGLBOfTooManyFrames(t *testing.T) {
	if err := WriteGLB(io.Discard, waving(mostMorphs+1)); err == nil || !strings.Contains(err.Error(), "--first") {
		t.Errorf("too many frames: %v", err)
	}
}

// TestUSDA looks for what a reader needs, and that lists are as long as they should be.
func TestUSDA(t *testing.T) {
	s := waving(3)
	text := string(write(t, func(w io.Writer) error { return WriteUSDA(w, s) }))
	for _, want := range []string{
		"#usda 1.0\n", "metersPerUnit = 1", `upAxis = "Y"`, "startTimeCode = 5", "endTimeCode = 7", "timeCodesPerSecond = 25",
		`def Mesh "tee_shirt"`, `def GeomSubset "back_left"`, "faceVertexCounts = [3, 3]", "faceVertexIndices = [0, 1, 2, 2, 1, 3]",
		"material:binding = </Run/Materials/tee_shirt>", `def Material "body"`, "            6: [(0, 0, ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if n := strings.Count(text, "{") - strings.Count(text, "}"); n != 0 {
		t.Errorf("%d braces are open", n)
	}
	points := regexp.MustCompile(`(?s)points.timeSamples = \{(.*?)\}`).FindAllStringSubmatch(text, -1)
	if len(points) != 2 || strings.Count(points[0][1], "(") != 3*4 || strings.Count(points[1][1], "(") != 3*3 {
		t.Errorf("samples of points: %q", points)
	}
}

// TestUSDZ: the layer is whole, not compressed, and begins at a multiple of 64 bytes.
func TestUSDZ(t *testing.T) {
	s := waving(2)
	data := write(t, func(w io.Writer) error { return WriteUSDZ(w, s) })
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	f := z.File[0]
	at, err := f.DataOffset()
	if err != nil || at%64 != 0 || f.Method != zip.Store || f.Flags&8 != 0 {
		t.Errorf("layer at byte %d, method %d, flags %d, %v: expected a multiple of 64, stored, sizes first", at, f.Method,
			f.Flags, err)
	}
	r, err := f.Open()
	if err != nil {
		t.Fatal(err)
	}
	layer, err := io.ReadAll(r)
	if want := write(t, func(w io.Writer) error { return WriteUSDA(w, s) }); err != nil || !bytes.Equal(layer, want) {
		t.Errorf("the layer differs: %v", err)
	}
}

// TestVTK: the description is XML, and its offsets lead to blocks of the sizes that it announces.
func TestVTK(t *testing.T) {
	s := waving(2)
	data := write(t, func(w io.Writer) error { return WriteVTK(w, s, s.Shapes[0], 1) })
	head, raw, ok := bytes.Cut(data, []byte("encoding=\"raw\">\n_"))
	if !ok {
		t.Fatal("no appended data")
	}
	want := map[string]int{"Points": 96, "connectivity": 24, "offsets": 8, "types": 2, "strain": 8, "panel": 8}
	for _, m := range regexp.MustCompile(`Name="(\w+)" NumberOfComponents="\d" format="appended" offset="(\d+)"`).FindAllSubmatch(head, -1) {
		offset, _ := strconv.Atoi(string(m[2]))
		if n := int(raw[offset]) | int(raw[offset+1])<<8; n != want[string(m[1])] {
			t.Errorf("%s: a block of %d bytes at %d, expected %d", m[1], n, offset, want[string(m[1])])
		}
		delete(want, string(m[1]))
	}
	if len(want) != 0 {
		t.Errorf("missing %v", want)
	}
	index := write(t, func(w io.Writer) error {
		return WriteVTKIndex(w, s, func(i int) []string { return []string{"a&b.vtu", "b.vtu"} })
	})
	if err := xml.Unmarshal(index, new(struct{})); err != nil {
		t.Errorf("index: %v", err)
	}
}

// TestSequenceErrors: what cannot be written is said.
func TestSequenceErrors(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		change func(*Sequence)
		want   string
	}{
		{func(s *Sequence) { s.Shapes = nil }, "expected at least one"},
		{func(s *Sequence) { s.FPS = 0 }, "frames per second"},
		{func(s *Sequence) { s.Shapes[1].Tri = [][3]int32{{0, 1, 9}} }, "vertex 9 out of range"},
		{func(s *Sequence) { s.Shapes[0].UV = s.Shapes[0].UV[:1] }, "texture coordinates of 1"},
		{func(s *Sequence) { s.Shapes[1].Read = func(int, []r3.Vec) error { return broken } }, "broken"},
		{func(s *Sequence) {
			s.Shapes[1].Read = func(_ int, dst []r3.Vec) error { dst[1].Y = math.NaN(); return nil }
		}, "point 1 is not finite"},
	} {
		for name, f := range map[string]func(io.Writer, *Sequence) error{"usda": WriteUSDA, "usdz": WriteUSDZ,
			"glb": WriteGLB} {
			s := waving(2)
			c.change(s)
			if err := f(io.Discard, s); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, expected %q", name, err, c.want)
			}
		}
	}
}
