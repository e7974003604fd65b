package cpu

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
	"hysteron/step"
	"hysteron/step/steptest"
)

// crumpledKind is a crumpled patch where only the elements of one kind act, with laws of all roles.
func crumpledKind(t *testing.T, kind cloth.Kind, seed uint64) *Sim {
	t.Helper()
	s := crumpledOf(t, seed, steptest.Subject{Term: step.Terms[0]}, func(f *cloth.Fabric) {
		f.Bending, f.BendCoupling = cloth.HingeBending, 0
		if kind == cloth.Curves {
			f.Bending, f.BendCoupling = cloth.CurvatureBending, .3
		}
	})
	s.SetTerms(NewTerms())
	s.faces, s.vertices, s.pairTerms = nil, nil, nil
	for other := range s.laws {
		if cloth.Kind(other) != kind {
			s.laws[other] = nil
		}
	}
	for _, term := range s.Terms {
		term.Begin(&s.World)
	}
	return s
}

// TestKinds runs the battery over all kinds of elements: forces, matrices, definiteness, and that turning and moving a
// patch changes no energy.
func TestKinds(t *testing.T) {
	for kind := range cloth.Kinds {
		for seed := range uint64(2) {
			seed += 2 // with springs
			t.Run(fmt.Sprintf("%s/%d", kind, seed), func(t *testing.T) {
				s := crumpledKind(t, kind, seed)
				if s.Model.Count(kind) == 0 {
					t.Fatal("the patch has none")
				}
				checkForce(t, s, kind.String(), seed)
				e := s.energyAt(s.x)
				if lo, hi := extremeEigenvalues(t, s); !(hi > 0) || lo < -1e-10*hi {
					t.Errorf("smallest eigenvalue %g, largest %g: expected none below zero", lo, hi)
				}
				turned := make([]r3.Vec, len(s.x))
				turn := r3.NewRotation(1, r3.Vec{X: 1, Y: -2, Z: .5})
				for i, x := range s.x {
					turned[i] = r3.Add(turn.Rotate(x), r3.Vec{X: .3, Y: 1, Z: -2})
				}
				if got := s.energyAt(turned); math.Abs(got-e) > 1e-9*math.Abs(e) {
					t.Errorf("energy %g J, of the turned patch %g J", e, got)
				}
				checkJacobian(t, s)
			})
		}
	}
}

// TestKindsHaveAnswers: the known answer that a row names is a test that there is.
func TestKindsHaveAnswers(t *testing.T) {
	var tests strings.Builder
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_test.go") {
			text, _ := os.ReadFile(path)
			tests.Write(text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for kind := range cloth.Kinds {
		name := kind.Row().Answer
		if name == "" || !strings.Contains(tests.String(), "\nfunc "+name+"(t *") {
			t.Errorf("%s: there is no test %q: expected one that compares a %s with a known answer", kind, name,
				kind)
		}
	}
}

// TestRowsAreTheLoops: rows of the system that kinds have code of their own for are those of the loops over gradient
// and block.
func TestRowsAreTheLoops(t *testing.T) {
	rowsAreTheLoops(t, cloth.Triangles, triangleCode)
	rowsAreTheLoops(t, cloth.Hinges, hingeCode)
}

func rowsAreTheLoops[S any](t *testing.T, kind cloth.Kind, c *codeOf[S]) {
	s := crumpledKind(t, kind, 2)
	s.energyAt(s.x)
	refs, slots, a := newElementRefs(s.Model, s.matrix, kind), c.slots(&s.elements, kind), s.matrix
	var most, off float64
	for v := range s.x {
		var want, got r3.Vec
		c.sumRow(s, v, &want)
		c.sumRefs(s.Model, refs.at(v), slots, &got)
		most, off = max(most, r3.Norm(want)), max(off, r3.Norm(r3.Sub(got, want)))
	}
	if !(most > 0) || off > 1e-14*most {
		t.Errorf("%s: gradients of rows are off by %.3g of the largest", kind, off/most)
	}
	clear(a.Val)
	for v := range s.x {
		c.addRow(s, v)
	}
	want := append([]float64(nil), a.Val...)
	clear(a.Val)
	for v := range s.x {
		c.addRefs(s.Model, refs.at(v), kind.Row().Corners, slots, a.Val)
	}
	most, off = 0, 0
	for i := range want {
		most, off = max(most, math.Abs(want[i])), max(off, math.Abs(want[i]-a.Val[i]))
	}
	if !(most > 0) || off > 1e-14*most {
		t.Errorf("%s: blocks of rows are off by %.3g of the largest", kind, off/most)
	}
}
