package sim

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"hysteron/cpu"
	"hysteron/gpu"
	"hysteron/gpu/opengl"
	"hysteron/step"
)

var soak = flag.Duration("soak", soakTime, "how long each backend computes random scenes")

// Random scenes one after the other, on one device, leave no memory and no goroutines behind.
func TestSoak(t *testing.T) {
	t.Run("cpu", func(t *testing.T) { soaks(t, cpu.Backend{}, 12) })
	t.Run("gpu", func(t *testing.T) {
		needGL(t)
		c, err := opengl.Open(opengl.Options{Device: opengl.Auto, Compute: true})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		soaks(t, gpu.Backend{Context: c}, 4)
	})
}

// soaks computes scenes; what is there after a fifth of the time may not grow.
func soaks(t *testing.T, b step.Backend, steps int) {
	draw := rapid.Custom(randomScene)
	begin, n, early := time.Now(), 0, resident(t)
	first, routines, long := -1, 0, 0
	for ; time.Since(begin) < *soak; n++ {
		text := draw.Example(n)
		switch err := falls(text, b, steps); {
		case errors.Is(err, errLong):
			long++
			t.Logf("%s: scene %d: %v in\n%s", b.Name(), n, err, text)
		case err != nil:
			t.Errorf("%s: scene %d: %v in\n%s", b.Name(), n, err, text)
		}
		if first < 0 && time.Since(begin) > *soak/5 {
			first, early, routines = n, resident(t), runtime.NumGoroutine()
		}
	}
	late := resident(t)
	t.Logf("%s: %d scenes, %d of them cut short in a long step, %.1f MiB after %d, %.1f MiB at the end", b.Name(), n, long,
		early, first+1, late)
	if late > 1.1*early+16 {
		t.Errorf("%s: %.1f MiB after %d scenes, %.1f MiB after %d: expected no growth", b.Name(), early, first+1, late, n)
	}
	if now := runtime.NumGoroutine(); first >= 0 && now > routines+2 {
		t.Errorf("%s: %d goroutines after %d scenes, %d after %d: expected no more", b.Name(), routines, first+1, now, n)
	}
}

// resident is the memory of this process that is in use, without garbage [MiB].
func resident(t *testing.T) (mib float64) {
	debug.FreeOSMemory()
	data, err := os.ReadFile("/proc/self/status")
	if err != nil { // other systems: what Go itself has
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapInuse+m.StackInuse) / (1 << 20)
	}
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			var kib float64
			if _, err := fmt.Sscan(rest, &kib); err != nil {
				t.Fatal(err)
			}
			return kib / 1024
		}
	}
	t.Fatal("/proc/self/status has no VmRSS")
	return 0
}
