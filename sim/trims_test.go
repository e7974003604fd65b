package sim

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/scenes"
)

// sewn runs a scene with a garment from a pattern on both backends, and calls check with where the cloth is at the end.
func sewn(t *testing.T, pattern, text string, frames int, check func(t *testing.T, u *scenes.Setup, x []r3.Vec)) {
	for _, backend := range []string{"cpu", "gpu"} {
		t.Run(backend, func(t *testing.T) {
			if backend == "gpu" {
				needGL(t)
			}
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "p.json"), []byte(pattern), 0o666); err != nil {
				t.Fatal(err)
			}
			s, err := scenes.Parse(filepath.Join(dir, "s.toml"), []byte(text), nil)
			if err != nil {
				t.Fatal(err)
			}
			u, err := s.Build()
			if err != nil {
				t.Fatal(err)
			}
			out := filepath.Join(dir, "out")
			info := mustRun(t, u, Options{Dir: out, NoRender: true, Frames: frames, Backend: backend})
			if info.UnconvergedSteps > 0 || info.SelfIntersections > 0 {
				t.Errorf("%d unconverged steps, %d intersections", info.UnconvergedSteps, info.SelfIntersections)
			}
			c, err := openCaches(out, u)
			if err != nil {
				t.Fatal(err)
			}
			defer c.close()
			x := make([]r3.Vec, len(u.Model.X0))
			if err := c.files[0].ReadFrame(frames-1, x); err != nil {
				t.Fatal(err)
			}
			check(t, u, x)
		})
	}
}

// rectangle is a panel of a pattern in centimetres, with its lower left corner at the origin.
func rectangle(name string, w, h, x, y, z float64, labels [4]string) string {
	return fmt.Sprintf(`%q: {"vertices": [[0,0],[%g,0],[%g,%g],[0,%g]], "translation": [%g,%g,%g], "rotation": [0,0,0], "edges": [
 {"endpoints":[0,1],"label":%q},{"endpoints":[1,2],"label":%q},{"endpoints":[2,3],"label":%q},{"endpoints":[3,0],"label":%q}]}`,
		name, w, w, h, h, x, y, z, labels[0], labels[1], labels[2], labels[3])
}

func patternText(panels, stitches string) string {
	return fmt.Sprintf(`{"pattern": {"panels": {%s}, "stitches": [%s]}, "properties": {"units_in_meter": 100, "curvature_coords": "relative"}}`, panels, stitches)
}

const sewnScene = `
fps = 24
step_s = 0.0139
[friction]
internal = false
[dress]
settle_s = 0.2
verify = false
[[garment]]
name = "g"
pattern = "p.json"
fabric = "cotton"
`

// TestGathers: cloth twice as long as the stiff band that it is sewn to does not get shorter, but folds: the seam is as
// long as the band, and a hand's breadth below it the cloth is as long as it was cut.
func TestGathers(t *testing.T) {
	pattern := patternText(rectangle("band", 10, 3, 0, 10, 0, [4]string{"", "", "top", ""})+","+
		rectangle("cloth", 20, 9, -5, 0, 3, [4]string{"low", "", "", ""}),
		`[{"panel":"band","edge":0},{"panel":"cloth","edge":2}]`)
	scene := sewnScene + `edge_length_m = 0.01
[[garment.pin]]
at = ["top"]
[[garment.hem]]
label = "top"
width_m = 0.05
layers = 1
stretch_factor = 20
bend_factor = 100
`
	sewn(t, pattern, scene, 6, func(t *testing.T, u *scenes.Setup, x []r3.Vec) {
		on := [2]map[[2]int32]bool{{}, {}}
		for i, v := range u.Model.Tri {
			for c := range 3 {
				a, b := v[c], v[(c+1)%3]
				on[u.Pieces[0].Panel[i]][[2]int32{min(a, b), max(a, b)}] = true
			}
		}
		length := func(e [2]int32) float64 { return r3.Norm(r3.Sub(x[e[1]], x[e[0]])) }
		seam, low := 0.0, 0.0
		for e := range on[0] {
			if on[1][e] {
				seam += length(e)
			}
		}
		lowest := map[int32]bool{}
		for _, v := range u.Pieces[0].Labels["low"] {
			lowest[v] = true
		}
		deep := [2]float64{math.Inf(1), math.Inf(-1)}
		for e := range on[1] {
			if lowest[e[0]] && lowest[e[1]] {
				low += length(e)
				deep[0], deep[1] = min(deep[0], x[e[0]].Z), max(deep[1], x[e[0]].Z)
			}
		}
		t.Logf("seam %.4f m, lower edge %.4f m, %.3f m deep", seam, low, deep[1]-deep[0])
		if math.Abs(seam/0.1-1) > .02 {
			t.Errorf("the seam is %.4f m long: expected the band's 0.1", seam)
		}
		if math.Abs(low/0.2-1) > .02 {
			t.Errorf("the lower edge is %.4f m long: expected the 0.2 that it was cut", low)
		}
		if deep[1]-deep[0] < .01 {
			t.Errorf("the lower edge is %.4f m deep: expected folds", deep[1]-deep[0])
		}
	})
}

