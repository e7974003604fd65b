package gpu

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
)

const passedPrefix = "good: "

// selfTestFile returns the path of the verdict for the given texts: driver and kernels.
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

// storedVerdict reports whether a file has the verdict that the device passed. Anything but the exact text of
// storeVerdict counts as damaged.
func storedVerdict(file, device string) bool {
	text, err := os.ReadFile(file)
	return err == nil && string(text) == verdict(device)
}

func verdict(device string) string { return passedPrefix + device + "\n" }

// storeVerdict stores the verdict that the device passed.
func storeVerdict(file, device string) error { return replaceFile(file, verdict(device)) }

// replaceFile writes to a temporary file first, so that the file is never incomplete.
func replaceFile(file, text string) error {
	tmp, err := writeTemporary(file, text)
	if err != nil {
		return err
	}
	return removeOnError(tmp, os.Rename(tmp, file))
}

// writeTemporary writes the text to a temporary file in the same folder, which it creates.
func writeTemporary(file, text string) (tmp string, err error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*")
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(text)
	return f.Name(), removeOnError(f.Name(), cmp.Or(err, f.Close()))
}

// removeOnError removes a temporary file after an error.
func removeOnError(tmp string, err error) error {
	if err != nil {
		os.Remove(tmp)
	}
	return err
}
