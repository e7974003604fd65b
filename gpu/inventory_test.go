//go:build cgo

package gpu

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hysteron/cloth"
	"hysteron/gpu/layout"

	"hysteron/shaders"
	"hysteron/step"
)

// item is a buffer of the inventory.
type item struct {
	name          string
	bytes         int
	reads, writes []string // kernels
	parted        []string // those that write it in parts
}

// inventory lists the buffers of a model of cloth between so many colliders, without a device, and what kernels do with
// those that are larger than storage blocks; lists of pairs are empty.
func inventory(m *cloth.Model, colliders int, fetch bool, block int64) ([]item, error) {
	p, err := layout.NewModel(m)
	if err != nil {
		return nil, err
	}
	f, err := layout.NewPairs(m, p)
	if err != nil {
		return nil, err
	}
	q := &queue{groups: mostGroups, fetch: fetch, generated: layout.MadeTexts(m), buffers: map[string]*buffer{}}
	q.limits.SSBOBytes = block
	q.limits.GroupCount[0] = 65535
	s := &solver{queue: q, levels: multilevel{q, layout.NewMultilevel(m, p), len(m.X0)}, n: len(m.X0), pack: p}
	c := contacts{queue: q, m: m, p: p, measured: layout.NewMeasured(m, make([]step.Collider, colliders))}
	all := [][]content{
		(&motion{queue: q, m: m, p: p}).contents(), (&elements{queue: q, m: m, p: p}).contents(), c.contents(colliders),
		s.contents(), (&pairs{queue: q, Pairs: f, vertices: len(m.X0)}).contents(),
	}
	at := map[string]*item{}
	var list []*item
	for _, k := range slices.Concat(all...) {
		z, _ := k.size()
		q.buffers[k.name] = &buffer{Name: k.name, Bytes: z.count * layout.TexelBytes[z.format]}
		at[k.name] = &item{name: k.name, bytes: q.buffers[k.name].Bytes}
		list = append(list, at[k.name])
	}
	if q.cuts, err = layout.KernelCuts(p, s.levels.Multilevel, f, q.blocks()); err != nil {
		return nil, err
	}
	for _, k := range slices.Concat(dispatches()...) {
		if k.needs != nil && !k.needs(m) {
			continue
		}
		text, err := k.source(fetch, false, q.generated)
		if err != nil {
			return nil, err
		}
		_, plan, err := q.adapt(&k, text.Text)
		if err != nil {
			return nil, err
		}
		for name, a := range shaders.Accesses(text.Text) {
			for _, b := range append(aliases[name], name) {
				if i := at[b]; i != nil {
					if a.Reads {
						i.reads = append(i.reads, k.name)
					}
					if a.Writes {
						i.writes = append(i.writes, k.name)
					}
				}
			}
		}
		if plan != nil {
			for _, name := range plan.Outputs() {
				for _, b := range append(aliases[name], name) {
					if i := at[b]; i != nil {
						i.parted = append(i.parted, k.name)
					}
				}
			}
		}
	}
	var items []item
	for _, i := range list {
		items = append(items, *i)
	}
	return items, nil
}

// fits checks that a hanging sheet of so many vertices along a side fits in storage blocks of so many bytes.
func fits(t *testing.T, side int, block int64) {
	m := model(t, hung(side, side, 1, 1, cotton()))
	for _, fetch := range []bool{false, true} {
		items, err := inventory(m, 2, fetch, block)
		if err != nil {
			t.Fatal(err)
		}
		large := 0
		for _, i := range items {
			if int64(i.bytes) > block {
				large++
				for _, w := range i.writes {
					if !slices.Contains(i.parted, w) {
						t.Errorf("fetching %t: %s writes %s of %d bytes at once", fetch, w, i.name, i.bytes)
					}
				}
			}
			if fetch && int64(i.bytes) > block/4 {
				t.Logf("%s: %.0f MiB of %.0f, %.1f bytes a vertex; written by %s, in parts by %s, read by %s",
					i.name, float64(i.bytes)/(1<<20), float64(block)/(1<<20), float64(i.bytes)/float64(len(m.X0)),
					i.writes, i.parted,
					i.reads)
			}
		}
		if large != 9 {
			t.Errorf("fetching %t: %d buffers are larger than a storage block, expected 9", fetch, large)
		}
	}
	if _, err := inventory(m, 3, false, block); err == nil || !strings.Contains(err.Error(), "contact_distances: ") ||
		!strings.Contains(err.Error(), fmt.Sprintf("nearHead needs a storage buffer of %d bytes, the most is %d",
			3*16*(len(m.X0)+len(m.Tri)), block)) {
		t.Errorf("three colliders: %v", err)
	}
}

// TestSmallMillion: a sheet with two colliders fits into storage blocks as small for it as those of 128 MiB are for one
// of a million vertices. With three it does not, and the error names what is too large.
func TestSmallMillion(t *testing.T) {
	const side = 200
	fits(t, side, (128<<20)*side*side/1_000_000)
}
