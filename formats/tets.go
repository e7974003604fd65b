package formats

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"

	"gonum.org/v1/gonum/spatial/r3"
)

// Tets is a mesh of tetrahedra as in a file: positions in its unit and axes, and vertices counted from 0.
type Tets struct {
	X    []r3.Vec
	Tets [][4]int32
}

// words are the words of a text file, with the line of each.
type words struct {
	name string
	rest []byte
	line int
	hash bool // # begins a comment
}

func newWords(r io.Reader, name string, hash bool) (*words, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &words{name: name, rest: data, line: 1, hash: hash}, nil
}

func (w *words) errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", w.name, w.line, fmt.Sprintf(format, args...))
}

// next returns the next word; empty at the end.
func (w *words) next() string {
	for len(w.rest) > 0 {
		switch c := w.rest[0]; {
		case c == '\n':
			w.line++
		case c == '#' && w.hash:
			w.skipLine()
			continue
		case c != ' ' && c != '\t' && c != '\r':
			n := bytes.IndexAny(w.rest, " \t\r\n")
			if n < 0 {
				n = len(w.rest)
			}
			word := string(w.rest[:n])
			w.rest = w.rest[n:]
			return word
		}
		w.rest = w.rest[1:]
	}
	return ""
}

// skipLine skips the rest of the line.
func (w *words) skipLine() {
	n := bytes.IndexByte(w.rest, '\n')
	if n < 0 {
		n = len(w.rest)
	}
	w.rest = w.rest[n:]
}

func (w *words) integer(what string, low, high int) (int, error) {
	word := w.next()
	n, err := strconv.Atoi(word)
	if err != nil || n < low || n > high {
		return 0, w.errorf("%s %q: expected a whole number from %d to %d", what, word, low, high)
	}
	return n, nil
}

func (w *words) number(what string) (float64, error) {
	word := w.next()
	v, err := strconv.ParseFloat(word, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, w.errorf("%s %q: expected a finite number", what, word)
	}
	return v, nil
}

// count reads a number of things with at least so many words each: no more than the file can hold.
func (w *words) count(what string, each int) (int, error) {
	return w.integer("number of "+what, 0, len(w.rest)/(2*each)+1)
}

func (w *words) point() (x r3.Vec, err error) {
	for _, v := range []*float64{&x.X, &x.Y, &x.Z} {
		if *v, err = w.number("coordinate"); err != nil {
			return x, err
		}
	}
	return x, nil
}

// ReadTetGen reads the two files of a mesh of TetGen, NAME.node and NAME.ele, whose vertices count from 0 or 1.
// Attributes, markers and midpoints of edges are ignored.
func ReadTetGen(node, ele io.Reader, name string) (*Tets, error) {
	w, err := newWords(node, name+".node", true)
	if err != nil {
		return nil, err
	}
	n, err := w.count("vertices", 4)
	if err != nil {
		return nil, err
	}
	if _, err := w.integer("dimension", 3, 3); err != nil {
		return nil, err
	}
	w.skipLine()
	t, first := &Tets{}, 0
	for i := range n {
		k, err := w.integer("vertex", 0, math.MaxInt32)
		if err != nil {
			return nil, err
		}
		if i == 0 && k <= 1 {
			first = k
		}
		if k != first+i {
			return nil, w.errorf("vertex %d: expected %d, as they are counted on from 0 or 1", k, first+i)
		}
		x, err := w.point()
		if err != nil {
			return nil, err
		}
		t.X = append(t.X, x)
		w.skipLine()
	}
	if w, err = newWords(ele, name+".ele", true); err != nil {
		return nil, err
	}
	if n, err = w.count("tetrahedra", 5); err != nil {
		return nil, err
	}
	if _, err := w.integer("number of points of each", 4, 10); err != nil {
		return nil, err
	}
	w.skipLine()
	for range n {
		if _, err := w.integer("tetrahedron", 0, math.MaxInt32); err != nil {
			return nil, err
		}
		var v [4]int32
		for a := range v {
			k, err := w.integer("vertex", first, first+len(t.X)-1)
			if err != nil {
				return nil, err
			}
			v[a] = int32(k - first)
		}
		t.Tets = append(t.Tets, v)
		w.skipLine()
	}
	return t, nil
}

// vtkTetra is the number of a tetrahedron's type in VTK files.
const vtkTetra = 10

// ReadLegacyVTK reads the tetrahedra of a legacy VTK file: ASCII, DATASET UNSTRUCTURED_GRID, versions before 5. Cells
// of other types and all data are ignored.
func ReadLegacyVTK(r io.Reader, name string) (*Tets, error) {
	w, err := newWords(r, name, false)
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(w.rest, []byte("# vtk DataFile Version")) {
		return nil, w.errorf("expected a legacy VTK file, which begins with \"# vtk DataFile Version\"")
	}
	for range 2 { // version, title
		w.skipLine()
		w.rest, w.line = bytes.TrimPrefix(w.rest, []byte("\n")), w.line+1
	}
	if word := w.next(); word != "ASCII" {
		return nil, w.errorf("%q: expected ASCII, no binary file", word)
	}
	if a, b := w.next(), w.next(); a != "DATASET" || b != "UNSTRUCTURED_GRID" {
		return nil, w.errorf("%q %q: expected DATASET UNSTRUCTURED_GRID", a, b)
	}
	t := &Tets{}
	var cells [][]int32
	for {
		switch word := w.next(); word {
		case "POINTS":
			n, err := w.count("points", 3)
			if err != nil {
				return nil, err
			}
			w.next() // type
			for range n {
				x, err := w.point()
				if err != nil {
					return nil, err
				}
				t.X = append(t.X, x)
			}
		case "CELLS":
			n, err := w.count("cells", 1)
			if err != nil {
				return nil, err
			}
			if _, err := w.integer("number of numbers", 0, math.MaxInt32); err != nil {
				return nil, err
			}
			for range n {
				corners, err := w.count("corners", 1)
				if err != nil {
					return nil, err
				}
				var cell []int32
				for range corners {
					v, err := w.integer("point", 0, len(t.X)-1)
					if err != nil {
						return nil, err
					}
					cell = append(cell, int32(v))
				}
				cells = append(cells, cell)
			}
		case "CELL_TYPES":
			n, err := w.integer("number of cells", len(cells), len(cells))
			if err != nil {
				return nil, err
			}
			for i := range n {
				kind, err := w.integer("type", 0, math.MaxInt32)
				if err != nil {
					return nil, err
				}
				if kind != vtkTetra {
					continue
				}
				if len(cells[i]) != 4 {
					return nil, w.errorf("cell %d of type %d has %d corners: expected 4", i, kind, len(cells[i]))
				}
				t.Tets = append(t.Tets, [4]int32(cells[i]))
			}
			return t, nil
		case "":
			return nil, w.errorf("no CELL_TYPES: expected POINTS, CELLS and CELL_TYPES")
		default:
			return nil, w.errorf("%q: expected POINTS, CELLS and CELL_TYPES", word)
		}
	}
}
