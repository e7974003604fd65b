package formats

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"
)

func mustReadOBJ(t *testing.T, text string) *OBJ {
	t.Helper()
	o, err := ReadOBJ(strings.NewReader(text), "file.obj")
	if err != nil {
		t.Fatal(err)
	}
	return o
}

const objSquare = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"

func TestReadOBJForms(t *testing.T) {
	square := []r3.Vec{{}, {X: 1}, {X: 1, Y: 1}, {Y: 1}}
	fan := [][3]int32{{0, 1, 2}, {0, 2, 3}}
	none := [3]int32{-1, -1, -1}
	for name, c := range map[string]struct {
		text string
		want OBJ
	}{
		"quad": {objSquare + "f 1 2 3 4\n", OBJ{X: square, Tri: fan,
			TriUV: [][3]int32{none, none}, Group: []int32{0, 0}, Groups: []string{""}}},
		"negative indices, texture and normals": {
			objSquare + "vt .5 .25\nvt 1\nvn 0 0 1\nf -4/1/1 -3/-1/-1 -2/1\nf 1//1 -2//1 -1//1\n",
			OBJ{X: square, UV: []r2.Vec{{X: .5, Y: .25}, {X: 1}}, Tri: fan,
				TriUV: [][3]int32{{0, 1, 0}, none}, Group: []int32{0, 0}, Groups: []string{""}}},
		"CRLF, BOM, comments, continuation, weights, forward references": {
			"\ufeff# a comment that ends in a backslash \\\r\nf 1 2 \\\r\n  3\\\r\n 4 # tail\r\n" +
				"v 0 0 0 1\r\nv 1 0 0 # one\r\nv 1 1 0 .5 .5 .5\r\n\r\n\tv 0 1 0\r\nvn 0 0 1\r\ns off\r\n",
			OBJ{X: square, Tri: fan, TriUV: [][3]int32{none, none}, Group: []int32{0, 0}, Groups: []string{""}}},
		"colours": {strings.ReplaceAll(objSquare, "\n", " 0 .5 1\n") + "f 1 2 3 4\n",
			OBJ{X: square, Colour: [][3]float64{{0, .5, 1}, {0, .5, 1}, {0, .5, 1}, {0, .5, 1}},
				Tri: fan, TriUV: [][3]int32{none, none}, Group: []int32{0, 0}, Groups: []string{""}}},
		"colours of some vertices only": {objSquare + "v 2 2 2 1 1 1\nf 1 2 3 4\n",
			OBJ{X: append(slices.Clone(square), r3.Vec{X: 2, Y: 2, Z: 2}),
				Tri: fan, TriUV: [][3]int32{none, none}, Group: []int32{0, 0}, Groups: []string{""}}},
		"CR line ends": {strings.ReplaceAll(objSquare, "\n", "\r") + "f 1 2 3 4", OBJ{X: square, Tri: fan,
			TriUV: [][3]int32{none, none}, Group: []int32{0, 0}, Groups: []string{""}}},
		"a corner without texture takes it from the face": {objSquare + "vt 0 0\nf 1/1 2 3/1 4/1", OBJ{X: square,
			UV: []r2.Vec{{}}, Tri: fan, TriUV: [][3]int32{none, none}, Group: []int32{0, 0}, Groups: []string{""}}},
		"vertex named twice in a row": {objSquare + "f 1 1 2 3 3 4 1", OBJ{X: square, Tri: fan,
			TriUV: [][3]int32{none, none}, Group: []int32{0, 0}, Groups: []string{""}}},
	} {
		t.Run(name, func(t *testing.T) {
			if d := cmp.Diff(&c.want, mustReadOBJ(t, c.text), placeless); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

func TestReadOBJGroups(t *testing.T) {
	const f = "f 1 2 3\n"
	for _, c := range []struct {
		text, names string
		group       []int32
	}{
		{"g front\n" + f + "g back\n" + f + "g front\n" + f, "front|back", []int32{0, 1, 0}},
		{f + "g late\n" + f, "|late", []int32{0, 1}},
		{"o Body\nusemtl Skin\n" + f + "usemtl Eyes\n" + f, "Skin|Eyes", []int32{0, 1}},
		{"o Body\nusemtl Skin\n" + f, "Body", []int32{0}},
		{"usemtl Skin\n" + f, "Skin", []int32{0}},
		{"g a\nusemtl m\n" + f + "g b\n" + f, "a|b", []int32{0, 1}},
		{"g a\nusemtl m\n" + f + "usemtl n\n" + f + "g b\n" + f, "a/m|a/n|b/n", []int32{0, 1, 2}},
		{"g  left \t sleeve # seam\n" + f + "g never used\n", "left sleeve", []int32{0}},
	} {
		o := mustReadOBJ(t, objSquare+c.text)
		if got := strings.Join(o.Groups, "|"); got != c.names {
			t.Errorf("%q: groups %q, want %q", c.text, got, c.names)
		}
		if d := cmp.Diff(c.group, o.Group); d != "" {
			t.Errorf("%q: (-want +got)\n%s", c.text, d)
		}
	}
}

func TestReadOBJErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "file.obj: no vertices"},
		{"\x00\x01\x02PK", "file.obj: no vertices"},
		{"\xff\xfev\x00 \x00", "file.obj:1: text in UTF-16: save it as UTF-8"},
		{objSquare + "f 1 2 12\n", "file.obj:5: face index 12 out of range: expected 1..4"},
		{objSquare + "f 0 1 2\n", "file.obj:5: face index 0 out of range: expected 1..4"},
		{objSquare + "f -5 1 2\n", "file.obj:5: face index -5 out of range: expected -4..-1"},
		{"f -1 -1 -1\n", "file.obj:1: face index -1 out of range, nothing precedes it"},
		{objSquare + "f 1 2 99999999999999999999\n", "file.obj:5: face index 99999999999999999999 out of range"},
		{objSquare + "f 1 2 -9223372036854775808\n", "file.obj:5: face index -9223372036854775808 out of range"},
		{objSquare + "f 1 2 -2147483648\n", "file.obj:5: face index -2147483648 out of range: expected -4..-1"},
		{objSquare + "f 1 2 x\n", `file.obj:5: face index is "x": expected a whole number`},
		{objSquare + "f 1/1 2/1 3/1\n", "file.obj:5: texture index 1 out of range, the file has no vt"},
		{objSquare + "vt 0 0\nf 1/1 2/0 3/1\n", "file.obj:6: texture index 0 out of range: expected 1..1"},
		{objSquare + "f 1//n 2//1 3//1\n", `file.obj:5: normal index is "n": expected a whole number`},
		{objSquare + "f 1/1/1/1 2 3\n", `file.obj:5: normal index is "1/1": expected a whole number`},
		{objSquare + "f 1 2\n", "file.obj:5: face has 2 corners: expected 3 to 4096"},
		{objSquare + "f 1 1 2 2\n", "file.obj:5: face has fewer than 3 different corners"},
		{objSquare + "\nf 1 \\\n2\n", "file.obj:6: face has 2 corners"},
		{"v 0 0\n", "file.obj:1: v has 2 numbers: expected 3 (x y z)"},
		{"v 0 0 0\nv 0,5 0 0\n", `file.obj:2: v number 1 is "0,5": expected a number`},
		{"v 0 NaN 0\n", `file.obj:1: v number 2 is "NaN": expected a finite number`},
		{"v 0 0 -Inf\n", `file.obj:1: v number 3 is "-Inf": expected a finite number`},
		{"v 1e999 0 0\n", `file.obj:1: v number 1 is "1e999": expected a finite number`},
		{"v 0 0 0\nv -1e308 0 0\n", `file.obj:2: v number 1 is "-1e308": expected at most 1e+12`},
		{"vt 0 2e12\n", `file.obj:1: vt number 2 is "2e12": expected at most 1e+12`},
		{"vt 0 nan\n", `file.obj:1: vt number 2 is "nan": expected a finite number`},
		{"vt\n", "file.obj:1: vt has 0 numbers: expected 2 (u v)"},
		{"g " + strings.Repeat("x", 257), "file.obj:1: name is longer than 256 bytes"},
		{objSquare + "f" + strings.Repeat(" 1 2", 3000), "file.obj:5: face has 6000 corners: expected 3 to 4096"},
		{"v 0 0 0\n#" + strings.Repeat("x", maxOBJLine), "file.obj:2: line is longer than"},
	} {
		o, err := ReadOBJ(strings.NewReader(c.text), "file.obj")
		if err == nil || o != nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%.60q: error %v, want %q", c.text, err, c.want)
		}
	}
}

