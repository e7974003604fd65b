package output

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hysteron/formats"
)

// Only files that are as they were written for another run go; what was put in their place, even if this program wrote
// it, stays.
func TestSequence(t *testing.T) {
	dir := t.TempDir()
	const mine = "# Wavefront OBJ written by Hysteron\n"
	names := func() (list []string) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			list = append(list, e.Name())
		}
		return list
	}
	write := func(run string, files ...string) []string {
		t.Helper()
		s := &Sequence{Dir: dir + "/.", Run: run, Own: formats.IsOwn, Reads: []string{filepath.Join(dir, "none"),
			filepath.Join(dir, "read.0001.obj")}}
		for _, name := range files {
			s.Paths = append(s.Paths, filepath.Join(dir, name))
		}
		says, err := s.Clear()
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			put(t, dir, name, mine)
		}
		if err := s.Note(s.Paths); err != nil {
			t.Fatal(err)
		}
		return says
	}
	put(t, dir, "notes.0001.txt", "mine")
	put(t, dir, "skirt.obj", mine)
	if says := write("a", "read.0001.obj", "tee.0001.obj", "tee.0002.obj", "tee.0003.obj", "tee.0004.obj"); says != nil {
		t.Error(says)
	}
	put(t, dir, "tee.0003.obj", mine+"# of run b, copied here\n")
	says := write("b", "tee.0001.obj")
	if want := []string{".frames", "notes.0001.txt", "read.0001.obj", "skirt.obj", "tee.0001.obj",
		"tee.0003.obj"}; !slices.Equal(names(), want) {
		t.Errorf("%v, expected %v", names(), want)
	}
	if len(says) != 2 || !strings.Contains(says[0],
		"2 files of an earlier sequence removed: tee.0002.obj to tee.0004.obj") ||
		!strings.HasSuffix(says[1], "also has 1 file that nothing shows to be of this sequence: tee.0003.obj") {
		t.Errorf("%q", says)
	}
	if says := write("b", "tee.0003.obj"); says != nil {
		t.Error(says)
	}
	record, err := os.ReadFile(filepath.Join(dir, recordName))
	if err != nil {
		t.Fatal(err)
	}
	put(t, dir, recordName, strings.Replace(string(record), "run b", "run a", 1)) // by hand
	write("b", "tee.0005.obj")
	if want := []string{".frames", "notes.0001.txt", "read.0001.obj", "skirt.obj", "tee.0001.obj", "tee.0003.obj",
		"tee.0005.obj"}; !slices.Equal(names(), want) {
		t.Errorf("with a changed record: %v, expected %v", names(), want)
	}
}
