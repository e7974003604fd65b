package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// mostAfter is how long a command may compute after an interruption.
const mostAfter = 2 * time.Second

// used is what a running process has computed; false where the system does not tell.
func used(pid int) (time.Duration, bool) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, ok := strings.Cut(string(data), ") ")
	f := strings.Fields(rest)
	if err != nil || !ok || len(f) < 13 {
		return 0, false
	}
	user, _ := strconv.Atoi(f[11])
	system, _ := strconv.Atoi(f[12])
	return time.Duration(user+system) * 10 * time.Millisecond, true
}

// interrupted runs a command and interrupts it when it has computed for some time, sooner if it ends before. It returns
// the command as it ended, what it wrote to the standard error output, and what it had computed by then.
func interrupted(t *testing.T, dir string, args []string, after time.Duration) (*exec.Cmd, string, time.Duration) {
	for ; after >= 10*time.Millisecond; after /= 2 {
		var stderr bytes.Buffer
		c := hysteron(dir, args...)
		c.Stderr = &stderr
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		before := time.Duration(0)
		for begun := time.Now(); before < after && time.Since(begun) < 2*time.Minute; time.Sleep(5 * time.Millisecond) {
			var ok bool
			if before, ok = used(c.Process.Pid); !ok {
				break
			}
		}
		if err := c.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		if err := c.Wait(); err != nil {
			if strings.Contains(stderr.String(), "no device to draw") {
				t.Skip("SKIPPED, no OpenGL: ", stderr.String())
			}
			return c, stderr.String(), before
		}
		if i := slices.Index(args, "-o"); i >= 0 {
			os.RemoveAll(filepath.Join(dir, args[i+1])) // the next try writes it again
		}
	}
	t.Fatalf("%v ends before it can be interrupted", args)
	return nil, "", 0
}

// Whatever takes long ends soon after Ctrl-C, with one line and status 1. What counts is what it computes after the
// signal, which other processes do not change; each would go on for longer than that.
func TestInterruptions(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "sheet.toml", sheet)
	write(t, dir, "fine.toml", strings.Replace(sheet, "vertices = [12, 12]", "vertices = [900, 900]", 1))
	write(t, dir, "sewn.toml", "[[garment]]\nname = \"tee\"\npattern = \"tee\"\nfabric = \"cotton\"\nedge_length_m = "+
		"0.0015\n")
	if status, _, stderr := execute(t, dir, "run", "sheet.toml", "--no-render", "-q", "-o", "d"); status != done {
		t.Fatal(stderr)
	}
	for name, q := range map[string]struct {
		args  string
		after time.Duration // of computing
	}{
		"picture":    {"render d --width 4000 --height 3000", time.Second},
		"images":     {"render d --width 5200 --height 4000", 100 * time.Millisecond}, // are made for it first
		"meshing":    {"check sewn.toml", 300 * time.Millisecond},
		"building":   {"check fine.toml", 300 * time.Millisecond},
		"static":     {"run fine.toml --static --no-render --backend cpu -o s", 2 * time.Second},
		"new":        {"new -p tee -o new.toml", 200 * time.Millisecond},
		"measure":    {"measure cantilever --fabric worsted -o m", 300 * time.Millisecond},
		"drape":      {"measure drape --fabric silk -o m", 300 * time.Millisecond},
		"fabrics":    {"fabrics cotton -o f", 300 * time.Millisecond},
		"reproduce":  {"reproduce hysteresis --quick -o r", 300 * time.Millisecond},
		"bench":      {"bench --backend cpu --scenes hanging-sheet --sizes 100000", 500 * time.Millisecond},
		"verify":     {"verify --backend cpu", 300 * time.Millisecond},
		"a dressing": {"run tee-trousers-walk --no-dress-cache --no-render --backend cpu -o w", 3 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			c, stderr, before := interrupted(t, dir, strings.Fields(q.args), q.after)
			after := c.ProcessState.UserTime() + c.ProcessState.SystemTime() - before
			lines := strings.Split(strings.TrimSpace(stderr), "\n")
			last := lines[len(lines)-1]
			if c.ProcessState.ExitCode() != failed || !strings.HasPrefix(last, "hysteron: interrupted") {
				t.Errorf("%s: exit status %d, %q: expected %d and that it was interrupted", q.args, c.ProcessState.ExitCode(), last,
					failed)
			}
			if after > mostAfter {
				t.Errorf("%s: %v of computing after the interruption: expected at most %v", q.args, after, mostAfter)
			}
			t.Logf("%v after %v", after, before)
			if left, _ := filepath.Glob(filepath.Join(dir, "*", ".*.tmp*")); len(left) > 0 {
				t.Errorf("%s leaves %v", q.args, left)
			}
		})
	}
}
