package drawing

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/spatial/r2"
)

// Bounds of a file.
const (
	maxBytes  = 256 << 20
	maxLine   = 4096
	maxGroups = 1 << 17 // of one entity
)

// group is a code and its value.
type group struct {
	code int
	text string
}

// groups reads a file group by group.
type groups struct {
	in    *bufio.Reader
	left  *io.LimitedReader
	line  int
	ahead *group // the code 0 that begins the next entity
}

func newGroups(r io.Reader) *groups {
	left := &io.LimitedReader{R: r, N: maxBytes + 1}
	return &groups{in: bufio.NewReaderSize(left, maxLine), left: left}
}

// text returns the next line.
func (g *groups) text() (string, error) {
	b, err := g.in.ReadSlice('\n')
	switch {
	case g.left.N <= 0:
		return "", fmt.Errorf("the file is longer than %d MiB: expected a sewing pattern, which is far shorter", maxBytes>>20)
	case errors.Is(err, bufio.ErrBufferFull):
		return "", fmt.Errorf("a line longer than %d bytes: expected a drawing in DXF, as text", maxLine)
	case err != nil && len(b) == 0:
		return "", err
	case err != nil && !errors.Is(err, io.EOF):
		return "", err
	}
	g.line++
	return strings.TrimRight(string(b), "\r\n"), nil
}

// next returns the next group; nil at the end.
func (g *groups) next() (*group, error) {
	for {
		code, err := g.text()
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		n, err := strconv.Atoi(strings.TrimSpace(code))
		if err != nil || n < -10 || n > 2000 {
			return nil, fmt.Errorf("%.20q: expected the code of a group, a whole number", code)
		}
		value, err := g.text()
		if errors.Is(err, io.EOF) {
			return nil, errors.New("the file ends after the code of a group: expected its value")
		}
		if err != nil {
			return nil, err
		}
		if n != 999 { // not a comment
			return &group{n, value}, nil
		}
	}
}

// entity is a group of code 0 with all groups up to the next.
type entity struct {
	kind   string
	line   int
	groups []group
}

// entity reads the next one; nil at the end.
func (g *groups) entity() (*entity, error) {
	first := g.ahead
	g.ahead = nil
	for first == nil || first.code != 0 {
		var err error
		if first, err = g.next(); first == nil || err != nil {
			return nil, err
		}
		if first.code != 0 {
			return nil, fmt.Errorf("group %d: expected 0, with which all begins", first.code)
		}
	}
	e := &entity{kind: strings.ToUpper(strings.TrimSpace(first.text)), line: g.line}
	if e.kind == "EOF" {
		return e, nil
	}
	for {
		n, err := g.next()
		if err != nil || n == nil {
			return e, err
		}
		if n.code == 0 {
			g.ahead = n
			return e, nil
		}
		if len(e.groups) >= maxGroups {
			return nil, fmt.Errorf("a %.20s of more than %d groups", e.kind, maxGroups)
		}
		e.groups = append(e.groups, *n)
	}
}

// text returns the first value of a code.
func (e *entity) text(code int) string {
	for _, g := range e.groups {
		if g.code == code {
			return g.text
		}
	}
	return ""
}

// maxCoordinate bounds coordinates.
const maxCoordinate = 1e12

// number reads a value.
func (g *group) number() (float64, error) {
	f, err := strconv.ParseFloat(strings.TrimSpace(g.text), 64)
	if err != nil || math.IsNaN(f) || math.Abs(f) > maxCoordinate {
		return 0, fmt.Errorf("group %d: %.20q: expected a number of at most %g", g.code, g.text, maxCoordinate)
	}
	return f, nil
}

// value returns the number of a code; other if there is none.
func (e *entity) value(code int, other float64) (float64, error) {
	for i := range e.groups {
		if e.groups[i].code == code {
			return e.groups[i].number()
		}
	}
	return other, nil
}

// point returns the point of the codes code and code + 10.
func (e *entity) point(code int) (r2.Vec, error) {
	x, err := e.value(code, math.NaN())
	if err != nil {
		return r2.Vec{}, err
	}
	y, err := e.value(code+10, math.NaN())
	if err == nil && math.IsNaN(x+y) {
		err = fmt.Errorf("%s without groups %d and %d: expected a point", e.kind, code, code+10)
	}
	return r2.Vec{X: x, Y: y}, err
}
