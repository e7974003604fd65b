//go:build cgo && linux

package opengl

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestComputesAlone: where the driver was told to compute without threads of its own, it has none.
func TestComputesAlone(t *testing.T) {
	ctx := open(t, false)
	if !strings.HasPrefix(ctx.Device().Renderer, "llvmpipe") || os.Getenv(threadsVariable) != "0" {
		t.Skipf("SKIPPED: %s with %s=%q has threads", ctx.Device().Renderer, threadsVariable, os.Getenv(threadsVariable))
	}
	names, err := filepath.Glob("/proc/self/task/*/comm")
	if err != nil || len(names) == 0 {
		t.Fatalf("no threads found: %v", err)
	}
	for _, n := range names {
		if name, err := os.ReadFile(n); err == nil && strings.HasPrefix(string(name), "llvmpipe-") {
			t.Errorf("thread %s", name)
		}
	}
}
