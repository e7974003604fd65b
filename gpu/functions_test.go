//go:build cgo

package gpu

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/gpu/layout"
	"hysteron/gpu/opengl"
	"hysteron/law"
	"hysteron/shaders"
	"hysteron/step/steptest"
)

// evaluateGLSL has functions of the shaders answer alone: main, the text of a kernel without its head, makes each
// vectors of those in of an item, which it finds in askIn from per·i on, and puts them into askOut. It includes texts,
// and reads buffers of a simulation.
func evaluateGLSL(t *testing.T, s *Sim, includes, buffers, main string, in [][4]float32, per,
	each int) (out [][4]float32) {
	t.Helper()
	head := "#version 430 core\n#include \"load.glsl\"\n#include \"params.glsl\"\n"
	for name := range strings.FieldsSeq(includes) {
		head += "#include \"" + name + ".glsl\"\n"
	}
	for name := range strings.FieldsSeq(buffers) {
		head += "IN4(" + strings.ToUpper(name[:1]) + name[1:] + ", " + name + ")\n"
	}
	text := head + "IN4(AskIn, askIn)\nOUT4(AskOut, askOut)\nuniform int count;\nvoid main() {\n    int i = " +
		"invocation();\n    if (i >= count) return;\n" + main + "}\n"
	out = make([][4]float32, each*len(in)/per)
	if err := s.ctx.Do(func() error {
		q := s.queue
		if err := q.create(content{"askIn", in}, content{"askOut", vectors(len(out))}); err != nil {
			return err
		}
		made := map[string]string{"ask.comp": text}
		for name, text := range q.generated {
			made[name] = text
		}
		src, files, err := shaders.SourceWith(made, "ask.comp", definesFor(group, q.fetch, q.software))
		if err != nil {
			return err
		}
		if err := q.loadText(dispatch{name: "ask"}, opengl.Source{Text: src, Files: files}); err != nil {
			return err
		}
		s.bind()
		q.run("ask", len(in)/per)
		read(q, q.buffers["askOut"], out)
		return opengl.Error()
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

// crumpledDevice is a simulation for questions about functions that need none of its buffers.
func crumpledDevice(t *testing.T) *Sim {
	return newCrumpled(t, open(t, true), 0, nil).gpu
}

func vec(v [4]float32) r3.Vec {
	return r3.Vec{X: float64(v[0]), Y: float64(v[1]), Z: float64(v[2])}
}

// four is a vector that single floats hold.
func four(v r3.Vec, w float64) [4]float32 { return layout.Float4(v.X, v.Y, v.Z, w) }

// TestConeOfTwoLaws: on the device alone, two measured laws together hold a slip w in the plane with D(w)² = ½ Σ
// (a²(u·w)² + b²(v·w)²) over both, with limits a along the axis u of each and b across it, at any angle between their
// axes.
func TestConeOfTwoLaws(t *testing.T) {
	const directions = 12
	rnd := rand.New(rand.NewPCG(3, 19))
	var in [][4]float32
	for range 200 {
		n := r3.Unit(r3.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: rnd.NormFloat64()})
		u := r3.Unit(r3.Cross(n, r3.Vec{X: rnd.NormFloat64(), Y: rnd.NormFloat64(), Z: rnd.NormFloat64()}))
		turned := r3.NewRotation(2*math.Pi*rnd.Float64(), n).Rotate(u)
		in = append(in, four(n, 0), four(u, .1+rnd.Float64()), four(turned, .1+rnd.Float64()),
			layout.Float4(.1+rnd.Float64(),
				.1+rnd.Float64(), 0, 0))
	}
	out := evaluateGLSL(t, crumpledDevice(t), "split friction_cone", "", `
    vec4 n = LOAD4(askIn, 4 * i), u = LOAD4(askIn, 4 * i + 1), w = LOAD4(askIn, 4 * i + 2),
        across = LOAD4(askIn, 4 * i + 3);
    Friction_cone g = combine(n.xyz, Measured(u.xyz, u.w * u.w, across.x * across.x),
        Measured(w.xyz, w.w * w.w, across.y * across.y));
    askOut[2 * i] = g.axis;
    askOut[2 * i + 1] = vec4(g.limit, 0.0, 0.0, 0.0);
`, in, 4, 2)
	worst, upright := 0., 0
	for i := range len(in) / 4 {
		q := in[4*i : 4*i+4]
		n, axis, weak, limit := vec(q[0]), vec(out[2*i]), float64(out[2*i][3]), float64(out[2*i+1][0])
		if math.Abs(r3.Dot(axis, vec(q[1]))) < math.Sqrt(.5) {
			upright++ // the larger limit lies rather across the first axis
		}
		for k := range directions {
			w := r3.NewRotation(2*math.Pi*float64(k)/directions, n).Rotate(vec(q[1]))
			var want float64
			for l, u := range []r3.Vec{vec(q[1]), vec(q[2])} {
				a, b := float64(q[1+l][3])*r3.Dot(u, w), float64(q[3][l])*r3.Dot(r3.Cross(n, u), w)
				want += (a*a + b*b) / 2
			}
			along := r3.Dot(axis, w)
			got := limit * limit * (weak*r3.Norm2(w) + (1-weak)*along*along)
			worst = max(worst, math.Abs(got-want)/want)
		}
	}
	t.Logf("worst of %d: %.1e", directions*len(in)/4, worst)
	if !(worst < 2e-5) || upright < 50 {
		t.Errorf("the square of the limit is off by %.3g; %d of %d grips lie across: expected 50", worst, upright,
			len(in)/4)
	}
}

// TestNearlyParallelEdgesTurn: on the device alone, a pair of edges that are nearly parallel, alike or opposite, turns
// by the least rotation of their mean direction: by all of one about an axis across it, by nothing of one about itself.
func TestNearlyParallelEdgesTurn(t *testing.T) {
	along, across := r3.Vec{X: 1}, r3.Unit(r3.Vec{Y: 1, Z: -2})
	probes := []r3.Vec{{X: 1}, {Y: 1}, {Z: 1}, {X: .3, Y: -2, Z: .7}}
	var in [][4]float32
	var want []r3.Vec
	for _, sign := range []float64{1, -1} {
		x := [4]r3.Vec{{}, {X: 1, Z: .04}, {Y: .1}, {X: sign, Y: .1, Z: -sign * .04}}
		for _, axis := range []r3.Vec{across, along} {
			turn := r3.NewRotation(.4, axis)
			for _, v := range probes {
				for _, p := range x[1:] {
					in = append(in, four(p, 0))
				}
				for _, p := range x {
					in = append(in, four(r3.Sub(turn.Rotate(p), p), 0))
				}
				in = append(in, four(v, 0))
				if axis == across {
					v = turn.Rotate(v)
				}
				want = append(want, v)
			}
		}
	}
	out := evaluateGLSL(t, crumpledDevice(t), "split response contact pair_near pair_advance pair_rotation", "", `
    int b = 8 * i;
    Path p = Path(false, LOAD4(askIn, b).xyz, LOAD4(askIn, b + 1).xyz, LOAD4(askIn, b + 2).xyz,
                  LOAD4(askIn, b + 3).xyz, LOAD4(askIn, b + 4).xyz, LOAD4(askIn, b + 5).xyz, LOAD4(askIn, b + 6).xyz);
    vec3 v = LOAD4(askIn, b + 7).xyz;
    askOut[i] = vec4(v + turnBy(pairTurn(p), v), 0.0);
`, in, 8, 1)
	for i, w := range want {
		if got := vec(out[i]); r3.Norm(r3.Sub(got, w)) > 1e-5 {
			t.Errorf("case %d: %v becomes %v, expected %v", i, vec(in[8*i+7]), got, w)
		}
	}
}

// TestPotentialIsWork: on the device alone, the change of the potential of the strains of triangles over ways as long
// as laws have pieces, with a past, is the work of their stresses along the way, of each law, also of those of area and
// of diagonals.
func TestPotentialIsWork(t *testing.T) {
	const pieces, paths = 256, 40
	ctx := open(t, true)
	for _, of := range steptest.Subjects() {
		if of.Law == nil || !slices.Contains([]string{"membrane", "dahl", "damping"}, of.Name) {
			continue
		}
		t.Run(of.String(), func(t *testing.T) {
			c := newCrumpled(t, ctx, 0, &of)
			rnd := rand.New(rand.NewPCG(11, 4))
			var in [][4]float32
			for w := range paths {
				var from, way [3]float64
				for k := range 3 {
					from[k], way[k] = .04*rnd.NormFloat64(), .12*rnd.NormFloat64()
					if w%4 == 0 { // farther than yarns can be pushed together
						way[k] *= 4
					}
				}
				t := float64(w % len(c.gpu.Model.Tri))
				for p := range pieces + 1 { // of the last all of the way is asked
					at := (float64(p) + .5) / pieces
					if p == pieces {
						at = 0
					}
					in = append(in, layout.Float4(from[0]+at*way[0], from[1]+at*way[1], from[2]+at*way[2], t),
						layout.Float4(way[0], way[1], way[2], 0))
				}
			}
			out := evaluateGLSL(t, c.gpu, "terms split elementary response law laws_triangle three", "triangleHistory triangleRest", `
    vec4 e = LOAD4(askIn, 2 * i);
    int t = int(e.w), sides = NO_SIDES;
    vec3 past[PAST];
    for (int j = 0; j < PAST; j++) past[j] = LOAD4(triangleHistory, PAST * t + j).xyz;
    Three three = threeOf(int(LOAD4(triangleRest, 2 * t + 1).y), e.xyz, past);
    MembraneResponse r = MembraneResponse(vec3(0.0), vec3(0.0), vec3(0.0));
    respond(three, TERM_membrane, sides, r);
    askOut[2 * i] = vec4(r.s, 0.0);
    sides = NO_SIDES;
    askOut[2 * i + 1] = vec4(change(three, TERM_membrane, LOAD4(askIn, 2 * i + 1).xyz, sides), 0.0, 0.0);
`, in, 2, 2)
			worst := 0.
			for w := range paths {
				var work, size float64
				first := w * (pieces + 1)
				for p := range pieces {
					way := vec(in[2*(first+p)+1])
					d := r3.Dot(vec(out[2*(first+p)]), way) / pieces
					work += d
					size += math.Abs(d)
				}
				worst = max(worst, math.Abs(float64(out[2*(first+pieces)+1][0])-work)/size)
			}
			t.Logf("%.1e", worst)
			if !(worst < 5e-4) { // of friction that begins anew, over so many pieces; elsewhere below 1e-5
				t.Errorf("the potential changes by other than the work of the stresses: by %.3g of it", worst)
			}
		})
	}
}

// TestElementary: angles and decays of the device are those of the host, to a few units of the last place, in all
// quadrants and ranges.
func TestElementary(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 1))
	var in [][4]float32
	for range 2000 {
		phi, size := 2*math.Pi*rnd.Float64(), math.Exp(6*rnd.NormFloat64())
		in = append(in, layout.Float4(size*math.Sin(phi), size*math.Cos(phi), 12*math.Pow(rnd.Float64(), 4), 0))
	}
	in = append(in, layout.Float4(1, 0, 0, 0), layout.Float4(-1, 0, 1, 0), layout.Float4(0, -1, 100, 0),
		layout.Float4(0, 0, .999999, 0))
	out := evaluateGLSL(t, crumpledDevice(t), "split elementary", "", `
    vec4 p = LOAD4(askIn, i);
    float q, rest, second;
    decaySeries(p.z, q, rest, second);
    askOut[2 * i] = vec4(angle(p.x, p.y), decay(p.z), 0.0, 0.0);
    askOut[2 * i + 1] = vec4(q, rest, second, 0.0);
`, in, 1, 2)
	for i := range in {
		s, c, u := float64(in[i][0]), float64(in[i][1]), float64(in[i][2])
		q := -math.Expm1(-u)
		rest, second := u-q, u*u/2-u+q
		if u < .1 { // without cancellation
			second = u * u * u / 6 * (1 - u/4*(1-u/5*(1-u/6*(1-u/7))))
			rest = u*u/2 - second
		}
		got := [5]float64{float64(out[2*i][0]), float64(out[2*i][1]), float64(out[2*i+1][0]), float64(out[2*i+1][1]),
			float64(out[2*i+1][2])}
		want := [5]float64{math.Atan2(s, c), math.Exp(-u), q, rest, second}
		if u > 80 {
			want[1] = 0
		}
		for k, w := range want {
			if !(math.Abs(got[k]-w) <= 2e-6*math.Abs(w)+1e-37) {
				t.Errorf("of %v: number %d is %.9g, expected %.9g", in[i], k, got[k], w)
			}
		}
	}
}

