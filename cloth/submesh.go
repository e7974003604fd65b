package cloth

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/law"
)

// Submesh is a set of connected components of a model as a model of its own. Vertices, triangles, other elements, parts
// and pins keep their order, and laws are bound as if there were nothing else: a simulation of it takes the steps of
// the components alone, bit for bit.
type Submesh struct {
	Model    *Model
	Vertices []int32        // index of each vertex in the whole
	Elements [Kinds][]int32 // likewise for elements
	Air      []int32        // likewise for air cells
	Parts    []int32        // likewise for parts, without those that have no vertex here

	model *Model
	local numbering
}

// Submesh returns the submesh of the vertices with in(vertex); an element must have all of its vertices in or none.
func (m *Model) Submesh(in func(vertex int32) bool) *Submesh {
	s := &Submesh{Model: &Model{Motions: m.Motions, Tracks: m.Tracks}, model: m}
	s.local.vertex, s.Vertices = renumberSubset(len(m.X0), in)
	has := func(v int32) bool { return s.local.vertex[v] >= 0 }
	for k := range Kinds {
		s.local.element[k], s.Elements[k] = renumberSubset(m.Count(k), func(i int32) bool {
			return has(m.vertexOf(k,
				int(i)))
		})
	}
	holds := make([]bool, len(m.Parts))
	for _, v := range s.Vertices {
		holds[m.Part[v]] = true
	}
	for _, t := range s.Elements[Triangles] { // of glued parts, which may have no vertex of their own
		holds[m.Rest[t].Part] = true
	}
	s.local.part, s.Parts = renumberSubset(len(m.Parts), func(p int32) bool { return holds[p] })
	s.addVertices()
	s.addElements()
	if m.clamp != nil {
		s.Model.clamp = make([]bool, len(s.Elements[Triangles]))
		gather(s.Model.clamp, m.clamp, s.Elements[Triangles])
	}
	for _, p := range s.Parts {
		info := m.Parts[p]
		for _, r := range []struct {
			of    *Range
			among []int32
		}{{&info.Vertices, s.Vertices}, {&info.Tris, s.Elements[Triangles]}, {&info.Hinges, s.Elements[Hinges]}} {
			lo, _ := slices.BinarySearch(r.among, int32(r.of.Lo))
			hi, _ := slices.BinarySearch(r.among, int32(r.of.Hi))
			*r.of = Range{lo, hi}
		}
		if info.Index != nil {
			info.Index = slices.DeleteFunc(slices.Clone(info.Index), func(v int32) bool { return !has(v) })
			renumber(info.Index, s.local.vertex)
		}
		s.Model.Parts = append(s.Model.Parts, info)
	}
	for _, r := range m.Rubbings {
		if r.A, r.B = s.local.part[r.A], s.local.part[r.B]; r.A >= 0 && r.B >= 0 {
			s.Model.Rubbings = append(s.Model.Rubbings, r)
		}
	}
	s.Model.bindLaws()
	s.Pin()
	return s
}

// renumberSubset numbers the indices below n with in(i): new index of each (−1 for others), and old index of each new
// one.
func renumberSubset(n int, in func(int32) bool) (local, whole []int32) {
	local = make([]int32, n)
	for i := range local {
		local[i] = -1
		if in(int32(i)) {
			local[i] = int32(len(whole))
			whole = append(whole, int32(i))
		}
	}
	return local, whole
}

func (s *Submesh) addVertices() {
	m, w := s.Model, s.model
	for _, v := range s.Vertices {
		m.X0, m.Mass = append(m.X0, w.X0[v]), append(m.Mass, w.Mass[v])
		m.Area, m.Radius = append(m.Area, w.Area[v]), append(m.Radius, w.Radius[v])
		m.Part = append(m.Part, s.local.part[w.Part[v]])
		if w.Room != nil {
			m.Room = append(m.Room, w.Room[v])
		}
	}
}

func (s *Submesh) addElements() {
	for k := range Kinds {
		for _, i := range s.Elements[k] {
			stores[k].copy(s.Model, s.model, i, &s.local)
		}
	}
	for _, l := range s.model.Lines {
		if s.local.vertex[l.V[0]] >= 0 {
			renumber(l.V[:], s.local.vertex)
			s.Model.Lines = append(s.Model.Lines, l)
		}
	}
	for _, r := range s.model.Rigid {
		if lo := s.local.vertex[r.Vertices.Lo]; lo >= 0 {
			r.Vertices = Range{int(lo), int(lo) + r.Vertices.Hi - r.Vertices.Lo}
			s.Model.Rigid = append(s.Model.Rigid, r)
		}
	}
	for k, c := range s.model.Air {
		if s.local.vertex[s.model.Tri[c.Tri[0]][0]] >= 0 {
			c.Tri = slices.Clone(c.Tri)
			renumber(c.Tri, s.local.element[Triangles])
			s.Model.Air, s.Air = append(s.Model.Air, c), append(s.Air, int32(k))
		}
	}
}

// Pin copies the present pins of the whole.
func (s *Submesh) Pin() {
	s.Model.Pins = s.Model.Pins[:0]
	for _, p := range s.model.Pins {
		if p.Vertex = s.local.vertex[p.Vertex]; p.Vertex >= 0 {
			s.Model.Pins = append(s.Model.Pins, p)
		}
	}
}

