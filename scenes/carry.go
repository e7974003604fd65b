package scenes

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"slices"

	"hysteron/formats"
	"hysteron/output"
)

// CarriedInput returns the text of an input.json for the folder dir that does not depend on other folders. Files that
// it does not embed are copied below the folder files, together with the files of mesh looks, and their paths are
// relative to dir. Both folders may move together. rule determines which files may be overwritten.
func (u *Setup) CarriedInput(commit string, frames int, dir, files string, rule *output.Rule) ([]byte, error) {
	return u.input(commit, frames, nil, func(f *File) (string, error) {
		home := filepath.Dir(f.Path)
		to := filepath.Join(files, f.SHA256[:16])
		parts := f.parts
		if len(parts) == 0 {
			parts = []string{f.Path}
		}
		for _, part := range parts {
			err := carry(home, part, to, rule)
			if errors.Is(err, errElsewhere) { // relative references from the parts would not resolve in copies
				return f.Path, nil
			}
			if err != nil {
				return "", err
			}
		}
		for _, look := range u.Reads() {
			if slices.Contains(u.textureFiles(), look) {
				if err := carry(home, look, to, rule); err != nil && !errors.Is(err, errElsewhere) {
					return "", err
				}
			}
		}
		rel, err := filepath.Rel(dir, filepath.Join(to, filepath.Base(f.Path)))
		return filepath.ToSlash(rel), err
	})
}

// textureFiles returns the files of the looks of meshes and bodies.
func (u *Setup) textureFiles() []string {
	list := slices.Clone(u.Scene.looks)
	for i := range u.Pieces {
		if l := u.Pieces[i].Look; l != nil {
			list = append(list, l.Reads...)
		}
	}
	return list
}

var errElsewhere = errors.New("not in the folder of the file that names it, or below")

// carry copies a file in the folder home, or below, to the same place below another folder, unless an identical copy
// exists. It returns errElsewhere for other files.
func carry(home, file, to string, rule *output.Rule) error {
	abs, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	rel, err := filepath.Rel(home, abs)
	if err != nil || !filepath.IsLocal(rel) {
		return errElsewhere
	}
	to = filepath.Join(to, rel)
	is, err := sumOf(abs)
	if err != nil {
		return err
	}
	there, err := sumOf(to)
	switch {
	case err == nil && bytes.Equal(is, there):
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := rule.Check(output.Never, to); err != nil {
		return err
	}
	if err := output.Folder(filepath.Dir(to)); err != nil {
		return err
	}
	from, err := formats.Open(abs)
	if err != nil {
		return err
	}
	defer from.Close()
	return formats.WriteFileAtomic(to, func(w io.Writer) error {
		_, err := io.Copy(w, from)
		return err
	})
}

// sumOf returns the SHA-256 of a file.
func sumOf(path string) ([]byte, error) {
	f, err := formats.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return h.Sum(nil), err
}
