package fit

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"hysteron/fit/findings"
	"hysteron/law"
)

// Sheet is the characteristic values of Kawabata's instruments (KES-FB, Kawabata 1980). Index 0 is the warp, 1 the
// weft. Zero is a missing value.
type Sheet struct {
	Density   float64    // W [kg/m²]
	Thickness float64    // T [m]
	EMT       [2]float64 // elongation at 500 gf/cm
	LT        [2]float64 // linearity: WT over the triangle below it
	WT        [2]float64 // work of stretching [J/m²]
	RT        [2]float64 // share of it that is recovered
	G         [2]float64 // shear stiffness, slope from 0.5° to 2.5° [N/m per rad]
	HG, HG5   [2]float64 // 2HG, 2HG5: height of the loop at 0.5° and 5° [N/m]
	B         [2]float64 // bending stiffness, slope from 0.5 to 1.5 1/cm [N·m]
	HB        [2]float64 // 2HB: height of the loop at 1 1/cm [N]

	// G is the slope of the loading branch alone, which growing friction makes steeper; otherwise the mean of both
	// branches.
	Loading bool

	Notes  []string // about rows that are not used
	Doubts findings.List

	file  string
	lines map[string]int // of each property

	absent map[string][2]bool // directions without a value in a row
}

const gf, deg = Gf, Deg

// tensileLoad is the largest load of Kawabata's tensile tester: 500 gf/cm [N/m].
const tensileLoad = 500 * gf / 1e-2

// sheetUnits are the quantities of each property and its default unit.
var sheetUnits = map[string]known{
	"emt": {[]string{"number"}, "%"}, "lt": {[]string{"number"}, "1"}, "wt": {[]string{"energy per area"}, "gf.cm/cm2"},
	"rt": {[]string{"number"}, "%"},
	"g":  {[]string{"shear stiffness"}, "gf/cm.deg"}, "2hg": {[]string{"force per width"}, "gf/cm"},
	"2hg5": {[]string{"force per width"}, "gf/cm"},
	"b":    {[]string{"bending stiffness"}, "gf.cm2/cm"}, "2hb": {[]string{"moment per width"}, "gf.cm/cm"},
	"w": {[]string{"areal density"}, "mg/cm2"}, "t": {[]string{"length"}, "mm"}, "t0": {[]string{"length"}, "mm"},
}

// ReadSheet reads rows of property, value along the warp, value along the weft. The unit is in brackets after the
// property, otherwise it is the instrument's. One value stands for both directions.
//
//	property, warp, weft
//	B [gf.cm2/cm], 0.118, 0.094
//	W, 14.3
func ReadSheet(file string, r io.Reader) (*Sheet, error) {
	p, err := readProperties(file, r, sheetUnits)
	if err != nil {
		return nil, err
	}
	s := &Sheet{file: file, lines: p.lines, absent: p.absent, EMT: p.v["emt"], LT: p.v["lt"], WT: p.v["wt"], RT: p.v["rt"],
		G: p.v["g"], HG: p.v["2hg"], HG5: p.v["2hg5"], B: p.v["b"], HB: p.v["2hb"], Density: p.v["w"][0],
		Thickness: max(p.v["t"][0], p.v["t0"][0]), Notes: p.notes}
	for _, z := range p.zero {
		name, way, _ := strings.Cut(z, " ")
		if slices.Contains([]string{"emt", "lt", "wt", "rt", "g", "b", "w", "t", "t0"}, name) { // hysteresis may be 0
			s.note("%s of 0 (%s): cloth has some, so it is taken as not measured", strings.ToUpper(name), way)
		}
	}
	err = s.check()
	s.friction()
	return s, err
}

// has reports whether the sheet has a value for a direction.
func (s *Sheet) has(row string, d int) bool { return s.lines[row] > 0 && !s.absent[row][d] }

// Has is has for values that are used: a stiffness of zero is missing.
func (s *Sheet) Has(row string, d int) bool {
	row = strings.ToLower(row)
	v, stiff := map[string][2]float64{"emt": s.EMT, "lt": s.LT, "wt": s.WT, "rt": s.RT, "g": s.G, "b": s.B}[row]
	return s.has(row, d) && !(stiff && v[d] == 0)
}

func (s *Sheet) fail(property, format string, args ...any) error {
	return &TableError{s.file, s.lines[property], fmt.Sprintf(format, args...)}
}

