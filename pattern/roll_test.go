package pattern

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// sleeve is a trapezoid of 40 cm that narrows to 24 cm, 30 cm high, with a pointed cap of 10 cm and a dart in its
// narrow end; its sides are sewn to each other. backwards it is wound clockwise.
func sleeve(curl string, backwards bool) string {
	corners := "[-12,0],[-1,0],[0,4],[1,0],[12,0],[20,30],[0,40],[-20,30]"
	edges, seams := "", `[{"panel":"sleeve","edge":1},{"panel":"sleeve","edge":2}],[{"panel":"sleeve","edge":4},{"panel":"sleeve","edge":7}]`
	for i := range 8 {
		from, to := i, (i+1)%8
		if backwards {
			from, to = (8-i)%8, 7-i
		}
		edges += fmt.Sprintf(`,{"endpoints":[%d,%d]}`, from, to)
	}
	if backwards {
		seams = `[{"panel":"sleeve","edge":5},{"panel":"sleeve","edge":6}],[{"panel":"sleeve","edge":0},{"panel":"sleeve","edge":3}]`
	}
	return fmt.Sprintf(`{"properties":{"units_in_meter":100,"curvature_coords":"relative"},"pattern":{"panels":{
"sleeve":{"vertices":[%s],"edges":[%s],"translation":[30,120,0],"rotation":[-90,90,-45]%s}},"stitches":[%s]}}`, corners, edges[1:], curl, seams)
}

func readSleeve(t *testing.T, curl string, backwards bool) *Pattern {
	t.Helper()
	p, err := ReadPattern(strings.NewReader(sleeve(curl, backwards)), "sleeve")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A panel that is rolled up is a cone: at each height of the sides that are sewn to each other its width is an arc that
// goes around by the angle, above them a cylinder goes on. Its right side is outside however it is wound, its middle is
// where a flat panel's right side looks, and its cloth is the flat panel's. Darts do not count.
func TestRoll(t *testing.T) {
	for _, backwards := range []bool{false, true} {
		for _, deg := range []float64{360, 200} {
			p := readSleeve(t, fmt.Sprintf(`,"curl":%g`, deg), backwards)
			flat := readSleeve(t, "", backwards)
			pan, is, angle := &p.Panels[0], &flat.Panels[0], deg*math.Pi/180
			along := r3.Unit(r3.Vec{X: -1, Y: 1}) // the panel's upward direction, turned
			right := r3.Unit(r3.Vec{X: 1, Y: 1})  // where it faces
			if backwards {
				right = r3.Scale(-1, right)
			}
			for _, y := range []float64{0, 0.1, 0.3, 0.38} {
				width := 0.24 + min(y, 0.3)*0.16/0.3
				radius := width / angle
				axis := r3.Add(pan.Translation, r3.Scale(y, along))
				for _, x := range []float64{-0.5, -0.2, 0, 0.3, 0.5} {
					at := r3.Sub(pan.Place(r2.Vec{X: x * width, Y: y}), axis)
					if l := r3.Norm(at); math.Abs(l-radius) > 1e-9 || math.Abs(r3.Dot(at, along)) > 1e-9 {
						t.Errorf("%g°: at height %g, %g of the width: %g m from the axis, expected %g", deg, y, x, l, radius)
					}
					if got := r3.Dot(at, right) / radius; math.Abs(got-math.Cos(x*angle)) > 1e-9 {
						t.Errorf("%g°: at height %g, %g of the width: cosine %g, expected %g", deg, y, x, got, math.Cos(x*angle))
					}
				}
			}
			m, err := p.Mesh(MeshOptions{EdgeLength: 0.03})
			if err != nil {
				t.Fatal(err)
			}
			n, err := flat.Mesh(MeshOptions{EdgeLength: 0.03})
			if err != nil || !slices.Equal(m.Tri, n.Tri) || !slices.Equal(m.UV, n.UV) || is.Area() != pan.Area() {
				t.Errorf("%v: rolled up, it is other cloth", err)
			}
			if deg < 360 {
				continue
			}
			for k, v := range m.Tri {
				a, b, c := m.X[v[0]], m.X[v[1]], m.X[v[2]]
				normal := r3.Cross(r3.Sub(b, a), r3.Sub(c, a))
				from := r3.Sub(r3.Scale(1./3, r3.Add(a, r3.Add(b, c))), pan.Translation)
				if from = r3.Sub(from, r3.Scale(r3.Dot(from, along), along)); r3.Dot(normal, from) <= 0 {
					t.Errorf("triangle %d looks inwards", k)
				}
			}
		}
	}
}

// What cannot be rolled up is refused, at its line; 0 is flat.
func TestRollRefuses(t *testing.T) {
	if p := readSleeve(t, `,"curl":0`, false); p.Panels[0].Roll != (Roll{}) {
		t.Error("rolled up by 0")
	}
	for curl, want := range map[string]string{
		"30":    "sleeve:2: panels.sleeve.curl: rolled up by 30 degrees: expected 0, flat, or 45 to 360",
		"400":   "rolled up by 400 degrees",
		`"all"`: "got a string: expected a number",
	} {
		_, err := ReadPattern(strings.NewReader(sleeve(`,"curl":`+curl, false)), "sleeve")
		if got := fmt.Sprint(err); !strings.Contains(got, want) {
			t.Errorf("%s: %q, expected %q", curl, got, want)
		}
	}
	lying := strings.NewReplacer("[-12,0],[-1,0],[0,4],[1,0],[12,0],[20,30],[0,40],[-20,30]", "[0,12],[0,1],[4,0],[0,-1],[0,-12],[30,-20],[40,0],[30,20]").Replace(sleeve(`,"curl":360`, false))
	want := "stitches[1], sleeve[4] to sleeve[7], sews sides that are above each other: expected them on its left and " +
		"right"
	if _, err := ReadPattern(strings.NewReader(lying), "sleeve"); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, expected %q", err, want)
	}
}

// A sleeve that is sewn to a tube and hangs flat is wrong, whatever its darts; one that covers nothing that it says is
// doubtful, and one that is rolled up is well. So is a cone.
func TestFlatTubes(t *testing.T) {
	const want = "stitches[1], sleeve[4] to sleeve[7], makes a tube of panel sleeve, which hangs flat"
	for text, count := range map[string][2]int{
		sleeve(`,"label":"arm"`, false):            {1, 0},
		sleeve("", false):                          {0, 1},
		sleeve(`,"label":"arm","curl":300`, false): {0, 0},
		strings.Replace(sleeve(`,"label":"arm"`, false), `,[{"panel":"sleeve","edge":4},{"panel":"sleeve","edge":7}]`, "", 1): {0, 0},
	} {
		p, err := ReadPattern(strings.NewReader(text), "sleeve")
		if err != nil {
			t.Fatal(err)
		}
		wrong, doubts := p.Facing()
		if len(wrong) != count[0] || len(doubts) != count[1] || len(wrong)+len(doubts) > 0 &&
			!strings.HasPrefix(append(wrong, doubts...)[0], want) {
			t.Errorf("%s\n%q, doubts %q: expected %v like %q", text, wrong, doubts, count, want)
		}
	}
}
