package capture

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/fit"
	"hysteron/fit/findings"
)

// Frame is a sample at rest. Points are in rows along the warp, N in each.
type Frame struct {
	X     []r3.Vec
	Clip  []int    // clip of each point, from 1; 0: none
	Force []r3.Vec // force of each clip on the cloth, without the weight of the clip [N]
	Back  bool     // frame of the way back
}

// Test is a sequence of frames.
type Test struct {
	Kind   string
	N      int     // points along each side
	Side   float64 // [m]
	Mass   float64 // [kg]
	Frames []Frame
	File   string // file of the test
	line   int    // line of the mass in the file
}

// density returns mass over area [kg/m²].
func (t *Test) density() float64 { return t.Mass / (t.Side * t.Side) }

// refused returns the error of a finding in the test's file; nil if there is none.
func (t *Test) refused(f *findings.Finding) error { return fit.Refused(cmp.Or(t.File, t.Kind), f) }

// at returns the material coordinates of point i, from the middle [m].
func (t *Test) at(i int) (u, v float64) { return lattice(i, t.N, t.Side) }

func lattice(i, n int, side float64) (u, v float64) {
	return side * (float64(i%n)/float64(n-1) - .5), side * (float64(i/n)/float64(n-1) - .5)
}

// rig is a way to deform a sample by a number q ≥ 0 that increases and decreases.
type rig struct {
	kind string
	doc  string
	fits bool    // used in fits; otherwise for validation
	most float64 // largest q
	// clip returns the clip of a point of the cloth at q; h is half the side.
	clip func(q, u, v, h float64) int
	// place returns the position of a held point, and where a free one would be if it moved along.
	place func(q, u, v, h float64) r3.Vec
	folds bool    // q is the length that hangs over the edge of a table
	tight bool    // starts stretched along both threads
	share float64 // of the largest force that a clip pulls with; 0: all
}

// Dimensions of the rigs of the thesis (§3.2.2).
const (
	grip       = 0.2  // of half a side, held by clips at corners
	pretension = 0.02 // of the shear frame, less where that takes a tenth of the largest force
	overhang   = 0.85 // of a side, largest value
)

func long(side float64) int {
	if side < 0 {
		return 1
	}
	return 2
}

// bars holds the two edges where c is ±h.
func bars(c, h float64) int {
	if math.Abs(c) < h-1e-9 {
		return 0
	}
	return long(c)
}

// rigs lists all rigs, in the order in which fits use them.
var rigs = []rig{
	{kind: "stretch-warp", doc: "long clips on two sides, pulled apart along the warp", fits: true, most: .3,
		clip:  func(_, u, v, h float64) int { return bars(u, h) },
		place: func(q, u, v, h float64) r3.Vec { return r3.Vec{X: u * (1 + q), Z: -v} }},
	{kind: "stretch-weft", doc: "the same along the weft", fits: true, most: .3,
		clip:  func(_, u, v, h float64) int { return bars(v, h) },
		place: func(q, u, v, h float64) r3.Vec { return r3.Vec{X: u, Z: -v * (1 + q)} }},
	{kind: "shear", doc: "a frame of four long clips, pulled at opposite corners; stretched by 2 % or less so that " +
		"cloth stays smooth longer", fits: true, most: .2, tight: true,
		clip: func(_, u, v, h float64) int {
			if c := bars(u, h); c > 0 {
				return c
			}
			if c := bars(v, h); c > 0 {
				return 2 + c
			}
			return 0
		},
		place: func(q, u, v, h float64) r3.Vec {
			c, s := math.Cos(q/2), math.Sin(q/2)
			return r3.Vec{X: c*u + s*v, Z: -(s*u + c*v)}
		}},
	table("bend-warp", "pushed over the edge of a table along the warp", func(u, v float64) float64 { return u }, 1),
	table("bend-weft", "the same along the weft", func(u, v float64) float64 { return v }, 1),
	table("bend-diagonal", "the same along the diagonal", func(u, v float64) float64 {
		return (u + v) / math.Sqrt2
	}, math.Sqrt2),
	{kind: "corners", doc: "small clips at four corners, opposite ones pulled apart, with as much for their width as " +
		"long ones", most: .3, share: grip / math.Sqrt2,
		clip: func(_, u, v, h float64) int {
			if math.Abs(u) < (1-grip)*h-1e-9 || math.Abs(v) < (1-grip)*h-1e-9 {
				return 0
			}
			return 2*long(u) + long(v) - 2
		},
		// a quarter of the pull along the other diagonal, so that the cloth does not sag
		place: func(q, u, v, h float64) r3.Vec {
			a, b := q*h*(u+v)/(2*h), q/4*h*(u-v)/(2*h)
			return r3.Vec{X: u + a + b, Z: -(v + a - b)}
		}},
	{kind: "complex", doc: "long clips on opposite edges, pulled along them in opposite directions: it shears and buckles",
		most:  .2,
		clip:  func(_, u, v, h float64) int { return bars(v, h) },
		place: func(q, u, v, h float64) r3.Vec { return r3.Vec{X: u + q*v, Z: -v} }},
}