// check returns an error for impossible values.
func (s *Sheet) check() error {
	for d := range 2 {
		if s.EMT[d] > 0 && s.LT[d] == 0 && s.WT[d] > 0 {
			s.LT[d] = s.WT[d] / (tensileLoad * s.EMT[d] / 2)
		}
		if s.EMT[d] > 0 && s.LT[d] > 0 && s.WT[d] == 0 {
			s.WT[d] = s.LT[d] * tensileLoad * s.EMT[d] / 2
		}
		if s.EMT[d] == 0 && s.LT[d] > 0 && s.WT[d] > 0 {
			s.EMT[d] = s.WT[d] / (tensileLoad * s.LT[d] / 2)
		}
	}
	rows := KESRows{}
	for _, q := range []struct {
		name string
		v    [2]float64
		unit float64
	}{{"EMT", s.EMT, 1e-2}, {"LT", s.LT, 1}, {"WT", s.WT, gf * 100}, {"RT", s.RT, 1e-2}, {"G", s.G, gf / 1e-2 / deg},
		{"2HG", s.HG, gf / 1e-2}, {"2HG5", s.HG5, gf / 1e-2}, {"B", s.B, gf * 1e-2}, {"2HB", s.HB, gf}} {
		line := s.lines[strings.ToLower(q.name)]
		if q.name == "LT" {
			line = cmp.Or(line, s.lines["wt"]) // follows from WT
		}
		if line > 0 {
			rows[q.name] = KESRow{Line: line, V: [2]float64{q.v[0] / q.unit, q.v[1] / q.unit}}
		}
	}
	s.Doubts = CheckKESSheet(rows)
	return Refused(s.file, s.Doubts.Refusal())
}

// Pulled returns the load of the sheet's elongations [N/m], and the elongations of warp and weft under it.
func (s *Sheet) Pulled() (force float64, long [2]float64) { return tensileLoad, s.EMT }

// Converted is a number of a fabric with its source.
type Converted struct {
	Part, Key, Unit string
	Value           float64
	From            string
	Line            int `json:"-"` // first row that it follows from
}

// Reversal lengths of friction, which sheets do not contain. Assumed: a fifth of the smallest distance of the
// instruments.
const (
	sheetTauShear = 0.1 * deg     // of the 0.5° at which 2HG is read
	sheetTauBend  = 3 * 100 * 0.1 // ε = 3κ, of the 1 1/cm where 2HB is read [1/m]
	sheetTauShare = 0.02          // of the strain at 500 gf/cm
)

// Convert returns the numbers of a fabric that the sheet determines.
//
// Bending: M = 3k₁κ ± a, so k₁ = B/3 and a = 2HB/2. Shear: F ≈ Gφ ± (a + bφ), so k₁ = G, and 2HG and 2HG5 are the
// heights 2(a + bφ) of the loop at 0.5° and 5° (G − b if G is read on the loading branch, F = k₁φ + a + bφ). Both
// directions share one law of shear, the mean. Stretch: k₁, k₂ and b of the exact law with a = 0, such that the force
// at EMT is 500 gf/cm, the work is WT, and RT of it is recovered; without RT b = 0, see stretch.
func (s *Sheet) Convert() (list []Converted, err error) {
	add := func(part, key, unit string, v float64, from string) {
		list = append(list, Converted{part, key, unit, v, from, 0})
	}
	if s.Density > 0 {
		add("", "density_kg_m2", "kg/m²", s.Density, "W")
	}
	if s.Thickness > 0 {
		add("", "thickness_m", "m", s.Thickness, "T")
	}
	stretch, err := s.stretch()
	if err != nil {
		return nil, err
	}
	list = append(list, stretch...)
	if g := mean2(s.G); g > 0 {
		h, h5 := mean2(s.HG)/2, mean2(s.HG5)/2
		x, x5 := math.Sin(0.5*deg), math.Sin(5*deg)
		a, b, growth := h, 0.0, "no 2HG5 above 2HG"
		if h5 > h {
			growth = "2HG, 2HG5"
			b = (h5 - h) / (x5 - x)
			a = max(0, h-b*x)
		}
		from := "2HG"
		if s.lines["2hg"] == 0 { // a constant part and a growing part cannot be separated
			a, b, from, growth = h5, 0, "2HG5, of 5°", "assumed: no 2HG"
			if h5 == 0 {
				from = "assumed: no 2HG"
			}
		}
		if s.Loading {
			if g -= b; !(g > 0) {
				return nil, s.fail("g", "G of the loading branch is %.4g N/m, and friction grows by %.4g (2HG, 2HG5): expected a "+
					"steeper branch", g+b, b)
			}
		}
		for k, v := range []float64{g, 0, a, b, sheetTauShear} {
			add("shear", StretchKeys[k], StretchUnits[k], v, []string{"G", "assumed", from, growth, "assumed: 0.1°"}[k])
		}
	}
	for d, part := range []string{"bend_warp", "bend_weft"} {
		if s.B[d] == 0 {
			continue
		}
		hb := "2HB"
		if !s.has("2hb", d) {
			hb = "assumed: no 2HB"
		}
		for k, v := range []float64{s.B[d] / 3, 0, s.HB[d] / 2, 0, sheetTauBend} {
			add(part, BendKeys[k], BendUnits[k], v, []string{"B", "assumed", hb, "assumed", "assumed: 0.1 1/cm"}[k])
		}
	}
	if len(list) == 0 {
		return nil, s.fail("", "nothing follows from the sheet: expected B and 2HB, G and 2HG, or EMT, WT (or LT) and RT")
	}
	return lined(list, s.lines), nil
}

