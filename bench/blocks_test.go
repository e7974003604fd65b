package bench

import (
	"context"
	"testing"

	"hysteron/cloth"
	"hysteron/gpu"
	"hysteron/gpu/opengl"
)

// TestSmallBlocks: the scenes of the benchmark end with the same bits where storage blocks are about as small for their
// size as those of 128 MiB are for a million vertices, and where dispatches are in parts for that.
func TestSmallBlocks(t *testing.T) {
	options(t, "gpu")
	for _, m := range makers {
		triangles, least := 3000, int64(192<<10) // tallies take as much in any case
		switch m.name {                          // bodies are not split
		case "dressed-character":
			triangles, least = 2300, 690<<10
		case "stacked-sheets": // nor are lists of pairs, of which these have more than a million vertices may: see ./gpu
			continue
		}
		if testing.Short() && m.name == "dressed-character" {
			continue // dressing takes some seconds
		}
		p, err := m.make(origin{ctx: context.Background()})(triangles)
		if err != nil {
			t.Fatal(err)
		}
		block := max(int64(128<<20/1e6*float64(len(p.model.X0))), least)
		for _, as := range []bool{false, true} {
			var states [2]*cloth.State
			var asked [2]gpu.Counts
			for k := range states {
				o := opengl.Options{Device: opengl.Auto, Compute: true, AsHardware: as}
				if k == 1 {
					o.BlockBytes = block
				}
				states[k], asked[k] = few(t, o, p)
			}
			t.Logf("%s of %d vertices, as hardware %t: %d dispatches, %d with blocks of %d bytes", m.name, len(p.model.X0), as,
				asked[0].Dispatches, asked[1].Dispatches, block)
			if asked[1].Dispatches <= asked[0].Dispatches {
				t.Errorf("%s: nothing in parts", m.name)
			}
			differ(t, m.name, states[0], states[1])
		}
	}
}

// few takes a few steps.
func few(t *testing.T, o opengl.Options, p *problem) (*cloth.State, gpu.Counts) {
	t.Helper()
	c, err := opengl.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	s, err := gpu.New(c, p.model, p.state, p.colliders, p.settings)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for k := range 3 {
		if p.drive != nil {
			p.drive(k)
		}
		if _, err := s.Step(stepSeconds); err != nil {
			t.Fatal(err)
		}
	}
	st, err := s.State()
	if err != nil {
		t.Fatal(err)
	}
	return st, s.Counts()
}

// differ tells of the first bit that differs.
func differ(t *testing.T, name string, a, b *cloth.State) {
	t.Helper()
	for i := range a.X {
		if a.X[i] != b.X[i] || a.V[i] != b.V[i] {
			t.Fatalf("%s: vertex %d at %v and %v", name, i, a.X[i], b.X[i])
		}
	}
	for kind := range cloth.Kinds {
		for i, v := range a.Past[kind].Data {
			if v != b.Past[kind].Data[i] {
				t.Fatalf("%s: number %d that %ss keep: %v and %v", name, i, kind, v, b.Past[kind].Data[i])
			}
		}
	}
}
