package sim

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/formats"
	"hysteron/output"
	"hysteron/param"
	"hysteron/scenes"
)

// ExportOptions are the options of an export of a run for other programs.
type ExportOptions struct {
	To       string         // one of ExportFormats
	Out      string         // file of usda, usdz and gltf, folder of the others; "": DIR/export with the run's name
	Span     Span           // the zero value: all frames
	Over     bool           // replace files that this program did not write
	Garments bool           // without the bodies
	Progress func(Progress) // may be nil
	// called with materials that could not be read, and with files of other sequences; may be nil
	Note func(string)
}

// exporter writes a sequence to a file, or into a folder.
type exporter struct {
	name, ext string
	folder    bool
	write     func(e *export) error
}

// exporters, in the order in which they are listed.
var exporters = []exporter{
	{"usda", ".usda", false, (*export).usda},
	{"usdz", ".usdz", false, func(e *export) error { return e.file(e.out, formats.WriteUSDZ) }},
	{"gltf", ".glb", false, func(e *export) error { return e.file(e.out, formats.WriteGLB) }},
	{"mdd", "", true, (*export).mdd},
	{"pc2", "", true, (*export).pc2},
	{"obj", "", true, (*export).obj},
	{"ply", "", true, (*export).ply},
	{"vtk", "", true, (*export).vtk},
}

// ExportFormats lists the formats of Export.
func ExportFormats() (names []string) {
	for _, x := range exporters {
		names = append(names, x.name)
	}
	return names
}

// export is an export in progress.
type export struct {
	ctx   context.Context
	seq   *formats.Sequence
	out   string
	tick  func() // called after each sample of a shape
	plan  bool   // only list the files
	files []string

	images []*formats.Image // of materials
}

// Export writes the frames in the caches of the run in dir, garments and bodies, in the scene's axes. It returns the
// files. Errors: InputError for options that cannot be met, ErrInterrupted.
func Export(ctx context.Context, setup *scenes.Setup, dir string, opt ExportOptions) ([]string, error) {
	k := slices.IndexFunc(exporters, func(x exporter) bool { return x.name == opt.To })
	if k < 0 {
		return nil, param.Wrong(fmt.Errorf("unknown format %q: expected one of %s", opt.To, strings.Join(ExportFormats(),
			", ")))
	}
	c, err := openCaches(dir, setup)
	if err != nil {
		return nil, param.Wrong(err)
	}
	defer c.close()
	if c.torn {
		return nil, param.Wrong(errTorn)
	}
	lo, hi, err := opt.Span.of(setup.Scene.StartFrame, c.frames)
	if err != nil {
		return nil, err
	}
	e := &export{ctx: ctx, out: opt.Out}
	if e.out == "" {
		e.out = filepath.Join(dir, "export", setup.Scene.Name+exporters[k].ext)
		if exporters[k].folder {
			e.out = filepath.Join(dir, "export", opt.To)
		}
	}
	folder := e.out
	if !exporters[k].folder {
		if folder = filepath.Dir(e.out); filepath.Ext(e.out) == "" {
			e.out += exporters[k].ext // importers go by the extension
		}
	}
	note := opt.Note
	if note == nil {
		note = func(string) {}
	}
	e.seq = sequence(setup, c, lo, hi, !opt.Garments, note)
	if e.seq.UpAxis == "z" && opt.To == "gltf" {
		e.seq = sequenceOn("y", setup, c, lo, hi, !opt.Garments, func(string) {})
	}
	if opt.To != "ply" && opt.To != "vtk" {
		e.images = e.seq.ShareImages()
	}
	if opt.To == "vtk" {
		f, err := openFields(dir, setup, hi+1)
		if err != nil {
			return nil, param.Wrong(err)
		}
		defer f.close()
		f.add(e.seq, lo)
	}
	read, all := 0, len(e.seq.Shapes)*e.seq.Frames
	e.tick = func() {
		if read++; opt.Progress != nil && read <= all {
			opt.Progress(Progress{Stage: "exporting", Done: float64(read) / float64(all)})
		}
	}
	rule := &output.Rule{Overwrite: opt.Over, Reads: append(setup.Reads(), output.RunFiles(dir)...)}
	planned, err := e.may(exporters[k], rule)
	if err != nil {
		return nil, err
	}
	if err := output.Folder(folder); err != nil {
		return nil, err
	}
	e.watch()
	write := func() ([]string, error) {
		err := exporters[k].write(e)
		if err == nil {
			return e.files, nil
		}
		if ctx.Err() != nil {
			err = fmt.Errorf("%w while exporting", ErrInterrupted)
		}
		return e.files[:max(0, len(e.files)-1)], err // without the incomplete one
	}
	if exporters[k].folder {
		err = inSequence(setup, dir, &output.Sequence{Dir: e.out, Paths: planned, Own: formats.IsOwn}, note, write)
	} else {
		_, err = write()
	}
	return e.files, err
}

