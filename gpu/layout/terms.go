package layout

import (
	"fmt"
	"maps"
	"strings"

	"hysteron/cloth"
	"hysteron/step"
)

// MadeTexts returns the includes that depend on the lists of terms and laws, and on their use in a model.
func MadeTexts(m *cloth.Model) map[string]string {
	texts := termTexts()
	maps.Copy(texts, LawTexts(m))
	maps.Copy(texts, kindTexts(m))
	maps.Copy(texts, rigidTexts(m))
	return texts
}

// termTexts returns the GLSL list of terms: a bit for each, and functions that call all terms of vertices, and of
// faces.
func termTexts() map[string]string {
	var bits strings.Builder
	bits.WriteString("// The terms of step.Terms, each with its bit in Params.terms.\n")
	for i, t := range step.Terms {
		fmt.Fprintf(&bits, "#define TERM_%s %d\n", t.Name, 1<<i)
	}
	bits.WriteString("bool has(int term) { return (terms & term) != 0; }\n")
	return map[string]string{
		"settings.glsl":     SettingsText(),
		"terms.glsl":        bits.String(),
		"vertex_terms.glsl": callText("vertex", "Vertex", step.Vertices),
		"face_terms.glsl":   callText("face", "Face", step.Faces),
	}
}

// callText includes the terms of a domain and calls them: NAMEForces calls every NAMEForce, and NAMEChanges returns the
// change of the potential and the sum of its absolute terms.
func callText(name, kind string, on step.Domain) string {
	include, forces, changes := "#include \"term.glsl\"\n", "", ""
	for _, t := range step.Terms {
		if t.On != on {
			continue
		}
		include += fmt.Sprintf("#include \"term/%s.glsl\"\n", t.Name)
		forces += fmt.Sprintf("    if (has(TERM_%s)) %sForce(p, r);\n", t.Name, t.Name)
		changes += fmt.Sprintf("    if (has(TERM_%s)) {\n        float c = %sChange(p, q);\n        sum += vec2(c, "+
			"abs(c));\n    }\n", t.Name, t.Name)
	}
	return fmt.Sprintf("%svoid %sForces(%s p, inout PointResponse r) {\n%s}\nvec2 %sChanges(%s p, vec3 q) {\n    vec2 "+
		"sum = vec2(0.0);\n%s    return sum;\n}\n",
		include, name, kind, forces, name, kind, changes)
}
