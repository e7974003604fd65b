package formats

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"
)

const plyAscii = `ply
format ascii 1.0
comment a square with colours
element vertex 4
property float x
property float y
property float z
property uchar red
element edge 1
property int a
property int b
element face 1
property uchar flag
property list uchar int vertex_index
property list uchar float texcoord
end_header
0 0 0 255
1 0 0 255
1 1 0 255
0 1 0 255
0 1
7 4 0 1 2 3 2 .5 .5
`

var plySquare = &PLY{X: []r3.Vec{{}, {X: 1}, {X: 1, Y: 1}, {Y: 1}}, Tri: [][3]int32{{0, 1, 2}, {0, 2, 3}}}

func TestReadPLY(t *testing.T) {
	header := func(order string) string {
		return "ply\r\nformat binary_" +
			order + "_endian 1.0\r\nelement face 1\nproperty list uint8 uint16 vertex_indices\n" +
			"element vertex 4\nproperty char x\nproperty int16 y\nproperty double z\nend_header\n"
	}
	for name, text := range map[string]string{
		"ascii": plyAscii,
		"little-endian, faces first": header("little") + "\x04\x00\x00\x01\x00\x02\x00\x03\x00" +
			"\x00\x00\x00" + strings.Repeat("\x00", 8) + "\x01\x00\x00" + strings.Repeat("\x00", 8) +
			"\x01\x01\x00" + strings.Repeat("\x00", 8) + "\x00\x01\x00" + strings.Repeat("\x00", 8),
		"big-endian, faces first": header("big") + "\x04\x00\x00\x00\x01\x00\x02\x00\x03" +
			"\x00\x00\x00" + strings.Repeat("\x00", 8) + "\x01\x00\x00" + strings.Repeat("\x00", 8) +
			"\x01\x00\x01" + strings.Repeat("\x00", 8) + "\x00\x00\x01" + strings.Repeat("\x00", 8),
	} {
		got, err := ReadPLY(strings.NewReader(text), "file.ply")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if d := cmp.Diff(plySquare, got, placeless); d != "" {
			t.Errorf("%s: (-want +got)\n%s", name, d)
		}
	}
}

