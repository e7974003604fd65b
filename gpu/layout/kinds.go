package layout

import (
	"fmt"
	"strings"

	"hysteron/cloth"
	"hysteron/shaders"
)

// Listed are the element kinds with kernels generated from shaders/element/template: those whose row has a Slot.
var Listed = func() (list []cloth.Kind) {
	for kind := range cloth.Kinds {
		if kind.Row().Slot > 0 {
			list = append(list, kind)
		}
	}
	return list
}()

// present returns the listed kinds in a model. In rows and blocks they follow triangles and hinges.
func present(m *cloth.Model) (list []cloth.Kind) {
	for _, kind := range Listed {
		if m.Count(kind) > 0 {
			list = append(list, kind)
		}
	}
	return list
}

// listed has the elements of a listed kind in the layout of the kernels.
type listed struct {
	Order    []int32      // device index → model index
	Vertices [][4]int32   // padded with zeros
	Rest     [][4]float32 // rest values, four per texel; size, row of the laws, row of the law of the deformation gradient
}

// RestTexels returns the number of rest texels per element of a kind.
func RestTexels(kind cloth.Kind) int { return max(1, (len(kind.Row().Rest)+3)/4) + 1 }

func newListed(m *cloth.Model, o *order, kind cloth.Kind, place, solid func(i int32) int32) (l listed) {
	l.Order = o.sorted(m.Count(kind), func(i int32) []int32 { return m.Corners(kind, int(i)) })
	for _, i := range l.Order {
		var v [4]int32
		for a, w := range m.Corners(kind, int(i)) {
			v[a] = o.Place[w]
		}
		l.Vertices = append(l.Vertices, v)
		rest := make([][4]float32, RestTexels(kind)-1)
		if kind == cloth.Segments {
			rest[0][0] = float32(1 / m.Segments[i].Length)
		} else {
			for k := range kind.Row().Rest {
				rest[k/4][k%4] = float32(m.Elements[kind][i].Rest[k])
			}
		}
		l.Rest = append(append(l.Rest, rest...), Float4(m.Size(kind, int(i)), float64(place(i)), float64(solid(i)), 0))
	}
	return l
}

// named fills in a template for a kind.
func named(kind cloth.Kind, text string) string {
	name := kind.String()
	return strings.NewReplacer("{kind}", name, "{Kind}", strings.ToUpper(name[:1])+name[1:], "{KIND}",
		strings.ToUpper(name), "{term}", kind.Row().Elastic, "{corners}", fmt.Sprint(kind.Row().Corners)).Replace(text)
}

// kindTexts returns the kernels of listed kinds, and the includes of gather kernels for the kinds in a model. Every
// kind has its own loop, because software devices execute every branch, and run a loop once more if its condition comes
// first.
func kindTexts(m *cloth.Model) map[string]string {
	template := func(name string) string {
		text, err := shaders.Template(name)
		if err != nil {
			panic(err) // embedded file
		}
		return text
	}
	texts := map[string]string{}
	include, gradients, blocks := "", "void elementGradients(int i, int k, inout vec3 g) {\n    int end;\n",
		"void elementBlocks(int n, int k, inout mat3 m) {\n    int end;\n"
	for _, kind := range Listed {
		for _, stage := range [][2]string{{"", "evaluate"}, {"trial_", "trial"}, {"commit_", "commit"}} {
			texts[stage[0]+kind.String()+"s.comp"] = named(kind, template(stage[1]))
		}
		texts["past_"+kind.String()+".glsl"] = named(kind, template("past"))
		rows, strains := "#include \"element/{kind}.glsl\"\n", "#include \"element/{kind}_strains.glsl\"\n"
		if kind.Per() == 1 {
			rows, strains = template("rows"), template("strains")
		}
		texts["rows_"+kind.String()+".glsl"] = named(kind, rows)
		texts["strains_"+kind.String()+".glsl"] = named(kind, strains)
	}
	for row, kind := range present(m) {
		include += named(kind, "#include \"rows_{kind}.glsl\"\n")
		gradients += named(kind, fmt.Sprintf(`    end = LOADI1(rowStart, ROW_KINDS * i + %d);
    if (k < end) do {
        int ref = LOADI1(rowElement, k);
        g += {kind}GradientAt(ref >> 2, ref & 3);
    } while (++k < end);
`, row+3))
		blocks += named(kind, fmt.Sprintf(`    end = LOADI1(blockStart, ROW_KINDS * n + %d);
    if (k < end) do {
        int ref = LOADI1(blockElement, k);
        m += {kind}BlockAt(ref >> 4, (ref >> 2) & 3, ref & 3);
    } while (++k < end);
`, row+3))
	}
	texts["row_kinds.glsl"] = fmt.Sprintf("#define ROW_KINDS %d // kinds of elements that rows and blocks gather from\n",
		2+len(present(m)))
	texts["element_gradients.glsl"], texts["element_blocks.glsl"] = include+gradients+"}\n", include+blocks+"}\n"
	return texts
}
