package scenes

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hysteron/cloth"
	"hysteron/law"
)

// ships reports whether a fabric has a law.
func ships(f *cloth.Fabric, k *law.Kind) bool {
	laws := []law.Law{f.Area, f.Diagonal, f.Principal}
	for _, r := range f.Radial {
		laws = append(laws, r.Law)
	}
	for _, c := range f.Components() {
		laws = append(laws, c.Elastic, c.Friction, c.Damping, c.Relaxing)
	}
	for _, l := range laws {
		if l != nil && law.Of(l) == k {
			return true
		}
	}
	return false
}

// TestEveryLawIsHeldAgainstSomething: the table of docs/physics.md has every law of the list, tests that there are,
// shipped fabrics that have it, and pictures that there are. And all energies of several strains are of some fabric
// that ships.
func TestEveryLawIsHeldAgainstSomething(t *testing.T) {
	page, err := os.ReadFile("../docs/physics.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(page), "## What each law is held against")
	if !ok {
		t.Fatal("no section")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	tests := map[string]bool{}
	function := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	err = filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_test.go") {
			text, _ := os.ReadFile(path)
			for _, m := range function.FindAllSubmatch(text, -1) {
				tests[string(m[1])] = true
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string][]string{}
	for line := range strings.Lines(section) {
		for _, name := range regexp.MustCompile("`(Test\\w+)`").FindAllStringSubmatch(line, -1) {
			if !tests[name[1]] {
				t.Errorf("there is no test %s", name[1])
			}
		}
		for _, picture := range regexp.MustCompile(`\((images/[^)]+)\)`).FindAllStringSubmatch(line, -1) {
			if _, err := os.Stat("../docs/" + picture[1]); err != nil {
				t.Error(err)
			}
		}
		if cells := strings.Split(line, "|"); len(cells) == 6 && strings.HasPrefix(cells[1], " `") {
			rows[strings.Trim(cells[1], " `")] = cells
		}
	}
	for i := range law.Kinds {
		k := &law.Kinds[i]
		cells := rows[k.Name]
		if cells == nil {
			t.Errorf("law %s has no row in docs/physics.md: expected one with tests, a fabric that ships and has it, and a "+
				"picture", k.Name)
			continue
		}
		delete(rows, k.Name)
		if !strings.Contains(cells[2], "`Test") || !strings.Contains(cells[4], "(images/") {
			t.Errorf("law %s: expected known answers and a picture", k.Name)
		}
		for name := range strings.SplitSeq(cells[3], ",") {
			f, err := LoadFabric(strings.TrimSpace(name))
			if err != nil {
				t.Fatal(err)
			}
			if !ships(&f, k) {
				t.Errorf("law %s is not in%s", k.Name, name)
			}
		}
	}
	for name := range rows {
		t.Errorf("there is no law %s", name)
	}
	several := map[string]bool{}
	for _, name := range Fabrics() {
		f, err := LoadFabric(name)
		if err != nil {
			t.Fatal(err)
		}
		several["area"] = several["area"] || f.Area != nil
		several["diagonal"] = several["diagonal"] || f.Diagonal != nil
		several["principal"] = several["principal"] || f.Principal != nil
		several["radial"] = several["radial"] || f.Radial[0].Law != nil
		several["springs"] = several["springs"] || f.Stretch == cloth.SpringStretch
	}
	for _, what := range []string{"area", "diagonal", "principal", "radial", "springs"} {
		if !several[what] {
			t.Errorf("no shipped fabric has %s", what)
		}
	}
}
