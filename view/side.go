//go:build cgo

package view

import (
	"slices"
	"strings"
)

// side selects which of two simulations side by side the panels show and act on. Actions of the mouse act on the one
// below it; with both selected, also at the same place of the other one if it has the same triangles.
type side int

const (
	both side = iota
	left
	right
	sides
)

func (s side) String() string { return [sides]string{"both", "left", "right"}[s] }

// sideOf returns the side of a pane; "" if there is only one.
func (st *Stage) sideOf(p *pane) string {
	if len(st.panes) < 2 {
		return ""
	}
	return side(1 + st.number(p)).String()
}

// isSelected reports whether panels act on a pane.
func (st *Stage) isSelected(p *pane) bool {
	return p.runner != nil && (st.side == both || st.runners() < 2 || side(1+st.number(p)) == st.side)
}

// runners returns the number of simulations.
func (st *Stage) runners() (n int) {
	for _, p := range st.panes {
		if p.runner != nil {
			n++
		}
	}
	return n
}

// steer sends an event to the selected simulations.
func (st *Stage) steer(e Event) {
	for _, p := range st.panes {
		if st.isSelected(p) {
			p.runner.Do(e)
		}
	}
}

// steered returns the first selected simulation; nil: none.
func (st *Stage) steered() *pane {
	for _, p := range st.panes {
		if st.isSelected(p) {
			return p
		}
	}
	return nil
}

// joinValues returns the values of the selected simulations, once if they are equal.
func (st *Stage) joinValues(of func(*pane) string) string {
	var list []string
	for _, p := range st.panes {
		if st.isSelected(p) {
			if text := of(p); !slices.Contains(list, text) {
				list = append(list, text)
			}
		}
	}
	return strings.Join(list, " | ")
}

// twin returns the other pane if actions on the cloth of one act on both, otherwise nil.
func (st *Stage) twin(p *pane) *pane {
	for _, q := range st.panes {
		if q != p && st.side == both && (q.runner != nil) == (p.runner != nil) && q.at.Model != nil &&
			p.at.Model != nil &&
			slices.Equal(q.tris(), p.tris()) {
			return q
		}
	}
	return nil
}

// twins returns a pane with its twin.
func (st *Stage) twins(p *pane) []*pane {
	if q := st.twin(p); q != nil {
		return []*pane{p, q}
	}
	return []*pane{p}
}

// selects sets the probed place.
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

// fabricOf returns the fabric of a part.
func (p *pane) fabricOf(part int) string {
	if part >= len(p.at.Fabrics) {
		return ""
	}
	return p.at.Fabrics[part]
}
