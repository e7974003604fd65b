package cpu

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/linalg"
	"hysteron/step"
)

// giveWay finds the walls that give way to contact points in the step, see step.GivesWay. Closest points are those of
// the first detection, at the end of the step. Distances from their planes are those of the start of the step, so no
// iteration changes the choice.
func (s *Sim) giveWay() {
	if s.Settings.OnNoRoom == step.StopOnNoRoom {
		return
	}
	s.pool.For(len(s.x)+len(s.Model.Tri), linalg.SumGrain, func(lo, hi int) {
		var walls []wall
		for i := lo; i < hi; i++ {
			if walls = s.wallsOf(i, walls[:0]); len(walls) < 2 {
				continue
			}
			delta, _ := s.contactLaw(i)
			for a := range walls {
				for b := range walls[:a] {
					p, q := &walls[a], &walls[b]
					switch which, by := step.GivesWay(q.Wall, p.Wall, p.of == q.of, delta); which {
					case 1:
						p.of.off, p.of.by = p.Normal, by
					case -1:
						q.of.off, q.of.by = q.Normal, by
					}
				}
			}
			for _, v := range walls {
				v.of.giveWay()
			}
		}
	})
}

// wall is a contact plane near a contact point.
type wall struct {
	step.Wall
	of *nearby
}

// wallsOf appends the walls near contact point i, with its distances from them at the start of the step.
func (s *Sim) wallsOf(i int, list []wall) []wall {
	for _, o := range s.obstacles {
		if !o.live[i] {
			continue
		}
		q := &o.near[i]
		for c := range q.planes[:q.count] {
			p := &q.planes[c]
			v := step.Wall{Name: o.Name, Normal: p.normal, Priority: o.Priority}
			v.Distance = p.distance(s.point(s.State.X, i)) - p.spare
			list = append(list, wall{v, q})
		}
	}
	return list
}

// giveWay moves the planes of the wall that gives way.
func (q *nearby) giveWay() {
	if !q.givesWay() {
		return
	}
	for c := range q.planes[:q.count] {
		if p := &q.planes[c]; p.gave == 0 && r3.Dot(p.normal, q.off) > 0 {
			p.gave = q.by
			p.offset -= q.by
			p.cone = FrictionCone{}
		}
	}
}

// givesWay reports whether a wall gives way to the contact point.
func (q *nearby) givesWay() bool { return q.by > 0 }
