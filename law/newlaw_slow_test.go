//go:build slow

package law

import (
	"strings"
	"testing"
)

// mistake makes one, and expects the commands of a folder to end in a failure of a test, with a text.
func (c *tried) mistake(what, path, old, wrong, folder, test, want string) {
	c.Run(what, func(t *testing.T) {
		right := c.read(path)
		if strings.Count(right, old) != 1 {
			t.Fatalf("%s: expected %q once", path, old)
		}
		c.write(path, strings.Replace(right, old, wrong, 1))
		defer c.write(path, right)
		text, tests := c.run(folder)
		if tests[test] != "FAIL" || !strings.Contains(text, want) {
			t.Errorf("%s ended with %q: expected it to fail, and %q in\n%s", test, tests[test], want, text)
		}
	})
}

// TestNewLaw adds the examples of docs/new-law.md to the project and runs the commands of the page: the battery of both
// backends runs over them and passes, and fails where something is wrong.
func TestNewLaw(t *testing.T) {
	c := tryPage(t, "../docs/new-law.md")
	const all = "/drag /membrane/cubic /springs/cubic /bending/cubic"
	c.passes("", map[string]string{
		"TestForceIsGradient": all, "TestJacobianIsHessian": all, "TestMatrixIsSemiDefinite": all, "TestZeroAtRest": all,
		"TestWorldInvariance": "/drag/motion /drag/mirror /membrane/cubic/motion /springs/cubic/motion /bending/cubic/mirror",
		"TestRigidInvariance": "/membrane/cubic /springs/cubic /bending/cubic",
		"TestRelabelling":     all, "TestTermsAgree": all,
		"TestStressIsTheDerivativeOfThePotential": "/cubic/membrane /cubic/bending",
		"TestParametersMatter":                    "/cubic/membrane",
		"TestDrag":                                "", "TestTermsAreListed": "", "TestSettingsMatter": "",
	})
	c.mistake("a term that does nothing", "cpu/drag.go", "c.k*mass[i]", "0*c.k*mass[i]",
		"./cpu", "TestForceIsGradient/drag/0", "drag does nothing on a crumpled patch")
	c.mistake("a parameter that the reference ignores", "cpu/drag.go", "w.Settings.DragRate/w.H", "3/w.H",
		"./cpu", "TestSettingsMatter", "setting dragRate does nothing")
	c.mistake("a parameter that the GPU ignores", "shaders/term/drag.glsl", "k = dragRate *", "k = 3.0 *",
		"./gpu", "TestTermsAgree/drag/1", "gradient of drag: the two differ by")
	c.mistake("a value to try that does nothing", "step/settings.go", `default:"0" try:"3"`, `default:"0" try:"0"`,
		"./gpu", "TestTermsAgree/drag/0", "drag does nothing on a crumpled fabric")
	c.mistake("a term of the CPU alone", "shaders/term/drag.glsl", "k = dragRate *", "k = 0.0 * dragRate *",
		"./gpu", "TestTermsAgree/drag/0", "largest force on a vertex 0 N on the GPU")
	c.mistake("a term that pieces in flight do not feel", "shaders/balance.comp", "act(place(i) - centre, r.g, r.h, "+
		"r.o, 0);",
		"act(place(i) - centre, r.g - dragRate / h * LOAD4(vertexRest, i).x * moved[i].xyz, r.h, r.o, 0);",
		"./gpu", "TestDrag", "GPU: the centre is ")
	c.mistake("a term that the reference does not list", "cpu/terms.go", "\t\t&Drag{},\n", "",
		"./cpu", "TestTermsAreListed", "drag stands in the list of all terms, step/terms.go, but not in that of the "+
			"reference")
	c.mistake("a parameter of a law that does nothing", "law/cubic.go", `try:"900"`, `try:"0"`,
		"./law", "TestParametersMatter", "parameter C of law cubic does nothing")
	c.mistake("a law of the CPU alone", "shaders/law/cubic.glsl", "r.sigma += (l.k + l.c * e2)", "r.sigma += 0.0 * (l.k "+
		"+ l.c * e2)",
		"./gpu", "TestTermsAgree/membrane/cubic/0", "of the largest force")
}

// TestNewElement: the battery and the known answer of docs/new-element.md see what is wrong.
func TestNewElement(t *testing.T) {
	c := tryPage(t, "../docs/new-element.md")
	for _, m := range []struct{ path, old, wrong, folder, test string }{
		{"cpu/bar.go", "float64(2*corner-1)*q.tension", "float64(2*corner-1)*2*q.tension", "./cpu ", "TestKinds/bar/2"},
		{"cpu/bar.go", "size := ", "size := 2 * ", "./gpu ", "TestBar"},
		{"shaders/element/bar.glsl", "tension = size", "tension = 1.01 * size", "./gpu ", "TestTermsAgree/springs/elastic/0"},
		{"shaders/element/bar.glsl", "2.0 * change / sum", "change / sum", "./gpu ", "TestTermsAgree/springs/elastic/0"},
	} {
		right := c.read(m.path)
		if strings.Count(right, m.old) != 1 {
			t.Fatalf("%s: expected %q once", m.path, m.old)
		}
		c.write(m.path, strings.Replace(right, m.old, m.wrong, 1))
		if text, tests := c.run(m.folder); tests[m.test] != "FAIL" {
			t.Errorf("%s for %s: %s ended with %q: expected it to fail\n%s", m.wrong, m.old, m.test, tests[m.test], text)
		}
		c.write(m.path, right)
	}
}