// TestDart: a disc without a sixth is sewn to a cone, which it can be without strain: its rim is a circle with five
// sixths of the radius, whether the tip points up or is dented. A ball of 4 mm gets the flat cloth out of its plane.
func TestDart(t *testing.T) {
	const radius = 10.0 // cm
	sin, cos := math.Sincos(math.Pi / 6)
	pattern := patternText(fmt.Sprintf(`"disc": {"vertices": [[0,0],[%[1]g,%[2]g],[%[1]g,%[3]g]], "translation": [0,0,0], "rotation": [0,0,0], "edges": [
 {"endpoints":[0,1]},{"endpoints":[1,2],"label":"rim","curvature":{"type":"circle","params":[%[4]g,1,1]}},{"endpoints":[2,0]}]}`, radius*cos, radius*sin, -radius*sin, radius),
		`[{"panel":"disc","edge":0},{"panel":"disc","edge":2}]`)
	scene := strings.Replace(sewnScene, "step_s", "gravity_m_s2 = [0, 0, 0]\nstep_s", 1) +
		"edge_length_m = 0.02\n[[body]]\nkind = \"sphere\"\nradius_m = 0.004\nsubdivisions = 2\ncentre_m = [0, 0, -0.003]\n"
	sewn(t, pattern, scene, 3, func(t *testing.T, u *scenes.Setup, x []r3.Vec) {
		rim := u.Pieces[0].Labels["rim"]
		var middle r3.Vec
		for _, v := range rim {
			middle = r3.Add(middle, r3.Scale(1/float64(len(rim)), x[v]))
		}
		around, lo, hi := 0.0, math.Inf(1), 0.0
		for _, v := range rim {
			d := r3.Norm(r3.Sub(x[v], middle))
			around, lo, hi = around+d/float64(len(rim)), min(lo, d), max(hi, d)
		}
		stretch := u.Model.MaxStretch(x)
		t.Logf("rim %.4f m from the axis, %.4f to %.4f, largest stretch %.4f", around, lo, hi, stretch)
		if math.Abs(around/(.1*5/6)-1) > .02 || hi-lo > .1*around || stretch > 1.05 {
			t.Errorf("the rim is %.4f m from the axis, %.4f to %.4f, with a stretch of %.3f: expected a circle of 0.0833 "+
				"without", around, lo, hi, stretch)
		}
	})
}

// TestButtonHolds: a cloth that hangs by one button from another one hangs plumb below it, where without it would have
// fallen half a metre.
func TestButtonHolds(t *testing.T) {
	pattern := patternText(rectangle("above", 10, 6, 0, 6, 0, [4]string{"", "", "top", ""})+","+
		rectangle("below", 8, 8, 1.5, -1, 2, [4]string{"", "", "", ""}), "")
	scene := sewnScene + `edge_length_m = 0.015
[[garment.pin]]
at = ["top"]
[[garment.button]]
on = { panel = "above", at_m = [0.05, 0.015] }
hole = { panel = "below", at_m = [0.04, 0.065] }
`
	sewn(t, pattern, scene, 9, func(t *testing.T, u *scenes.Setup, x []r3.Vec) {
		panels := map[int32]map[int32]bool{}
		var middle r3.Vec
		weight := 0.0
		for i, tri := range u.Model.Tri {
			for _, v := range tri {
				if panels[v] == nil {
					panels[v] = map[int32]bool{}
				}
				panels[v][u.Pieces[0].Panel[i]] = true
				if u.Pieces[0].Panel[i] == 1 {
					middle = r3.Add(middle, r3.Scale(u.Model.Rest[i].Area, x[v]))
					weight += u.Model.Rest[i].Area
				}
			}
		}
		middle = r3.Scale(1/weight, middle)
		var button []r3.Vec
		for v, on := range panels {
			if len(on) == 2 {
				button = append(button, x[v])
			}
		}
		if len(button) != 1 {
			t.Fatalf("%d points are on both panels, expected the button", len(button))
		}
		d, top := r3.Sub(middle, button[0]), 0.0
		for _, v := range u.Pieces[0].Labels["top"] {
			top += x[v].Y / float64(len(u.Pieces[0].Labels["top"]))
		}
		t.Logf("button %.4f m below the pins, the middle of what hangs from it is off by %v", top-button[0].Y, d)
		if math.Abs(d.X) > .004 || math.Abs(d.Y+.025) > .003 || math.Abs(top-button[0].Y-.045) > .003 {
			t.Errorf("the button is %.4f m below the pins, and what hangs is off it by %v: expected 0.045, and 0.025 straight "+
				"below", top-button[0].Y, d)
		}
	})
}
