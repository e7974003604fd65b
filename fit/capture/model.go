package capture

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/fit"
	"hysteron/law"
)

// Models of cloth (Miguel 2014, §3.3): each part is the stiffness of one strain. None has Poisson contraction.
const (
	Soft    = "soft"    // elongations of warp and weft, and shear (Baraff and Witkin 1998); bending by hinges
	StVK    = "stvk"    // Green's strains of warp, weft and shear (Volino et al. 2009); bending by hinges
	Springs = "springs" // springs along threads and diagonals, and over the next vertex for bending
)

// Models lists all models.
func Models() []string { return []string{Soft, StVK, Springs} }

// Part is the stiffness of one strain: a curve through points.
type Part struct {
	Name   string
	High   float64     // strain of the last point; the first is at zero
	Even   bool        // points are at absolute values of the strain
	Points []float64   // stiffness [N/m]; of hinges, whose strain is 3κ, [N·m]
	Error  []float64   // standard errors of the points
	Bounds []fit.Bound // that points are at
	first  float64     // initial value of the search
	Gains  []float64   // residual of its own test, RMS, after each added point, decreasing
}

// presses reports whether the points are at compressive strains: springs over the next vertex shorten where cloth
// bends, and their test measures that. In tension their stiffness is that at rest, which the springs along the threads
// balance.
func (p *Part) presses() bool { return strings.HasPrefix(p.Name, "second") }

// diagonal reports whether the part bends along the diagonals of the threads.
func (p *Part) diagonal() bool { return p.Name == "bend_diagonal" || p.Name == "second_diagonal" }

// size returns the largest stiffness.
func (p *Part) size() float64 { return max(slices.Max(p.Points), 1e-3*p.first) }

// most returns the largest number of points: one for two frames of a test.
func (p *Part) most(frames int) int { return min(p.points(), (frames+1)/2) }

func (p *Part) points() int {
	if p.Even || p.presses() {
		return 3
	}
	return 5
}

// Law returns the elastic law of the part in a model.
func (p *Part) Law(model string) law.Law {
	k := p.Points
	c := law.Curve{High: p.High, K2: -1, K3: -1, K4: -1, K5: -1}
	knots := k
	if p.Even && len(k) > 1 {
		knots = slices.Clone(k[1:])
		slices.Reverse(knots)
		knots, c.Low = append(knots, k...), -p.High
	}
	if p.presses() && len(k) > 1 {
		knots = slices.Clone(k)
		slices.Reverse(knots)
		c.Low, c.High = -p.High, 0
	}
	if len(k) == 1 {
		c.High = 0
	}
	for i, at := range []*float64{&c.K1, &c.K2, &c.K3, &c.K4, &c.K5} {
		if i < len(knots) {
			*at = knots[i]
		}
	}
	if model == Soft && (p.Name == "warp" || p.Name == "weft") {
		return law.Soft(c)
	}
	return c
}

// at returns the index of the point that a parameter of its law is; −1 if it is none.
func (p *Part) at(param int, l law.Law) int {
	i := param - 2 // after low and high
	if i < 0 || !(law.Values(l)[param] >= 0) {
		return -1
	}
	if p.presses() {
		i = len(p.Points) - 1 - i
	} else if p.Even && len(p.Points) > 1 {
		i = max(i-(len(p.Points)-1), len(p.Points)-1-i)
	}
	return i
}

// more returns the part with one more point on its present curve.
func (p *Part) more(model string) *Part {
	q := *p
	n := len(p.Points) + 1
	q.Points = make([]float64, n)
	l := p.Law(StVK) // the curve itself
	for i := range q.Points {
		eps := p.High * max(float64(i), 1e-6) / float64(n-1)
		if p.presses() {
			eps = -eps
		}
		var r law.Response
		l.Respond(&law.Strain{Eps: eps, H: 1}, &r)
		q.Points[i] = r.Sigma / eps
	}
	return &q
}

