package law

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// pages are those whose examples are run, with what these may take: new files, and at most so many lines of existing
// ones. That of laws adds a law and a term.
var pages = map[string]struct{ files, lines int }{
	"../docs/new-law.md":     {4, 8},
	"../docs/new-element.md": {3, 2},
}

var (
	// block is a piece of such a page: a new file, a line for an existing one, or a test.
	block = regexp.MustCompile("(?s)```\\w+ (new|edit|test)=(\\S+)(?: after=(\\S+))?\n(.*?)```")
	// command is one that the page has people try.
	command = regexp.MustCompile(`(?m)^(?:go test (?:-tags egl )?\./|hysteron run ).*$`)
	// ended is a line of go test -v.
	ended = regexp.MustCompile(`(?m)^ *--- (PASS|FAIL|SKIP): (\S+)`)
)

// examples are the files that the examples of the page make of those of the project, by their paths in it.
func examples(t *testing.T, name, page string) map[string]string {
	texts := map[string]string{}
	files, lines := 0, 0
	for _, b := range block.FindAllStringSubmatch(page, -1) {
		kind, path, after, text := b[1], b[2], strings.ReplaceAll(b[3], "·", " "), b[4]
		switch kind {
		case "new":
			files++
			fallthrough
		case "test":
			texts[path] = text
		case "edit":
			lines++
			if texts[path] == "" {
				data, err := os.ReadFile(filepath.Join("..", path))
				if err != nil {
					t.Fatal(err)
				}
				texts[path] = string(data)
			}
			before, line, ok := strings.Cut(texts[path], after)
			rest, end, _ := strings.Cut(line, "\n")
			if !ok || strings.Count(text, "\n") != 1 {
				t.Fatalf("%s: one line behind %q", path, after)
			}
			texts[path] = before + after + rest + "\n" + text + end
		}
	}
	if most := pages[name]; files != most.files || lines > most.lines {
		t.Errorf("%s: %d new files and %d lines: expected %d and at most %d", name, files, lines, most.files, most.lines)
	}
	return texts
}

// tried is the project with the examples of a page, which the go command reads from elsewhere (-overlay).
type tried struct {
	*testing.T
	dir      string            // of the files that differ
	replace  map[string]string // by what, by absolute paths
	commands []string          // of the page
}

// tryPage adds the examples of a page.
func tryPage(t *testing.T, name string) *tried {
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	c := &tried{T: t, dir: t.TempDir(), replace: map[string]string{}, commands: command.FindAllString(string(page), -1)}
	for path, text := range examples(t, name, string(page)) {
		data, err := os.ReadFile(filepath.Join("..", path))
		if err == nil && strings.Contains(string(page), "new="+path+"\n"+string(data)) {
			t.Skipf("SKIPPED: the project has %s of the page already", path)
		}
		c.write(path, text)
	}
	return c
}

// place is the absolute path of a file of the project.
func (c *tried) place(path string) string {
	c.Helper()
	full, err := filepath.Abs(filepath.Join("..", path))
	if err != nil {
		c.Fatal(err)
	}
	return full
}

func (c *tried) read(path string) string {
	c.Helper()
	from := c.place(path)
	if other := c.replace[from]; other != "" {
		from = other
	}
	data, err := os.ReadFile(from)
	if err != nil {
		c.Fatal(err)
	}
	return string(data)
}

func (c *tried) write(path, text string) {
	c.Helper()
	file := filepath.Join(c.dir, strings.ReplaceAll(path, "/", "-"))
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		c.Fatal(err)
	}
	c.replace[c.place(path)] = file
}

// run runs the commands of the page that name a folder, or all, and gives what they write, and how each test ended.
func (c *tried) run(folder string) (text string, tests map[string]string) {
	c.Helper()
	overlay := filepath.Join(c.dir, "overlay.json")
	data, err := json.Marshal(map[string]any{"Replace": c.replace})
	if err == nil {
		err = os.WriteFile(overlay, data, 0o644)
	}
	if err != nil {
		c.Fatal(err)
	}
	tests = map[string]string{}
	for _, line := range c.commands {
		line = strings.Replace(line, "go test ", "go test -v -overlay "+overlay+" ", 1)
		line = strings.Replace(line, "hysteron run ", "go run -overlay "+overlay+" ./cmd/hysteron check ", 1)
		if !strings.Contains(line, folder) {
			continue
		}
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir = ".."
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

// passes runs the commands of the page that name a folder, or all, and expects that nothing fails and that each of a
// list of tests ran, for all subjects that stand beside it.
func (c *tried) passes(folder string, want map[string]string) {
	c.Helper()
	text, tests := c.run(folder)
	for name, ended := range tests {
		if ended == "SKIP" {
			c.Skipf("SKIPPED: %s cannot run here", name)
		}
		if ended != "PASS" {
			c.Errorf("%s: %s", name, ended)
		}
	}
	for test, subjects := range want {
		for _, on := range strings.Split(subjects, " ") {
			ran := func(name string) bool { return name == test+on || strings.HasPrefix(name, test+on+"/") }
			if !slices.ContainsFunc(slices.Collect(maps.Keys(tests)), ran) {
				c.Errorf("%s%s did not run", test, on)
			}
		}
	}
	if c.Failed() {
		c.Fatalf("the commands of the page:\n%s", text)
	}
}

// TestNewLawRuns: what docs/new-law.md adds passes the battery of the reference. TestNewLaw runs all commands of the
// page, on both backends, and makes mistakes, which takes longer.
func TestNewLawRuns(t *testing.T) {
	c := tryPage(t, "../docs/new-law.md")
	c.passes("./cpu ", map[string]string{
		"TestForceIsGradient": "/drag /membrane/cubic /springs/cubic /bending/cubic",
		"TestTermsAreListed":  "",
		"TestSettingsMatter":  "",
	})
	// The example must say so itself where its methods are none of a term any more.
	c.write("cpu/drag.go", strings.Replace(c.read("cpu/drag.go"), ") Vertices(", ") Vertex(", 1))
	if text, _ := c.run("./cpu "); !strings.Contains(text, "missing method Vertices") {
		t.Errorf("a term without its method compiles:\n%s", text)
	}
}