func table(kind, doc string, along func(u, v float64) float64, reach float64) rig {
	return rig{kind: kind, doc: doc, fits: true, most: overhang, folds: true,
		clip: func(q, u, v, h float64) int {
			if along(u, v) <= reach*h-2*q*h+1e-9 {
				return 1
			}
			return 0
		},
		place: func(_, u, v, _ float64) r3.Vec { return r3.Vec{X: u, Z: -v} }}
}

// Kinds returns the names of all tests, those for fits first.
func Kinds() (all []string) {
	for _, r := range rigs {
		all = append(all, r.kind)
	}
	return all
}

// Doc describes a test.
func Doc(kind string) string {
	for _, r := range rigs {
		if r.kind == kind {
			return r.doc
		}
	}
	return ""
}

// Rig is the settings of a measurement. The zero value is the thesis' sample with a coarser lattice.
type Rig struct {
	N      int     // points along each side; 0: 13 (thesis: 25)
	Side   float64 // [m]; 0: .1
	Frames int     // of the way there; 0: 10
	Back   bool    // as many frames minus one of the way back
	Force  float64 // largest force on a clip that holds a side [N]; 0: 10
}

func (r *Rig) fill() {
	if r.N == 0 {
		r.N = 13
	}
	if r.Side == 0 {
		r.Side = .1
	}
	if r.Frames == 0 {
		r.Frames = 10
	}
	if r.Force == 0 {
		r.Force = 10
	}
}

// Smallest number of points along a side, and of frames of a test.
const (
	FewestPoints = fewest
	FewestFrames = 2
)

// Check returns an error for invalid settings.
func (r Rig) Check() error {
	if r.fill(); r.N < fewest || r.N > most || r.Frames < FewestFrames || r.Frames > 200 {
		return fmt.Errorf("%d points along a side, %d frames: expected %d to %d, and %d to 200", r.N, r.Frames, fewest, most,
			FewestFrames)
	}
	return nil
}