// brokenReader fails after its text.
type brokenReader struct{ r *strings.Reader }

var errBroken = errors.New("broken pipe")

func (b brokenReader) Read(p []byte) (int, error) {
	if b.r.Len() == 0 {
		return 0, errBroken
	}
	return b.r.Read(p)
}

func TestReadOBJBrokenReader(t *testing.T) {
	_, err := ReadOBJ(brokenReader{strings.NewReader(objSquare)}, "file.obj")
	if !errors.Is(err, errBroken) || !strings.HasPrefix(err.Error(), "file.obj:5: ") {
		t.Errorf("error %v, want errBroken at line 5", err)
	}
}

// A huge number of groups under long names must not multiply the memory.
func TestReadOBJGroupLimit(t *testing.T) {
	var b strings.Builder
	b.WriteString(objSquare)
	for i := range maxOBJGroups + 1 {
		fmt.Fprintf(&b, "g %d\nf 1 2 3\n", i)
	}
	_, err := ReadOBJ(strings.NewReader(b.String()), "file.obj")
	if err == nil || !strings.HasSuffix(err.Error(), "more than 65536 groups") {
		t.Errorf("error %v, want the group limit", err)
	}
}

// placeless compares meshes without where their files have them.
var placeless = cmpopts.IgnoreTypes(Source{})

