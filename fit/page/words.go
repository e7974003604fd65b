package page

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hysteron/fit"
	"hysteron/fit/findings"
	"hysteron/fit/instruments"
)

// Descriptions of measurements in everyday words. No range of numbers detects a table with one wrong unit throughout,
// but whoever hung a bottle of water from a strip knows that it was no bucket.

const gravity = 9.81 // [m/s²]

// weight compares a force [N] with a mass.
func weight(force float64) string {
	if kg := force / gravity; kg < 0.9995 { // 1 kg to three digits
		return fmt.Sprintf("what %.3g g weigh", 1e3*kg)
	} else {
		return fmt.Sprintf("what %.3g kg weigh", kg)
	}
}

// pull describes a force per width [N/m] by that on a familiar strip.
func pull(force float64) string {
	return fmt.Sprintf("%.4g N/m (%.4g gf/cm), %s on a strip 10 cm wide", force, force/0.980665, weight(0.1*force))
}

// square describes the mass of a piece of cloth [kg/m²].
func square(density float64) string {
	return fmt.Sprintf("10 × 10 cm of this cloth weigh %.3g g", 10*density)
}

// ends returns the range of a list.
func ends(list []float64) (lo, hi float64) { return slices.Min(list), slices.Max(list) }

// Weights describes the weights on a sample, and its elongation.
func Weights(s *fit.Stretch) string {
	most, long := slices.Max(s.Weight), slices.Max(s.Read)
	return fmt.Sprintf("heaviest weight %.3g N, %s; longest stretch %.3g mm, %.3g %% of a sample of %.4g mm that is "+
		"%.4g mm wide and weighs %.3g g", most, weight(most),
		1e3*(long-s.Length), 100*(long/s.Length-1), 1e3*s.Length, 1e3*s.Width, 1e3*s.Mass)
}

// Heavy returns a finding if weights are heavier than a person would hang.
func Heavy(s *fit.Stretch) (list findings.List) {
	const hung = 200 // 20 kg
	if most := slices.Max(s.Weight); most > hung {
		list.Add(findings.NewWarning(0, findings.HeavyWeight, most, weight(most)))
	}
	return list
}

// Rolled describes the cylinders of strips, and the curvature that stayed.
func Rolled(s *fit.Spirals) string {
	tight, wide := ends(s.Radius)
	most := slices.Max(s.Curvature)
	return fmt.Sprintf("cylinders of %.3g to %.3g mm radius (%.3g to %.3g mm across); the most bent strip keeps %.3g "+
		"1/m, a circle of %.3g mm radius; %s", 1e3*tight, 1e3*wide, 2e3*tight, 2e3*wide, most, 1e3/most,
		square(s.Density))
}

// Overhangs describes the overhangs and angles of strips.
func Overhangs(c *instruments.OverhangStrips) string {
	const deg = math.Pi / 180
	short, long := ends(c.Overhang)
	flat, steep := ends(c.Angle)
	over, hang := fmt.Sprintf("overhangs of %.3g to %.3g mm", 1e3*short, 1e3*long), fmt.Sprintf("%.3g° to %.3g°",
		flat/deg,
		steep/deg)
	if short == long {
		over = fmt.Sprintf("an overhang of %.3g mm", 1e3*short)
	}
	if flat == steep {
		hang = fmt.Sprintf("%.3g°", flat/deg)
	}
	if c.Standard() {
		hang += ", assumed as the table has no angles,"
	}
	return fmt.Sprintf("%s, with tips %s below the edge; %s", over, hang, square(c.Density))
}

// Remembered describes how long cloth was held and read, and how far it came back.
func Remembered(m *instruments.Memory) string {
	var list []string
	for _, r := range m.Runs {
		from, to := r.Read[0], r.Read[len(r.Read)-1]
		at := duration(r.Time[len(r.Time)-1])
		switch m.Kind {
		case "crease":
			list = append(list, fmt.Sprintf("folded for %s, open by %.3g° after %s (180° is flat)", duration(r.Held),
				to*180/math.Pi, at))
			if len(list) == len(m.Runs) {
				list = append(list, fmt.Sprintf("folds %.3g mm long under %.3g N, %s", 1e3*m.Width, m.Force, weight(m.Force)))
			}
		case "bagging":
			list = append(list, fmt.Sprintf("%.3g %% longer for %s, bagged by %.3g mm after %s", 100*m.Level, duration(r.Held),
				1000*to, at))
		case "relax":
			list = append(list, fmt.Sprintf("%.3g %% longer it pulls with %s at first and %.3g %% of that after %s",
				100*m.Level,
				pull(from), 100*to/from, at))
		case "creep":
			list = append(list, fmt.Sprintf("under %s it is %.3g %% longer at first and %.3g %% after %s",
				pull(m.Level),
				100*from, 100*to, at))
		}
	}
	return strings.Join(list, "; ")
}

// duration is a time in the unit that people would take [s].
func duration(s float64) string {
	for _, u := range []struct {
		size float64
		name string
	}{{86400, "days"}, {3600, "h"}, {60, "min"}} {
		if s >= 2*u.size || s == u.size && u.name != "days" {
			return fmt.Sprintf("%.3g %s", s/u.size, u.name)
		}
	}
	return fmt.Sprintf("%.3g s", s)
}

// Machine describes the range of a Kawabata instrument, and its force.
func Machine(c *fit.Curve) string {
	far, most := 0., 0.
	for i, q := range c.Q {
		far, most = max(far, math.Abs(q)), max(most, math.Abs(c.F[i]))
	}
	switch c.Mode.Name {
	case "bending":
		return fmt.Sprintf("the sharpest bend %.3g 1/cm, a circle of %.3g mm radius; the largest moment %.3g gf·cm/cm "+
			"(%.3g N·m per metre of width)", far/100, 1e3/far, most/9.80665e-3, most)
	case "shear":
		return fmt.Sprintf("the largest angle %.3g°; the largest force %s", far*180/math.Pi, pull(most))
	}
	return fmt.Sprintf("the longest stretch %.3g %%, %.3g mm of 10 cm; the largest force %s", 100*far, 100*far,
		pull(most))
}

// Pulled describes the range of a biaxial tester, and its force.
func Pulled(b *instruments.Biaxial) string {
	far, most := 0., 0.
	for d := range 2 {
		for i, e := range b.Elongation[d] {
			far, most = max(far, e), max(most, b.Force[d][i])
		}
	}
	return fmt.Sprintf("the longest stretch %.3g %%, %.3g mm of 10 cm; the largest force %s", 100*far, 100*far,
		pull(most))
}

// Clips describes the force of clips on a sample of a mass [N, kg].
func Clips(most, mass float64) string {
	return fmt.Sprintf("the largest force on a clip %.3g N, %s; the sample weighs %.3g g", most, weight(most), 1e3*mass)
}

// Loads describes the loads of a sled [N].
func Loads(list []float64) string {
	lo, hi := ends(list)
	if lo == hi {
		return fmt.Sprintf("a load of %.3g N, %s", hi, weight(hi))
	}
	return fmt.Sprintf("loads from %.3g N, %s, to %.3g N, %s", lo, weight(lo), hi, weight(hi))
}
