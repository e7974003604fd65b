package drawing

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/spatial/r2"
)

// matrix is the affine map (a c e; b d f) of SVG.
type matrix [6]float64

var identity = matrix{1, 0, 0, 1, 0, 0}

func (m matrix) apply(v r2.Vec) r2.Vec {
	return r2.Vec{X: m[0]*v.X + m[2]*v.Y + m[4], Y: m[1]*v.X + m[3]*v.Y + m[5]}
}

// times returns the map that applies n first.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[2]*n[1], m[1]*n[0] + m[3]*n[1],
		m[0]*n[2] + m[2]*n[3], m[1]*n[2] + m[3]*n[3],
		m[0]*n[4] + m[2]*n[5] + m[4], m[1]*n[4] + m[3]*n[5] + m[5],
	}
}

func (m matrix) invertible() bool {
	d := math.Abs(m[0]*m[3] - m[1]*m[2])
	return d > 1e-18 && d < 1e18
}

// parseTransform reads a list such as "translate(3, 4) rotate(90)".
func parseTransform(text string) (matrix, error) {
	m := identity
	rest := strings.Trim(text, " \t\r\n,")
	if rest == "none" {
		return m, nil
	}
	for count := 0; rest != ""; count++ {
		open := strings.IndexByte(rest, '(')
		end := strings.IndexByte(rest, ')')
		if open < 0 || end < open || count > 64 {
			return m, fmt.Errorf("%.60q: expected such as \"translate(3, 4) rotate(90)\"", text)
		}
		name := strings.TrimSpace(rest[:open])
		v, err := numbers(rest[open+1 : end])
		if err != nil {
			return m, fmt.Errorf("%s: %w", name, err)
		}
		one, ok := single(name, v)
		if !ok {
			return m, fmt.Errorf("%.40q with %d numbers: expected matrix of 6, translate of 1 or 2, scale of 1 or 2, rotate "+
				"of 1 or 3, skewX or skewY of 1", name, len(v))
		}
		m = m.times(one)
		rest = strings.TrimLeft(rest[end+1:], " \t\r\n,")
	}
	for _, v := range m {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return m, fmt.Errorf("%.60q: expected finite numbers", text)
		}
	}
	return m, nil
}

func single(name string, v []float64) (matrix, bool) {
	n := len(v)
	at := func(i int, other float64) float64 {
		if i < n {
			return v[i]
		}
		return other
	}
	switch {
	case name == "matrix" && n == 6:
		return matrix(v), true
	case name == "translate" && (n == 1 || n == 2):
		return matrix{1, 0, 0, 1, v[0], at(1, 0)}, true
	case name == "scale" && (n == 1 || n == 2):
		return matrix{v[0], 0, 0, at(1, v[0]), 0, 0}, true
	case name == "rotate" && (n == 1 || n == 3):
		sin, cos := math.Sincos(v[0] * math.Pi / 180)
		turn := matrix{cos, sin, -sin, cos, 0, 0}
		x, y := at(1, 0), at(2, 0)
		return matrix{1, 0, 0, 1, x, y}.times(turn).times(matrix{1, 0, 0, 1, -x, -y}), true
	case name == "skewX" && n == 1:
		return matrix{1, 0, math.Tan(v[0] * math.Pi / 180), 1, 0, 0}, true
	case name == "skewY" && n == 1:
		return matrix{1, math.Tan(v[0] * math.Pi / 180), 0, 1, 0, 0}, true
	}
	return identity, false
}
