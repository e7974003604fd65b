package sweep

import (
	"fmt"
	"strings"
)

// setter is a part of a sweep file that sets a key of the scene.
type setter struct{ at, path string }

// setters returns those of a task of case c, in the order of its overrides.
func (f *File) setters(c int) (list []setter) {
	add := func(at, override string) {
		path, _, _ := strings.Cut(override, "=")
		list = append(list, setter{at, strings.TrimSpace(path)})
	}
	for i, o := range f.Set {
		add(fmt.Sprintf("set.%d", i), o)
	}
	if c < len(f.Cases) {
		for i, o := range f.Cases[c].Set {
			add(fmt.Sprintf("case.%d.set.%d", c, i), o)
		}
	}
	for i := range f.Axes {
		add(fmt.Sprintf("axis.%d.path", i), f.Axes[i].Path)
	}
	for i := range f.Random {
		add(fmt.Sprintf("random.%d.path", i), f.Random[i].Path)
	}
	return list
}

// twice returns an error if two parts of the file set the same key, as far as is known without the scene.
func (f *File) twice() error {
	for c := range max(1, len(f.Cases)) {
		list := f.setters(c)
		paths := make([]string, len(list))
		for i, s := range list {
			if paths[i] = s.path; s.path == "frames" && f.Frames > 0 {
				return f.fail(s.at, "frames of the sweep, %d, hold for all tasks: expected frames here or there", f.Frames)
			}
		}
		if err := f.clash(list, paths); err != nil {
			return err
		}
	}
	return nil
}

// clash returns an error if a task would not match its name: if one of the parts that name it (cases, axes and random
// values) sets a key, or a table around it, that another sets. paths are those of the setters.
func (f *File) clash(list []setter, paths []string) error {
	for j := range list {
		for i := range j {
			if strings.HasPrefix(list[i].at, "set.") || !strings.HasPrefix(paths[i]+".", paths[j]+".") ||
				caseOf(list[i]) != "" && caseOf(list[i]) == caseOf(list[j]) {
				continue
			}
			also := ""
			if list[i].path != list[j].path {
				also = ", there " + list[i].path
			}
			return f.fail(list[j].at, "%s is set by %s already%s: expected one of them", list[j].path,
				strings.TrimSuffix(list[i].at, ".path"), also)
		}
	}
	return nil
}

// caseOf returns the case of a setter; its own overrides may override each other.
func caseOf(s setter) string {
	if !strings.HasPrefix(s.at, "case.") {
		return ""
	}
	return s.at[:strings.Index(s.at, ".set.")]
}
