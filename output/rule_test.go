package output

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/formats"
	"hysteron/param"
)

func put(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// What the program wrote as it is may be replaced; all else where the user says so, and a run's own files never.
func TestRule(t *testing.T) {
	dir := t.TempDir()
	sealed := string(Seal([]byte("title = \"a\"\n")))
	mine := put(t, dir, "mine.toml", sealed)
	edited := put(t, dir, "edited.toml", strings.Replace(sealed, "\"a\"", "\"b\"", 1))
	notes := put(t, dir, "notes.txt", "notes")
	page := put(t, dir, "page.html", "<html>"+formats.Generator)
	link := filepath.Join(dir, "link.toml")
	if err := os.Symlink(notes, link); err != nil {
		t.Fatal(err)
	}
	put(t, dir, "run/run.json", `{"scene": "s"}`)
	cache := put(t, dir, "run/cache/s.obj", "# Wavefront OBJ written by Hysteron\n")
	put(t, dir, "other/cache/s.obj", "# Wavefront OBJ written by Hysteron\n")
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for _, c := range []struct {
		what  string
		path  string
		own   Own
		reads string
		words string // of the refusal; empty: it is not
		force bool   // --overwrite lets it
	}{
		{"nothing there", at("new.toml"), Sealed, notes, "", true},
		{"own", mine, Sealed, notes, "", true},
		{"own, but read", mine, Sealed, mine, "what is read", false},
		{"own, and read by another name", mine, Sealed, at("run/../mine.toml"), "what is read", false},
		{"edited", edited, Sealed, "", "there already", true},
		{"foreign", notes, Sealed, "", "there already", true},
		{"foreign behind a link", link, Sealed, "", "there already", true},
		{"of another kind", page, Sealed, "", "there already", true},
		{"a page", page, formats.IsOwnAs(".html"), "", "", true},
		{"a cache", cache, formats.IsOwnAs(".obj"), "", "file of the run", false},
		{"a new file among the caches", at("run/cache/t.obj"), Sealed, "", "file of the run", false},
		{"a summary", at("run/input.json"), Sealed, "", "file of the run", false},
		{"beside the caches", at("run/export/s.usda"), Sealed, "", "", true},
		{"a folder called cache", at("other/cache/s.obj"), formats.IsOwnAs(".obj"), "", "", true},
	} {
		err := (&Rule{Reads: []string{c.reads}}).Check(c.own, c.path)
		if (err == nil) != (c.words == "") || err != nil && (!param.IsInputError(err) ||
			!strings.Contains(err.Error(), c.words)) {
			t.Errorf("%s: %v, expected %q", c.what, err, c.words)
		}
		if err := (&Rule{Reads: []string{c.reads}, Overwrite: true}).Check(c.own, c.path); (err == nil) != c.force {
			t.Errorf("%s: with overwrite %v", c.what, err)
		}
	}
	for force, words := range map[bool]string{false: "or --overwrite", true: ""} { // what is made anew of itself
		if err := (&Rule{Renews: mine, Overwrite: force}).Check(Sealed, mine); (err == nil) != (words == "") || err != nil &&
			!strings.Contains(err.Error(), words) {
			t.Errorf("made anew, overwrite %v: %v", force, err)
		}
	}
	if err := (&Rule{Overwrite: true}).Check(Never, at("a/b"), at("a/../a/b")); err == nil {
		t.Error("one name twice is not refused")
	}
}

// A file where a folder was to be is named, with what was expected, of whatever depth it is.
func TestFileInPlaceOfFolder(t *testing.T) {
	dir := t.TempDir()
	file := put(t, dir, "a", "mine")
	for _, at := range []string{"a", "a/b", "a/b/c"} {
		at = filepath.Join(dir, filepath.FromSlash(at))
		for name, err := range map[string]error{
			"Folder": Folder(at), "Check": (&Rule{}).Check(Never, filepath.Join(at, "x")),
			"Overwrite": (&Rule{Overwrite: true}).Check(Never, filepath.Join(at, "x")),
		} {
			if !param.IsInputError(err) || !strings.Contains(err.Error(), file+" is a file: expected a folder") {
				t.Errorf("%s of %s: %v", name, at, err)
			}
		}
	}
	if err := Folder(filepath.Join(dir, "b", "c")); err != nil {
		t.Error(err)
	}
	if err := Folder(filepath.Join(dir, "b")); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "mine" {
		t.Errorf("%q, %v", text, err)
	}
}

// A link to nothing, or round to itself, that stands in place of a folder is named with where it leads; one to a folder
// is that folder.
func TestLinkInPlaceOfFolder(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for name, to := range map[string]string{"nothing": "gone", "round": "round", "file": "a", "folder": "b"} {
		if err := os.Symlink(to, in(name)); err != nil {
			t.Skip("SKIPPED:", err)
		}
	}
	put(t, dir, "a", "mine")
	put(t, dir, "b/c", "mine")
	for name, words := range map[string]string{
		"nothing": " is a link to gone, which is not there: expected a folder", "round": " is a link to round, which leads " +
			"round to itself: expected a folder", "file": " is a file: expected a folder",
	} {
		for _, below := range []string{"", "/d", "/d/e"} {
			at := in(name + below)
			for what, err := range map[string]error{
				"Folder": Folder(at), "Check": (&Rule{}).Check(Never, filepath.Join(at, "x")),
				"Overwrite": (&Rule{Overwrite: true}).Check(Never, filepath.Join(at, "x")),
			} {
				if !param.IsInputError(err) || !strings.Contains(err.Error(), in(name)+words) {
					t.Errorf("%s of %s: %v", what, name+below, err)
				}
			}
		}
	}
	if err := Folder(in("folder/d")); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(in("b/d")); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(in("gone")); err == nil {
		t.Error("gone is there")
	}
}
