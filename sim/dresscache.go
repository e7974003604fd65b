package sim

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sys/cpu"

	"hysteron/cloth"
	"hysteron/formats"
	"hysteron/scenes"
)

// dressed is the start state of a scene, kept for later runs of scenes with the same start.
type dressed struct {
	Key   []byte // all that the state depends on
	State cloth.State
	Pins  []cloth.Pin // the model's, with those that dressing adds
	Notes []string    // messages of dressing
}

// dressedKind and a SHA-256 of the rest are the start of a file of a dressed state.
const dressedKind = "HYSTERON DRESSED 1\n"

// Bounds [bytes] of a state, and of all states in a folder. The oldest ones are removed.
const (
	maxDressed  = 4 << 30
	keptDressed = 1 << 30
)

// DressCache returns the user's folder of dressed states. The error is the reason why there is none.
func DressCache() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "hysteron", "dressed"), nil
}

// program returns the SHA-256 of the running executable, since a change of the program may change results.
var program = sync.OnceValues(func() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := formats.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), err
})

// dressKey returns all that the start state of a scene depends on: keys and files of the scene, the program, and the
// features of the processor that affect rounding.
func dressKey(setup *scenes.Setup) ([]byte, error) {
	print, err := setup.DressPrint()
	if err != nil {
		return nil, err
	}
	text, err := program()
	if err != nil {
		return nil, err
	}
	return json.Marshal(struct {
		Scene     json.RawMessage
		Program   string
		Arch      string
		AVX2, FMA bool
	}{print, text, runtime.GOARCH, cpu.X86.HasAVX2, cpu.X86.HasFMA})
}

// dressPath returns the path of the file of a key.
func dressPath(dir string, key []byte) string {
	sum := sha256.Sum256(key)
	return filepath.Join(dir, hex.EncodeToString(sum[:])+".dressed")
}

// loadDressed reads the state of a key. An error other than fs.ErrNotExist is the reason why the file cannot be used.
func loadDressed(path string, key []byte, setup *scenes.Setup) (*dressed, error) {
	data, err := formats.ReadFile(path, maxDressed)
	if err != nil {
		return nil, err
	}
	d, err := parseDressed(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	c := checkpoint{Every: 1, State: d.State, Pins: d.Pins}
	if !bytes.Equal(d.Key, key) {
		return nil, fmt.Errorf("%s: of another scene or program", path)
	}
	return d, c.fits(setup)
}

// parseDressed parses and checks the contents of a file.
func parseDressed(data []byte) (*dressed, error) {
	rest, ok := bytes.CutPrefix(data, []byte(dressedKind))
	if !ok || len(rest) < sha256.Size {
		return nil, errors.New("not a dressed state of this version")
	}
	body := rest[sha256.Size:]
	if sum := sha256.Sum256(body); !bytes.Equal(sum[:], rest[:sha256.Size]) {
		return nil, errors.New("damaged: its checksum does not match")
	}
	d := &dressed{}
	return d, gob.NewDecoder(bytes.NewReader(body)).Decode(d)
}

// save writes the state, and removes the oldest ones of the folder.
func (d *dressed) save(path string) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	var body bytes.Buffer
	if err := gob.NewEncoder(&body).Encode(d); err != nil {
		return err
	}
	sum := sha256.Sum256(body.Bytes())
	err := formats.WriteFileAtomic(path, func(w io.Writer) error {
		_, err := io.Copy(w, io.MultiReader(strings.NewReader(dressedKind), bytes.NewReader(sum[:]), &body))
		return err
	})
	if err != nil {
		return err
	}
	return trim(dir, filepath.Base(path), keptDressed)
}

// trim removes the oldest dressed states of a folder, except newest, until the total size is within the bound.
func trim(dir, newest string, most int64) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var files []fs.FileInfo
	var total int64
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && filepath.Ext(e.Name()) == ".dressed" {
			files, total = append(files, info), total+info.Size()
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, f := range files {
		if total <= most {
			break
		}
		if f.Name() != newest {
			if err := os.Remove(filepath.Join(dir, f.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			total -= f.Size()
		}
	}
	return nil
}
