package scenes

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"hysteron/param"
	"hysteron/scenes/scenestest"
)

// What a file costs grows with its size, whatever stands in it, and its errors fill a screen and not a disk.
func TestHostileFilesCostWhatTheirSizeSays(t *testing.T) {
	lines := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format+"\n", i)
		}
		return b.String()
	}
	for name, c := range map[string]struct{ text, want string }{
		"deep key":   {"a" + strings.Repeat(".a", 100_000) + " = 1", "nested more than 16 deep"},
		"deep table": {"[a" + strings.Repeat(".a", 100_000) + "]", "nested more than 16 deep"},
		"deep lists": {"a = " + strings.Repeat("[", 9000) + strings.Repeat("]", 9000), "nested more than 16 deep"},
		"many deep lists": {lines(50, "a%d = "+strings.Repeat("[", 9000)+strings.Repeat("]", 9000)),
			"nested more than 16 deep"},
		"deep tables": {"a = " + strings.Repeat("{a=", 9000) + "1" + strings.Repeat("}", 9000),
			"nested more than 16 deep"},
		"long key": {"[" + strings.Repeat("k", 400_000) + "]\n" + lines(40_000, "k%d=1"), "a key of 400000 bytes: " +
			"expected at most 128"},
		"unknown keys":    {lines(250, "k%d = 1"), "230 more errors"},
		"unknown entries": {lines(2000, "[[sheet]]\nk%d = 1"), "7980 more errors"},
		"many tables":     {strings.Repeat("[[a]]\n", 170_000), "more than 20000 keys"},
		"many sheets":     {strings.Repeat("[[sheet]]\n", 19_000), "more errors"},
		"many names":      {lines(49_000, "[t%d]"), "more than 256 different keys in one table"},
		"long text":       {`title = "` + strings.Repeat("x", 1_000_000) + "\"\nup_axis = \"" + strings.Repeat("y", 40_000) + `"`, "up_axis"},
		"too long":        {strings.Repeat("#", param.MaxFile+1), "expected at most 1048576"},
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := Parse("s.toml", []byte(c.text), nil)
			runtime.ReadMemStats(&after)
			scenestest.ExpectInput(t, err, c.want)
			if n := len(err.Error()); n > 20_000 {
				t.Errorf("a message of %d bytes", n)
			}
			if used := after.TotalAlloc - before.TotalAlloc; used > 500<<20 {
				t.Errorf("%d MiB were used for %d bytes", used>>20, len(c.text))
			}
		})
	}
}

// A long line is shown around the place that is meant.
func TestCaretInALongLine(t *testing.T) {
	_, err := Parse("s.toml", []byte("air = { "+strings.Repeat(" ", 100)+"gust_hz = 1, "+strings.Repeat(" ", 100)+
		"gust = -1"+strings.Repeat(" ", 400)+" }\n"+scenestest.Minimal), nil)
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != 3 || len(lines[1]) > 200 {
		t.Fatalf("expected three lines that fit a screen:\n%s", err)
	}
	if at := strings.Index(lines[2], "~~~~"); at < 0 || !strings.HasPrefix(string([]byte(lines[1])[at:]), "gust = -1") {
		t.Errorf("the mark is not below the key:\n%s", err)
	}
}

// Editors put a byte order mark before a file.
func TestByteOrderMark(t *testing.T) {
	if _, err := Parse("s.toml", []byte("\ufeff"+scenestest.Minimal), nil); err != nil {
		t.Error(err)
	}
	_, err := Parse("s.toml", []byte("\ufeffgust = 1\n"+scenestest.Minimal), nil)
	scenestest.ExpectInput(t, err, "s.toml:1:1: gust")
}