// Vertex returns the index in the submesh of a vertex of the whole; −1: not in it.
func (s *Submesh) Vertex(whole int32) int32 { return s.local.vertex[whole] }

// Points returns the values of the submesh's contact points, vertices and then triangles.
func (s *Submesh) Points(whole []bool) []bool {
	n, triangles := len(s.Vertices), s.Elements[Triangles]
	own := make([]bool, n+len(triangles))
	gather(own[:n], whole, s.Vertices)
	gather(own[n:], whole[len(s.local.vertex):], triangles)
	return own
}

// State returns the submesh's part of a state of the whole.
func (s *Submesh) State(whole *State) *State {
	own := NewState(s.Model)
	own.Time, own.Halvings, own.Before.H = whole.Time, whole.Halvings, whole.Before.H
	gather(own.X, whole.X, s.Vertices)
	gather(own.V, whole.V, s.Vertices)
	gather(own.Air, whole.Air, s.Air)
	if b := &own.Before; b.H != 0 {
		n := len(s.Vertices)
		*b = Before{b.H, make([]r3.Vec, n), make([]r3.Vec, n), make([]uint8, n)}
		gather(b.Gain, whole.Before.Gain, s.Vertices)
		gather(b.Lag, whole.Before.Lag, s.Vertices)
		gather(b.Age, whole.Before.Age, s.Vertices)
	}
	s.eachHistory(own, whole, func(own, whole []float64) { copy(own, whole) })
	n, wholeN := int32(len(s.Vertices)), int32(len(s.local.vertex))
	for _, t := range whole.Touches {
		if t.Point < wholeN {
			t.Point = s.local.vertex[t.Point]
		} else if t.Point = s.local.element[Triangles][t.Point-wholeN]; t.Point >= 0 {
			t.Point += n
		}
		if t.Point >= 0 {
			own.Touches = append(own.Touches, t)
		}
	}
	for _, r := range whole.Rubs {
		if s.containsAll(&r.V) {
			renumber(r.V[:], s.local.vertex)
			own.Rubs = append(own.Rubs, r)
		}
	}
	return own
}

// containsAll reports whether all four vertices are in the submesh.
func (s *Submesh) containsAll(v *[4]int32) bool {
	for _, i := range v {
		if s.local.vertex[i] < 0 {
			return false
		}
	}
	return true
}

// eachHistory visits the internal variables of each strain, role by role, in a state of the submesh and in one of the
// whole. The whole may have more per role, for laws that the submesh does not have; these are zero.
func (s *Submesh) eachHistory(own, whole *State, visit func(own, whole []float64)) {
	for kind, list := range s.Elements {
		on, all := &s.Model.Strains[kind], &s.model.Strains[kind]
		for i, w := range list {
			for strain := range Kind(kind).Per() {
				a, b := own.Past[kind].At(i, strain), whole.Past[kind].At(int(w), strain)
				visit(a[:1], b[:1])
				for r := range law.Roles {
					n := on.HistorySize[r]
					from, to := on.From(r), all.From(r)
					visit(a[from:from+n], b[to:to+n])
				}
			}
		}
	}
}

func gather[T any](own, whole []T, of []int32) {
	for i, v := range of {
		own[i] = whole[v]
	}
}

func scatter[T any](whole, own []T, of []int32) {
	for i, v := range of {
		whole[v] = own[i]
	}
}

// Join merges states of submeshes into one of the whole; vertices in none of them have their initial positions. All
// states have the same time. Halvings is the largest of them.
//
// BDF2 has one size of the last step. Submeshes with a last step shorter than the longest, or none, start again: their
// vertices use backward Euler, as after new contact.
func (m *Model) Join(parts []*Submesh, states []*State) *State {
	all := NewState(m)
	n := int32(len(m.X0))
	for _, own := range states {
		all.Time, all.Halvings = own.Time, max(all.Halvings, own.Halvings)
		all.Before.H = max(all.Before.H, own.Before.H)
	}
	if b := &all.Before; b.H != 0 {
		b.Gain, b.Lag, b.Age = make([]r3.Vec, n), make([]r3.Vec, n), make([]uint8, n)
	}
	for k, s := range parts {
		own := states[k]
		scatter(all.X, own.X, s.Vertices)
		scatter(all.V, own.V, s.Vertices)
		scatter(all.Air, own.Air, s.Air)
		s.eachHistory(own, all, func(own, whole []float64) { copy(whole, own) })
		if b := &own.Before; b.H != 0 && b.H == all.Before.H {
			scatter(all.Before.Gain, b.Gain, s.Vertices)
			scatter(all.Before.Lag, b.Lag, s.Vertices)
			scatter(all.Before.Age, b.Age, s.Vertices)
		} else if all.Before.H != 0 {
			for _, v := range s.Vertices {
				all.Before.Age[v] = 1
			}
		}
		for _, t := range own.Touches {
			if own := int32(len(s.Vertices)); t.Point < own {
				t.Point = s.Vertices[t.Point]
			} else {
				t.Point = n + s.Elements[Triangles][t.Point-own]
			}
			all.Touches = append(all.Touches, t)
		}
		for _, r := range own.Rubs {
			renumber(r.V[:], s.Vertices)
			all.Rubs = append(all.Rubs, r)
		}
	}
	slices.SortStableFunc(all.Touches, func(a, b Touch) int {
		return cmp.Or(cmp.Compare(a.Collider, b.Collider), cmp.Compare(a.Point, b.Point))
	})
	return all
}
