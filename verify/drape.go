package verify

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/render"
	"hysteron/report"
	"hysteron/scenes"
	"hysteron/step"
)

func fabricProblems() []Problem {
	const topic = "Fabrics beside published numbers"
	return []Problem{
		{
			Name: "cusick-drape", Topic: topic, Run: cusickDrape, Full: true,
			What: "Drape test of every fabric: a round specimen of 30 cm hangs over a disc of 18 cm that holds it. Drape " +
				"coefficient (covered part of the ring's area in the shadow from above) and number of folds, beside published " +
				"ones of other fabrics of the kind: no verdict.",
			Source: drapeSources,
		},
		{
			Name: "cantilever-fabrics", Topic: topic, Run: cantileverFabrics, Full: true,
			What: "Cantilever test of every fabric along the warp (ASTM D1388, Peirce): half of the overhang at which the " +
				"line to the tip goes down at 41.5°, without friction under both laws of bending, and as it is shipped, beside " +
				"what its stiffness at zero strain gives: no verdict.",
			Source: "bending length = 0.49991·L at Γ = 8.0042, so c = 0.49991·(8.0042·B/(ρ_s·g))^{1/3} with B = 3·k1",
		},
	}
}

// drapeSources has the sources of published drape coefficients [%] and numbers of folds.
const drapeSources = "Matsudaira 2015, J. Textile Eng. 61(6) 69–73, tables 1 and 2 (second hand): cotton broad 82.9 " +
	"%, polyester faille 28.3 %; " +
	"Analysis of a Fabric Drape Profile, Vlákna a Textil 1/2018: cotton plain weaves 48–72 %, polyester/cotton twill " +
	"3/1 79.8 %, satins 43–70 %, 5 to 8 folds"

// publishedDrape has the drape coefficient of a fabric of the same kind [%], for fabrics with a published one.
var publishedDrape = map[string]struct {
	of    string
	value float64
}{
	"cotton":       {"cotton broad", 82.9},
	"polyester":    {"polyester faille", 28.3},
	"cotton-twill": {"polyester/cotton twill 3/1", 79.81},
}

// DrapeTest is the set-up of a drape test. Zero lengths are those of Cusick's test (1968): 30 cm over 18 cm (BS 5058,
// ISO 9073-9), edges of 12.5 mm.
type DrapeTest struct {
	Disc, Specimen float64 // diameters [m]
	Edge           float64 // approximate edge length of triangles [m]
	// Hanging ≥ 1 is the number of a specimen with imperfections of its own: another random mesh, another direction of
	// the warp in it, and a start that is not flat. Odd specimens hang with the face up, even ones with the back, as BS
	// 5058 requires. 0: flat, with the warp along x.
	Hanging int
}

// Cusick's diameters, and the default edge length [m].
const cusickDisc, cusickSpecimen, DrapeEdge = .18, .30, 0.0125

// startRise is the standard deviation of the initial height at the rim [m]. Assumed: a third of the least depth of a
// fold that a reader of a shadow sees, 1.5 mm.
const startRise = 5e-4

// Filled returns the test with all lengths set.
func (q DrapeTest) Filled() DrapeTest {
	for _, d := range []struct {
		of *float64
		is float64
	}{{&q.Disc, cusickDisc}, {&q.Specimen, cusickSpecimen}, {&q.Edge, DrapeEdge}} {
		if *d.of == 0 {
			*d.of = d.is
		}
	}
	return q
}

// Coefficient returns the part of the ring around the disc that a shadow of an area [m²] covers [%].
func (q DrapeTest) Coefficient(shadow float64) float64 {
	q = q.Filled()
	held := math.Pi / 4 * q.Disc * q.Disc
	return 100 * (shadow - held) / (math.Pi/4*q.Specimen*q.Specimen - held)
}

