//go:build cgo

package gpu

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"hysteron/gpu/layout"
	"hysteron/law"
	"hysteron/law/lawtest"
	"hysteron/param"
	"hysteron/step"
	"hysteron/step/steptest"
)

// TestBounds: with parameters at their declared bounds, at the largest strains that there may be, twins of laws are
// finite in single precision: stress, slope, change of the potential and what they keep. Stress and change are those
// of the law with the same numbers, to a hundred-thousandth of the largest stress that any of the parameters makes.
func TestBounds(t *testing.T) {
	const accuracy, nothing = 1e-5, 1e-30 // below which single floats lose digits
	s := crumpledDevice(t)
	for i := range law.Kinds {
		k := &law.Kinds[i]
		for m, measure := range map[law.Measure]string{law.Membrane: "membrane", law.Bending: "bending"} {
			if m == law.Bending && !k.On(law.Bends) {
				continue
			}
			t.Run(k.Name+"/"+measure, func(t *testing.T) {
				list := twinCases(k, m)
				var in [][4]float32
				for i := range list {
					in = append(in, list[i].pack()...)
				}
				out := evaluateTwin(t, s, k, in)
				odd := 0
				for i := range list {
					q := &list[i]
					q.pack() // numbers as single floats hold them
					from, to := q.at(q.Eps), q.at(q.Eps+q.by)
					sigma, slope, change := float64(out[2*i][0]), float64(out[2*i][1]), float64(out[2*i][2])
					way := max(math.Abs(q.Eps), math.Abs(q.EpsN), math.Abs(q.by))
					largest := q.largest(way)
					most := accuracy*largest + nothing
					host := 1e-15 * (math.Abs(from.Psi) + math.Abs(to.Psi) + largest*way) // what the difference loses
					finite := !math.IsInf(slope, 0) && !math.IsNaN(slope)
					for _, v := range out[2*i+1] {
						finite = finite && !math.IsInf(float64(v), 0) && !math.IsNaN(float64(v))
					}
					off := math.Abs(change - (to.Psi - from.Psi))
					if !finite || !(math.Abs(sigma-from.Sigma) <= most) || !(off <= most*math.Abs(q.by)+host+nothing) {
						if odd++; odd < 6 {
							t.Errorf("%T%+v at %+v by %g: device %v, host %+v and a change of %g",
								q.law, q.law, q.Strain, q.by, out[2*i:2*i+2], from, to.Psi-from.Psi)
						}
					}
				}
				t.Logf("%d of %d answers are off", odd, len(list))
			})
		}
	}
}

// TestTermsAgreeAtBounds: with settings at the ends of what they are declared to take, forces of all terms together,
// their matrix times a vector and the change of their potential are finite in single precision, and those of the
// reference.
func TestTermsAgreeAtBounds(t *testing.T) {
	ctx := open(t, true)
	for _, group := range []func(set *step.Settings) any{
		func(set *step.Settings) any { return &set.Contact },
		func(set *step.Settings) any { return &set.Air },
	} {
		var fields []param.Field
		set := steptest.Settings()
		param.Numbers(group(&set), func(f *param.Field, _ *float64) { fields = append(fields, *f) })
		for i, f := range fields {
			for _, v := range f.Bounds.Ends() {
				c := newCrumpled(t, ctx, 1, nil, func(set *step.Settings) {
					at := 0
					param.Numbers(group(set), func(_ *param.Field, to *float64) {
						if at == i {
							*to = v
						}
						at++
					})
				})
				q := c.readings(t)
				if g, av, e := q.error(); !(max(g, av, e) < agreement) {
					t.Errorf("%s = %g: forces differ by %.3g, matrices by %.3g, changes of the potential by %.3g",
						f.Key, v, g, av, e)
				}
			}
		}
	}
}

// twinCase is a law at a strain, from where its potential changes on the way to another one.
type twinCase struct {
	law law.Law
	law.Strain
	by float64
}