// rowsOf are the rows of each kind of sheet that determine density, thickness, stretch, shear and bending.
var rowsOf = map[string][5]string{
	"kes":  {"W", "T", "EMT, LT or WT, RT", "G, 2HG", "B, 2HB"},
	"fast": {"W", "T2", "E5, E20, E100", "G or EB5", "B, or C and W"},
	"clo":  {"Density", "Thickness", "Stretch", "Shear", "Bending"},
}

// Missing names the parts of a fabric that a kind of sheet does not determine, with the rows that would: all rows, or
// those that has reports as missing.
func Missing(kind string, list []Converted, has func(row string, d int) bool) (names []string) {
	for _, q := range []struct {
		part, key, name string
		row             int
	}{
		{"", "density_kg_m2", "the density", 0}, {"", "thickness_m", "the thickness", 1}, {"warp", "", "stretch of the warp",
			2}, {"weft", "", "stretch of the weft", 2},
		{"shear", "", "shear", 3}, {"bend_warp", "", "bending of the warp", 4}, {"bend_weft", "", "bending of the weft", 4},
	} {
		if !slices.ContainsFunc(list, func(c Converted) bool { return c.Part == q.part && (q.key == "" || c.Key == q.key) }) {
			rows := strings.Split(rowsOf[kind][q.row], ", ")
			lacks := slices.DeleteFunc(slices.Clone(rows), func(row string) bool {
				return has != nil && slices.ContainsFunc(strings.Split(row, " or "), func(one string) bool {
					weft := strings.HasSuffix(q.part, "weft")
					return !weft && has(one, 0) || (weft || q.part == "shear") && has(one, 1)
				})
			})
			if len(lacks) == 0 {
				lacks = rows
			}
			names = append(names, fmt.Sprintf("%s (%s)", q.name, strings.Join(lacks, ", ")))
		}
	}
	return names
}

func mean2(v [2]float64) float64 {
	if v[0] == 0 || v[1] == 0 {
		return v[0] + v[1]
	}
	return (v[0] + v[1]) / 2
}

// stretch converts both directions by the same law: this project's own, or k(ε) through five points of a power of the
// strain, if the curve is more concave than that law.
func (s *Sheet) stretch() (list []Converted, err error) {
	for _, hollow := range []bool{false, true} {
		list = nil
		for d, part := range []string{"warp", "weft"} {
			if !s.stretches(d) {
				continue
			}
			given, of := "EMT", "EMT, WT"
			if !s.has("emt", d) {
				given, of = "LT, WT", "LT, WT"
			} else if !s.has("wt", d) {
				of = "EMT, LT"
			}
			a, b := "assumed: no RT", "assumed: no RT"
			if s.RT[d] > 0 {
				of += ", RT"
				a, b = "assumed", of
			}
			t := tensile{top: s.EMT[d] + s.EMT[d]*s.EMT[d]/2, hollow: hollow}
			if err = s.tensile(d, &t); err != nil {
				break
			}
			add := func(key, unit string, v float64, from string) {
				list = append(list, Converted{part, key, unit, v, from, 0})
			}
			if hollow {
				add("low", "", 0, "assumed: from no strain on")
				add("high", "", t.top, given)
				for k, v := range t.stiffness() {
					add(fmt.Sprintf("k_%d_n_m", k+1), "N/m", v, of)
				}
			} else {
				add(StretchKeys[iK1], "N/m", t.p[0], of)
				add(StretchKeys[iK2], "N/m", t.p[1], of)
			}
			add(StretchKeys[iA], "N/m", 0, a)
			add(StretchKeys[iB], "N/m", t.p[2], b)
			add(StretchKeys[iTau], "", sheetTauShare*t.top, "assumed: a fiftieth of the elongation at 500 gf/cm")
		}
		if err == nil {
			return list, nil
		}
	}
	return nil, err
}

// stretches reports whether the sheet determines stretch: two of EMT, LT and WT, see check.
func (s *Sheet) stretches(d int) bool { return s.EMT[d] > 0 && s.WT[d] > 0 }

