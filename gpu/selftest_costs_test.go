package gpu

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hysteron/step"
)

// Stored costs are read as they were written; a file with anything else is invalid and is replaced.
func TestKeepCosts(t *testing.T) {
	file := costsFile(filepath.Join(t.TempDir(), "hysteron", "device-1"), 64)
	want := step.LevelCosts{Iteration: 2.25, Setup: 15}
	if _, ok := storedCosts(file); ok {
		t.Error("costs are known before anything was kept")
	}
	if err := canStoreVerdict(file); err != nil {
		t.Error(err)
	}
	if c, err := storeCosts(file, want); c != want || err != nil {
		t.Fatalf("kept %+v, %v", c, err)
	}
	if c, ok := storedCosts(file); !ok || c != want {
		t.Errorf("known: %+v, %v", c, ok)
	}
	// Who comes later goes by what is there.
	if c, err := storeCosts(file, step.LevelCosts{Iteration: 3, Setup: 30}); c != want || err != nil {
		t.Errorf("kept %+v after %+v, %v", c, want, err)
	}
	text := costsText(want)
	for _, damaged := range []string{
		"", text[:len(text)/2], text + "\n", "x" + text, strings.Replace(text, "2.25", "2.26", 1),
		strings.Replace(text, "2.25", "NaN", 1),
		strings.Replace(text, "15", "15000", 1), strings.Replace(text, "15", "-15", 1), strings.Replace(text, "2.25",
			"02.25",
			1), "\x00\x00\x00",
	} {
		if err := os.WriteFile(file, []byte(damaged), 0o644); err != nil {
			t.Fatal(err)
		}
		if c, ok := storedCosts(file); ok {
			t.Errorf("%q says %+v", damaged, c)
		}
		if c, err := storeCosts(file, want); c != want || err != nil {
			t.Errorf("after %q kept %+v, %v", damaged, c, err)
		}
		if c, ok := storedCosts(file); !ok || c != want {
			t.Errorf("after %q known: %+v, %v", damaged, c, ok)
		}
	}
	if left, err := os.ReadDir(filepath.Dir(file)); err != nil || len(left) != 1 {
		t.Errorf("left %v, %v: expected one file", left, err)
	}
}

// Where nothing can be written, whoever keeps something is told.
func TestKeepsNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a file")
	if err := os.WriteFile(dir, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := storeVerdict(filepath.Join(dir, "device-1"), "a device"); err == nil {
		t.Error("a verdict was kept below a file")
	}
	if err := canStoreVerdict(filepath.Join(dir, "device-1")); err == nil {
		t.Error("costs can be kept below a file")
	}
	if c, err := storeCosts(filepath.Join(dir, "device-1"), step.AssumedCosts); err == nil || c != (step.LevelCosts{}) {
		t.Errorf("costs were kept below a file: %+v, %v", c, err)
	}
	at := filepath.Join(t.TempDir(), "device-1") // a folder is in the place of the file
	if err := os.MkdirAll(filepath.Join(at, "full"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := storeVerdict(at, "a device"); err == nil {
		t.Error("a verdict was kept in the place of a folder")
	}
	if _, err := storeCosts(at, step.AssumedCosts); err == nil {
		t.Error("costs were kept in the place of a folder")
	}
	if left, err := os.ReadDir(filepath.Dir(at)); err != nil || len(left) != 1 {
		t.Errorf("left %v, %v", left, err)
	}
}

func TestSideFor(t *testing.T) {
	for n, want := range map[int]int{4: 32, 1024: 32, 2048: 32, 2049: 64, 8192: 64, 8193: 128, 32768: 128, 32769: 256,
		1_000_000: 256} {
		if got := selfTestSideFor(n); got != want {
			t.Errorf("%d vertices: a side of %d, expected %d", n, got, want)
		}
	}
}

// A verdict counts only as it was kept: not what is cut, nor that on another device.
func TestDamagedVerdict(t *testing.T) {
	file := filepath.Join(t.TempDir(), "device-1")
	if err := storeVerdict(file, "a device"); err != nil || !storedVerdict(file, "a device") {
		t.Fatalf("a verdict was not kept: %v", err)
	}
	if storedVerdict(file, "another device") {
		t.Error("a verdict on another device counts")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for n := range text {
		if err := os.WriteFile(file, text[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		if storedVerdict(file, "a device") {
			t.Errorf("a verdict that is cut after %d bytes counts", n)
		}
	}
}