// drawOBJ makes any mesh that the reader could have returned.
func drawOBJ(t *rapid.T) *OBJ {
	number := rapid.Custom(func(t *rapid.T) float64 {
		return float64(rapid.Float32Range(-MaxCoordinate, MaxCoordinate).Draw(t, "number"))
	})
	o := &OBJ{}
	for range rapid.IntRange(3, 20).Draw(t, "vertices") {
		o.X = append(o.X, r3.Vec{X: number.Draw(t, "x"), Y: number.Draw(t, "y"), Z: number.Draw(t, "z")})
	}
	for range rapid.IntRange(0, 5).Draw(t, "uvs") {
		o.UV = append(o.UV, r2.Vec{X: number.Draw(t, "u"), Y: number.Draw(t, "v")})
	}
	names := []string{"", "front", "left sleeve", "a/b", "x#1", "ärmel"}
	index := map[string]int32{}
	for range rapid.IntRange(0, 20).Draw(t, "triangles") {
		corner := func(n int) int32 { return int32(rapid.IntRange(0, n-1).Draw(t, "corner")) }
		o.Tri = append(o.Tri, [3]int32{corner(len(o.X)), corner(len(o.X)), corner(len(o.X))})
		uv := [3]int32{-1, -1, -1}
		if len(o.UV) > 0 && rapid.Bool().Draw(t, "textured") {
			uv = [3]int32{corner(len(o.UV)), corner(len(o.UV)), corner(len(o.UV))}
		}
		o.TriUV = append(o.TriUV, uv)
		name := rapid.SampledFrom(names).Draw(t, "group")
		if _, ok := index[name]; !ok {
			index[name] = int32(len(o.Groups))
			o.Groups = append(o.Groups, name)
		}
		o.Group = append(o.Group, index[name])
	}
	return o
}

func TestOBJRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawOBJ(t)
		var b bytes.Buffer
		if err := WriteOBJ(&b, want); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		got, err := ReadOBJ(&b, "file.obj")
		if err != nil {
			t.Fatal(err)
		}
		// Nine digits hold every float32.
		float32s := cmp.Comparer(func(a, b float64) bool { return float32(a) == float32(b) })
		if d := cmp.Diff(want, got, float32s, placeless); d != "" {
			t.Fatalf("(-want +got)\n%s", d)
		}
		if err := WriteOBJ(&b, got); err != nil || b.String() != text {
			t.Fatalf("written again: %v\n%s\nwant\n%s", err, b.String(), text)
		}
	})
}

