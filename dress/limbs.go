package dress

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/check"
	"hysteron/cloth"
	"hysteron/placement"
	"hysteron/scenes"
	"hysteron/step"
)

// away is limbs that are removed while seams close: an arm at the side of the body reaches through the panels of a wide
// skirt, whose seams would close around the wrist. Cloth of such panels does not collide with these limbs.
type away struct {
	limbs [][]body.Limb // of each body
	panel []string      // names, for messages
	blind []bool        // contact points of the cloth, vertices, then triangles, that ignore them
}

// pose puts bodies into the poses in which they pass through the fewest panels. It returns the scene with these poses,
// and notes.
func pose(setup *scenes.Setup) (posed *scenes.Setup, notes []string) {
	posed = setup
	for i := range setup.Bodies {
		found, p := setup.Posed(i)
		if p == (placement.Pose{}) {
			continue
		}
		if posed == setup {
			made := *setup
			made.Bodies, made.Colliders = slices.Clone(setup.Bodies), slices.Clone(setup.Colliders)
			posed = &made
		}
		posed.Bodies[i], posed.Colliders[i].Surface = found, found
		notes = append(notes, fmt.Sprintf("body %q has %s while garments are put on: so it passes through fewer panels",
			setup.Scene.Bodies[i].Name, p))
	}
	return posed, notes
}

// findAway finds the panels that limbs pass through at time t: the middle line of a limb intersects a triangle. Panels
// with the label "arm" belong around them and do not count.
func findAway(setup *scenes.Setup, t float64) *away {
	m := setup.Model
	a := &away{limbs: make([][]body.Limb, len(setup.Bodies))}
	type panel struct{ part, panel int32 }
	blind := map[panel]bool{}
	panelOf := func(tri int) (panel, bool) {
		part := m.Rest[tri].Part
		p := &setup.Pieces[part]
		if !p.Garment || p.Sewn || len(p.Panel) == 0 {
			return panel{}, false
		}
		k := p.Panel[tri-m.Parts[part].Tris.Lo]
		return panel{part, k}, p.Panels[k].Label != "arm"
	}
	met := map[int32]bool{} // corners of the intersected triangles
	for i, b := range setup.Bodies {
		x := make([]r3.Vec, b.NumVertices())
		b.Positions(x, t)
		for _, limb := range body.Arms(b) {
			line := placement.MiddleLine(x, limb)
			hit := false
			for tri, v := range m.Tri {
				if _, counts := panelOf(tri); !counts || !placement.Crosses(line, m.X0[v[0]], m.X0[v[1]], m.X0[v[2]]) {
					continue
				}
				hit, met[v[0]], met[v[1]], met[v[2]] = true, true, true, true
			}
			if hit {
				a.limbs[i] = append(a.limbs[i], limb)
			}
		}
	}
	if len(met) == 0 {
		return nil
	}
	for tri, v := range m.Tri { // both sides of a seam
		if p, counts := panelOf(tri); counts && (met[v[0]] || met[v[1]] || met[v[2]]) {
			blind[p] = true
		}
	}
	a.blind = make([]bool, len(m.X0)+len(m.Tri))
	for tri, v := range m.Tri {
		p, counts := panelOf(tri)
		if !counts || !blind[p] {
			continue
		}
		a.blind[len(m.X0)+tri] = true
		for _, k := range v {
			a.blind[k] = true
		}
		if name := setup.Pieces[p.part].Panels[p.panel].Name; !slices.Contains(a.panel, name) {
			a.panel = append(a.panel, name)
		}
	}
	return a
}

func (a *away) note() string {
	var names []string
	for _, list := range a.limbs {
		for _, l := range list {
			names = append(names, l.Name)
		}
	}
	return fmt.Sprintf("%s would be in the way of %s: it is put on as if they were not there, and hangs before they "+
		"come back", strings.Join(names, " and "), strings.Join(a.panel, ", "))
}

// bodies returns the bodies of the scene without removed limbs.
func (a *away) bodies(setup *scenes.Setup) []body.Body {
	out := slices.Clone(setup.Bodies)
	for i, limbs := range a.limbs {
		if len(limbs) > 0 {
			out[i] = body.NewFolded(setup.Bodies[i], limbs)
		}
	}
	return out
}

// colliders returns the colliders of the scene: bodies with limbs for the cloth that feels them, followed by the same
// bodies without limbs for the other cloth.
func (a *away) colliders(setup *scenes.Setup) []step.Collider {
	out := slices.Clone(setup.Colliders)
	feels := make([]bool, len(a.blind))
	for i, b := range a.blind {
		feels[i] = !b
	}
	for i, b := range a.bodies(setup) {
		if len(a.limbs[i]) == 0 {
			continue
		}
		c := out[i]
		out[i].Skip = a.blind
		c.Surface, c.Skip = b, feels
		out = append(out, c)
	}
	return out
}

// isClear returns an error unless the limbs may return: they touch no cloth.
func (a *away) isClear(setup *scenes.Setup, state *cloth.State) error {
	m := setup.Model
	for i, limbs := range a.limbs {
		b := setup.Bodies[i]
		x := make([]r3.Vec, b.NumVertices())
		b.Positions(x, state.Time)
		for _, l := range limbs {
			of := map[int32]bool{}
			for _, v := range l.Vertices {
				of[v] = true
			}
			limb := check.Mesh{X: x}
			for _, v := range b.Triangles() {
				if of[v[0]] || of[v[1]] || of[v[2]] {
					limb.Tri = append(limb.Tri, v)
				}
			}
			var marked []int32
			for _, p := range check.Check(check.Mesh{X: state.X, Tri: m.Tri}, []check.Mesh{limb}, nil).Body {
				if n := len(marked); a.blind[len(m.X0)+int(p[0])] && (n == 0 || marked[n-1] != p[0]) {
					marked = append(marked, p[0])
				}
			}
			if len(marked) > 0 {
				return &Trouble{
					Err: fmt.Errorf("%s: the %s of body %q reaches through it, %s, where it hangs: raise the arm in the pose that "+
						"it is put on in, or move the garment with offset_m",
						m.Parts[m.Rest[marked[0]].Part].Name, l.Name, setup.Scene.Bodies[i].Name, placeOf(setup, state.X, marked[0])),
					X: slices.Clone(state.X), Time: state.Time, Bodies: setup.Bodies, Marked: marked,
				}
			}
		}
	}
	return nil
}
