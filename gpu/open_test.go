//go:build cgo

package gpu

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hysteron/gpu/layout"
	"hysteron/gpu/opengl"

	"hysteron/shaders"
	"hysteron/step"
)

func open(t *testing.T, debug bool) *opengl.Context {
	t.Helper()
	c, err := opengl.Open(opengl.Options{Device: opengl.Auto, Debug: debug, Compute: true})
	if err != nil {
		if os.Getenv("HYSTERON_REQUIRE_GPU") == "1" {
			t.Fatalf("HYSTERON_REQUIRE_GPU=1, but no context: %v", err)
		}
		t.Skipf("SKIPPED, no OpenGL context: %v", err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestEveryKernelCompiles(t *testing.T) {
	c := open(t, false)
	names, err := shaders.Names()
	if err != nil {
		t.Fatal(err)
	}
	m, _, _, err := selfTestScene()
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range names {
		if !strings.HasSuffix(n, ".comp") {
			continue
		}
		if err := c.Do(func() error {
			text, files, err := shaders.SourceWith(layout.MadeTexts(m), n, definesFor(group, false, false))
			if err != nil {
				return err
			}
			p, err := opengl.Link(opengl.Source{Text: text, Files: files})
			gl.DeleteProgram(p)
			return err
		}); err != nil {
			t.Error(err)
		}
	}
}

// TestEnded: kernels are not compiled on once that is to end.
func TestEnded(t *testing.T) {
	open(t, false) // skips where there is no device
	why, asked := errors.New("enough"), 0
	ctx, err := opengl.Open(opengl.Options{Device: opengl.Auto, Compute: true, Ended: func() error {
		if asked++; asked > 5 {
			return why
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer ctx.Close()
	if _, err := New(ctx, model(t, hung(4, 4, .1, .1, cotton())), nil, nil, step.DefaultSettings()); !errors.Is(err, why) {
		t.Errorf("%v after %d kernels", err, asked)
	}
}
