package render

import (
	"bufio"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
)

// WritePNG writes img to path as PNG. The file appears under its name when it is complete: it is
// written under a temporary name in the same folder and then renamed.
func WritePNG(path string, img image.Image) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
			err = fmt.Errorf("writing %s: %w", path, err)
		}
	}()
	w := bufio.NewWriterSize(f, 1<<18)
	enc := png.Encoder{CompressionLevel: png.BestSpeed}
	if err = enc.Encode(w, img); err != nil {
		return err
	}
	if err = w.Flush(); err != nil {
		return err
	}
	if err = f.Chmod(0o644); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
