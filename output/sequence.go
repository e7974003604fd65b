package output

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"hysteron/formats"
)

// Sequence is the numbered files of one run that a command writes into a folder. A sealed record beside them keeps the
// run, size and time of each. So frames of another run are removed, frames of this run stay, and files without an
// entry are not touched.
type Sequence struct {
	Dir   string
	Run   string   // identifies the run
	Kind  string   // of the files; empty for the run's frames
	Whole bool     // all files of this kind are written each time, so earlier ones are removed
	Home  bool     // the folder belongs to the run: files without an entry are its own
	Paths []string // to be written
	Reads []string // inputs of the run, never removed
	Own   Own
}

// recordName is the name of the record.
const recordName = ".frames"

// numbered matches the names of a sequence's files, without extension.
var numbered = regexp.MustCompile(`^(?:[^.].*\.)?[0-9]+$`)

// entry is the state of a file when it was written.
type entry struct {
	run      string
	size     int64
	modified int64 // [ns]
}

// Clear removes files of other runs. The texts it returns name what was removed, and what may belong to another run.
func (s *Sequence) Clear() (says []string, err error) {
	known, _, err := s.record()
	if err != nil {
		return nil, err
	}
	there, err := s.there()
	if err != nil {
		return nil, err
	}
	again := map[string]bool{}
	for _, path := range s.Paths {
		again[filepath.Base(path)] = true
	}
	var gone, left []string
	for _, name := range there {
		path, new := filepath.Join(s.Dir, name), again[name]
		e := known[name]
		run, _, _ := strings.Cut(e.run, " ")
		switch own, err := s.Own(path); {
		case err != nil:
			return nil, err
		case !own || s.reads(path):
		case e.run != "" && e == stamp(path, e.run) && (run != s.Run || s.Whole && e.run == s.key()):
			if err := os.Remove(path); err != nil {
				return nil, err
			}
			if !new {
				gone = append(gone, name)
			}
		case !new && !s.Home && (e.run != s.key() || e != stamp(path, e.run)):
			left = append(left, name)
		}
	}
	if n := len(gone); n > 0 {
		says = append(says, fmt.Sprintf("%s: %d %s of an earlier sequence removed: %s", s.Dir, n, files(n), ends(gone)))
	}
	if n := len(left); n > 0 {
		says = append(says, fmt.Sprintf("%s also has %d %s that nothing shows to be of this sequence: %s", s.Dir, n, files(n),
			ends(left)))
	}
	return says, nil
}

// Note adds written files to the record.
func (s *Sequence) Note(written []string) error {
	known, free, err := s.record()
	if err != nil || !free || s.Home && len(known) == 0 {
		return err
	}
	for _, path := range written {
		if name := filepath.Base(path); s.counts(path) {
			known[name] = stamp(path, s.key())
		}
	}
	lines := map[string][]string{}
	for name, e := range known {
		if e.run != "" && e == stamp(filepath.Join(s.Dir, name), e.run) { // otherwise it was removed or replaced
			lines[e.run] = append(lines[e.run], fmt.Sprintf("%d %d %s\n", e.size, e.modified, name))
		}
	}
	var text bytes.Buffer
	for _, run := range slices.Sorted(maps.Keys(lines)) {
		slices.Sort(lines[run])
		text.WriteString("run " + run + "\n" + strings.Join(lines[run], ""))
	}
	return formats.WriteFileAtomic(filepath.Join(s.Dir, recordName), func(w io.Writer) error {
		_, err := w.Write(Seal(text.Bytes()))
		return err
	})
}

// reads reports whether a file is an input of the run.
func (s *Sequence) reads(path string) bool {
	return (&Rule{Reads: s.Reads}).IsRead(path)
}

// key is the name of the run and kind in the record.
func (s *Sequence) key() string { return strings.TrimSpace(s.Run + " " + s.Kind) }

// counts reports whether path is a numbered file in the folder.
func (s *Sequence) counts(path string) bool {
	name := filepath.Base(path)
	return filepath.Dir(path) == filepath.Clean(s.Dir) &&
		numbered.MatchString(strings.TrimSuffix(name, filepath.Ext(name)))
}

// there lists the numbered files in the folder that have an extension of Paths.
func (s *Sequence) there() (names []string, err error) {
	kinds := map[string]bool{}
	for _, path := range s.Paths {
		if s.counts(path) {
			kinds[filepath.Ext(path)] = true
		}
	}
	entries, err := os.ReadDir(s.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if e.Type().IsRegular() && kinds[filepath.Ext(e.Name())] && s.counts(filepath.Join(s.Dir, e.Name())) {
			names = append(names, e.Name())
		}
	}
	return names, err
}

// record reads the record. free reports whether this program may write it: it is missing or sealed.
func (s *Sequence) record() (known map[string]entry, free bool, err error) {
	known = map[string]entry{}
	path := filepath.Join(s.Dir, recordName)
	if info, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return known, true, nil
	} else if err != nil || !info.Mode().IsRegular() {
		return known, false, err
	}
	if mine, err := Sealed(path); !mine {
		return known, false, err
	}
	data, err := formats.ReadFile(path, maxSealed)
	if err != nil {
		return nil, false, err
	}
	run := ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if name, ok := strings.CutPrefix(line, "run "); ok {
			run = name
			continue
		}
		fields := strings.SplitN(line, " ", 3)
		if len(fields) < 3 || run == "" {
			continue
		}
		e := entry{run: run}
		e.size, _ = strconv.ParseInt(fields[0], 10, 64)
		e.modified, _ = strconv.ParseInt(fields[1], 10, 64)
		known[fields[2]] = e
	}
	return known, true, nil
}

// stamp returns the entry of a file as it is now, and the zero entry if it is missing.
func stamp(path, run string) entry {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return entry{}
	}
	return entry{run, info.Size(), info.ModTime().UnixNano()}
}

func files(n int) string {
	if n == 1 {
		return "file"
	}
	return "files"
}

// ends returns the first and the last name.
func ends(names []string) string {
	if n := len(names); n > 1 {
		return names[0] + " to " + names[n-1]
	}
	return names[0]
}
