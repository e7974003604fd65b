package gpu

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
)

const good = "good: "

// File is where the verdict is kept on what these texts say, of the driver and of its kernels.
func selfTestFile(texts []string) (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	h := sha256.New()
	for _, text := range texts {
		h.Write([]byte(text))
	}
	return filepath.Join(dir, "hysteron", fmt.Sprintf("device-%x", h.Sum(nil)[:12])), nil
}

// Known reports whether a file says that a device has passed, letter by letter as Keep writes it; anything else is
// damaged.
func knownVerdict(file, device string) bool {
	text, err := os.ReadFile(file)
	return err == nil && string(text) == verdict(device)
}

func verdict(device string) string { return good + device + "\n" }

// Keep has a file say so.
func keepVerdict(file, device string) error { return replace(file, verdict(device)) }

// replace writes a file under another name first, since half of it says nothing.
func replace(file, text string) error {
	tmp, err := beside(file, text)
	if err != nil {
		return err
	}
	return drop(tmp, os.Rename(tmp, file))
}

// beside writes what a file is to say under another name, in its folder, which it makes.
func beside(file, text string) (tmp string, err error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*")
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(text)
	return f.Name(), drop(f.Name(), cmp.Or(err, f.Close()))
}

// drop removes a file where something has failed.
func drop(tmp string, err error) error {
	if err != nil {
		os.Remove(tmp)
	}
	return err
}
