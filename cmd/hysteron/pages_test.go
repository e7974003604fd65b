package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hysteron/scenes"
)

// docPage is a page of the project.
type docPage struct {
	path, text string
	generated  bool // a command writes it
}

// mostPage is how long a page may be that people write [bytes].
const mostPage = 25 << 10

// readPages returns README.md, CONTRIBUTING.md, the pages of docs and that of bench.
func readPages(t *testing.T) (pages []docPage) {
	t.Helper()
	for _, pattern := range []string{"*.md", "docs/*.md", "bench/*.md"} {
		found, err := filepath.Glob(filepath.Join("..", "..", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range found {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			generated := slices.Contains([]string{"keys.md", "fabrics.md"}, filepath.Base(path))
			pages = append(pages, docPage{path, string(text), generated})
		}
	}
	if len(pages) < 30 {
		t.Fatalf("%d pages", len(pages))
	}
	return pages
}

// TestPagesAreRead: a page is short, begins with who reads it and what for, has no line of prose beyond 120 columns,
// and no commit, since it is about the present version.
func TestPagesAreRead(t *testing.T) {
	commit := regexp.MustCompile(`\b[0-9a-f]{7,8}\b`)
	long := regexp.MustCompile("`[^`]{60,}`") // a command, which is not broken
	letters, digits := regexp.MustCompile(`[a-f]`), regexp.MustCompile(`[0-9]`)
	for _, p := range readPages(t) {
		blank := func(code string) string { return strings.Repeat("\n", strings.Count(code, "\n")) }
		for i, line := range strings.Split(notes.ReplaceAllStringFunc(p.text, blank), "\n") {
			if p.generated {
				break
			}
			for _, h := range commit.FindAllString(line, -1) {
				if letters.MatchString(h) && digits.MatchString(h) && !strings.Contains(line, "://") {
					t.Errorf("%s:%d: %s looks like a commit: expected the present version alone", p.path, i+1, h)
				}
			}
			prose := !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "![") && !strings.HasPrefix(line, "    ")
			if n := len([]rune(long.ReplaceAllString(line, ""))); prose && n > 120 {
				t.Errorf("%s:%d: %d columns: expected at most 120", p.path, i+1, n)
			}
		}
		if !p.generated && len(p.text) > mostPage {
			t.Errorf("%s: %d bytes: expected at most %d", p.path, len(p.text), mostPage)
		}
		if filepath.Base(filepath.Dir(p.path)) != "docs" {
			continue
		}
		head := strings.SplitN(p.text, "\n\n", 3)
		if len(head) < 3 || !strings.HasPrefix(head[1], "For ") || !strings.Contains(head[1], "Afterwards") {
			t.Errorf("%s: expected below the title who reads the page, and what they can do afterwards", p.path)
		}
	}
}

// code returns the inline code of a page, and the lines of its blocks, with lines that are continued joined.
func (p docPage) code() (inline, lines []string) {
	rest := p.text
	for _, block := range notes.FindAllString(p.text, -1) {
		body := strings.ReplaceAll(block[strings.IndexByte(block, '\n')+1:], "\\\n", " ")
		lines = append(lines, strings.Split(body, "\n")...)
	}
	rest = notes.ReplaceAllString(rest, "")
	for _, line := range strings.Split(rest, "\n") {
		if code, ok := strings.CutPrefix(line, "    "); ok {
			lines = append(lines, code)
		}
	}
	for _, m := range regexp.MustCompile("(?s)`([^`]+)`").FindAllStringSubmatch(rest, -1) {
		inline = append(inline, strings.Join(strings.Fields(strings.ReplaceAll(m[1], `\|`, "|")), " "))
	}
	return inline, lines
}

// commandLines returns what pages tell readers to type, one command each, without what comes before it in a pipe or
// loop.
func (p docPage) commandLines(program string) (list []string) {
	inline, lines := p.code()
	begin := regexp.MustCompile(`(?:^|[$;|(] *|do |&& )(?:[A-Z_]+=\S+ |time )*(?:\S*bin/)?` + program + ` (.+)`)
	for _, text := range append(inline, lines...) {
		text, _, _ = strings.Cut(text, " # ")
		if m := begin.FindStringSubmatch(text); m != nil {
			list = append(list, strings.TrimSpace(regexp.MustCompile(`\s*(;|&&| > |\)).*`).ReplaceAllString(m[1], "")))
		}
	}
	return list
}

// shellWords splits a command line as a shell does; optional parts are there, of alternatives the first.
func shellWords(line string) (list []string) {
	for _, m := range regexp.MustCompile(`'([^']*)'|"([^"]*)"|([^\s'"]+(?:'[^']*'|"[^"]*")?)`).FindAllStringSubmatch(line, -1) {
		word := m[1] + m[2]
		if m[3] != "" {
			word = strings.NewReplacer("'", "", `"`, "").Replace(m[3])
			word, _, _ = strings.Cut(strings.Trim(word, "[]"), "|")
			word = strings.TrimSuffix(word, "…")
		}
		if word != "" {
			list = append(list, word)
		}
	}
	return list
}

// TestPagesCommands: the parser takes the command lines of the pages, and built-in scenes have the keys that they set.
func TestPagesCommands(t *testing.T) {
	// Words in capitals stand for something; these have to be something certain.
	stands := map[string]string{"KIND": "stretch", "N": "1", "FORMAT": "gltf", "TIME": "10m", "MAX": "1", "$n": "1"}
	count, sets := 0, 0
	for _, p := range readPages(t) {
		for _, line := range p.commandLines("hysteron") {
			args := shellWords(line)
			for i, w := range args {
				if to, ok := stands[w]; ok {
					args[i] = to
				}
			}
			flags := slices.ContainsFunc(args, func(w string) bool { return strings.HasPrefix(w, "-") })
			if slices.Contains([]string{"--help", "--version", "COMMAND"}, args[0]) {
				continue
			}
			var c commands
			parser, err := newParser(&c, io.Discard, io.Discard, func(int) {})
			if err != nil {
				t.Fatal(err)
			}
			count++
			if _, err := parser.Parse(args); err != nil {
				// a command by its name alone
				if flags || !strings.HasPrefix(err.Error(), "expected") && !strings.HasPrefix(err.Error(), "missing") {
					t.Errorf("%s: hysteron %s: %v", p.path, line, err)
				}
				continue
			}
			if args[0] != "run" || strings.ContainsAny(c.Run.Scene, "./") || c.Run.Scene == strings.ToUpper(c.Run.Scene) {
				continue
			}
			set := slices.DeleteFunc(c.Run.Set, func(s string) bool {
				return strings.HasSuffix(s, "=") || strings.HasSuffix(s, "…")
			})
			sets += len(set)
			if _, err := scenes.Load(c.Run.Scene, set); err != nil {
				t.Errorf("%s: hysteron %s: %v", p.path, line, err)
			}
		}
	}
	if count < 150 || sets < 12 {
		t.Errorf("%d commands, %d values", count, sets)
	}
}

// tests returns the names of tests, fuzzers and benchmarks of a package, or of all below it.
func tests(t *testing.T, dir string) string {
	t.Helper()
	below := strings.HasSuffix(dir, "...")
	var all strings.Builder
	err := filepath.WalkDir(filepath.Join("..", "..", strings.TrimSuffix(dir, "...")), func(path string, d os.DirEntry,
		err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && !below && filepath.Clean(path) != filepath.Join("..", "..", dir):
			return filepath.SkipDir
		case strings.HasSuffix(path, "_test.go"):
			text, err := os.ReadFile(path)
			all.Write(text)
			return err
		}
		return nil
	})
	if err != nil {
		t.Errorf("%s: %v", dir, err)
	}
	return all.String()
}

