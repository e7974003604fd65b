package lab

import (
	"context"
	"fmt"
	"math"
	"slices"

	"hysteron/cloth"
)

// Errors of readings (Miguel 2012 §5; Miguel 2013 §4): marks on cloth, load cells; an angle by eye.
const (
	markError  = 0.075e-3 // [m]
	forceError = 3e-3     // [N]
	angleError = 0.1 * math.Pi / 180
	// Error of a point of a shadow's outline, traced with a pencil half a millimetre wide or in a picture with pixels
	// of about that size. Assumed.
	outlineError = 0.5e-3
	// Error of a curvature by a circle through three marks 10 mm apart. The sagitta is s = κd²/2 and has the error of a
	// mark times √1.5.
	curvatureError = 2 * 1.2247 * markError / (10e-3 * 10e-3)
)

// TensileTop is the force at which Kawabata's tensile tester turns: half a kilogram of force per centimetre [N/m].
const TensileTop = 500 * 9.80665e-3 / 1e-2

// turnError is the largest relative deviation from it of the virtual tester.
const turnError = 1e-3

// Options of a measurement. The zero value has the usual settings and one repeat.
type Options struct {
	Most    int // largest weight [N]; 0: 6
	Repeats int // of the cycles of weights; 0: 1

	Held, After []float64 // times of crease, bagging, relax and creep [s]; nil: the standard's

	Against *cloth.MeasuredFriction // surface under a sled; nil: a plate, with the fabric's own coefficient
}

// Instrument is a method to measure a fabric.
type Instrument struct {
	Kind  string   // of hysteron fit
	Parts []string // components of a fabric that it can measure
	Doc   string
	// run measures the warp. For the weft the fabric is turned.
	run func(ctx context.Context, f cloth.Fabric, opt Options) (*Table, error)
}

// Instruments lists all instruments.
var Instruments = []Instrument{
	{"stretch", []string{"warp", "weft"}, "weights hung from a sample of 10 × 10 cm, put on and taken off", weigh},
	{"tensile", []string{"warp", "weft"}, "Kawabata's tensile tester: to 500 gf/cm, or 60 %, and back, sides held as " +
		"wide as they are", tensile},
	{"energy", []string{"biaxial"}, "a biaxial tester: along each direction with the other held, and along both", biaxial},
	{"shear", []string{"shear"}, "a picture frame, to ±8° and back", shear},
	{"bending", []string{"bend_warp", "bend_weft"}, "Kawabata's pure bending tester, to ±2.5 1/cm", bending},
	{"cantilever", []string{"bend_warp", "bend_weft"}, "a strip over the edge of a table, at five overhangs", cantilever},
	{"sled", []string{"warp", "weft"}, "a loaded sled with cloth below, dragged over a plate by a cord", sled},
	{"crease", []string{"bend_warp", "bend_weft"}, "specimens of 40 × 15 mm, folded, loaded and let go " +
		"(ISO 2313)", crease},
	{"bagging", []string{"warp", "weft"}, "a strip that a bar held stretched, and how far it bags afterwards", bag},
	{"relax", []string{"warp", "weft"}, "a strip that is held stretched, and its force over time", relax},
	{"creep", []string{"warp", "weft"}, "a strip under a load, and its elongation over time",
		elongate},
	{"bend", []string{"bend_warp", "bend_weft"}, "strips rolled on twelve cylinders and let go slowly on an edge, then " +
		"hung", spirals},
}

// InstrumentFor returns the instrument of a kind of fit, whose table that fit reads.
func InstrumentFor(kind string) (*Instrument, error) {
	var names []string
	for i := range Instruments {
		if Instruments[i].Kind == kind {
			return &Instruments[i], nil
		}
		names = append(names, Instruments[i].Kind)
	}
	return nil, fmt.Errorf("instrument %q: expected one of %v", kind, names)
}

// Measure measures a part of a fabric, one of Parts.
func (n *Instrument) Measure(ctx context.Context, f cloth.Fabric, part string, opt Options) (*Table, error) {
	if part == "weft" || part == "bend_weft" {
		f.Warp, f.Weft = f.Weft, f.Warp
		f.BendWarp, f.BendWeft = f.BendWeft, f.BendWarp
		if opt.Against != nil {
			opt.Against = &cloth.MeasuredFriction{Name: opt.Against.Name, Warp: opt.Against.Weft, Weft: opt.Against.Warp}
		}
	}
	if opt.Most == 0 {
		opt.Most = 6
	}
	opt.Repeats = max(opt.Repeats, 1)
	t, err := n.run(ctx, f, opt)
	if err != nil {
		return nil, fmt.Errorf("%s of %s: %w", n.Kind, part, err)
	}
	return t, nil
}

// weigh returns the readings of Hanging at whole newtons: lengths, and widths in the middle.
func weigh(ctx context.Context, f cloth.Fabric, opt Options) (*Table, error) {
	s, err := Hang(ctx, f)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	t := &Table{
		Notes: []Note{{"width", Side, "mm", 1e-3}, {"length", Side, "mm", 1e-3}, {"mass", s.Mass(), "g", 1e-3}},
		Columns: []Column{{Name: "weight", Unit: "N", Per: 1}, {Name: "length", Unit: "mm", Per: 1e-3,
			Read: Read{Error: markError}},
			{Name: "width", Unit: "mm", Per: 1e-3, Read: Read{Error: markError}}},
	}
	return t, s.Cycles(opt.Most, opt.Repeats, 2, nil, func(r Reading) error {
		t.add(r.Weight, s.Length(), s.Width())
		return ctx.Err()
	})
}

