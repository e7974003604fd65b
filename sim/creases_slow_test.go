//go:build slow

package sim

import (
	"flag"
	"fmt"
	"math"
	"os"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/law"
	"hysteron/report"
	"hysteron/scenes"
)

// The figure of docs/memory.md:
//
//	go test -tags slow -run Creases -v ./sim -creases-plot ../docs/images/creases-time.png
var creasesPlot = flag.String("creases-plot", "", "file for the figure of opening angles over time")

// opening is the angle [°] between the free half of a specimen and the held one, from a place near the fold to the end.
func opening(m *cloth.Model, part int, x []r3.Vec) float64 {
	var end, middle r3.Vec
	var ends, middles float64
	for v := m.Parts[part].Vertices.Lo; v < m.Parts[part].Vertices.Hi; v++ {
		switch y := -m.X0[v].Z; {
		case y > .0195:
			end, ends = r3.Add(end, x[v]), ends+1
		case math.Abs(y-.005) < .0004:
			middle, middles = r3.Add(middle, x[v]), middles+1
		}
	}
	d := r3.Sub(r3.Scale(1/ends, end), r3.Scale(1/middles, middle))
	return 180 - math.Atan2(d.X, -d.Z)*180/math.Pi
}

// oneCrease is the opening angle [°] of one strain of a fabric's bend, folded by 180° for some seconds and let go, some
// seconds later, beside friction of a share of the stress.
func oneCrease(l law.Relaxing, held, after, friction float64) float64 {
	l.K = 1
	s := law.Strain{History: make([]float64, 3)}
	move := func(to, h float64) { s.Eps, s.H = to, h; l.Commit(&s); s.EpsN = to }
	move(1, 1e-9)
	move(1, held)
	for t, h := 0., 1e-9; ; h = max(.01, t/20) {
		h = min(h, max(after-t, 1e-9))
		s.H = h
		var r law.Response
		at := s
		at.Eps = s.EpsN
		l.Respond(&at, &r)
		rest := 1 - l.Relaxes()
		move(min(s.EpsN, s.EpsN+(friction-r.Sigma-rest*s.EpsN)/(rest+r.Slope)), h)
		if t += h; t >= after {
			return 180 * (1 - s.EpsN)
		}
	}
}

// TestCreases: the specimens of the scene open as one strain of their law does, within 15° and by 7° in the mean: they
// swing open, and friction holds them where they come to. Those without memory, or with friction alone, are as flat.
func TestCreases(t *testing.T) {
	scene, err := scenes.Load("creases", nil)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := scene.Build()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	mustRun(t, setup, Options{Dir: dir, NoRender: true, Backend: "cpu"})
	bend := setup.Model.Parts[4].Fabric.BendWeft
	friction := bend.Dahl().A / (3 * math.Pi / .0044 * bend.Spring().K1) // over the stress of the fold between the pins
	c, err := openCaches(dir, setup)
	if err != nil {
		t.Fatal(err)
	}
	defer c.close()
	sum, n := 0., 0.
	times := []float64{0, 60, 300, 3600, 86400}
	for p, held := range []float64{0, 0, 8, 300, 28800} {
		row := fmt.Sprintf("| %g s |", held)
		for k, frame := range []int{54, 55, 56, 57, 58} {
			x := make([]r3.Vec, len(setup.Model.X0))
			if err := c.read(frame, x); err != nil {
				t.Fatal(err)
			}
			angle := opening(setup.Model, p, x)
			want := 180.
			if held > 0 {
				want = oneCrease(setup.Model.Parts[p].Fabric.BendWeft.Relaxing.(law.Relaxing), held, max(1, times[k]), friction)
			}
			row += fmt.Sprintf(" %.0f (%.0f) |", angle, want)
			sum, n = sum+math.Abs(angle-want), n+1
			if math.Abs(angle-want) > 15 {
				t.Errorf("held for %g s, %g s later: %.1f°, one strain %.1f°", held, times[k], angle, want)
			}
		}
		t.Log(row)
	}
	if sum/n > 7 {
		t.Errorf("%.1f° off in the mean", sum/n)
	}
	if *creasesPlot != "" {
		drawCreases(t, setup.Model, c, friction)
	}
}

// drawCreases writes the figure: each frame of each specimen since it was let go, and the curves of one strain.
func drawCreases(t *testing.T, m *cloth.Model, c *cacheReader, friction float64) {
	p := report.Plot{Title: "Linen that was folded by 180°, and let go", X: "time since it was let go [s]",
		Y: "opening angle [°]", LogX: true, YRange: [2]float64{0, 200}}
	x := make([]r3.Vec, len(m.X0))
	rested := map[int]float64{55: 60, 56: 240, 57: 3300, 58: 82800}
	for k, s := range []struct {
		held float64
		name string
	}{{8, "folded for 8 s"}, {300, "for 5 min"}, {28800, "for 8 h"}, {0, "friction alone"}, {0, "no memory"}} {
		part := []int{2, 3, 4, 1, 0}[k]
		colour := []report.Colour{report.Green, report.Orange, report.Red, report.Black, report.Sky}[k]
		points := report.Line{Name: s.name, Points: true, Colour: colour}
		passed := 0.
		for frame := 33; frame <= 58; frame++ {
			if err := c.read(frame, x); err != nil {
				t.Fatal(err)
			}
			passed += rested[frame]
			points.X = append(points.X, float64(frame)/24-1.34+passed)
			points.Y = append(points.Y, opening(m, part, x))
		}
		p.Lines = append(p.Lines, points)
		if s.held == 0 {
			continue
		}
		curve := report.Line{Colour: colour}
		for d := -1.; d <= 5; d += .05 {
			curve.X = append(curve.X, math.Pow(10, d))
			curve.Y = append(curve.Y, oneCrease(m.Parts[part].Fabric.BendWeft.Relaxing.(law.Relaxing), s.held,
				math.Pow(10, d), friction))
		}
		if k == 0 {
			curve.Name = "one strain of the same law and friction"
		}
		p.Lines = append(p.Lines, curve)
	}
	b, err := p.PNG()
	if err == nil {
		err = os.WriteFile(*creasesPlot, b, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
