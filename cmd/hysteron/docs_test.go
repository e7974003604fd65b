package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	links    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	headings = regexp.MustCompile(`(?m)^#+ (.+)$`)
	files    = regexp.MustCompile("`([a-z]+/[a-z0-9_/]+\\.(?:go|glsl|comp|toml|sh|py))`")
	notes    = regexp.MustCompile("(?s)```.*?```")
)

// anchors are the addresses of the headings of a page: lower case, spaces as dashes, without punctuation.
func anchors(page string) map[string]bool {
	list := map[string]bool{}
	for _, h := range headings.FindAllStringSubmatch(notes.ReplaceAllString(page, ""), -1) {
		text := links.ReplaceAllString(strings.ToLower(h[1]), "")
		list[strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case strings.ContainsRune("`[]().,:;'’!?&/·*", r):
				return -1
			}
			return r
		}, text)] = true
	}
	return list
}

// TestLinks: what the documents link to is there, headings too, and so are the files that they name.
func TestLinks(t *testing.T) {
	root := filepath.Join("..", "..")
	var pages []string
	for _, pattern := range []string{"*.md", "docs/*.md", "bench/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, found...)
	}
	count := 0
	for _, path := range pages {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range files.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(filepath.Join(root, m[1])); err != nil {
				t.Errorf("%s names %s, which is not there", path, m[1])
			}
		}
		for _, m := range links.FindAllStringSubmatch(notes.ReplaceAllString(string(text), ""), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			count++
			file, anchor, _ := strings.Cut(m[1], "#")
			to := path
			if file != "" {
				to = filepath.Join(filepath.Dir(path), file)
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s links to %s, which is not there", path, m[1])
				continue
			}
			if anchor != "" {
				page, err := os.ReadFile(to)
				if err != nil || !anchors(string(page))[anchor] {
					t.Errorf("%s links to %s: no such heading", path, m[1])
				}
			}
		}
	}
	if count < 100 {
		t.Errorf("%d links in %d pages", count, len(pages))
	}
}

// TestCommandsPage: docs/commands.md has every command.
func TestCommandsPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/commands.md")
	if err != nil {
		t.Fatal(err)
	}
	_, help, _ := execute(t, t.TempDir(), "--help")
	commands := regexp.MustCompile(`(?m)^  ([a-z]+(?: contact)?) `).FindAllStringSubmatch(help, -1)
	if len(commands) < 12 {
		t.Fatalf("%d commands in the help: %s", len(commands), help)
	}
	for _, c := range commands {
		if !strings.Contains(string(page), "`hysteron "+c[1]) {
			t.Errorf("docs/commands.md lacks hysteron %s", c[1])
		}
	}
}

// TestScenesOfPages: scenes that pages speak of pass their check, and the one that stands in the README.
func TestScenesOfPages(t *testing.T) {
	list, err := filepath.Glob("../../docs/scenes/*.toml")
	if err != nil || len(list) == 0 {
		t.Fatalf("%d scenes, %v", len(list), err)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(readme), "in `sheet.toml`")
	_, rest, _ = strings.Cut(rest, "```toml\n")
	scene, _, ok := strings.Cut(rest, "```")
	own := filepath.Join(t.TempDir(), "sheet.toml")
	if err := os.WriteFile(own, []byte(scene), 0o666); err != nil || !ok {
		t.Fatal(err, ok)
	}
	list = append(list, own)
	for _, path := range list {
		if path, err = filepath.Abs(path); err != nil {
			t.Fatal(err)
		}
		if code, out, problem := execute(t, t.TempDir(), "check", path); code != 0 {
			t.Errorf("%s: %s%s", path, out, problem)
		}
	}
}

// TestProblemsPage: docs/verify.md has every problem with a known answer.
func TestProblemsPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/verify.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := execute(t, t.TempDir(), "verify", "--list")
	problems := regexp.MustCompile(`(?m)^(\S+)  +`).FindAllStringSubmatch(list, -1)
	if len(problems) < 40 {
		t.Fatalf("%d problems: %s", len(problems), list)
	}
	for _, p := range problems {
		if !strings.Contains(string(page), "`"+p[1]+"`") {
			t.Errorf("docs/verify.md lacks %s", p[1])
		}
	}
}