// Measure deforms a sample of a fabric with internal friction quasi-statically.
func (r Rig) Measure(ctx context.Context, f cloth.Fabric, kind string) (*Test, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	r.fill()
	k := slices.IndexFunc(rigs, func(g rig) bool { return g.kind == kind })
	if k < 0 {
		return nil, fmt.Errorf("test %q: expected one of %v", kind, Kinds())
	}
	g := &rigs[k]
	to := g.most
	if !g.folds {
		var err error
		if to, err = r.reach(ctx, f, g); err != nil {
			return nil, fmt.Errorf("%s: %w", kind, err)
		}
	}
	s, err := r.begin(f, g)
	if err != nil {
		return nil, err
	}
	defer s.body.close()
	if err := s.tighten(ctx); err != nil {
		return nil, fmt.Errorf("%s: %w", kind, err)
	}
	t := &Test{Kind: kind, N: r.N, Side: r.Side, Mass: s.body.model.TotalMass()}
	paths := r.Frames
	if r.Back && !g.folds {
		paths = 2*r.Frames - 1
	}
	for i := 1; i <= paths; i++ {
		at := i
		if i > r.Frames {
			at = 2*r.Frames - i
		}
		q := to * float64(at) / float64(r.Frames)
		if g.folds {
			q = to * (.3 + .7*float64(at-1)/float64(r.Frames-1))
		}
		if err := s.to(ctx, q); err != nil {
			return nil, fmt.Errorf("%s: %w", kind, err)
		}
		frame := s.frame()
		frame.Back = i > r.Frames
		t.Frames = append(t.Frames, frame)
	}
	return t, nil
}

// reach returns how far a test goes until a clip pulls with the largest force.
func (r *Rig) reach(ctx context.Context, f cloth.Fabric, g *rig) (float64, error) {
	s, err := r.begin(f, g)
	if err != nil {
		return 0, err
	}
	defer s.body.close()
	if err := s.tighten(ctx); err != nil {
		return 0, err
	}
	// Small clips get the same line load as long ones. With the same force, threads of stiffening cloth would stretch
	// several times as far as in any fit.
	most := r.Force
	if g.share > 0 {
		most *= g.share
	}
	last, at := 0., 0.
	for d := g.most / 64; at < g.most; d *= 1.3 {
		q := min(g.most, at+d)
		if err := s.to(ctx, q); err != nil {
			return 0, err
		}
		now := s.strongest()
		if now > most {
			return at + (q-at)*max(0, most-last)/(now-last), nil
		}
		last, at = now, q
	}
	return g.most, nil
}

// sample is a sample on a rig.
type sample struct {
	*Rig
	*rig
	body *body
	x    []r3.Vec
	clip []int
	q    float64
	pre  float64 // pretension along both threads
}

func (r *Rig) begin(f cloth.Fabric, g *rig) (*sample, error) {
	b, err := newBody(f, r.N, r.Side)
	if err != nil {
		return nil, err
	}
	return &sample{Rig: r, rig: g, body: b, x: slices.Clone(b.model.X0), clip: make([]int, len(b.model.X0))}, nil
}

// tighten applies the pretension of the rig in ten steps.
func (s *sample) tighten(ctx context.Context) error {
	for i := 1; s.tight && i <= 10; i++ {
		was := s.pre
		if err := s.step(ctx, 0, pretension*float64(i)/10); err != nil {
			return err
		}
		if s.strongest() > s.Force/10 && i > 1 {
			return s.step(ctx, 0, was)
		}
	}
	return nil
}

// to moves to q in steps of at most a hundredth of the range.
func (s *sample) to(ctx context.Context, q float64) error {
	cell := 1 / float64(s.N-1)
	n := int(math.Ceil(math.Abs(q-s.q)/(s.most/50) - 1e-9))
	if s.folds {
		n = int(math.Ceil(math.Abs(q-s.q)/cell - 1e-9))
	}
	from := s.q
	for i := 1; i <= n; i++ {
		if err := s.way(ctx, from+(q-from)*float64(i)/float64(n), mostHalvings); err != nil {
			return fmt.Errorf("at q = %.4g: %w", s.q, err)
		}
	}
	return nil
}

// mostHalvings is the largest number of halvings of a step in which friction finds no rest.
const mostHalvings = 4

// way moves to q in one step, or in halves where there is no rest.
func (s *sample) way(ctx context.Context, q float64, halvings int) error {
	x, from := slices.Clone(s.x), s.q
	err := s.step(ctx, q, s.pre)
	var lost *noRest
	if !errors.As(err, &lost) || halvings == 0 || s.folds {
		return err
	}
	copy(s.x, x)
	s.q = from
	if err := s.way(ctx, (from+q)/2, halvings-1); err != nil {
		return err
	}
	return s.way(ctx, q, halvings-1)
}

