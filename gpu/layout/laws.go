package layout

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"hysteron/cloth"
	"hysteron/law"
)

// lawRow is the layout of a strain's law parameters, in floats: one range per role, followed by the law's number if a
// model has several, and the coupling at the end.
type lawRow struct {
	at     [law.Roles]int
	number [law.Roles]int // −1: at most one law
	couple int
	texels int
	limits int // rows that hold the three barriers of an element
}

func newLawRow(s *cloth.Strains) (r lawRow) {
	n := 0
	for role, used := range s.Used {
		r.at[role], r.number[role] = n, -1
		most := 0
		for _, k := range used {
			most = max(most, len(twinParams(k.Zero)))
		}
		n += most
		if len(used) > 1 {
			r.number[role] = n
			n++
		}
	}
	r.couple = n
	r.texels = (n + 4) / 4
	if s.Radials > 0 {
		r.texels++ // the place has its own texel
	}
	if s.Limits != nil {
		r.limits = (3 + r.texels - 1) / r.texels
	}
	return r
}

// twinParams returns the parameters of a law in kernels.
func twinParams(l law.Law) (p []law.Param) {
	for _, q := range law.Params(l) {
		if q.Twin {
			p = append(p, q)
		}
	}
	return p
}

// pack returns the rows of all laws of an element kind.
func (r *lawRow) pack(s *cloth.Strains, per int) [][4]float32 {
	var sets []law.Set // of area and diagonals, after those of each element's strains
	for i := range s.Couple {
		sets = append(sets, s.Laws[i*per:(i+1)*per]...)
		var of law.Coupled
		if s.Coupled != nil {
			of = s.Coupled[i]
		}
		for k, l := range []law.Law{of.Area, of.Diagonal, of.Principal} {
			if s.HasCoupled[k] {
				sets = append(sets, law.Set{law.Elasticity: l})
			}
		}
		for j := range s.Radials {
			set := law.Set{}
			if j < len(of.Around) {
				set[law.Elasticity] = of.Around[j].Law
			}
			sets = append(sets, set)
		}
		sets = append(sets, make([]law.Set, r.limits)...)
	}
	per = rowsOf(s, per) + r.limits
	out := make([][4]float32, r.texels*len(sets))
	for i, set := range sets {
		put := func(at int, v float64) { out[i*r.texels+at/4][at%4] = float32(v) }
		for role, l := range set {
			if l == nil {
				continue
			}
			values, k := law.Values(l), 0
			for j, p := range law.Params(l) {
				if p.Twin {
					put(r.at[role]+k, values[j])
					k++
				}
			}
			if at := r.number[role]; at >= 0 {
				put(at, float64(slices.Index(s.Used[role], law.Of(l))))
			}
		}
		put(r.couple, s.Couple[i/per])
	}
	for i := range s.Coupled { // places: the strain in directions that count, anywhere in others
		for j, a := range s.Coupled[i].Around {
			at := r.texels*(i*per+per-r.limits-s.Radials+j) + r.texels - 1
			for k := range a.At {
				out[at][k] = float32(a.At[k])
				if a.Along[k] == 0 {
					out[at][k] = anywhere
				}
			}
		}
	}
	r.packLimits(s, per, out)
	return out
}

// packLimits writes the barriers of all laws of a kind of element, per rows each.
func (r *lawRow) packLimits(s *cloth.Strains, per int, out [][4]float32) {
	for i := range s.Limits {
		l := &s.Limits[i]
		for k, b := range [3]law.Barrier{l.Stretch, l.Shear, l.Energy} {
			out[r.texels*(i*per+per-r.limits)+k] = Float4(b.Max, b.From, b.K, 0)
		}
	}
}

// anywhere is the place in a direction that does not count.
const anywhere = 1e6

// rowsOf returns the number of rows per element.
func rowsOf(s *cloth.Strains, per int) int {
	for _, has := range s.HasCoupled {
		if has {
			per++
		}
	}
	return per + s.Radials
}

// roleNames are the GLSL names of the roles.
var roleNames = [law.Roles]string{"Elasticity", "Yarns", "Viscosity", "Relaxation"}