// sheet returns the flat specimen and the positions of its material coordinates.
func (q DrapeTest) sheet() (*Sheet, func(r2.Vec) r3.Vec) {
	s := discSheet(q.Edge, uint64(q.Hanging), q.Disc/2, q.Specimen/2)
	if q.Hanging == 0 {
		return s, LevelPlace
	}
	rnd := rand.New(rand.NewPCG(uint64(q.Hanging), 2))
	grain := 2 * math.Pi * rnd.Float64()
	for i, v := range s.UV {
		s.UV[i] = r2.Rotate(v, grain, r2.Vec{})
	}
	const first, last = 2, 9 // waves around the rim: as many as folds of specimens
	var rise [last - first + 1][2]float64
	for i := range rise {
		for k := range rise[i] {
			rise[i][k] = startRise / math.Sqrt(float64(len(rise))) * rnd.NormFloat64()
		}
	}
	side := float64(2*(q.Hanging%2) - 1)
	return s, func(v r2.Vec) r3.Vec {
		at := LevelPlace(v)
		at.Z *= side
		out := max(0, (r2.Norm(v)-q.Disc/2)/((q.Specimen-q.Disc)/2))
		for i := range rise {
			sin, cos := math.Sincos(float64(first+i) * math.Atan2(v.Y, v.X))
			at.Y += out * out * (rise[i][0]*cos + rise[i][1]*sin)
		}
		return at
	}
}

// Drape is a specimen of the drape test at rest.
type Drape struct {
	Test        DrapeTest
	Mesh        string
	X           []r3.Vec // [m]; the disc is at height 0
	Tri         [][3]int32
	UV          [][3]r2.Vec
	Coefficient float64   // part of the ring covered by the shadow from above [%]
	Folds       int       // around the rim
	Speed       float64   // largest remaining speed [m/s]
	Radius      []float64 // of the shadow, over the angle [m]
}

// DrapeFabric hangs a round specimen over a disc and steps it to rest.
func DrapeFabric(ctx context.Context, backend step.Backend, f cloth.Fabric, test DrapeTest) (*Drape, error) {
	return settleDrape(On(ctx, backend), f, test)
}

func settleDrape(e *Env, f cloth.Fabric, test DrapeTest) (*Drape, error) {
	test = test.Filled()
	s, place := test.sheet()
	p := s.Part(f, place)
	HoldVertices(&p, s.Where(func(q r2.Vec) bool { return r2.Norm(q) < test.Disc/2+1e-9 }))
	set := Settings()
	set.Tolerance, set.SelfContact = 2e-5, true // folds may touch each other
	r, err := e.Sim(p, nil, set)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	x, speed, err := comeToRest(r, 1./100, .01, 150, 600)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	shadow, radius := shadowArea(s.Tri, x, test.Specimen/2)
	return &Drape{
		Test: test, Mesh: s.Name(), X: x, Tri: r.Model.Tri, UV: r.Model.UV, Folds: Folds(radius, test.Edge), Speed: speed,
		Radius: radius, Coefficient: test.Coefficient(shadow),
	}, nil
}

// Scene returns a picture of the specimen and the box that the picture has to contain.
func (d *Drape) Scene(colour render.RGB, weave string) (s render.Scene, box render.Box) {
	s.Meshes = []render.Mesh{{X: d.X, Tri: d.Tri, UV: d.UV, Material: render.Woven(colour, render.WeaveNamed(weave)),
		Smooth: true}}
	wide, ring := 14./15*d.Test.Specimen/2, d.Test.Specimen/2-d.Test.Disc/2
	return s, render.Box{Min: r3.Vec{X: -wide, Y: -ring, Z: -wide}, Max: r3.Vec{X: wide, Y: ring / 6, Z: wide}}
}

