//go:build cgo

package gpu

import (
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hysteron/cloth"
	"hysteron/cpu"
	"hysteron/gpu/layout"
	"hysteron/gpu/opengl"
	"hysteron/step"
)

// TestLostContext: when the driver reports a reset during a step, the step fails with the reason, nothing
// runs on the context any more, and closing is still fine.
func TestLostContext(t *testing.T) {
	open(t, false) // skips where there is no device
	var status atomic.Uint32
	ctx, err := opengl.Open(opengl.Options{Device: opengl.Auto, Compute: true, ResetStatus: status.Load})
	if err != nil {
		t.Fatal(err)
	}
	defer ctx.Close()
	m, colliders, set := busy(t)
	s, err := New(ctx, m, nil, colliders, set)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Step(1. / 120); err != nil {
		t.Fatal(err)
	}
	const innocent = 0x8254
	status.Store(innocent)
	if err := ctx.Do(func() error { return nil }); !errors.Is(err, opengl.ErrLost) {
		t.Errorf("after a reset: %v", err)
	}
	_, err = s.Step(1. / 120)
	if !errors.Is(err, opengl.ErrLost) || !strings.Contains(err.Error(), "GL_INNOCENT_CONTEXT_RESET") ||
		!strings.Contains(err.Error(), ctx.Device().Renderer) {
		t.Errorf("a step on a lost context: %v", err)
	}
	if err := ctx.Do(func() error { t.Error("work ran on a lost context"); return nil }); !errors.Is(err, opengl.ErrLost) {
		t.Errorf("work on a lost context: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("closing on a lost context: %v", err)
	}
}

// TestOutOfMemory: an allocation that no device can meet, a real one where the driver does not say what the device has,
// fails with its name and size, and leaves the context in order; the same for a list that grows.
func TestOutOfMemory(t *testing.T) {
	ctx := open(t, false)
	if err := ctx.Do(func() error {
		m := layout.NewAllocations(opengl.Limits{SSBOBytes: 1 << 62, TextureBufferSize: 1 << 58,
			MemoryBytes: ctx.Device().Limits.MemoryBytes})
		defer m.Free()
		_, err := m.Alloc("matrix", gl.RGBA32F, 1<<41) // 32 TiB
		if !errors.Is(err, opengl.ErrOutOfMemory) || !strings.Contains(err.Error(), "matrix, 33554432 MiB") {
			t.Errorf("32 TiB: %v", err)
		}
		if m.Total != 0 {
			t.Errorf("%d bytes are counted", m.Total)
		}
		b, err := m.Alloc("list", gl.R32I, 4)
		if err != nil {
			return err
		}
		if grown, err := m.Grow(b, 3); grown || err != nil || b.Bytes != 16 {
			t.Errorf("3 of 4 texels: grown %v to %d bytes, %v", grown, b.Bytes, err)
		}
		if grown, err := m.Grow(b, 100); !grown || err != nil || b.Bytes != 600 || m.Total != int64(600+2*b.Guard) {
			t.Errorf("100 texels: grown %v to %d bytes of %d, %v", grown, b.Bytes, m.Total, err)
		}
		if _, err := m.Grow(b, 1<<42); !errors.Is(err, opengl.ErrOutOfMemory) || b.Bytes != 4 ||
			m.Total != int64(4+2*b.Guard) {
			t.Errorf("16 TiB: a list of %d bytes of %d, %v", b.Bytes, m.Total, err)
		}
		layout.WriteBuffer(b, 0, []int32{7})
		got := make([]int32, 1)
		if layout.ReadBuffer(b, got); got[0] != 7 {
			t.Errorf("the list holds %d, expected 7", got[0])
		}
		return opengl.Error()
	}); err != nil {
		t.Error(err)
	}
	if err := SelfTest(ctx, cpu.Backend{}); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// TestStatedMemory: more memory than a device reports is not requested from the driver, and existing buffers stay; a
// list grows by less than half if only that fits.
func TestStatedMemory(t *testing.T) {
	ctx := open(t, true)
	if err := ctx.Do(func() error {
		m := layout.NewAllocations(opengl.Limits{SSBOBytes: 1 << 30, TextureBufferSize: 1 << 27, MemoryBytes: 1 << 20})
		defer m.Free()
		kept, err := m.Alloc("kept", gl.R32I, 1<<17) // half of it
		if err != nil {
			return err
		}
		list, err := m.Alloc("list", gl.R32I, 4)
		if err != nil {
			return err
		}
		layout.WriteBuffer(kept, 0, []int32{7})
		before := m.Total
		b, err := m.Alloc("matrix", gl.RGBA32F, 1<<15)
		if b != nil || !errors.Is(err, opengl.ErrOutOfMemory) ||
			!strings.Contains(err.Error(), "matrix, 0 MiB after 0 MiB") || !strings.Contains(err.Error(), "it has 1 MiB") {
			t.Errorf("half a MiB of less: %v", err)
		}
		if m.Total != before {
			t.Errorf("%d bytes are counted, expected %d", m.Total, before)
		}
		if grown, err := m.Grow(list, 100000); !grown || err != nil || list.Bytes != 400000 {
			t.Errorf("a list: grown %v to %d bytes, %v", grown, list.Bytes, err)
		}
		if _, err := m.Grow(list, 1<<17); !errors.Is(err, opengl.ErrOutOfMemory) || list.Bytes != 4 || m.Total != before-12 {
			t.Errorf("a list beyond it: %d bytes of %d, %v", list.Bytes, m.Total, err)
		}
		layout.WriteBuffer(list, 0, []int32{8})
		for b, want := range map[*layout.Buffer]int32{kept: 7, list: 8} {
			got := make([]int32, 1)
			if layout.ReadBuffer(b, got); got[0] != want {
				t.Errorf("%s holds %d, expected %d", b.Name, got[0], want)
			}
		}
		return errors.Join(m.Check(), opengl.Error())
	}); err != nil {
		t.Error(err)
	}
}

// TestSelfTestNotices: kernels that leave a term out are refused, whichever it is.
func TestSelfTestNotices(t *testing.T) {
	ctx := open(t, true)
	for _, without := range step.TermNames() {
		broken := func(c *opengl.Context, m *cloth.Model, st *cloth.State, col []step.Collider, set step.Settings) (*Sim,
			error) {
			s, err := New(c, m, st, col, set)
			if err != nil {
				return nil, err
			}
			return s, s.SetTerms(slices.DeleteFunc(step.TermNames(), func(name string) bool { return name == without })...)
		}
		if err := selfTest(ctx, broken, cpu.Backend{}); !errors.Is(err, ErrBroken) {
			t.Errorf("without %s: %v", without, err)
		}
	}
}
