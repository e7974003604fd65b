package claim

import (
	"bytes"
	"encoding/gob"
	"errors"
	"io/fs"
	"path/filepath"

	"hysteron/formats"
	"hysteron/report"
)

// Store keeps what runs leave in a folder, one file per run. What another program, or other settings, left is not used.
type Store struct {
	Dir     string
	Program string // version of what computes
}

// most is the largest file that is read [bytes].
const most = 4 << 30

// kept is a file.
type kept[T any] struct {
	Program string
	Print   []byte
	Value   T
}

// Load reads what was kept under a name with the same print of all that decides it.
func Load[T any](s Store, name string, print []byte) (value T, ok bool, err error) {
	data, err := formats.ReadFile(s.path(name), most)
	if errors.Is(err, fs.ErrNotExist) {
		return value, false, nil
	} else if err != nil {
		return value, false, err
	}
	var k kept[T]
	if gob.NewDecoder(bytes.NewReader(data)).Decode(&k) != nil || k.Program != s.Program || !bytes.Equal(k.Print, print) {
		return value, false, nil // of another version, or damaged: it is computed again
	}
	return k.Value, true, nil
}

// Keep keeps a value.
func Keep[T any](s Store, name string, print []byte, value T) error {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(kept[T]{s.Program, print, value}); err != nil {
		return err
	}
	return report.WriteFile(s.Dir, name+".gob", b.Bytes())
}

// Once is what was kept under a name, or what compute gives, which it keeps.
func Once[T any](s Store, name string, print []byte, compute func() (T, error)) (T, error) {
	value, ok, err := Load[T](s, name, print)
	if ok || err != nil {
		return value, err
	}
	if value, err = compute(); err == nil {
		err = Keep(s, name, print, value)
	}
	return value, err
}

func (s Store) path(name string) string { return filepath.Join(s.Dir, name+".gob") }