// fabric returns the fabric of a model.
func fabric(model string, density float64, parts []*Part) cloth.Fabric {
	f := cloth.Fabric{Name: model, Density: density, Bending: cloth.HingeBending}
	if model == Springs {
		f.Stretch = cloth.SpringStretch
		f.BendWarp.Elastic, f.BendWeft.Elastic = law.Elastic{}, law.Elastic{}
	}
	for _, p := range parts {
		if len(p.Points) > 0 { // none before its search
			*component(&f, p.Name) = cloth.Component{Elastic: p.Law(model)}
		}
	}
	return f
}

func component(f *cloth.Fabric, name string) *cloth.Component {
	for _, c := range f.Components() {
		if c.Key == name {
			return c.Component
		}
	}
	return nil
}

// PartNames returns the names of the parts of a model, one per strain of the thesis (§3.3).
func PartNames(model string) []string {
	if model == Springs {
		return []string{"warp", "weft", "shear", "second", "second_weft", "second_diagonal"}
	}
	return []string{"warp", "weft", "shear", "bend_warp", "bend_weft", "bend_diagonal"}
}

// outliers is the share of a part's strains that is ignored at each end of their range (§3.4).
const outliers = 0.02

// reaches finds the range of a part's strain in the frames of tests.
func (p *Part) reaches(model string, tests []*Test) error {
	var all []float64
	for _, t := range tests {
		cell := t.Side / float64(t.N-1)
		for k := range t.Frames {
			f := &t.Frames[k]
			edge := func(i, j int) r3.Vec { return r3.Scale(1/cell, r3.Sub(f.X[j], f.X[i])) }
			for i := range f.X {
				col, row := i%t.N, i/t.N
				switch {
				case p.Name == "second" && col+2 < t.N:
					all = append(all, math.Abs(r3.Norm(edge(i, i+2))/2-1))
				case p.Name == "second_weft" && row+2 < t.N:
					all = append(all, math.Abs(r3.Norm(edge(i, i+2*t.N))/2-1))
				case p.diagonal() && row+2 < t.N:
					for _, by := range []int{-1, 1} {
						if col+2*by < 0 || col+2*by >= t.N {
							continue
						}
						mid, end := i+t.N+by, i+2*(t.N+by)
						if p.presses() {
							all = append(all, math.Abs(r3.Norm(edge(i, end))/math.Sqrt(8)-1))
						} else {
							all = append(all, turn(edge(i, mid), edge(mid, end))/(math.Sqrt2*cell))
						}
					}
				case p.Name == "bend_warp" && col+2 < t.N:
					all = append(all, turn(edge(i, i+1), edge(i+1, i+2))/cell)
				case p.Name == "bend_weft" && row+2 < t.N:
					all = append(all, turn(edge(i, i+t.N), edge(i+t.N, i+2*t.N))/cell)
				case p.Name == "warp" && col+1 < t.N:
					all = append(all, thread(model, edge(i, i+1)))
				case p.Name == "weft" && row+1 < t.N:
					all = append(all, thread(model, edge(i, i+t.N)))
				case p.Name == "shear" && col+1 < t.N && row+1 < t.N:
					if model == Springs {
						all = append(all, math.Abs(r3.Norm(edge(i, i+t.N+1))/math.Sqrt2-1), math.Abs(r3.Norm(edge(i+1, i+t.N))/math.Sqrt2-
							1))
					} else {
						all = append(all, math.Abs(r3.Dot(edge(i, i+1), edge(i, i+t.N))))
					}
				}
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	slices.Sort(all)
	p.High = all[int((1-outliers)*float64(len(all)-1))]
	if p.High <= 1e-6 {
		return fmt.Errorf("%s of %s: no strain above a millionth: expected a test that deforms it", p.Name, tests[0].Kind)
	}
	return nil
}

// turn returns the bending strain of one edge continued by another, times their length.
func turn(e, f r3.Vec) float64 { return 3 * math.Atan2(r3.Norm(r3.Cross(e, f)), r3.Dot(e, f)) }

// thread returns the strain of an edge along a thread, relative to its length at rest.
func thread(model string, e r3.Vec) float64 {
	if model == StVK {
		return (r3.Norm2(e) - 1) / 2
	}
	return r3.Norm(e) - 1
}
