package experiments

import (
	"fmt"
	"math"

	"hysteron/cloth"
	"hysteron/lab"
	"hysteron/report"
	"hysteron/scenes"
)

// halfKES is the number of steps from one end of a loop to the other.
const halfKES = 100

// gf/cm in N/m, and gf·cm²/cm in N·m.
const (
	gfPerCm   = 9.80665e-3 / 1e-2
	gfCm2PerM = 9.80665e-3 * 1e-4 / 1e-2
)

// kes runs the shear and the pure bending tester.
func (r *journal) kes(names []string) error {
	r.page.Heading("Shear and pure bending: a virtual KES")
	r.page.Text("Shear: a picture frame turns the two threads against each other to ±8°, so that nothing but the shear " +
		"strain changes. Bending: clamps bend 1 cm of cloth to the uniform curvature ±2.5 cm⁻¹, with guided sides; all in " +
		"between is free. G, 2HG, B, 2HB are read as on the instrument: slopes from 0.5° to 2.5° and from 0.5 to 1.5 cm⁻¹, " +
		"heights of the loop at 0.5° and 1 cm⁻¹.")
	var shown []report.Figure
	worst := map[string]float64{}
	modes := func(f cloth.Fabric) []mode {
		return []mode{{"shear", f.Shear, lab.ShearTester, lab.ShearTop}, {"bending", f.BendWarp, lab.BendTester, lab.BendTop}}
	}
	rows, err := r.eachMode(names, modes, func(f cloth.Fabric, k mode) ([]string, error) {
		cycle := func(name string, f cloth.Fabric) (*lab.Trace, error) {
			return keep(r, name+"-"+k.name+"-"+f.Name, func() (*lab.Trace, error) {
				return lab.Cycle(r.ctx, k.build, f, k.top, halfKES)
			})
		}
		c, err := cycle("kes", f)
		if err != nil {
			return nil, err
		}
		bare, err := cycle("kes-frictionless", withoutFriction(f))
		if err != nil {
			return nil, fmt.Errorf("without friction: %w", err)
		}
		one := c.Loop(2 * halfKES)
		want := symmetricArea(k.component.Dahl(), math.Sin(k.top)) // shear: γ = 2E_uv = sin φ
		slopeAt, heightAt := [2]float64{0.5 * math.Pi / 180, 2.5 * math.Pi / 180}, 0.5*math.Pi/180
		unit := gfPerCm * 180 / math.Pi // G in gf/(cm·°)
		xLabel, yLabel, xUnit, head := "angle [°]", "shear force [N/m]", 180/math.Pi, []string{"angle_rad", "force_n_m"}
		if k.name == "bending" {
			want = symmetricArea(k.component.Dahl(), 3*k.top) / 3
			slopeAt, heightAt, unit = [2]float64{50, 150}, 100, gfCm2PerM
			xLabel, yLabel, xUnit, head = "curvature [1/cm]", "moment [N]", 1e-2, []string{"curvature_1_m", "moment_n"}
		}
		area := one.Area()
		if want > 0 {
			worst[k.name] = max(worst[k.name], math.Abs(area/want-1))
		}
		// The branch from −top to top comes last.
		up := func(q float64) float64 { return one.At(q, halfKES, 2*halfKES) }
		down := func(q float64) float64 { return one.At(q, 0, halfKES) }
		slope := (up(slopeAt[1]) - up(slopeAt[0])) / (slopeAt[1] - slopeAt[0])
		height := up(heightAt) - down(heightAt)
		shown = append(shown, r.plot(k.name+"-"+f.Name, report.Plot{Title: f.Name + ", " + k.name, X: xLabel, Y: yLabel,
			Lines: []report.Line{
				{Name: "with friction", X: scaled(c.Q, xUnit), Y: c.F},
				{Name: "without", X: scaled(bare.Q, xUnit), Y: bare.F, Colour: report.Red, Dashed: true},
			}}))
		r.csv(k.name+"-"+f.Name, head, c.Q, c.F)
		return []string{fmt.Sprintf("%.4g", slope), fmt.Sprintf("%.3g", slope/unit), fmt.Sprintf("%.4g", height),
			fmt.Sprintf("%.3g", height/gfPerCm*heightScale(k.name)),
			fmt.Sprintf("%.4g", area), fmt.Sprintf("%.4g", want), relativeText(area, want)}, nil
	})
	if err != nil {
		return err
	}
	r.page.Figures("Shear force over angle and moment per width over curvature.", shown...)
	r.table("Virtual KES. Areas are energies per cycle and rest area, against the exact law.",
		[]string{"fabric", "G [N/m]", "G [gf/(cm·°)]", "2HG [N/m]", "2HG [gf/cm]", "area [J/m²]", "law", "difference",
			"B [N·m]", "B [gf·cm²/cm]", "2HB [N]", "2HB [gf·cm/cm]", "area [J/m²]", "law", "difference"}, rows)
	for _, name := range []string{"shear", "bending"} {
		r.show(name+"-area", worst[name])
	}
	return nil
}

// mode is a test of a fabric.
type mode struct {
	name      string
	component cloth.Component
	build     lab.Build
	top       float64 // largest deformation of the test
}

// eachMode tests fabrics in several modes and returns a row of cells for each, beginning with the fabric's name.
func (r *journal) eachMode(names []string, modes func(cloth.Fabric) []mode, test func(cloth.Fabric, mode) ([]string,
	error)) (rows [][]string, err error) {
	for _, name := range names {
		f, err := scenes.LoadFabric(name)
		if err != nil {
			return nil, err
		}
		row := []string{name}
		for _, k := range modes(f) {
			if err := r.ctx.Err(); err != nil {
				return nil, err
			}
			cells, err := test(f, k)
			if err != nil {
				return nil, fmt.Errorf("%s of %s: %w", k.name, name, err)
			}
			row = append(row, cells...)
		}
		rows = append(rows, row)
		r.note("%s done", name)
	}
	return rows, nil
}

// heightScale converts a height in gf/cm to the instrument's unit: gf/cm for shear. A moment per width, gf·cm/cm, is a
// force in gf: a hundredth of a metre.
func heightScale(mode string) float64 {
	if mode == "bending" {
		return 100 // 1 gf·cm/cm = 9.80665e-3 N
	}
	return 1
}

func relativeText(v, want float64) string {
	if want == 0 {
		return "–"
	}
	return percent(v/want - 1)
}
