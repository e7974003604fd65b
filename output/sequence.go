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

// Sequence is the numbered files, of one run, that a command writes into a folder. A record beside them, sealed, says
// of which run each is, so that frames of another run that a shorter one would leave go, those of the same run that are
// not written again stay, and so does all that the record does not know.
type Sequence struct {
	Dir   string
	Run   string // what tells the run from others
	Kind  string // of the files, where they are not the run's frames
	Whole bool   // of this kind all files are written each time: those of an earlier time go
	Home  bool   // the folder is the run's own: what the record does not know is of this run
	Paths []string
	Reads []string // files that the run needs, which stay
	Own   Own
}

// recordName is the file beside a sequence that says which run its files are of.
const recordName = ".frames"

// numbered are the names of a sequence's files.
var numbered = regexp.MustCompile(`^(?:[^.].*\.)?[0-9]+$`)

// entry is a file as it was when it was written.
type entry struct {
	run      string
	size     int64
	modified int64 // [ns]
}

// Clear removes what is there of other runs and says so, and what may be of one. Nothing else is touched.
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

// Note records the files that were written.
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
		if e.run != "" && e == stamp(filepath.Join(s.Dir, name), e.run) { // else it is gone, or somebody else's by now
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

// reads reports whether the run needs a file.
func (s *Sequence) reads(path string) bool {
	return (&Rule{Reads: s.Reads}).IsRead(path)
}

// key is what the record calls the files.
func (s *Sequence) key() string { return strings.TrimSpace(s.Run + " " + s.Kind) }

// counts reports whether a file that is written is one of the numbered ones.
func (s *Sequence) counts(path string) bool {
	name := filepath.Base(path)
	return filepath.Dir(path) == filepath.Clean(s.Dir) &&
		numbered.MatchString(strings.TrimSuffix(name, filepath.Ext(name)))
}

// there lists the numbered files in the folder of the kinds that are written.
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

// record reads which run the files are of, and reports whether its place is free for this program.
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

// stamp is what the record holds of a file of a run as it is; of one that is not there, nothing.
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

// ends names the first and the last of some.
func ends(names []string) string {
	if n := len(names); n > 1 {
		return names[0] + " to " + names[n-1]
	}
	return names[0]
}