// lawText returns the GLSL text of the laws of an element kind in a model: structs of parameters and internal
// variables, the twins, and functions that select among them. A strain without a law uses the first law with zero
// parameters.
func lawText(kind cloth.Kind, s *cloth.Strains, m *cloth.Model) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	row := newLawRow(s)
	line("// The laws of this model's %ss, made from law.Kinds.", kind)
	line("#define LAW_ROW %d // texels of a strain's laws", row.texels)
	at := kind.Per()
	for k, what := range [3]string{"AREA %d // row of the law of the sum of the first two strains",
		"ACROSS %d // row of the law of the strains along diagonals", "PRINCIPAL %d // row of the law of both principal " +
			"strains"} {
		if s.HasCoupled[k] {
			line("#define "+what, at)
			at++
		} else {
			line("#define "+what+": none", 0)
		}
	}
	line("#define AROUND %d // first row of the laws of distances from places among the strains", at)
	line("#define AROUNDS %d // how many there are", s.Radials)
	if row.limits > 0 {
		line("#define LIMITS %d // row where the barriers of an element begin, a texel each", at+s.Radials)
		line("#define LIMIT_GAP %g // see law.LastGap", law.LastGap)
	}
	line("#define ANYWHERE %.1f // no place, see pack.anywhere", anywhere)
	for of := range cloth.Kinds {
		name := strings.ToUpper(of.String())
		line("#define %s_PAST %d // texels of what a %s keeps", name, HistoryTexels(m, of), of)
		line("#define %s_KEPT(k, j) (%d * (k) + %d * (j)) // where among them number j of strain k is, in floats", name,
			historyAt(of, 1, 0), historyAt(of, 0, 1))
	}
	line("#define PAST %d // numbers that a strain keeps: ε_n, and those of its laws", s.Width())
	line("struct Laws {\n    vec4 row[LAW_ROW];\n    float kept[%d];\n};", max(1, s.Width()-1))
	line("IN4(LawRows, lawRows)")
	line("Laws lawsAt(int at) {\n    Laws l;\n    for (int i = 0; i < LAW_ROW; i++) l.row[i] = LOAD4(lawRows, at + " +
		"i);\n    return l;\n}")
	number := func(at int) string { return fmt.Sprintf("l.row[%d].%c", at/4, "xyzw"[at%4]) }
	line("float coupling(Laws l) { return %s; }", number(row.couple))
	commits := ""
	for role, used := range s.Used {
		var respond, change, commit strings.Builder
		for i, k := range used {
			name := typeName(k.Zero)
			fields, values := "", []string{}
			for j, p := range twinParams(k.Zero) {
				fields += fmt.Sprintf(" float %s;", LowerFirst(p.Name))
				values = append(values, number(row.at[role]+j))
			}
			for j, n := range k.History {
				fields += fmt.Sprintf(" float %s;", n)
				values = append(values, fmt.Sprintf("l.kept[%d]", s.From(law.Role(role))-1+j))
			}
			line("struct %s {%s };", name, fields)
			line("#include \"law/%s.glsl\"", k.Name)
			when := ""
			if at := row.number[role]; at >= 0 {
				when = fmt.Sprintf("if (%s == %d.0) ", number(at), i)
			}
			make := fmt.Sprintf("%s(%s)", name, strings.Join(values, ", "))
			fmt.Fprintf(&respond, "    %srespond(%s, s, r);\n", when, make)
			fmt.Fprintf(&change, "    %sreturn change(%s, s, d);\n", when, make)
			if len(k.History) > 0 {
				fmt.Fprintf(&commit, "    %s{\n        %s m = %s;\n        commit(m, s);\n", when, name, make)
				for j, n := range k.History {
					fmt.Fprintf(&commit, "        l.kept[%d] = m.%s;\n", s.From(law.Role(role))-1+j, n)
				}
				commit.WriteString("    }\n")
			}
		}
		n := roleNames[role]
		line("void respond%s(Laws l, Strain s, inout Response r) {\n%s}", n, &respond)
		line("float change%s(Laws l, Strain s, float d) {\n%s    return 0.0;\n}", n, &change)
		line("void commit%s(inout Laws l, Strain s) {\n%s}", n, &commit)
		commits += fmt.Sprintf("    if (on[%d]) commit%s(l, s);\n", role, n)
	}
	line("void commitLaws(inout Laws l, Strain s, bvec%d on) {\n%s}", int(law.Roles), commits)
	return b.String()
}