// ownTests are pages whose examples are files and tests of their own, which tests of package law add to the project.
var ownTests = []string{"new-law.md", "new-element.md"}

// TestPagesTests: packages and tests that pages name are there, also where a command names them by a pattern.
func TestPagesTests(t *testing.T) {
	all := tests(t, "./...")
	name := regexp.MustCompile(`^(?:Test|Fuzz|Benchmark|Example)[A-Z]\w+`)
	packages := map[string]string{}
	count := 0
	for _, p := range readPages(t) {
		if p.generated || slices.Contains(ownTests, filepath.Base(p.path)) { // tests are those of its examples
			continue
		}
		inline, _ := p.code()
		for _, text := range inline {
			if n := name.FindString(text); n != "" && !strings.Contains(all, "\nfunc "+n+"(") {
				t.Errorf("%s: there is no %s", p.path, n)
			}
		}
		for _, line := range append(p.commandLines("go test"), p.commandLines("go run")...) {
			args := shellWords(line)
			var text strings.Builder
			for _, dir := range args {
				if strings.HasPrefix(dir, "./") && !strings.ContainsAny(dir, "…") {
					if _, ok := packages[dir]; !ok {
						packages[dir] = tests(t, dir)
					}
					text.WriteString(packages[dir])
				}
			}
			if text.Len() == 0 {
				text.WriteString(all)
			}
			for i, flag := range args[:len(args)-1] {
				kind := map[string]string{"-run": "(?:Test|Example)", "-bench": "Benchmark", "-fuzz": "Fuzz"}[flag]
				if pattern, _, _ := strings.Cut(args[i+1], "/"); kind != "" && pattern != "^$" &&
					!strings.Contains(pattern, "NAME") {
					count++
					for _, one := range strings.Split(strings.Trim(pattern, "()"), "|") {
						one = strings.TrimPrefix(strings.TrimPrefix(one, "Test"), "Example")
						if !regexp.MustCompile(`(?m)^func ` + kind + `\w*` + strings.Trim(one, "^$.")).MatchString(text.String()) {
							t.Errorf("%s: go test %s: nothing is called %s", p.path, line, one)
						}
					}
				}
			}
		}
	}
	if count < 60 {
		t.Errorf("%d patterns", count)
	}
}

