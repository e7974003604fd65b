package step

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// SoftPins returns the soft pins of a model as grabs of a step that ends at time t [s]; of several on a vertex the
// last. target returns the target of a pin at that time [m].
func SoftPins(m *cloth.Model, t float64, target func(*cloth.Pin) r3.Vec) (list []Grab) {
	at := map[int32]int{}
	for i := range m.Pins {
		p := &m.Pins[i]
		f := p.Pull(t)
		if f == 0 {
			continue
		}
		to := target(p)
		g := Grab{Vertex: p.Vertex, Stiffness: f * p.Stiffness, Target: to}
		if p.Limit > 0 {
			g.Leash = Leash{Centre: to, Length: p.Limit, Force: f * p.LimitForce}
		}
		if k, twice := at[p.Vertex]; twice {
			list[k] = g
			continue
		}
		at[p.Vertex] = len(list)
		list = append(list, g)
	}
	return list
}

// JoinGrabs returns two lists of grabs as one, in the order of the first list. Two springs of a vertex become one:
// their stiffnesses add up, and its target is their mean by stiffness. Of two leashes of a vertex the first counts.
func JoinGrabs(a, b []Grab) []Grab {
	if len(a) == 0 || len(b) == 0 {
		return append(a[:len(a):len(a)], b...)
	}
	at := make(map[int32]int, len(a))
	list := append([]Grab(nil), a...)
	for i := range a {
		at[a[i].Vertex] = i
	}
	for _, g := range b {
		k, both := at[g.Vertex]
		if !both {
			list = append(list, g)
			continue
		}
		q := &list[k]
		if sum := q.Stiffness + g.Stiffness; sum > 0 {
			q.Target = r3.Add(r3.Scale(q.Stiffness/sum, q.Target), r3.Scale(g.Stiffness/sum, g.Target))
			q.Stiffness = sum
		}
		if q.Leash.Force == 0 {
			q.Leash = g.Leash
		}
	}
	return list
}