// typeName returns the type name of a law, the same in Go and GLSL.
func typeName(l law.Law) string { return reflect.TypeOf(l).Name() }

// LowerFirst returns s with a lower-case first letter.
func LowerFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[n:]
}

// LawTexts returns the includes that depend on the laws of a model.
func LawTexts(m *cloth.Model) map[string]string {
	texts := map[string]string{}
	for kind := range cloth.Kinds {
		texts["laws_"+kind.String()+".glsl"] = lawText(kind, &m.Strains[kind], m)
	}
	texts["laws_solid.glsl"] = solidText(m)
	return texts
}

// HistoryTexels returns the number of texels of an element's internal variables: a texel per variable with all strains,
// or a texel per four variables of a single strain.
func HistoryTexels(m *cloth.Model, kind cloth.Kind) int {
	w := m.Strains[kind].Width()
	if kind.Per() == 1 {
		return (w + 3) / 4
	}
	return w * ((kind.Per() + 3) / 4)
}

// historyAt returns the offset of variable j of strain k, in floats.
func historyAt(kind cloth.Kind, k, j int) int {
	if kind.Per() == 1 {
		return k + j
	}
	return 4*((kind.Per()+3)/4)*j + k
}

// PackHistory returns the internal variables of an element kind in the layout of the kernels.
func (p *Model) PackHistory(m *cloth.Model, kind cloth.Kind, h *cloth.History) [][4]float32 {
	each := HistoryTexels(m, kind)
	out := make([][4]float32, each*h.Len())
	p.eachHistory(m, kind, h, func(texel, component int, v *float64) { out[texel][component] = float32(*v) })
	return out
}

// UnpackHistory is the inverse of PackHistory.
func (p *Model) UnpackHistory(m *cloth.Model, kind cloth.Kind, h *cloth.History, data [][4]float32) {
	p.eachHistory(m, kind, h, func(texel, component int, v *float64) { *v = float64(data[texel][component]) })
}

// orderOf returns the model index of each device index for an element kind.
func (p *Model) orderOf(kind cloth.Kind) []int32 {
	switch kind {
	case cloth.Triangles:
		return p.Tri
	case cloth.Hinges:
		return p.hinge
	case cloth.Curves:
		return p.Curves.curve
	}
	return p.Listed[kind].Order
}

func (p *Model) eachHistory(m *cloth.Model, kind cloth.Kind, h *cloth.History, do func(texel, component int,
	v *float64)) {
	each := HistoryTexels(m, kind)
	for place, i := range p.orderOf(kind) {
		for k := range h.Per {
			kept := h.At(int(i), k)
			for j := range kept {
				at := historyAt(kind, k, j)
				do(place*each+at/4, at%4, &kept[j])
			}
		}
	}
}

// packLaws packs the rows of all kinds. It returns the first row of an element, and the row of its law of the
// deformation gradient.
func (p *Model) packLaws(m *cloth.Model) (place, solid [cloth.Kinds]func(i int32) int32, err error) {
	for kind := range cloth.Kinds {
		s := &m.Strains[kind]
		row, first := newLawRow(s), len(p.Laws)
		p.Laws = append(p.Laws, row.pack(s, kind.Per())...)
		place[kind] = func(i int32) int32 {
			return int32(first) + s.Of[i]*int32((rowsOf(s, kind.Per())+row.limits)*row.texels)
		}
	}
	used, texels := solidsOf(m)
	for kind := range cloth.Kinds {
		s := &m.Strains[kind]
		first := len(p.Laws)
		p.Laws = append(p.Laws, packSolids(s.Solids, used, texels)...)
		solid[kind] = func(i int32) int32 {
			if s.Solids == nil {
				return 0
			}
			return int32(first) + s.Of[i]*int32(texels)
		}
	}
	if len(p.Laws) > mostPlaces {
		return place, solid, fmt.Errorf("%d texels of laws of strains: expected at most %d", len(p.Laws), mostPlaces)
	}
	return place, solid, nil
}

// mostPlaces is the number of integers a float can represent.
const mostPlaces = 1 << 24