func cusickDrape(e *Env) error {
	for _, name := range scenes.Fabrics() {
		f, err := shippedFabric(name)
		if err != nil {
			return err
		}
		for _, edge := range Pick(e, []float64{DrapeEdge, DrapeEdge / 2}, []float64{DrapeEdge}, []float64{DrapeEdge}) {
			d, err := settleDrape(e, f, DrapeTest{Edge: edge})
			if err != nil {
				return err
			}
			size := fmt.Sprintf("%s, edges of %.3g mm", f.Name, 1000*edge)
			what := size + ": drape coefficient"
			if q, ok := publishedDrape[f.Name]; ok {
				e.Compare(d.Mesh, what+", beside "+q.of, "%", q.value, d.Coefficient)
			} else {
				e.Show(d.Mesh, what, "%", d.Coefficient)
			}
			e.Show(d.Mesh, size+": folds", "1", float64(d.Folds))
			e.Show(d.Mesh, size+": largest speed at the end", "mm/s", 1000*d.Speed)
			outline := report.Line{Name: "shadow"}
			for i := range len(d.Radius) + 1 {
				sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(len(d.Radius)))
				w := d.Radius[i%len(d.Radius)]
				outline.X, outline.Y = append(outline.X, 100*w*cos), append(outline.Y, 100*w*sin)
			}
			e.Plot(report.Plot{
				Title: fmt.Sprintf("%s from above: %.0f %%", size, d.Coefficient), X: "[cm]", Y: "[cm]", Square: true,
				XRange: [2]float64{-16, 16}, YRange: [2]float64{-16, 16},
				Lines: []report.Line{outline, circle("disc", 50*d.Test.Disc), circle("specimen", 50*d.Test.Specimen)},
			})
			scene, box := d.Scene(render.Hex(0x5b7fa6), f.Weave)
			e.Picture(Picture{
				Title:     fmt.Sprintf("%s: drape coefficient %.0f %%, %d folds", size, d.Coefficient, d.Folds),
				Elevation: 25, Scene: scene, Box: box,
			})
		}
	}
	return nil
}

// comeToRest takes from least to most steps of h, until no vertex is faster than still [m/s], and returns the positions
// and the largest speed.
func comeToRest(r *Running, h, still float64, least, most int) (x []r3.Vec, speed float64, err error) {
	for n := 1; ; n++ {
		if err := r.Err(); err != nil {
			return nil, 0, err
		}
		if _, err := r.Step(h); err != nil {
			return nil, 0, err
		}
		st, err := r.State()
		if err != nil {
			return nil, 0, err
		}
		speed = 0
		for _, v := range st.V {
			speed = max(speed, r3.Norm(v))
		}
		if n >= least && speed < still || n == most {
			return append([]r3.Vec(nil), st.X...), speed, nil
		}
	}
}

// circle returns a dashed circle.
func circle(name string, radius float64) report.Line {
	l := report.Line{Name: name, Dashed: true}
	for i := range 121 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 120)
		l.X, l.Y = append(l.X, radius*cos), append(l.Y, radius*sin)
	}
	return l
}

// shadowArea returns the area covered by triangles seen from above, and the farthest covered radius over the angle, by
// rays from the origin. The shadow is star-shaped about the origin to within folds.
func shadowArea(tri [][3]int32, x []r3.Vec, most float64) (area float64, radius []float64) {
	const rays = 720
	radius = make([]float64, rays)
	for i := range radius {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / rays)
		d := r2.Vec{X: cos, Y: sin}
		for _, t := range tri {
			for c := range 3 {
				a, b := x[t[c]], x[t[(c+1)%3]]
				p, q := r2.Vec{X: a.X, Y: -a.Z}, r2.Vec{X: b.X, Y: -b.Z}
				u, v := r2.Cross(d, p), r2.Cross(d, q)
				if u*v > 0 || u == v {
					continue
				}
				at := r2.Add(p, r2.Scale(u/(u-v), r2.Sub(q, p)))
				radius[i] = math.Max(radius[i], math.Min(most, r2.Dot(at, d)))
			}
		}
		area += radius[i] * radius[i] / 2 * 2 * math.Pi / rays
	}
	return area, radius
}