// TestYielding: on the device alone, a spring that yields has its plateau, its second slope beyond the limit of its
// zero, and what stays of the way when it is let go, also the other way.
func TestYielding(t *testing.T) {
	ctx := open(t, true)
	for _, of := range steptest.Subjects() {
		if of.String() != "membrane/plastic" {
			continue
		}
		s := newCrumpled(t, ctx, 0, &of).gpu
		l := law.TestLaw(of.Law, law.Membrane).(law.Plastic)
		k, y, most := l.K, l.Yield, l.YieldMax
		path := []struct{ eps, stress float64 }{
			{.5 * y, .5 * k * y}, {y + .5*most, k * y}, {.5*most + .2*y, .2 * k * y}, {.5 * most, 0}, {y + .7*most,
				k * y},
			{2*y + most, 2 * k * y}, {most, 0}, {most - y - .4*most, -k * y}, {-2*y - most, -2 * k * y}, {-most, 0},
		}
		var in [][4]float32
		for _, p := range path {
			in = append(in, layout.Float4(p.eps, 0, 0, 0))
		}
		out := evaluateGLSL(t, s, "terms split elementary response law laws_triangle three", "triangleRest", `
    if (i > 0) return;
    Laws l = lawsAt(int(LOAD4(triangleRest, 1).y));
    for (int j = 0; j < PAST - 1; j++) l.kept[j] = 0.0;
    float before = 0.0;
    for (int k = 0; k < count; k++) {
        Strain s = Strain(LOAD4(askIn, k).x, before, 0);
        Response r = Response(0.0, 0.0);
        respondElasticity(l, s, r);
        askOut[k] = vec4(r.sigma, 0.0, 0.0, 0.0);
        commitLaws(l, s, bvec4(true));
        before = s.eps;
    }
`, in, 1, 1)
		for i, p := range path {
			if got := float64(out[i][0]); math.Abs(got-p.stress) > 1e-5*k*y {
				t.Errorf("point %d, at %g: %g N/m, expected %g", i, p.eps, got, p.stress)
			}
		}
		return
	}
	t.Fatal("no law yields")
}