// What does not fit into memory is refused before it is made, with the key to blame and both figures.
func TestMemoryIsCheckedBeforeMeshing(t *testing.T) {
	defer func(f func() (int64, bool)) { freeMemory = f }(freeMemory)
	if free, ok := freeMemory(); runtime.GOOS == "linux" && (!ok || free < 1<<20) {
		t.Errorf("%d bytes are free, known: %v", free, ok)
	}
	freeMemory = func() (int64, bool) { return 20 << 20, true }
	for name, c := range map[string]struct{ text, key string }{
		"sheet": {"[[sheet]]\nname = \"s\"\nfabric = \"silk\"\nsize_m = [100, 100]\nedge_length_m = 0.05\n", "sheet.0"},
		"garment": {"[[garment]]\nname = \"g\"\nfabric = \"silk\"\npattern = \"tee\"\nedge_length_m = 0.01\n",
			"garment.0.edge_length_m"},
		"tube": {"[[tube]]\nname = \"u\"\nfabric = \"silk\"\nradius_m = 1\nlength_m = 2\nedge_length_m = 0.01\n", "tube.0"},
	} {
		s, err := Parse("s.toml", []byte(c.text), nil)
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err = s.Build()
		runtime.ReadMemStats(&after)
		scenestest.ExpectInput(t, err, c.key, "GB of memory are needed", "0.021 GB that are free")
		if used := after.TotalAlloc - before.TotalAlloc; used > 20<<20 {
			t.Errorf("%s: %d MiB were used before the refusal", name, used>>20)
		}
	}
}

// A tenth of the free memory is left.
func TestMemoryIsLeft(t *testing.T) {
	defer func(f func() (int64, bool)) { freeMemory = f }(freeMemory)
	freeMemory = func() (int64, bool) { return 1000, true }
	for bytes, want := range map[float64]bool{0: true, 900: true, 901: false, math.Inf(1): false} {
		if fits, free := FitsMemory(bytes); fits != want || free != 1000 {
			t.Errorf("%g of %d bytes: %v", bytes, free, fits)
		}
	}
	freeMemory = func() (int64, bool) { return -1, false }
	if fits, _ := FitsMemory(1e15); !fits {
		t.Error("refused where nothing is known")
	}
}

// An error repeats no more of an override than fits a few lines.
func TestLongOverrides(t *testing.T) {
	for _, set := range []string{"frames=" + strings.Repeat("9", 100_000), strings.Repeat("a.", 1000) + "a=1"} {
		_, err := Parse("s.toml", []byte(scenestest.Minimal), []string{set})
		scenestest.ExpectInput(t, err, "--set "+set[:20])
		if n := len(err.Error()); n > 3000 {
			t.Errorf("--set %.20s…: an error of %d bytes", set, n)
		}
	}
}

// Pipes would be waited for, and devices never end.
func TestPipesAreRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: no named pipes in folders")
	}
	dir := t.TempDir()
	pipe := filepath.Join(dir, "p.toml")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Skip("SKIPPED: ", err)
	}
	zero := filepath.Join(dir, "zero.toml")
	if err := os.Symlink("/dev/zero", zero); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{pipe, zero} {
		_, err := Load(file, nil)
		scenestest.ExpectInput(t, err, "not a regular file")
		for _, text := range []string{
			"[[mesh]]\nname = \"m\"\nfabric = \"silk\"\nfile = %q\n",
			scenestest.Minimal + "[[body]]\nkind = \"obj\"\nfile = %q\n",
			"[[garment]]\nname = \"g\"\nfabric = \"silk\"\npattern = %q\n",
			"[[sheet]]\nname = \"s\"\nsize_m = [1, 1]\nedge_length_m = 0.1\nfabric = %q\n",
			scenestest.Minimal + "[sheet.friction_map]\nfile = %q\n",
		} {
			s, err := Parse(filepath.Join(dir, "s.toml"), fmt.Appendf(nil, text, file), nil)
			if err != nil {
				t.Fatal(err)
			}
			_, err = s.Build()
			scenestest.ExpectInput(t, err, "not a regular file")
		}
	}
}