// tensile stretches until the force per width reaches TensileTop or the cloth 1.6 times its length. A note in the table
// reports the latter.
func tensile(ctx context.Context, f cloth.Fabric, _ Options) (*Table, error) {
	s, err := StretchTester(ctx, f, true)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	t := &Table{Notes: OfSpecimen(&f), Columns: []Column{{Name: "strain", Unit: "%", Per: 1e-2},
		{Name: "force", Unit: "N/m", Per: 1, Read: Read{Error: forceError / Side}}}}
	at := func(e float64) (force float64, err error) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		force, err = s.To(e + e*e/2)
		force *= 1 + e
		t.add(e, force)
		return force, err
	}
	t.add(0, 0)
	e, force := 0.0, 0.0
	for d := 2e-4; force < (1-turnError)*TensileTop && e < 0.6; d = min(1.08*d, 0.02) {
		last := force
		e += d
		if force, err = at(e); err != nil {
			return nil, err
		}
		// Cloth stiffens: half of the rest at the present slope stays below the top; the last step hardly exceeds it.
		if left := (TensileTop - force) * d / max(force-last, 1e-9*TensileTop); left < 2.16*d {
			d = left / 1.08
			if force < (1-20*turnError)*TensileTop {
				d /= 2
			}
		}
	}
	if force < (1-turnError)*TensileTop {
		t.Says = []string{fmt.Sprintf("turned at %.3g %% of elongation, where the instrument ends, and %.4g N/m of the "+
			"%.4g N/m (500 gf/cm) of Kawabata's", 100*e, force, TensileTop)}
	}
	for n, i := 60, 1; i <= n; i++ { // points are denser where friction reverses
		k := float64(i) / float64(n)
		if _, err := at(e * (1 - k*k)); err != nil {
			return nil, err
		}
	}
	if least := slices.Min(t.Columns[1].V); least < -pushing*TensileTop {
		t.Says = append(t.Says, fmt.Sprintf("on the way back the force is below zero, by up to %.3g N/m: a real tester "+
			"cannot push and shows none there, as cloth goes slack that friction keeps longer", -least))
	}
	return t, nil
}

// pushing is the share of the largest force from which on negative forces are noted.
const pushing = 0.01

const halfCycle = 40 // points from one end of a curve to the other

func shear(ctx context.Context, f cloth.Fabric, _ Options) (*Table, error) {
	return cycled(ctx, ShearTester, f, ShearTop, Column{Name: "angle", Unit: "deg", Per: math.Pi / 180},
		Column{Name: "force", Unit: "N/m", Per: 1, Read: Read{Error: forceError / Side}})
}

// bending reads moments with the error of Kawabata's tester, about .1 % of its range (KES-FB2).
func bending(ctx context.Context, f cloth.Fabric, _ Options) (*Table, error) {
	return cycled(ctx, BendTester, f, BendTop, Column{Name: "curvature", Unit: "1/cm", Per: 100},
		Column{Name: "moment", Unit: "gf.cm/cm", Per: 9.80665e-3, Read: Read{Error: 1e-3, Share: true}})
}

func cycled(ctx context.Context, build Build, f cloth.Fabric, top float64, q, force Column) (*Table, error) {
	c, err := Cycle(ctx, build, f, top, halfCycle)
	if err != nil {
		return nil, err
	}
	q.V, force.V = c.Q, c.F
	return &Table{Notes: OfSpecimen(&f), Columns: []Column{q, force}}, nil
}

// Radii of the cylinders of Miguel et al. 2013, §4.3 [m].
var Radii = []float64{0.003, 0.004, 0.005, 0.006, 0.007, 0.0075, 0.010, 0.016, 0.023, 0.0275, 0.0315, 0.050}

// spirals reads the middle of strips that were released on an edge and then hung. They are so short that they unroll
// all the way. Their middle line was rolled on a circle half a thickness wider than the cylinder.
func spirals(ctx context.Context, f cloth.Fabric, _ Options) (*Table, error) {
	t := &Table{
		Notes: OfSpecimen(&f),
		Columns: []Column{{Name: "radius", Unit: "mm", Per: 1e-3}, {Name: "curvature", Unit: "1/m", Per: 1,
			Read: Read{Error: curvatureError}}, {Name: "length", Unit: "mm", Per: 1e-3, Read: Read{Error: markError}},
			{Name: "lever", Unit: "mm", Per: 1e-3, Read: Read{Error: markError}}},
	}
	for _, radius := range Radii {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		u, err := HungOn(ctx, f, radius)
		if err != nil {
			return nil, fmt.Errorf("on %g mm: %w", 1000*radius, err)
		}
		length, lever := u.Below(HungFacets / 2)
		t.add(radius, u.Curvature[HungFacets/2-1], length, lever)
	}
	return t, nil
}
