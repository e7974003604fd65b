package cpu

import "hysteron/cloth"

// Damping is Baraff–Witkin damping on the strain rates: stress k_d·ε̇ with k_d = k1·damping,
// as the step potential k_d/(2h)·(ε − ε_n)² (Miguel 2013 §6 takes k_d from 1/100 to 1/10 of k).
type Damping struct {
	m     *cloth.Model
	curve []curveLaw
	state *cloth.State
	h     float64
}

// Name of the term.
func (*Damping) Name() string { return "damping" }

// Begin takes the strains at the start of the step.
func (c *Damping) Begin(s *Sim) { c.m, c.curve, c.state, c.h = s.Model, s.curveLaw, s.State, s.H }

// Membrane adds the damping of triangle t.
func (c *Damping) Membrane(t int, e Strain, r *MembraneResponse) {
	f := &c.m.Parts[c.m.Rest[t].Part].Fabric
	mem := &c.state.Membrane[t]
	for k, p := range [3]*cloth.Component{&f.Warp, &f.Weft, &f.Shear} {
		kd := p.K1 * p.Damping / c.h
		d := e[k] - mem[k].Eps
		r.Psi += kd / 2 * d * d
		r.S[k] += kd * d
		r.C[k] += kd
	}
}

// Hinge adds the damping of hinge i.
func (c *Damping) Hinge(i int, eps float64, r *HingeResponse) {
	b := &c.m.Hinges[i].Bend
	kd := b.K1 * b.Damping / c.h
	d := eps - c.state.Bend[i].Eps
	r.Psi += kd / 2 * d * d
	r.Sigma += kd * d
	r.K += kd
}

// Curve adds the damping of curve i.
func (c *Damping) Curve(i int, e Strain, r *MembraneResponse) {
	law := &c.curve[c.m.Rest[c.m.Curves[i].Tri].Part]
	for k := range law.part {
		p := &law.part[k]
		kd := p.K1 * p.Damping / c.h
		d := e[k] - c.state.Curve[i][k].Eps
		r.Psi += kd / 2 * d * d
		r.S[k] += kd * d
		r.C[k] += kd
	}
}
