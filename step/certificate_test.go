package step

import (
	"math"
	"testing"
)

// plank is a bowl with a linear solver that goes a thousandth of the way unless a small residual is required, and
// reports the residual that it may leave.
type plank struct {
	*bowl
	asked  []float64 // Linear.MaxResidual of each search
	digits float64   // least that can be left [m]
}

func (p *plank) Search(l Linear) {
	p.bowl.Search(l)
	way := p.p
	if l.MaxResidual == 0 {
		p.p *= 1e-3
	} else {
		p.p *= 1 - min(.999, max(p.digits, l.MaxResidual/2)/math.Abs(way))
	}
	p.asked = append(p.asked, l.MaxResidual)
	p.reductions.LinearResidual, p.reductions.Residual = math.Abs(way-p.p), math.Abs(way)
	p.reductions.Move, p.reductions.Mean, p.reductions.Slope = math.Abs(p.p), math.Abs(p.p), p.g*p.p
	p.TrialStep(1)
	p.reductions.Norm = 1e-3 // stiff parts drown the rest
}
func (p *plank) Evaluate(first bool) {
	p.bowl.Evaluate(first)
	p.reductions.Norm = 1e-4
	p.reductions.Residual = math.Abs(p.g / p.k(p.x))
}

// TestCertificate: a step that seems to have converged with an unsolved linear system continues until the system is
// solved to the tolerance. If that is impossible, it has not converged, and the report has the reason. Steps are proved
// again: all of them while they are found unconverged, and some afterwards.
func TestCertificate(t *testing.T) {
	set := DefaultSettings()
	set.Acceleration = 1e6
	const h = 1. / 240
	p := &plank{bowl: newBowl(1)}
	p.x = .01
	d := Driver{Operations: p, Settings: &set}
	rep, err := d.Step(0, h)
	if err != nil || rep.Outcome != Converged || !(math.Abs(p.x) < set.Tolerance) {
		t.Errorf("%+v, %v, at %g", rep, err, p.x)
	}
	if len(p.asked) < 2 || p.asked[0] != 0 || p.asked[1] != set.Tolerance {
		t.Errorf("asked for %v", p.asked)
	}
	proofs := 0
	for range 2 * certifyEvery {
		p.x = 1e-5 // moves less than the tolerance
		if _, err := d.Step(0, h); err != nil {
			t.Fatal(err)
		}
		proofs += btoi(d.certificate.due)
	}
	if proofs == 0 || proofs > 3 {
		t.Errorf("%d proofs of %d steps that had converged", proofs, 2*certifyEvery)
	}

	p = &plank{bowl: newBowl(1), digits: .002}
	p.x = .01
	d = Driver{Operations: p, Settings: &set}
	if rep, err = d.Step(0, h); err != nil || rep.Outcome != Unconverged || rep.Limits.Digits != 1 {
		t.Errorf("without digits: %+v, %v", rep, err)
	}
	if p.digits = 0; d.certificate.stiff == false {
		t.Error("a step that was not proved counts as one that had converged")
	}
	p.asked, p.x = nil, .01
	if rep, err := d.Step(0, h); err != nil || rep.Outcome != Converged || len(p.asked) < 2 {
		t.Errorf("after that: %+v, %v, asked for %v", rep, err, p.asked)
	}

	p = &plank{bowl: newBowl(1)}
	p.x = .01
	d = Driver{Operations: p, Settings: &set}
	if rep, err := d.Step(0, 2*longestMotion); err != nil || rep.Newton != 1 {
		t.Errorf("a step towards a shape at rest: %+v, %v", rep, err)
	}
}

// TestCertificateOfBuckling: a step whose proof begins with a Newton step beyond the tolerance had not converged if
// what was left unsolved is a good part of the gradient, or if that goes far beyond: where cloth buckles it goes up to
// twice the tolerance by what no linear system knew of.
func TestCertificateOfBuckling(t *testing.T) {
	const tolerance = 1e-5
	for _, c := range []struct {
		move, share float64 // in tolerances; of the gradient
		stiff       bool
	}{{2, .1, false}, {2, .5, true}, {2, 1, true}, {5, .1, true}, {.9, 1, false}} {
		p := certificate{due: true}
		if !p.continues(&Reductions{LinearResidual: 3 * tolerance, Norm: 1}, 3*tolerance/c.share, tolerance, 0) {
			t.Fatal("nothing asks for a system that was left unsolved")
		}
		p.judge(&Reductions{Move: c.move * tolerance, Mean: c.move * tolerance}, tolerance)
		if p.stiff != c.stiff {
			t.Errorf("a Newton step of %g tolerances, by %g of what was left unsolved: stiff %v, expected %v", c.move, c.share,
				p.stiff, c.stiff)
		}
	}
}

// TestCertificateOfSettling: of a step by which cloth settles the systems are solved, too, until what is unsolved is
// below the tolerance, but what stays unbalanced is no matter: here a Newton step that goes too far is followed by one
// that turns around by a hundredth of the tolerance.
func TestCertificateOfSettling(t *testing.T) {
	for _, settles := range []bool{false, true} {
		const tolerance = 1e-5
		p := certificate{due: true, settles: settles}
		if !p.continues(&Reductions{LinearResidual: 2 * tolerance, Norm: 1}, 0, tolerance, 0) ||
			p.most(tolerance) != tolerance {
			t.Errorf("settles %v: nothing asks for a system that was left unsolved", settles)
		}
		p.judge(&Reductions{Move: 3 * tolerance, Mean: 3 * tolerance}, tolerance)
		turn := Reductions{Move: tolerance / 100, Mean: tolerance / 100, LinearResidual: tolerance / 20, Norm: 1}
		p.judge(&turn, tolerance)
		if got := p.continues(&turn, 2*maxResidual*tolerance, tolerance, 0); got == settles {
			t.Errorf("settles %v: asks for more %v", settles, got)
		}
	}
}

// TestSlivers: steps that may leave slivers turning are taken as where cloth settles.
func TestSlivers(t *testing.T) {
	for _, c := range []struct{ settling, slivers, want bool }{{false, false, false}, {true, false, true},
		{false, true, true}} {
		set := DefaultSettings()
		set.Settling, set.Slivers = c.settling, c.slivers
		d := Driver{Operations: newBowl(1), Settings: &set}
		if _, err := d.Step(0, 1); err != nil || d.certificate.settles != c.want {
			t.Errorf("%+v: %v, needles need not have turned: %v", c, err, d.certificate.settles)
		}
	}
}

// TestCertificateGivesUp: a proof continues while a system leaves a residual a quarter smaller than the one before, or
// solves for a gradient that has fallen as much, as in a crease on the device. It ends when neither holds: then the
// residual is at round-off.
func TestCertificateGivesUp(t *testing.T) {
	for _, c := range []struct {
		before, now, norm float64
		want              bool
	}{{4.5e-7, 2.6e-7, 1, true}, {4.5e-7, 3.5e-7, 1, false}, {0, 4.5e-7, 1, true}, {4.5e-7, .9e-7, 1, false},
		{4.5e-7, 4.4e-7, .8, false}, {4.5e-7, 4.4e-7, .5, true}} {
		p := certificate{due: true, residual: c.before, norm: 1}
		if got := p.continues(&Reductions{LinearResidual: c.now, Norm: c.norm}, 0, 1e-7, 1e-3); got != c.want {
			t.Errorf("%g m left unsolved, %g m before, of a gradient %g times as large: asks for more %v, expected %v", c.now,
				c.before, c.norm, got, c.want)
		}
	}
}