// twinCases are all at the bounds of the parameters of a law.
func twinCases(k *law.Kind, m law.Measure) (list []twinCase) {
	strains := lawtest.Strains(m)
	lawtest.Bounded(k, m, func(l law.Law, s law.Strain) {
		if s.H > 1e-3 { // each is there with two steps
			return
		}
		s.H = 1. / 200 // that of the simulation
		for _, to := range []float64{strains[0], strains[2], 0, strains[len(strains)-2]} {
			list = append(list, twinCase{l, s, to - s.Eps})
		}
		list = append(list, twinCase{l, s, 1e-9 * s.Eps}) // ε + d rounds to ε
	})
	return list
}

// at is the response of the law at a strain.
func (q *twinCase) at(eps float64) (r law.Response) {
	s := q.Strain
	s.Eps = eps
	q.law.Respond(&s, &r)
	return r
}

// largest is the size of the stresses of which that of the law is made, over strains of a size.
func (q *twinCase) largest(way float64) (sum float64) {
	for _, v := range q.History {
		if law.Of(q.law).Role == law.Elasticity { // they keep strains, others stresses
			way = max(way, math.Abs(v))
		} else {
			sum += math.Abs(v)
		}
	}
	values := law.Values(q.law)
	for i, p := range law.Params(q.law) {
		switch {
		case p.Dim.Stress == 1:
			sum += max(0, values[i]) * math.Pow(way, float64(-p.Dim.Strain))
		case p.Key == "": // of damping, bound from the stiffness beside it
			sum += values[i] / q.H * way
		}
	}
	return sum
}

// twinNumbers is how many vectors a question takes.
const twinNumbers = 4

// pack writes the question as single floats, and makes it that of these.
func (q *twinCase) pack() [][4]float32 {
	var numbers []float64
	single := func(v float64) float64 {
		v = float64(float32(v))
		numbers = append(numbers, v)
		return v
	}
	crossed := 0.
	if q.Crossed {
		crossed = 1
	}
	q.Eps, q.EpsN, _, q.by = single(q.Eps), single(q.EpsN), single(crossed), single(q.by)
	q.law = law.Make(q.law, func(p *law.Param, v float64) float64 {
		if p.Twin {
			v = single(v)
		}
		return v
	})
	for i, v := range q.History {
		q.History[i] = single(v)
	}
	out := make([][4]float32, twinNumbers)
	for i, v := range numbers {
		out[i/4][i%4] = float32(v)
	}
	return out
}

// evaluateTwin has the twin of a law answer: stress, slope, change of the potential; then what it keeps.
func evaluateTwin(t *testing.T, s *Sim, k *law.Kind, in [][4]float32) [][4]float32 {
	t.Helper()
	var fields, values []string
	field := func(name string) {
		at := 4 + len(values)
		values = append(values, fmt.Sprintf("LOAD4(askIn, %d * i + %d).%c", twinNumbers, at/4, "xyzw"[at%4]))
		fields = append(fields, "float "+name+";")
	}
	for _, p := range law.Params(k.Zero) {
		if p.Twin {
			field(layout.LowerFirst(p.Name))
		}
	}
	commit, kept := "", [4]string{"0.0", "0.0", "0.0", "0.0"}
	for i, name := range k.History {
		field(name)
		commit, kept[i] = "commit(l, s);", "l."+name
	}
	name := reflect.TypeOf(k.Zero).Name()
	s.queue.generated["asked_law.glsl"] = fmt.Sprintf("struct %s { %s };\n#include \"law/%s.glsl\"\n", name,
		strings.Join(fields, " "), k.Name)
	return evaluateGLSL(t, s, "split elementary law asked_law", "", fmt.Sprintf(`
    vec4 a = LOAD4(askIn, %d * i);
    Strain s = Strain(a.x, a.y, int(a.z));
    Response r = Response(0.0, 0.0);
    %s l = %[2]s(%s);
    respond(l, s, r);
    float by = change(l, s, a.w);
    %s
    askOut[2 * i] = vec4(r.sigma, r.slope, by, 0.0);
    askOut[2 * i + 1] = vec4(%s);
`, twinNumbers, name, strings.Join(values, ", "), commit, strings.Join(kept[:], ", ")), in, twinNumbers, 2)
}
