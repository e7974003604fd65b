package formats

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A file that is larger than its limit is refused before its bytes are read: here there are 64 GiB of them, on no disk.
func TestLargeFilesAreNotRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "large")
	if err := os.WriteFile(path, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if data, err := ReadFile(path, 4); err != nil || string(data) != "text" {
		t.Errorf("%q, %v", data, err)
	}
	if _, err := ReadFile(path, 3); err == nil {
		t.Error("4 bytes were read: expected at most 3")
	}
	if err := os.Truncate(path, 64<<30); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := ReadFile(path, 1<<30)
	runtime.ReadMemStats(&after)
	if err == nil || !strings.Contains(err.Error(), "expected at most 1073741824 bytes") {
		t.Errorf("%v: expected the limit", err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
		t.Errorf("%d MiB were used before the refusal", used>>20)
	}
	// What the system makes up has no size.
	if data, err := ReadFile("/proc/self/status", 1<<20); runtime.GOOS == "linux" && (err != nil || len(data) == 0) {
		t.Errorf("%d bytes, %v: expected text", len(data), err)
	}
}