func TestWriteOBJText(t *testing.T) {
	o := &OBJ{
		X:     []r3.Vec{{X: 1.0 / 3}, {X: 1e-12}, {Y: 12345.678901}},
		UV:    []r2.Vec{{X: .5, Y: 1}},
		Tri:   [][3]int32{{0, 1, 2}, {2, 1, 0}, {1, 2, 0}},
		TriUV: [][3]int32{{0, 0, 0}, {-1, -1, -1}, {0, 0, 0}},
		Group: []int32{1, 0, 0}, Groups: []string{"", "front"},
	}
	const want = `# Wavefront OBJ written by Hysteron: 3 vertices, 1 texture coordinates, 3 triangles
v 0.333333333 0 0
v 1e-12 0 0
v 0 12345.6789 0
vt 0.5 1
g front
f 1/1 2/1 3/1
g
f 3 2 1
f 2/1 3/1 1/1
`
	var b bytes.Buffer
	if err := WriteOBJ(&b, o); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	b.Reset()
	if err := WriteOBJ(&b, &OBJ{X: o.X[:1], Colour: [][3]float64{{1, 0.5, 0}}}); err != nil ||
		!strings.HasSuffix(b.String(), "v 0.333333333 0 0 1 0.5 0\n") {
		t.Errorf("with colours: %v, %s", err, b.String())
	}
	b.Reset()
	if err := WriteOBJ(&b, &OBJ{X: o.X, Tri: o.Tri}); err != nil {
		t.Fatal(err)
	}
	if got := b.String(); strings.Contains(got, "g") && strings.Contains(got, "\ng") ||
		!strings.HasSuffix(got, "f 2 3 1\n") {
		t.Errorf("without texture and groups:\n%s", got)
	}
}

func TestWriteOBJRefuses(t *testing.T) {
	x := []r3.Vec{{}, {X: 1}, {Y: 1}}
	tri := [][3]int32{{0, 1, 2}}
	for _, c := range []struct {
		o    OBJ
		want string
	}{
		{OBJ{}, "obj: the mesh has no vertices"},
		{OBJ{X: []r3.Vec{{}, {Y: math.NaN()}}}, "obj: vertex 1 is not finite"},
		{OBJ{X: x, Colour: make([][3]float64, 2)}, "obj: 2 vertex colours: expected 3"},
		{OBJ{X: x, Colour: [][3]float64{{}, {0, math.NaN(), 0}, {}}}, "obj: colour of vertex 1 is not finite"},
		{OBJ{X: x, UV: []r2.Vec{{X: math.Inf(1)}}}, "obj: texture coordinate 0 is not finite"},
		{OBJ{X: x, Tri: [][3]int32{{0, 1, 3}}}, "obj: triangle 0: vertex 3 out of range, there are 3"},
		{OBJ{X: x, Tri: tri, TriUV: [][3]int32{{0, -1, 0}}, UV: []r2.Vec{{}}}, "obj: triangle 0: texture coordinate -1 out " +
			"of range, there are 1"},
		{OBJ{X: x, Tri: tri, TriUV: make([][3]int32, 2)}, "obj: 2 triangles in TriUV: expected 1"},
		{OBJ{X: x, Tri: tri, Group: []int32{0, 0}}, "obj: 2 triangles in Group: expected 1"},
		{OBJ{X: x, Tri: tri, Group: []int32{0}}, "obj: triangle 0: group 0 out of range, there are 0"},
		{OBJ{X: x, Groups: []string{"a\nv 0 0 0"}}, "obj: group name 0"},
		{OBJ{X: x, Groups: []string{" a"}}, "obj: group name 0"},
		{OBJ{X: x, Groups: []string{"a #b"}}, "obj: group name 0"},
	} {
		var b bytes.Buffer
		err := WriteOBJ(&b, &c.o)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
		if b.Len() > 0 {
			t.Errorf("%q: %d bytes written", c.want, b.Len())
		}
	}
}

func FuzzReadOBJ(f *testing.F) {
	for _, s := range []string{
		objSquare + "f 1 2 3 4\n", objSquare + "vt 0 0\nf 1/1/1 2/1/1 -2/-1/1\r\ng a\nusemtl b\nf 1//2 2//2 \\\n3//2 4//2",
		"v 0 0 0 0 0 2", "v 1e308 -1e308 1e308\nv 0 0 1e-320\nv 1 1 1\nv 2 0 0\nv 0 0 2\nf 1 2 3 4 5 1 3\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		o, err := ReadOBJ(bytes.NewReader(data), "f")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f:") || strings.Contains(err.Error(), "\n") {
				t.Fatalf("error %q does not name the file in one line", err)
			}
			return
		}
		// What was read can be written, and then reads as the same triangles.
		var b bytes.Buffer
		if err := WriteOBJ(&b, o); err != nil {
			t.Fatal(err)
		}
		again, err := ReadOBJ(&b, "f")
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(o.Tri, again.Tri) + cmp.Diff(o.TriUV, again.TriUV) + cmp.Diff(o.Group, again.Group) +
			cmp.Diff(o.Groups, again.Groups); d != "" {
			t.Fatal(d)
		}
		CheckTriangles(o.X, o.Tri)
	})
}