// TestPagesPaths: folders, files and declarations of the project that pages name are there.
func TestPagesPaths(t *testing.T) {
	root := filepath.Join("..", "..")
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	top := map[string]bool{}
	for _, e := range entries {
		if e.IsDir() && e.Name() != "out" && e.Name() != "bin" {
			top[e.Name()] = true
		}
	}
	declared := map[string]string{} // the code of packages, by the names of their folders
	err = filepath.WalkDir(root, func(file string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(file, ".go") {
			text, err := os.ReadFile(file)
			declared[filepath.Base(filepath.Dir(file))] += string(text)
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	identifier := regexp.MustCompile(`^([a-z]+)\.([A-Z]\w*\.)?([A-Z]\w*)$`)
	path := regexp.MustCompile(`^[a-z]+(?:/[a-z0-9_.*-]+)+/?$|^[a-z]+/$`)
	count := 0
	for _, p := range readPages(t) {
		inline, _ := p.code()
		for _, text := range inline {
			if m := identifier.FindStringSubmatch(text); m != nil && declared[m[1]] != "" && m[3] != "NAME" {
				count++
				if !regexp.MustCompile(`\b` + m[3] + `\b`).MatchString(declared[m[1]]) {
					t.Errorf("%s names %s, which is not there", p.path, text)
				}
			}
			first, _, _ := strings.Cut(text, "/")
			if !path.MatchString(text) || !top[first] || slices.Contains(ownTests, filepath.Base(p.path)) ||
				strings.Contains(text, "/0001") {
				continue
			}
			count++
			if found, err := filepath.Glob(filepath.Join(root, text)); err != nil || len(found) == 0 {
				t.Errorf("%s names %s, which is not there", p.path, text)
			}
		}
	}
	if count < 100 {
		t.Errorf("%d paths", count)
	}
}

// TestPapersPage: each row of docs/papers.md has a verdict, with a command where the figure shows, and a reason where
// it does not in full.
func TestPapersPage(t *testing.T) {
	verdict := regexp.MustCompile("^(shows|used|in part|no|out of scope)([:;,] .+|)$")
	rows := 0
	for _, p := range readPages(t) {
		if filepath.Base(p.path) != "papers.md" {
			continue
		}
		for i, line := range strings.Split(p.text, "\n") {
			cells := strings.Split(strings.Trim(line, "| "), " | ")
			if !strings.HasPrefix(line, "| ") || cells[0] == "item" || strings.HasPrefix(cells[0], "---") {
				continue
			}
			if rows++; len(cells) != 4 {
				t.Errorf("%s:%d: %d cells, expected 4", p.path, i+1, len(cells))
				continue
			}
			found := verdict.FindStringSubmatch(cells[2])
			switch {
			case found == nil:
				t.Errorf("%s:%d: %q: expected a verdict", p.path, i+1, cells[2])
			case strings.Contains("shows in part", found[1]) && !strings.Contains(cells[3], "`"):
				t.Errorf("%s:%d: expected a command", p.path, i+1)
			case found[1] == "in part" && found[2] == "":
				t.Errorf("%s:%d: expected what is missing", p.path, i+1)
			}
		}
	}
	if rows < 40 {
		t.Errorf("%d rows: expected all figures", rows)
	}
}