// tensile is a stretch with three unknowns: stiffness, its growth, and b of friction, which is 0 without RT.
type tensile struct {
	top    float64 // Green strain at EMT
	hollow bool
	p      [3]float64
}

// stiffness returns five values of a power of strain, σ = k·top·(ε/top)^n. The first, at zero, is that at a sixteenth
// of the last strain.
func (t *tensile) stiffness() (k [5]float64) {
	for i := range k {
		k[i] = t.p[0] * math.Pow(max(float64(i)/4, 1./16), t.p[1]-1)
	}
	return k
}

// elastic returns the elastic stress of a strain ≥ 0.
func (t *tensile) elastic() func(eps float64) float64 {
	if !t.hollow {
		return func(e float64) float64 { return (t.p[0] + t.p[1]*e) * e }
	}
	k := t.stiffness()
	curve := law.Curve{High: t.top, K1: k[0], K2: k[1], K3: k[2], K4: k[3], K5: k[4]}
	return func(e float64) float64 {
		var r law.Response
		curve.Respond(&law.Strain{Eps: e}, &r)
		return r.Sigma
	}
}

// tensile solves for the stretch of direction d.
func (s *Sheet) tensile(d int, t *tensile) error {
	want := []float64{tensileLoad, s.WT[d], s.RT[d]}
	k := tensileLoad / t.top
	q := &Problem{
		Parameters: []Parameter{
			{Key: StretchKeys[iK1], Lo: 1e-6 * k, Hi: 10 * k, Start: k / 2},
			{Key: StretchKeys[iK2], Lo: 0, Hi: 10 * k / t.top, Start: k / t.top / 4},
			{Key: StretchKeys[iB], Lo: 0, Hi: 2 * k, Start: k / 5},
		},
		Residuals: 3,
	}
	size := []float64{k, k / t.top, k}
	if s.RT[d] == 0 {
		q.Parameters, q.Residuals = q.Parameters[:2], 2
	}
	if t.hollow {
		q.Parameters[1] = Parameter{Key: "exponent", Lo: 0.7, Hi: 12, Start: 2} // below 1 it softens with strain
		size[1] = 1
	}
	eval := func(p, r []float64) {
		copy(t.p[:], p)
		v := t.values(s.EMT[d])
		for i := range r {
			r[i] = v[i]/want[i] - 1
		}
	}
	q.Eval = func(p, r []float64, j *mat.Dense) {
		if j != nil {
			lo, hi := make([]float64, len(r)), make([]float64, len(r))
			for c := range p {
				x, h := slices.Clone(p), 1e-5*size[c]
				x[c] = p[c] + h
				eval(x, hi)
				x[c] = p[c] - h
				eval(x, lo)
				for i := range r {
					j.Set(i, c, (hi[i]-lo[i])/(2*h))
				}
			}
		}
		eval(p, r)
	}
	r, err := Solve(q, Options{Starts: 8, Seed: 1})
	if err != nil {
		return err
	}
	copy(t.p[:], r.P)
	share := ""
	if s.RT[d] > 0 {
		share = fmt.Sprintf(", RT %.3g %%", 100*s.RT[d])
	}
	for i, off := range r.R {
		if math.Abs(off) > 0.01 {
			return s.fail("emt", "no stretch of the %s has %s to 1 %% beside the others (off by %.1f %%): EMT %.3g %%, LT "+
				"%.3g%s do not go together",
				[]string{"warp", "weft"}[d], []string{"500 gf/cm", "WT", "RT"}[i], 100*off, 100*s.EMT[d], s.LT[d], share)
		}
	}
	return nil
}

// values returns the force at the elongation top, the work up to it, and the share that is recovered until the force is
// zero, with friction by the exact law.
func (t *tensile) values(top float64) [3]float64 {
	const n = 200
	mode, elastic := &Modes[0], t.elastic()
	p := []float64{iA: 0, iB: t.p[2], iTau: sheetTauShare * t.top}
	force := func(c *PathPoint, e float64) float64 {
		eps := mode.Strain(e)
		sigma, _, _ := c.Friction(p, eps)
		return (elastic(eps) + sigma) * mode.Lever(e)
	}
	var work, back, last float64
	c := PathPoint{}
	for i := 1; i <= n; i++ {
		e := top * float64(i) / n
		f := force(&c, e)
		work += (f + last) / 2 * top / n
		last = f
	}
	c.To(p, mode.Strain(top))
	most := last
	at := top
	for i := 1; i <= n; i++ {
		k := float64(i) / n
		e := top * (1 - k*k) // finer near the reversal
		f := force(&c, e)
		if f < 0 {
			back += last / 2 * (at - e) * last / (last - f)
			break
		}
		back += (f + last) / 2 * (at - e)
		last, at = f, e
	}
	return [3]float64{most, work, back / work}
}
