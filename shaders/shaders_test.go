package shaders

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

func text(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }

func TestResolveMarksLines(t *testing.T) {
	fsys := fstest.MapFS{
		"k.comp":             text("// kernel\n#version 430 core\n#include \"a.glsl\"\nvoid main() {}\n"),
		"include/a.glsl":     text("#include \"sub/b.glsl\" // shared\nfloat a;\n"),
		"include/sub/b.glsl": text("float b;\r\n"),
	}
	src, files, err := Resolve(fsys, "k.comp", map[string]string{"N": "4", "FLAG": ""}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := "// kernel\n#version 430 core\n#define FLAG\n#define N 4\n#line 3 0\n" +
		"#line 1 1\n#line 1 2\nfloat b;\n#line 2 1\nfloat a;\n#line 4 0\nvoid main() {}\n"
	if src != want {
		t.Errorf("resolved text:\n%s\nwant:\n%s", src, want)
	}
	if got := strings.Join(files, " "); got != "k.comp include/a.glsl include/sub/b.glsl" {
		t.Errorf("files = %q", got)
	}
}

func TestResolveTakesATextOnce(t *testing.T) {
	fsys := fstest.MapFS{
		"k.comp":         text("#version 430\n#include \"a.glsl\"\n#include \"b.glsl\"\n"),
		"include/a.glsl": text("#include \"c.glsl\"\n"),
		"include/b.glsl": text("#include \"c.glsl\"\n"),
		"include/c.glsl": text("float once;\n"),
	}
	src, files, err := Resolve(fsys, "k.comp", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(src, "once"); n != 1 || len(files) != 4 {
		t.Errorf("the shared text appears %d times in %d files:\n%s", n, len(files), src)
	}
}

func TestResolveErrors(t *testing.T) {
	for name, c := range map[string]struct {
		fsys    fstest.MapFS
		include bool
		want    []string
	}{
		"cycle": {fstest.MapFS{
			"k.comp":         text("#version 430\n#include \"a.glsl\"\n"),
			"include/a.glsl": text("\n#include \"b.glsl\"\n"),
			"include/b.glsl": text("#include \"a.glsl\"\n"),
		}, true, []string{"include/b.glsl:1", "include/a.glsl → include/b.glsl → include/a.glsl"}},
		"itself": {fstest.MapFS{
			"k.comp":         text("#version 430\n#include \"a.glsl\"\n"),
			"include/a.glsl": text("#include \"a.glsl\"\n"),
		}, true, []string{"include/a.glsl:1", "cycle"}},
		"missing": {fstest.MapFS{"k.comp": text("#version 430\n\n#include \"none.glsl\"\n")}, true,
			[]string{"k.comp:3", "include/none.glsl"}},
		"angle brackets": {fstest.MapFS{"k.comp": text("#version 430\n#include <a.glsl>\n")}, true,
			[]string{"k.comp:2", "expected #include"}},
		"escape": {fstest.MapFS{"k.comp": text("#version 430\n#include \"../a.glsl\"\n")}, true,
			[]string{"k.comp:2", "below include/"}},
		"conditional": {fstest.MapFS{"k.comp": text("#version 430\n#ifdef A\n#include \"a.glsl\"\n#endif\n")}, true,
			[]string{"k.comp:3", "#if"}},
		"no version": {fstest.MapFS{"k.comp": text("void main() {}\n")}, false, []string{"k.comp:1", "#version"}},
		"empty":      {fstest.MapFS{"k.comp": text("")}, false, []string{"k.comp", "#version"}},
		"open conditional": {fstest.MapFS{"k.comp": text("#version 430\n#if 1\n")}, false, []string{"k.comp",
			"balance"}},
		"second version": {fstest.MapFS{
			"k.comp":         text("#version 430\n#include \"a.glsl\"\n"),
			"include/a.glsl": text("#version 430\n"),
		}, false, []string{"include/a.glsl:1", "#version"}},
	} {
		_, _, err := Resolve(c.fsys, "k.comp", nil, nil)
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		if errors.Is(err, ErrInclude) != c.include {
			t.Errorf("%s: errors.Is(%q, ErrInclude) = %v", name, err, !c.include)
		}
		for _, w := range c.want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: error %q does not say %q", name, err, w)
			}
		}
	}
	if _, _, err := Source("none.comp", nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("unknown shader: %v", err)
	}
}

func TestMapLog(t *testing.T) {
	files := []string{"k.comp", "include/a.glsl"}
	for in, want := range map[string]string{
		"1:17(5): error: syntax error\x00":                "include/a.glsl:17: error: syntax error",
		"0(3) : error C1008: undefined variable \"x\"\n":  "k.comp:3: error C1008: undefined variable \"x\"",
		"ERROR: 1:2: 'x' : undeclared\nERROR: 1 error(s)": "include/a.glsl:2: 'x' : undeclared\nERROR: 1 error(s)",
		"9:1(1): error: from nowhere":                     "9:1(1): error: from nowhere",
	} {
		if got := MapLog(files, in); got != want {
			t.Errorf("MapLog(%q) = %q, want %q", in, got, want)
		}
	}
}

// made stands for the texts that package gpu makes of the lists of terms and laws.
var made = map[string]string{
	"settings.glsl": "", "terms.glsl": "", "vertex_terms.glsl": "", "face_terms.glsl": "",
	"laws_triangle.glsl": "", "laws_hinge.glsl": "", "laws_curve.glsl": "", "laws_segment.glsl": "",
	"element_gradients.glsl": "", "element_blocks.glsl": "", "row_kinds.glsl": "",
	"rigid_of.glsl": "", "rigid_way.glsl": "", "rigid_image.glsl": "", "rigid_scale.glsl": "", "rigid_slide.glsl": "",
}

func TestEveryShaderResolves(t *testing.T) {
	names, err := Names()
	if err != nil || len(names) == 0 {
		t.Fatalf("Names() = %v, %v", names, err)
	}
	for _, n := range names {
		if _, _, err := SourceWith(made, n, nil); err != nil {
			t.Error(err)
		}
	}
}

// TestKernelsPage: docs/gpu-kernels.md names every kernel.
func TestKernelsPage(t *testing.T) {
	page, err := os.ReadFile("../docs/gpu-kernels.md")
	if err != nil {
		t.Fatal(err)
	}
	kernels, err := fs.Glob(embedded, "*.comp")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range kernels {
		if name := strings.TrimSuffix(file, ".comp"); !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("the page does not name %s", name)
		}
	}
}