// inSequence writes numbered files of the run in dir, after it has removed those of other sequences.
func inSequence(setup *scenes.Setup, dir string, s *output.Sequence, note func(string), write func() (written []string,
	err error)) error {
	var err error
	if s.Run, err = scenes.RunSum(inputPath(dir)); err != nil {
		return err
	}
	s.Reads = setup.Reads()
	says, err := s.Clear()
	if err != nil {
		return err
	}
	for _, text := range says {
		note(text)
	}
	written, err := write()
	if nerr := s.Note(written); err == nil {
		err = nerr
	}
	return err
}

// watch calls tick after each sample of a sequence, which ends when the context does.
func (e *export) watch() {
	for _, p := range e.seq.Shapes {
		read := p.Read
		p.Read = func(i int, dst []r3.Vec) error {
			if err := e.ctx.Err(); err != nil {
				return err
			}
			e.tick()
			return read(i, dst)
		}
	}
}

// sequence returns the garments and bodies of a run in frames lo to hi, in the scene's axes.
func sequence(setup *scenes.Setup, c *cacheReader, lo, hi int, bodies bool, note func(string)) *formats.Sequence {
	return sequenceOn(setup.Scene.UpAxis, setup, c, lo, hi, bodies, note)
}

func sequenceOn(up string, setup *scenes.Setup, c *cacheReader, lo, hi int, bodies bool,
	note func(string)) *formats.Sequence {
	s := &formats.Sequence{Frames: hi - lo + 1, StartFrame: setup.Scene.StartFrame + lo, FPS: setup.Scene.FPS, UpAxis: up}
	turn := func(x []r3.Vec) {
		if up == "z" {
			for k, v := range x {
				x[k] = r3.Vec{X: v.X, Y: -v.Z, Z: v.Y}
			}
		}
	}
	m := setup.Model
	names := fileNames(setup)
	for i, part := range m.Parts {
		p := &formats.Shape{
			Name: names[i], Points: part.Count(), Colour: setup.Pieces[i].Colour,
			Tri: m.PartTriangles(i), UV: setup.Texture(i),
		}
		setup.Pieces[i].Show(p, note)
		p.Read = func(k int, dst []r3.Vec) error {
			if err := c.files[i].ReadFrame(lo+k, dst); err != nil {
				return err
			}
			turn(dst)
			return nil
		}
		if rope := setup.Pieces[i].Rope; rope != nil {
			n := p.Points
			p.Points, p.Tri, p.UV = rope.Points(), rope.Tri, rope.UV
			p.Read = func(k int, dst []r3.Vec) error {
				x := make([]r3.Vec, n)
				if err := c.files[i].ReadFrame(lo+k, x); err != nil {
					return err
				}
				rope.Positions(dst, x)
				copy(dst, rounded(dst))
				turn(dst)
				return nil
			}
		}
		s.Shapes = append(s.Shapes, p)
	}
	if !bodies {
		return s
	}
	names = bodyNames(setup)
	for i, b := range setup.Bodies {
		s.Shapes = append(s.Shapes, &formats.Shape{
			Name: names[i], Points: b.NumVertices(), Tri: body.Shown(b), Colour: [3]float64{0.6, 0.6, 0.6},
			Read: func(k int, dst []r3.Vec) error {
				b.Positions(dst, setup.Scene.FrameTime(lo+k))
				copy(dst, rounded(dst)) // as the caches hold it
				turn(dst)
				return nil
			},
		})
	}
	return s
}

// may returns an error if an existing file is not this program's, and records those that will be written.
func (e *export) may(x exporter, rule *output.Rule) ([]string, error) {
	e.plan = true
	if err := x.write(e); err != nil {
		return nil, err
	}
	for _, path := range e.files {
		kind := x.ext
		if path != e.out {
			kind = filepath.Ext(path)
		}
		own := formats.IsOwnAs(kind)
		if m := e.image(path); m != nil {
			own = func(path string) (bool, error) { // compares the file with what would be written
				there, err := formats.ReadFile(path, formats.MaxImage)
				return bytes.Equal(there, m.Data), err
			}
		}
		if err := rule.Check(own, path); err != nil {
			return nil, err
		}
	}
	planned := e.files
	e.plan, e.files = false, nil
	return planned, nil
}

