//go:build cgo

package gpu

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/gpu/opengl"
	"hysteron/step"
)

// TestPlanesAreKept: within a step a contact point keeps its planes until it has moved by a twentieth of its
// thickness from where they were looked up, with the force of where it is, and then gets new ones.
func TestPlanesAreKept(t *testing.T) {
	ctx := open(t, true)
	f := cotton()
	m := model(t, shift(grid(4, 4, .02, .02, f), r3.Vec{X: -.01, Z: .01}))
	set := step.DefaultSettings()
	delta := set.Thickness + f.Thickness/2
	// A sphere below, into whose layer the sheet reaches.
	s := newGPU(t, ctx, m, nil, []step.Collider{{Surface: newSphere(.05, r3.Vec{Y: -.05 - delta/2}, r3.Vec{}),
		Friction: .4}}, set)
	n := len(m.X0)
	planes := func() [][2][nearPlane][4]float32 {
		p := make([][2][nearPlane][4]float32, s.contacts.points())
		read(s.queue, s.queue.buffers["nearPlane"], p)
		return p
	}
	move := func(by float32) {
		hi := make([][4]float32, n)
		read(s.queue, s.queue.buffers["positionHi"], hi)
		for i := range hi {
			hi[i][1] += by
		}
		write(s.queue, s.queue.buffers["positionHi"], hi)
	}
	if err := ctx.Do(func() error {
		s.bind()
		s.begin(1e-5)
		s.detectContacts(true)
		was := planes()
		move(-.04 * float32(delta))
		s.detectContacts(false)
		kept := planes()
		move(-.02 * float32(delta))
		s.detectContacts(false)
		next := planes()
		touching := 0
		for i := range was {
			a, b, c := was[i][0], kept[i][0], next[i][0]
			if a[0][3] == 0 {
				continue // no force
			}
			touching++
			if a[1] != b[1] || a[2] != b[2] || a[0][0] != b[0][0] || !(b[0][3] > a[0][3]) {
				t.Errorf("point %d, moved by 0.04 of the thickness: plane %v, expected %v with more force", i, b, a)
			}
			if c[1] == a[1] || !(c[0][3] > b[0][3]) {
				t.Errorf("point %d, moved by 0.06 of the thickness: plane %v, expected a new one", i, c)
			}
		}
		if touching < n {
			t.Errorf("%d points touch: the test proves little", touching)
		}
		return opengl.Error()
	}); err != nil {
		t.Fatal(err)
	}
}
