//go:build slow

package law

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	// command is one that the page has people try.
	command = regexp.MustCompile(`(?m)^(?:go test (?:-tags egl )?\./|hysteron run ).*$`)
	// ended is a line of go test -v.
	ended = regexp.MustCompile(`(?m)^ *--- (PASS|FAIL|SKIP): (\S+)`)
)

// copied is the project with the examples of docs/new-law.md.
type copied struct {
	*testing.T
	dir      string
	commands []string
}

// addExamples copies the project and adds them.
func addExamples(t *testing.T) *copied {
	page, err := os.ReadFile("../docs/new-law.md")
	if err != nil {
		t.Fatal(err)
	}
	c := &copied{T: t, dir: t.TempDir(), commands: command.FindAllString(string(page), -1)}
	if err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		rel := strings.TrimPrefix(strings.TrimPrefix(path, ".."), "/")
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || rel == "shared" || rel == "bin" || rel == "out"):
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(c.dir, rel), 0o755)
		case !d.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(c.dir, rel), data, 0o644)
	}); err != nil {
		t.Fatal(err)
	}
	for path, text := range examples(t, string(page)) {
		c.write(path, text)
	}
	return c
}

func (c *copied) read(path string) string {
	c.Helper()
	data, err := os.ReadFile(filepath.Join(c.dir, path))
	if err != nil {
		c.Fatal(err)
	}
	return string(data)
}

func (c *copied) write(path, text string) {
	c.Helper()
	if err := os.WriteFile(filepath.Join(c.dir, path), []byte(text), 0o644); err != nil {
		c.Fatal(err)
	}
}

// run runs the commands of the page that name a folder, or all, and gives what they write, and how each test ended.
func (c *copied) run(folder string) (text string, tests map[string]string) {
	tests = map[string]string{}
	for _, line := range c.commands {
		line = strings.Replace(line, "go test ", "go test -v ", 1)
		if line = strings.Replace(line, "hysteron run ", "go run ./cmd/hysteron check ", 1); !strings.Contains(line, folder) {
			continue
		}
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir = c.dir
		out, err := cmd.CombinedOutput()
		if text += "$ " + line + "\n" + string(out); err != nil && !strings.Contains(line, "go test") {
			c.Errorf("%s: %v\n%s", line, err, out)
		}
		for _, m := range ended.FindAllStringSubmatch(string(out), -1) {
			tests[m[2]] = m[1]
		}
	}
	return text, tests
}

// mistake makes one, and expects the commands of a folder to end in a failure of a test, with a text.
func (c *copied) mistake(what, path, old, wrong, folder, test, want string) {
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

// TestNewLaw adds the examples of docs/new-law.md to a copy of the project and runs the commands of the page: the battery of both
// backends runs over them and passes, and says what is wrong where something is.
func TestNewLaw(t *testing.T) {
	c := addExamples(t)
	text, tests := c.run("")
	if tests["TestTermsAgree"] == "SKIP" {
		t.Skip("SKIPPED: no OpenGL, on which the battery of the GPU runs")
	}
	for name, ended := range tests {
		if ended != "PASS" {
			t.Errorf("%s: %s", name, ended)
		}
	}
	passed := func(test, on string) bool {
		for name := range tests {
			if name == test+on || strings.HasPrefix(name, test+on+"/") {
				return true
			}
		}
		return false
	}
	for test, subjects := range map[string]string{
		"TestForceIsGradient": "/drag /membrane/cubic /springs/cubic /bending/cubic", "TestJacobianIsHessian": "/drag /membrane/cubic /springs/cubic /bending/cubic",
		"TestMatrixIsSemiDefinite": "/drag /membrane/cubic /springs/cubic /bending/cubic", "TestZeroAtRest": "/drag /membrane/cubic /springs/cubic /bending/cubic",
		"TestWorldInvariance": "/drag/motion /drag/mirror /membrane/cubic/motion /springs/cubic/motion /bending/cubic/mirror", "TestRigidInvariance": "/membrane/cubic /springs/cubic /bending/cubic",
		"TestRelabelling": "/drag /membrane/cubic /springs/cubic /bending/cubic", "TestTermsAgree": "/drag /membrane/cubic /springs/cubic /bending/cubic",
		"TestStressIsTheDerivativeOfThePotential": "/cubic/membrane /cubic/bending", "TestParametersMatter": "/cubic/membrane",
	} {
		for _, on := range strings.Fields(subjects) {
			if !passed(test, on) {
				t.Errorf("%s%s did not run", test, on)
			}
		}
	}
	for _, test := range []string{"TestDrag", "TestTermsAreListed", "TestSettingsMatter"} {
		if !passed(test, "") {
			t.Errorf("%s did not run", test)
		}
	}
	if t.Failed() {
		t.Fatalf("the commands of the page:\n%s", text)
	}
	c.mistake("a term that does nothing", "cpu/drag.go", "c.k*c.w.Model.Mass[i]", "0*c.k*c.w.Model.Mass[i]",
		"./cpu", "TestForceIsGradient/drag/0", "drag does nothing on a crumpled patch")
	c.mistake("a parameter that the reference ignores", "cpu/drag.go", "w.Settings.DragRate/w.H", "3/w.H",
		"./cpu", "TestSettingsMatter", "setting dragRate does nothing")
	c.mistake("a parameter that the GPU ignores", "shaders/term/drag.glsl", "k = dragRate *", "k = 3.0 *",
		"./gpu", "TestTermsAgree/drag/1", "gradient of drag: the two differ by")
	c.mistake("a value to try that does nothing", "step/settings.go", `default:"0" try:"3"`, `default:"0" try:"0"`,
		"./gpu", "TestTermsAgree/drag/0", "drag does nothing on a crumpled fabric")
	c.mistake("a term of the CPU alone", "shaders/term/drag.glsl", "k = dragRate *", "k = 0.0 * dragRate *",
		"./gpu", "TestTermsAgree/drag/0", "largest force on a vertex 0 N on the GPU")
	c.mistake("a term that pieces in flight do not feel", "shaders/balance.comp", "act(place(i) - centre, r.g, r.h, r.o, 0);",
		"act(place(i) - centre, r.g - dragRate / h * LOAD4(vertexRest, i).x * moved[i].xyz, r.h, r.o, 0);",
		"./gpu", "TestDrag", "GPU: the centre is ")
	c.mistake("a term that the reference does not list", "cpu/terms.go", "\t\t&Drag{},\n", "",
		"./cpu", "TestTermsAreListed", "drag stands in the list of all terms, step/terms.go, but not in that of the reference")
	c.mistake("a parameter of a law that does nothing", "law/cubic.go", `try:"900"`, `try:"0"`,
		"./law", "TestParametersMatter", "parameter C of law cubic does nothing")
	c.mistake("a law of the CPU alone", "shaders/law/cubic.glsl", "r.sigma += (l.k + l.c * e2)", "r.sigma += 0.0 * (l.k + l.c * e2)",
		"./gpu", "TestTermsAgree/membrane/cubic/0", "of the largest force")
}
