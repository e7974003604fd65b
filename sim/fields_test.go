package sim

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cpu"
)

// grid is a VTK file, read by its manual.
type grid struct {
	points [][3]float64
	tri    [][3]int32
	cells  map[string][]float64
}

// readGrid reads an unstructured grid with raw appended data, with nothing of the writer's.
func readGrid(data []byte) (*grid, error) {
	at := bytes.Index(data, []byte("<AppendedData"))
	if at < 0 {
		return nil, fmt.Errorf("no appended data")
	}
	raw := data[at+bytes.IndexByte(data[at:], '_')+1:]
	type array struct {
		Type       string `xml:"type,attr"`
		Name       string `xml:"Name,attr"`
		Components int    `xml:"NumberOfComponents,attr"`
		Offset     int    `xml:"offset,attr"`
	}
	var file struct {
		Kind  string `xml:"type,attr"`
		Piece struct {
			Points int     `xml:"NumberOfPoints,attr"`
			Cells  int     `xml:"NumberOfCells,attr"`
			X      []array `xml:"Points>DataArray"`
			Tri    []array `xml:"Cells>DataArray"`
			Data   []array `xml:"CellData>DataArray"`
		} `xml:"UnstructuredGrid>Piece"`
	}
	if err := xml.Unmarshal(append(bytes.Clone(data[:at]), "</VTKFile>"...), &file); err != nil ||
		file.Kind != "UnstructuredGrid" {
		return nil, fmt.Errorf("%v, kind %q", err, file.Kind)
	}
	values := func(a array) []float64 {
		b := raw[a.Offset+8:][:binary.LittleEndian.Uint64(raw[a.Offset:])]
		var v []float64
		for len(b) > 0 {
			switch a.Type {
			case "Float64":
				v, b = append(v, math.Float64frombits(binary.LittleEndian.Uint64(b))), b[8:]
			case "Float32":
				v, b = append(v, float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))), b[4:]
			case "Int32":
				v, b = append(v, float64(int32(binary.LittleEndian.Uint32(b)))), b[4:]
			case "UInt8":
				v, b = append(v, float64(b[0])), b[1:]
			}
		}
		return v
	}
	g := &grid{cells: map[string][]float64{}}
	p := &file.Piece
	x := values(p.X[0])
	for i := range p.Points {
		g.points = append(g.points, [3]float64(x[3*i:3*i+3]))
	}
	cells := map[string][]float64{}
	for _, a := range p.Tri {
		cells[a.Name] = values(a)
	}
	for i := range p.Cells {
		if cells["types"][i] != 5 || cells["offsets"][i] != float64(3*i+3) {
			return nil, fmt.Errorf("cell %d is no triangle", i)
		}
		c := cells["connectivity"][3*i:]
		g.tri = append(g.tri, [3]int32{int32(c[0]), int32(c[1]), int32(c[2])})
	}
	for _, a := range p.Data {
		g.cells[a.Name] = values(a)
		if len(g.cells[a.Name]) != p.Cells {
			return nil, fmt.Errorf("%d values of %s", len(g.cells[a.Name]), a.Name)
		}
	}
	return g, nil
}