func TestReadPLYErrors(t *testing.T) {
	change := func(old, new string) string {
		if !strings.Contains(plyAscii, old) {
			t.Fatalf("%q is not in the file", old)
		}
		return strings.Replace(plyAscii, old, new, 1)
	}
	var little bytes.Buffer
	if err := WritePLY(&little, plySquare, false); err != nil {
		t.Fatal(err)
	}
	binary := little.String()
	start := strings.Index(binary, "end_header\n") + len("end_header\n")
	for _, c := range []struct{ text, want string }{
		{"", "file.ply:1: unexpected end of file"},
		{"solid stl\n", `file.ply:1: starts with "soli": expected a PLY file`},
		{"ply\n", "file.ply:2: unexpected end of file"},
		{"ply\nend_header\n", "file.ply:2: the header ends without a format line"},
		{"ply\n" + strings.Repeat("comment\n", 2000), "file.ply:1001: the header is longer than 1000 lines"},
		{"ply\ncomment " + strings.Repeat("x", 5000), "file.ply:2: line is longer than 4096 bytes"},
		{"ply\nformat ascii 1.0\nend_header\n", "file.ply: the file has no vertex or no face element"},
		{change("ascii", "binary"), `file.ply:2: format is "binary": expected ascii`},
		{change("1.0", "2.0"), `file.ply:2: version is "2.0": expected 1.0`},
		{change("vertex 4", "vertex -4"), `file.ply:4: number of elements is "-4": expected a whole number`},
		{change("vertex 4", "vertex 99999999"), "file.ply:4: 99999999 vertices: expected at most 16777216"},
		{change("vertex 4", "vertex 0"), "file.ply: the file has no vertices"},
		{change("float x", "real x"), `file.ply:5: type is "real": expected a PLY type`},
		{change("float y", "float x"), `file.ply:6: property "x" comes twice`},
		{change("float z", "float w"), "file.ply: the vertices have no number z"},
		{change("list uchar int vertex_index", "list float int vertex_index"), "file.ply:14: the count of a list is a float"},
		{change("list uchar int vertex_index", "list uchar float vertex_index"), "file.ply: the faces have no whole-number " +
			"list vertex_indices"},
		{change("element edge 1", "element vertex 1"), `file.ply:9: element "vertex" comes twice`},
		{change("property int a\nproperty int b\n", ""), `file.ply: element "edge" has no properties`},
		{change("comment a", "remark a"), `file.ply:3: unexpected header line "remark a square with colours"`},
		{change("1 1 0 255", "1 -1e13 0 255"), "file.ply:19: y of vertex 2 is -1e+13: expected at most 1e+12"},
		{change("1 1 0 255", "1 nan 0 255"), "file.ply:19: y of vertex 2 is NaN: expected a finite number"},
		{change("1 1 0 255", "1 l 0 255"), `file.ply:19: "l": expected a number`},
		{change("4 0 1 2 3", "4 0 1 2 4"), "file.ply:22: face 0: vertex 4 out of range: expected 0..3"},
		{change("4 0 1 2 3", "4 0 1 2 -1"), "file.ply:22: face 0: vertex -1 out of range: expected 0..3"},
		{change("4 0 1 2 3", "4 0 1 2 .5"), `file.ply:22: ".5": expected a whole number`},
		{change("4 0 1 2 3", "2 0 1 2 3"), "file.ply:22: face 0 has 2 corners: expected 3 to 4096"},
		{change(" .5 .5", ""), "file.ply:23: unexpected end of file"},
		{change("3 2 .5 .5", "3 -2 .5 .5"), "file.ply:22: texcoord has -2 entries: expected 0 or more"},
		{change("1 1 0 255", strings.Repeat("1", 65)), "file.ply:19: "},
		{binary[:len(binary)-1], fmt.Sprintf("file.ply: byte %d: unexpected end of file", start+4*24+2*13-1)},
		{binary[:start+8] + "\x00\x00\x00\x00\x00\x00\xf0\x7f" + binary[start+16:], fmt.Sprintf("file.ply: byte %d: y of "+
			"vertex 0 is +Inf", start+8)},
	} {
		m, err := ReadPLY(strings.NewReader(c.text), "file.ply")
		if err == nil || m != nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%.60q: error %v, want %q", c.text, err, c.want)
		}
	}
}

func TestPLYRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := drawOBJ(t)
		want := &PLY{X: o.X, Tri: o.Tri}
		for _, ascii := range []bool{false, true} {
			var b bytes.Buffer
			if err := WritePLY(&b, want, ascii); err != nil {
				t.Fatal(err)
			}
			got, err := ReadPLY(&b, "file.ply")
			if err != nil {
				t.Fatal(err)
			}
			same := cmp.Comparer(func(a, b float64) bool { return a == b || ascii && float32(a) == float32(b) })
			if d := cmp.Diff(want, got, same, placeless); d != "" {
				t.Fatalf("ascii %v: (-want +got)\n%s", ascii, d)
			}
		}
	})
}

func TestWritePLYText(t *testing.T) {
	var b bytes.Buffer
	if err := WritePLY(&b, plySquare, true); err != nil {
		t.Fatal(err)
	}
	const want = `ply
format ascii 1.0
comment written by Hysteron
element vertex 4
property double x
property double y
property double z
element face 2
property list uchar int vertex_indices
end_header
0 0 0
1 0 0
1 1 0
0 1 0
3 0 1 2
3 0 2 3
`
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	err := WritePLY(&b, &PLY{X: plySquare.X, Tri: [][3]int32{{0, 1, 4}}}, true)
	if err == nil || err.Error() != "ply: triangle 0: vertex 4 out of range, there are 4" {
		t.Errorf("error %v, want an index out of range", err)
	}
}

func FuzzReadPLY(f *testing.F) {
	f.Add([]byte(plyAscii))
	var b bytes.Buffer
	if err := WritePLY(&b, plySquare, false); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := ReadPLY(bytes.NewReader(data), "f")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f:") || strings.Contains(err.Error(), "\n") {
				t.Fatalf("error %q does not name the file in one line", err)
			}
			return
		}
		var b bytes.Buffer
		if err := WritePLY(&b, m, false); err != nil {
			t.Fatal(err)
		}
		again, err := ReadPLY(&b, "f")
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(m, again, placeless); d != "" {
			t.Fatal(d)
		}
	})
}
