//go:build cgo

package view

import (
	"slices"
	"strings"
)

// side says which of two simulations beside each other panels show and act on. What hands do acts on the one under the
// mouse, and with both on the same place of the other one, too, where that has the same triangles.
type side int

const (
	both side = iota
	left
	right
	sides
)

func (s side) String() string { return [sides]string{"both", "left", "right"}[s] }

// sideOf is where a pane is; "": there is one alone.
func (st *Stage) sideOf(p *pane) string {
	if len(st.panes) < 2 {
		return ""
	}
	return side(1 + st.number(p)).String()
}

// acts reports whether panels act on a pane.
func (st *Stage) acts(p *pane) bool {
	return p.runner != nil && (st.side == both || st.runners() < 2 || side(1+st.number(p)) == st.side)
}

// runners is how many simulations there are.
func (st *Stage) runners() (n int) {
	for _, p := range st.panes {
		if p.runner != nil {
			n++
		}
	}
	return n
}

// steer has an event act where panels do.
func (st *Stage) steer(e Event) {
	for _, p := range st.panes {
		if st.acts(p) {
			p.runner.Do(e)
		}
	}
}

// steered is the first simulation that panels act on; nil: there is none.
func (st *Stage) steered() *pane {
	for _, p := range st.panes {
		if st.acts(p) {
			return p
		}
	}
	return nil
}

// told is what is said of all that panels act on: once where it is the same.
func (st *Stage) told(of func(*pane) string) string {
	var list []string
	for _, p := range st.panes {
		if st.acts(p) {
			if text := of(p); !slices.Contains(list, text) {
				list = append(list, text)
			}
		}
	}
	return strings.Join(list, " | ")
}

// twin is the other pane, where what is done to the cloth of one is done to both; nil: it is not.
func (st *Stage) twin(p *pane) *pane {
	for _, q := range st.panes {
		if q != p && st.side == both && (q.runner != nil) == (p.runner != nil) && q.at.Model != nil && p.at.Model != nil &&
			slices.Equal(q.tris(), p.tris()) {
			return q
		}
	}
	return nil
}

// twins are a pane, and the other one where what is done to one is done to both.
func (st *Stage) twins(p *pane) []*pane {
	if q := st.twin(p); q != nil {
		return []*pane{p, q}
	}
	return []*pane{p}
}

// selects has a place be probed.
func (st *Stage) selects(p *pane, at Spot) {
	for _, q := range st.twins(p) {
		q.selected, q.fabric = at, st.partOf(q, at.Tri)
		if q.frames != nil && q.at.Model != nil {
			if err := q.read(st); err != nil {
				q.fail(err)
			}
		}
	}
}

// fabricOf is the fabric of a part.
func (p *pane) fabricOf(part int) string {
	if part >= len(p.at.Fabrics) {
		return ""
	}
	return p.at.Fabrics[part]
}