// TestFields: what is exported for ParaView are the positions of the caches, the strains and distances from the ball
// that follow from them, and the friction that a simulation of its own has at those times; a resumed run has the same.
func TestFields(t *testing.T) {
	dir, cut := t.TempDir(), t.TempDir()
	opt := Options{NoRender: true, Backend: "cpu", Frames: 9, Dir: dir, Fields: true, CheckpointEvery: 4}
	setup := load(t, sheetScene)
	mustRun(t, setup, opt)
	opt.Dir, opt.Frames = cut, 5
	mustRun(t, load(t, sheetScene), opt)
	opt.Frames, opt.Resume = 9, true
	mustRun(t, load(t, sheetScene), opt)
	if a, b := read(t, dir, "fields", "sheet.pc2"), read(t, cut, "fields", "sheet.pc2"); !bytes.Equal(a, b) {
		t.Error("the friction of a resumed run differs")
	}
	files, err := Export(context.Background(), setup, dir, ExportOptions{To: "vtk", Span: Span{new(7), new(13)}})
	if err != nil || len(files) != 2*7+1 {
		t.Fatalf("%d files, %v", len(files), err)
	}

	s, err := cpu.New(setup.Model, nil, setup.Colliders, setup.Settings)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	anchors := 0
	for frame := 1; frame < 9; frame++ {
		for range setup.Scene.StepsPerFrame() {
			if _, err := s.Step(setup.Scene.StepSeconds()); err != nil {
				t.Fatal(err)
			}
		}
		if frame%4 == 0 { // as at checkpoints
			st := s.State.Clone()
			st.Time = setup.Scene.FrameTime(frame)
			again, err := cpu.New(setup.Model, st, setup.Colliders, setup.Settings)
			if err != nil {
				t.Fatal(err)
			}
			defer again.Close()
			s = again
		}
		if frame < 2 {
			continue
		}
		g, err := readGrid(read(t, dir, "export", "vtk", fmt.Sprintf("sheet.%04d.vtu", 5+frame)))
		if err != nil {
			t.Fatal(err)
		}
		var x []r3.Vec
		for _, p := range g.points {
			x = append(x, r3.Vec{X: p[0], Y: p[1], Z: p[2]})
		}
		for v := range x {
			if d := r3.Norm(r3.Sub(x[v], s.State.X[v])); d > 1e-6 {
				t.Fatalf("frame %d: vertex %d is %.2g m off", frame, v, d)
			}
		}
		strain, friction := GreenStrains(setup.Model, x), FrictionStresses(setup.Model, s.State)
		for i, v := range g.tri {
			if !slices.Equal(v[:], setup.Model.Tri[i][:]) {
				t.Fatalf("triangle %d is %v", i, v)
			}
			middle := r3.Scale(1./3, r3.Add(x[v[0]], r3.Add(x[v[1]], x[v[2]])))
			ball := r3.Norm(r3.Sub(middle, r3.Vec{Y: .1})) - .1
			for name, want := range map[string]float64{"strain_percent": strain[i], "friction_n_m": friction[i],
				"body_distance_m": min(middle.Y, ball)} {
				near := 1e-4 * max(1, math.Abs(want))
				if name == "body_distance_m" {
					near = .003 // the ball has flat faces
				}
				if got := g.cells[name][i]; !(math.Abs(got-want) <= near) {
					t.Fatalf("frame %d, triangle %d: %s is %g, expected %g", frame, i, name, got, want)
				}
			}
			if friction[i] > 1e-3 {
				anchors++
			}
		}
	}
	if anchors == 0 {
		t.Error("no triangle has friction: the test shows nothing")
	}
	// A run that has not kept it has the other fields.
	opt = Options{NoRender: true, Backend: "cpu", Frames: 1, Dir: t.TempDir()}
	mustRun(t, load(t, sheetScene), opt)
	if _, err := Export(context.Background(), setup, opt.Dir, ExportOptions{To: "vtk"}); err != nil {
		t.Fatal(err)
	}
	g, err := readGrid(read(t, opt.Dir, "export", "vtk", "sheet.0005.vtu"))
	if err != nil || len(g.cells) != 2 {
		t.Errorf("%v, %d fields, expected strain and distance", err, len(g.cells))
	}
}

// A run that keeps friction is replaced by another one as any is; what no run wrote in its place stays, and is in the
// way of such runs alone.
func TestFieldsAreReplaced(t *testing.T) {
	opt := Options{NoRender: true, Backend: "cpu", Frames: 2, Dir: t.TempDir(), Fields: true}
	mustRun(t, load(t, sheetScene), opt)
	opt.Overwrite, opt.Fields = true, false
	mustRun(t, load(t, sheetScene), opt)
	if there(opt.Dir, "fields/sheet.pc2") {
		t.Error("the friction of a run that was replaced is still there")
	}
	put(t, opt.Dir, map[string]string{"fields/mine.pc2": "mine"})
	opt.Fields = true
	mustRun(t, load(t, sheetScene), opt)
	mustRun(t, load(t, sheetScene), opt)
	if !there(opt.Dir, "fields/mine.pc2") {
		t.Error("a file that no run wrote is gone")
	}
	opt = Options{NoRender: true, Backend: "cpu", Frames: 2, Dir: t.TempDir(), Fields: true, Overwrite: true}
	put(t, opt.Dir, map[string]string{"fields/sheet.pc2": "mine"})
	refused(t, "a foreign file in the way", opt, "sheet.pc2", "in the way")
	opt.Fields = false
	mustRun(t, load(t, sheetScene), opt)
}