// TestFrictionIsGradient: on the device alone, friction in a contact plane, by direction or not, is in the plane, does
// not feel motion across it, and its potential changes by its work over any way, elastic and sliding.
func TestFrictionIsGradient(t *testing.T) {
	const pieces, paths = 256, 60
	s := crumpledDevice(t)
	slip := s.Settings.FrictionSlip
	rnd := rand.New(rand.NewPCG(8, 2))
	random := func(size float64) r3.Vec {
		return r3.Vec{X: size * rnd.NormFloat64(), Y: size * rnd.NormFloat64(), Z: size * rnd.NormFloat64()}
	}
	var in [][4]float32
	for w := range paths {
		n := r3.Unit(random(1))
		axis, weak := r3.Unit(r3.Cross(n, random(1))), 1.
		if w%2 == 0 {
			weak = .1 + .8*rnd.Float64()
		}
		e := random(slip)
		e = r3.Sub(e, r3.Scale(r3.Dot(e, n), n))
		body, from, way := random(2*slip), random(2*slip), random(4*slip)
		for p := range pieces + 1 { // of the last all of the way is asked
			at := (float64(p) + .5) / pieces
			if p == pieces {
				at = 0
			}
			in = append(in, four(n, .3), four(axis, weak), four(body, 0), four(e, 0), four(r3.Add(from, r3.Scale(at,
				way)), 0),
				four(way, 0))
		}
	}
	out := evaluateGLSL(t, s, "split response contact friction", "", `
    int b = 6 * i;
    vec4 n = LOAD4(askIn, b), axis = LOAD4(askIn, b + 1);
    vec3 body = LOAD4(askIn, b + 2).xyz, e = LOAD4(askIn, b + 3).xyz, u = LOAD4(askIn, b + 4).xyz;
    PointResponse r = PointResponse(vec3(0.0), vec3(0.0), vec3(0.0));
    friction(n, axis, body, e, u, r);
    PointResponse along = PointResponse(vec3(0.0), vec3(0.0), vec3(0.0));
    friction(n, axis, body, e, u + 1e-5 * n.xyz, along);
    askOut[2 * i] = vec4(r.g, length(along.g - r.g));
    askOut[2 * i + 1] = vec4(frictionChange(n, axis, body, e, u, LOAD4(askIn, b + 5).xyz),
        slipHeld(axis, slipOf(n, body, e, u)));
`, in, 6, 2)
	for w := range paths {
		var work, size float64
		first := w * (pieces + 1)
		n, axis, weak, limit := vec(in[6*first]), vec(in[6*first+1]), float64(in[6*first+1][3]), float64(in[6*first][3])
		for p := range pieces {
			g := vec(out[2*(first+p)])
			d := r3.Dot(g, vec(in[6*first+5])) / pieces
			work += d
			size += math.Abs(d)
			// Inside the cone: (g·axis)² + (g across)²/weak is at most the square of the limit, and is that where it
			// slides.
			across := r3.Sub(g, r3.Scale(r3.Dot(g, axis), axis))
			cone := math.Sqrt(r3.Dot(g, axis)*r3.Dot(g, axis)+r3.Norm2(across)/weak) / limit
			h := out[2*(first+p)+1]
			held := r3.Vec{X: float64(h[1]), Y: float64(h[2]), Z: float64(h[3])}
			stuck := math.Sqrt(weak*r3.Norm2(held)+(1-weak)*r3.Dot(held, axis)*r3.Dot(held, axis)) / slip
			if math.Abs(r3.Dot(g, n)) > 1e-5*limit || cone > 1+1e-5 || math.Abs(cone-stuck) > 1e-4 ||
				float64(out[2*(first+p)][3]) > 1e-2*limit {
				t.Fatalf("way %d: friction %v N in the plane of %v with %.6g of its limit, %.6g of the slip it holds, %.3g N of "+
					"motion across it", w, g, n, cone, stuck, out[2*(first+p)][3])
			}
		}
		if got := float64(out[2*(first+pieces)+1][0]); !(math.Abs(got-work) < 2e-4*size) {
			t.Errorf("way %d: the potential changes by %.6g J, friction's work is %.6g J", w, got, work)
		}
	}
}
