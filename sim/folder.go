package sim

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/gofrs/flock"

	"hysteron/formats"
	"hysteron/output"
	"hysteron/param"
)

// folder is the locked output folder of a run. A run changes no files in it except those of runs.
type folder struct {
	dir   string
	reads output.Rule // inputs of the run
	lock  *flock.Flock
}

// openFolder creates and locks the folder. Inputs are never replaced. Unless other is true, a folder with files but
// without a run is an error. note is called if the file system has no locks.
func openFolder(dir string, reads []string, other bool, note func(format string, args ...any)) (*folder, error) {
	f := &folder{dir: dir, reads: output.Rule{Reads: reads}}
	if err := f.ofRuns(); !other && err != nil {
		return nil, err
	}
	if err := output.Folder(dir); err != nil {
		return nil, err
	}
	var err error
	if f.lock, err = output.Lock(dir); errors.Is(err, errors.ErrUnsupported) {
		note("%s cannot be locked (%v): no other run may write there meanwhile", dir, err)
		err = nil
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

// ofRuns returns an error if the folder has files, and none of a run.
func (f *folder) ofRuns() error {
	entries, err := os.ReadDir(f.dir)
	if err != nil || len(entries) == 0 {
		return nil // creating the folder reports the error
	}
	if own, err := output.OwnLock(filepath.Join(f.dir, output.LockName)); own && err == nil {
		return nil
	}
	list, err := f.files()
	if err == nil && slices.ContainsFunc(list, func(o outputFile) bool { return o.own }) {
		return nil
	}
	return param.Wrong(fmt.Errorf("%s is not empty and holds no run (%s is there): expected an empty or a new folder, "+
		"or --overwrite",
		f.dir, entries[0].Name()))
}

func (f *folder) close() {
	if f != nil {
		f.lock.Close()
	}
}

// outputFile is a file in DIR with the name of an output.
type outputFile struct {
	path    string
	own     bool // written by a run
	picture bool
	frame   int // frame number of a picture
}

// files returns existing files with names of outputs: summaries, caches, checkpoints and numbered pictures.
func (f *folder) files() (list []outputFile, err error) {
	add := func(o outputFile, own func(string) (bool, error)) {
		if info, lerr := os.Lstat(o.path); lerr != nil || info.Mode()&fs.ModeSymlink == 0 { // runs write no links
			var oerr error
			o.own, oerr = own(o.path)
			err = errors.Join(err, oerr)
		}
		list = append(list, o)
	}
	each := func(sub string, exts ...string) (paths []string) {
		entries, derr := os.ReadDir(filepath.Join(f.dir, sub))
		if !errors.Is(derr, fs.ErrNotExist) {
			err = errors.Join(err, derr)
		}
		for _, e := range entries {
			if slices.Contains(exts, filepath.Ext(e.Name())) && !strings.HasPrefix(e.Name(), ".") {
				paths = append(paths, filepath.Join(f.dir, sub, e.Name()))
			}
		}
		return paths
	}
	for _, name := range output.Summaries {
		path := filepath.Join(f.dir, name)
		if _, serr := os.Lstat(path); serr == nil {
			add(outputFile{path: path}, output.OwnSummary)
		}
	}
	for _, sub := range []string{"cache", "body"} {
		for _, path := range each(sub, ".pc2", ".obj") {
			add(outputFile{path: path}, formats.IsOwn)
		}
	}
	for _, sub := range []string{"cache", "body", "fields"} {
		for _, path := range each(sub, formats.SumsExt) {
			add(outputFile{path: path}, func(path string) (bool, error) { return output.Begins(path, formats.SumsHead) })
		}
	}
	for _, path := range each("fields", ".pc2") { // its mesh is that of the cache
		add(outputFile{path: path}, func(path string) (bool, error) {
			return formats.IsOwn(filepath.Join(cacheDir(f.dir), filepath.Base(path)))
		})
	}
	for _, path := range each("checkpoints", ".checkpoint") {
		add(outputFile{path: path}, func(path string) (bool, error) { return output.Begins(path, checkpointKind) })
	}
	for _, sub := range pictureFolders() {
		for _, path := range each(sub, ".png") {
			if n, nerr := strconv.Atoi(strings.TrimSuffix(filepath.Base(path), ".png")); nerr == nil {
				add(outputFile{path: path, picture: true, frame: n}, formats.IsOwn)
			}
		}
	}
	return list, err
}

// ready returns an error unless a run may write into the folder. Files that are not of a run must not have names of
// outputs, nor, unless other is true, files of another run. wants reports whether the run writes a picture.
func (f *folder) ready(other bool, wants func(o *outputFile) bool) error {
	list, err := f.files()
	if errors.Is(err, formats.ErrNotRegular) {
		return param.Wrong(fmt.Errorf("%w: expected it to be moved elsewhere, or another folder than %s", err, f.dir))
	}
	if err != nil {
		return err
	}
	for i := range list {
		switch o := &list[i]; {
		case (o.own || wants(o)) && f.reads.IsRead(o.path):
			return param.Wrong(fmt.Errorf("%s is what is read: expected another folder than %s", o.path, f.dir))
		case !o.own && wants(o):
			return param.Wrong(fmt.Errorf("%s is in the way, and no run has written it as it is: expected it to be moved "+
				"elsewhere, or another folder than %s", o.path, f.dir))
		case o.own && !other:
			what := "a run already"
			if !Begun(f.dir) && finished(f.dir) == 0 {
				what = unstarted
			}
			return param.Wrong(fmt.Errorf("%s holds %s (%s): expected --resume to go on with it, --overwrite to replace it, "+
				"or another folder", f.dir, what, filepath.Base(o.path)))
		}
	}
	return nil
}

// unstarted returns the error about a folder whose run has no frame and no checkpoint.
const unstarted = "a run that ended before its first frame"

// clear removes files of other runs, and temporary files of killed runs. With pictures it removes pictures from a frame
// number on, and nothing else.
func (f *folder) clear(pictures bool, from int) error {
	list, err := f.files()
	if err != nil {
		return err
	}
	var errs []error
	for _, o := range slices.Backward(list) { // files that identify a run are removed last
		if o.own && (!pictures || o.picture && o.frame >= from) {
			errs = append(errs, os.Remove(o.path))
		}
	}
	for _, sub := range append(pictureFolders(), "", "cache", "body", "fields", "checkpoints") {
		errs = append(errs, formats.RemoveTemps(filepath.Join(f.dir, sub)))
	}
	return errors.Join(errs...)
}

// pictureFolders returns the folders in DIR that runs write pictures to.
func pictureFolders() []string {
	list := []string{"frames"}
	for _, m := range Modes() {
		list = append(list, "frames-"+m)
	}
	return list
}