// step moves to q with a pretension pre.
func (s *sample) step(ctx context.Context, q, pre float64) error {
	h, held := s.Side/2, make([]bool, len(s.x))
	for i := range s.x {
		u, v := lattice(i, s.N, s.Side)
		s.clip[i] = s.rig.clip(q, u, v, h)
		held[i] = s.clip[i] > 0
		to := r3.Scale(1+pre, s.place(q, u, v, h))
		if held[i] {
			s.x[i] = to
		} else if !s.folds {
			s.x[i] = r3.Add(s.x[i], r3.Sub(to, r3.Scale(1+s.pre, s.place(s.q, u, v, h))))
		}
	}
	s.q, s.pre = q, pre
	s.body.hold(held)
	if _, err := s.body.settle(ctx, s.x, s.Side, 1); err != nil {
		return err
	}
	s.body.commit(s.x)
	return nil
}

// frame returns the present state of the sample.
func (s *sample) frame() Frame {
	return Frame{X: slices.Clone(s.x), Clip: slices.Clone(s.clip), Force: s.body.clips(s.x, s.clip)}
}

// strongest returns the largest force on a clip [N].
func (s *sample) strongest() (most float64) {
	for _, f := range s.body.clips(s.x, s.clip) {
		most = max(most, r3.Norm(f))
	}
	return most
}

// clips returns the forces of clips on the cloth at x.
func (b *body) clips(x []r3.Vec, clip []int) []r3.Vec {
	g := b.probe.Look(x)
	out := make([]r3.Vec, slices.Max(clip))
	for i, c := range clip {
		if c > 0 {
			out[c-1] = r3.Add(out[c-1], g[i])
		}
	}
	return out
}

// Errors of the thesis' rig (§3.2.3): of a point, of a clip's force, and the friction of its pulleys.
const (
	pointError  = 0.075e-3 // [m]
	forceError  = 3e-3     // [N]
	pulleyError = 0.1      // [N]
)

// Disturb adds normal errors to the readings: share of the largest force and of the largest motion of a point, or those
// of the thesis' rig if share is 0. The position of a clip is the mean of its points.
func (t *Test) Disturb(share float64, seed, stream uint64) {
	r := rand.New(rand.NewPCG(seed, stream))
	normal := func(sd float64) r3.Vec {
		return r3.Scale(sd, r3.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()})
	}
	point, force, pulley := pointError, forceError, pulleyError
	if share > 0 {
		way, most := 0., 0.
		for _, f := range t.Frames {
			for i, x := range f.X {
				u, v := t.at(i)
				way = max(way, r3.Norm(r3.Sub(x, r3.Vec{X: u, Z: -v})))
			}
			for _, f := range f.Force {
				most = max(most, r3.Norm(f))
			}
		}
		point, force, pulley = share*way, share*most, 0
	}
	for k := range t.Frames {
		f := &t.Frames[k]
		points, off := make([]int, len(f.Force)), make([]r3.Vec, len(f.Force))
		for _, c := range f.Clip {
			if c > 0 {
				points[c-1]++
			}
		}
		for c, n := range points {
			off[c] = normal(point / math.Sqrt(float64(max(n, 1))))
			if size := r3.Norm(f.Force[c]); size > 0 {
				side := pulley / 2
				if f.Back {
					side = -side
				}
				f.Force[c] = r3.Add(r3.Scale(1+side/size, f.Force[c]), normal(force))
			}
		}
		for i, c := range f.Clip {
			if c > 0 {
				f.X[i] = r3.Add(f.X[i], off[c-1])
			} else {
				f.X[i] = r3.Add(f.X[i], normal(point))
			}
		}
	}
}
