package output

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"

	"hysteron/formats"
)

// Summaries are the files directly in the folder of a run.
var Summaries = []string{"input.json", "run.json", "contact.csv"}

// folders are those of a run whose contents cannot be derived from other files. Pictures can be drawn again.
var folders = []string{"cache", "body", "fields", "checkpoints"}

// ContactHeader is the first line of contact.csv.
const ContactHeader = "frame,self_intersections,body_penetrations,min_gap_m"

// ofRun reports whether the absolute path is, or would be, a file of a run, and returns the folder of that run.
func ofRun(path string) (dir string, ok bool) {
	dir = filepath.Dir(path)
	if name := filepath.Base(path); (name == LockName || slices.Contains(Summaries, name)) && isRun(dir) {
		return dir, true
	}
	sub := filepath.Base(dir)
	dir = filepath.Dir(dir)
	return dir, slices.Contains(folders, sub) && isRun(dir)
}

// isRun reports whether a folder has a summary of a run.
func isRun(dir string) bool {
	return slices.ContainsFunc(Summaries, func(name string) bool {
		own, err := OwnSummary(filepath.Join(dir, name))
		return own && err == nil
	})
}

// RunFiles lists the files of a run that other commands read: its summaries, caches, fields and checkpoints.
func RunFiles(dir string) (paths []string) {
	for _, name := range Summaries {
		paths = append(paths, filepath.Join(dir, name))
	}
	for _, sub := range folders {
		entries, _ := os.ReadDir(filepath.Join(dir, sub))
		for _, e := range entries {
			paths = append(paths, filepath.Join(dir, sub, e.Name()))
		}
	}
	return paths
}

// maxSummary bounds the size of a summary [bytes].
const maxSummary = 16 << 20

// OwnSummary reports whether a file has the form of a summary that a run writes.
func OwnSummary(path string) (bool, error) {
	if filepath.Ext(path) == ".csv" {
		return Begins(path, ContactHeader)
	}
	data, err := formats.ReadFile(path, maxSummary)
	if err != nil {
		return false, err
	}
	var has struct {
		Scene *string `json:"scene"`
	}
	return json.Unmarshal(data, &has) == nil && has.Scene != nil, nil
}

// Begins reports whether a file starts with text.
func Begins(path, text string) (bool, error) {
	f, err := formats.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	head := make([]byte, len(text))
	switch n, err := io.ReadFull(f, head); {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return false, nil
	default:
		return n == len(head) && string(head) == text, err
	}
}
