// Films from pictures.

package sim

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"hysteron/formats"
)

// MakeFilm makes an MP4 file (H.264) from pictures with ffmpeg.
func MakeFilm(ctx context.Context, ffmpeg, path string, fps float64, files []string) error {
	pipe, feed := io.Pipe()
	go func() {
		for _, f := range files {
			data, err := os.ReadFile(f)
			if err == nil {
				_, err = feed.Write(data)
			}
			if err != nil {
				feed.CloseWithError(err)
				return
			}
		}
		feed.Close()
	}()
	// ffmpeg writes into a temporary folder; the finished file is moved from there.
	dir, err := os.MkdirTemp(filepath.Dir(path), ".movie-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	part := filepath.Join(dir, "part.mp4")
	cmd := exec.CommandContext(ctx, ffmpeg, "-y", "-v", "error", "-f", "image2pipe", "-c:v", "png", "-framerate",
		strconv.FormatFloat(fps, 'g', -1, 64), "-i", "-",
		"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags",
		"+faststart", part)
	cmd.Stdin = pipe
	text, err := cmd.CombinedOutput()
	pipe.Close()
	if err != nil {
		return fmt.Errorf("%s: ffmpeg: %w: %s", path, err, strings.TrimSpace(string(text)))
	}
	made, err := formats.Open(part)
	if err != nil {
		return err
	}
	defer made.Close()
	return formats.WriteFileAtomic(path, func(w io.Writer) error {
		_, err := io.Copy(w, made)
		return err
	})
}