// put writes one file.
func (e *export) put(path string, write func() error) error {
	if e.files = append(e.files, path); e.plan {
		return nil
	}
	return write()
}

// file writes one file with the whole sequence.
func (e *export) file(path string, write func(io.Writer, *formats.Sequence) error) error {
	return e.put(path, func() error {
		return formats.WriteFileAtomic(path, func(w io.Writer) error { return write(w, e.seq) })
	})
}

// each writes one file per shape into the folder.
func (e *export) each(ext string, write func(io.Writer, *formats.Shape) error) error {
	for _, p := range e.seq.Shapes {
		err := e.file(filepath.Join(e.out, p.Name+ext), func(w io.Writer, _ *formats.Sequence) error { return write(w, p) })
		if err != nil {
			return err
		}
	}
	return nil
}

// image returns the image of a path, or nil.
func (e *export) image(path string) *formats.Image {
	for _, m := range e.images {
		if m.Name == filepath.Base(path) {
			return m
		}
	}
	return nil
}

// pictures writes the images of materials into a folder.
func (e *export) pictures(folder string) error {
	for _, m := range e.images {
		path := filepath.Join(folder, m.Name)
		err := e.put(path, func() error {
			return formats.WriteFileAtomic(path, func(w io.Writer) error {
				_, err := w.Write(m.Data)
				return err
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// libraries writes an MTL file beside the OBJ file of each shape with materials, and the images.
func (e *export) libraries() error {
	for _, p := range e.seq.Shapes {
		list := p.Looks()
		if list == nil {
			continue
		}
		err := e.file(filepath.Join(e.out, p.Name+".mtl"), func(w io.Writer, _ *formats.Sequence) error {
			return formats.WriteMTL(w, list)
		})
		if err != nil {
			return err
		}
	}
	return e.pictures(e.out)
}

func (e *export) usda() error {
	if err := e.file(e.out, formats.WriteUSDA); err != nil {
		return err
	}
	return e.pictures(filepath.Dir(e.out))
}

// meshes writes the first sample of each shape as OBJ, for the vertex caches to move.
func (e *export) meshes() error {
	if err := e.libraries(); err != nil {
		return err
	}
	return e.each(".obj", func(w io.Writer, p *formats.Shape) error { return formats.WriteOBJSample(w, p, 0) })
}

func (e *export) mdd() error {
	if err := e.meshes(); err != nil {
		return err
	}
	return e.each(".mdd", func(w io.Writer, p *formats.Shape) error { return formats.WriteMDD(w, e.seq, p) })
}

func (e *export) pc2() error {
	if err := e.meshes(); err != nil {
		return err
	}
	for _, p := range e.seq.Shapes {
		path := filepath.Join(e.out, p.Name+".pc2")
		if err := e.put(path, func() error { return formats.WritePC2(path, e.seq, p) }); err != nil {
			return err
		}
	}
	return nil
}

// samples writes a file per shape and frame, with the frame number in its name.
func (e *export) samples(ext string, write func(io.Writer, *formats.Shape, int) error) error {
	for _, p := range e.seq.Shapes {
		for i := range e.seq.Frames {
			err := e.file(filepath.Join(e.out, e.sample(p, i, ext)), func(w io.Writer, _ *formats.Sequence) error {
				return write(w, p, i)
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *export) sample(p *formats.Shape, i int, ext string) string {
	return fmt.Sprintf("%s.%04d%s", p.Name, e.seq.StartFrame+i, ext)
}

func (e *export) obj() error {
	if err := e.libraries(); err != nil {
		return err
	}
	return e.samples(".obj", formats.WriteOBJSample)
}

func (e *export) ply() error { return e.samples(".ply", formats.WritePLYSample) }

func (e *export) vtk() error {
	err := e.samples(".vtu", func(w io.Writer, p *formats.Shape, i int) error { return formats.WriteVTK(w, e.seq, p, i) })
	if err != nil {
		return err
	}
	return e.file(filepath.Join(e.out, "run.pvd"), func(w io.Writer, s *formats.Sequence) error {
		return formats.WriteVTKIndex(w, s, func(i int) (names []string) {
			for _, p := range s.Shapes {
				names = append(names, e.sample(p, i, ".vtu"))
			}
			return names
		})
	})
}
