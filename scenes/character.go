package scenes

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/formats"
	"hysteron/formats/gltf"
)

// Character is the keys of a [[body]] of kind "character": a skinned glTF file (.gltf, .glb, .vrm), or a mesh (.obj,
// .ply) that is static or moved by a track. Before time 0 it moves from the pose of its mesh to the start of its
// motion.
type Character struct {
	Animation  string   `key:"animation" only:"character" doc:"clip of a glTF file, by name; \"none\" for the pose in the file; without it the file's only one"`
	Track      string   `key:"track" only:"character" doc:".pc2 or .mdd file that moves an OBJ or PLY file, or one such file per frame with # for the digits of its name: walk-####.obj"`
	Start      float64  `key:"start_s" unit:"s" only:"character" default:"0" check:"min=0 max=100000" doc:"time of the motion, from its first key on, that is shown first"`
	StartFrame int      `key:"start_frame" only:"character" default:"0" check:"min=0 max=100000" doc:"the same, in frames"`
	ClipFPS    float64  `key:"clip_fps" only:"character" check:"above=0 max=10000" doc:"frames per second of start_frame, and of tracks that have no times; without it the scene's"`
	Loop       bool     `key:"loop" only:"character" default:"false" doc:"begin again at the end, instead of holding the last pose"`
	Settle     *float64 `key:"settle_s" unit:"s" only:"character" check:"min=0 max=60" doc:"how long before time 0 it moves from the pose of its mesh to its motion; without it 1.2, or 0 where they are the same"`
	Meshes     []string `key:"meshes" only:"character" doc:"meshes or nodes of a glTF file that are the body; without it all"`
}

// checkCharacter finds keys that exclude each other.
func (b *Body) checkCharacter(path string, fail func(path, format string, args ...any)) {
	c := &b.Character
	skinned := gltf.Is(b.File)
	switch {
	case b.Kind != "character":
	case c.Start > 0 && c.StartFrame > 0:
		fail(path+".start_frame", "expected either start_frame or start_s")
	case skinned && c.Track != "":
		fail(path+".track", "%s has its own animation: expected a track with an OBJ or PLY file only", b.File)
	case !skinned && c.Animation != "":
		fail(path+".animation", "%s has no animations: expected a glTF file (.gltf, .glb)", b.File)
	case !skinned && c.Meshes != nil:
		fail(path+".meshes", "%s has no named meshes: expected a glTF file (.gltf, .glb)", b.File)
	}
}

// character makes a body from files and closes its surface. Repairs are reported as notes.
func (b *builder) character(path string, d *Body) (body.Body, error) {
	made, err := b.openCharacter(path, d)
	if err != nil {
		return nil, err
	}
	sealed, notes, err := body.Seal(made, -body.LeadOf(made))
	for _, n := range notes {
		b.setup.warnings = append(b.setup.warnings, note(d.Name, OpenSurface, "%s", n))
	}
	return sealed, b.withKey(path+".file", err)
}

// uncoloured returns a function that records a note about unreadable colours or images of a part.
func (b *builder) uncoloured(part string) func(why string) {
	return func(why string) {
		b.setup.warnings = append(b.setup.warnings, note(part, UnreadColours, "%s", why))
	}
}

func (b *builder) openCharacter(path string, d *Body) (body.Body, error) {
	c := &d.Character
	fps := c.ClipFPS
	if fps == 0 {
		fps = b.FPS
	}
	lead := -1.0 // the default duration
	if c.Settle != nil {
		lead = *c.Settle
	}
	start := c.Start + float64(c.StartFrame)/fps
	uncoloured := b.uncoloured(d.Name)
	if gltf.Is(d.File) {
		g, err := b.openGLTF(path, d.File)
		if err != nil {
			return nil, err
		}
		for _, why := range g.Missing {
			uncoloured(b.place(d.File) + ": " + why)
		}
		opt := body.CharacterOptions{Start: start, Loop: c.Loop, Lead: lead, Meshes: c.Meshes, Scale: d.Scale,
			ZUp: d.UpAxis == "z", Offset: d.Offset}
		if opt.Still = c.Animation == "none"; !opt.Still {
			opt.Animation = c.Animation
		}
		made, err := body.NewCharacter(g, opt)
		if none := new(body.NoAnimation); errors.As(err, &none) {
			return nil, b.doc.ErrorAt(path+".animation", "%s: %v", d.File, err)
		}
		if err != nil {
			return nil, b.doc.ErrorAt(path+".file", "%s: %v", d.File, err)
		}
		return made, nil
	}
	mesh, err := b.readOBJ(path, d.File)
	if err != nil {
		return nil, err
	}
	place := func(x []r3.Vec) ([]r3.Vec, error) { return placed(x, d.UpAxis, d.Scale, d.Offset) }
	first, err := place(mesh.X)
	if err != nil {
		return nil, b.withKey(path+".file", fmt.Errorf("%s: %w", d.File, err))
	}
	opt := body.TrackOptions{Interpolation: body.CatmullRom, Start: start, Loop: c.Loop, Lead: lead,
		Zones: map[string][]int32{}}
	for t, g := range mesh.Group {
		opt.Zones[mesh.Groups[g]] = append(opt.Zones[mesh.Groups[g]], int32(t))
	}
	looks := LookOf(mesh, b.place(d.File))
	opt.Paint = body.NewPaint(looks.Bases())
	looks.Missing(uncoloured)
	b.looks = append(b.looks, looks.Reads...)
	var frames body.Frames
	if c.Track != "" {
		if frames, err = b.openFrames(path+".track", c.Track, len(mesh.X), fps, place); err != nil {
			return nil, err
		}
	}
	made, err := body.NewClip(mesh.Tri, first, frames, opt)
	if err != nil {
		where := path + ".file"
		if c.Track != "" {
			where = path + ".track"
		}
		return nil, b.withKey(where, err)
	}
	return made, nil
}

// openGLTF reads a glTF file with its external buffers.
func (b *builder) openGLTF(path, name string) (*gltf.File, error) {
	file := b.place(name)
	g, err := gltf.Open(file)
	if err != nil {
		return nil, b.doc.WrapAt(path+".file", formats.Unread(file, err))
	}
	return g, b.withKey(path+".file", b.uses(name, append([]string{file}, g.Beside...)...))
}

// openFrames opens a track for a mesh of n vertices; place transforms its positions to the world.
func (b *builder) openFrames(key, name string, n int, fps float64, place func([]r3.Vec) ([]r3.Vec, error)) (
	frames body.Frames, err error) {
	frames, parts, err := openTrack(b.place(name), n, fps)
	if err != nil {
		return frames, b.doc.WrapAt(key, formats.Unread(b.place(name), err))
	}
	if err := b.uses(name, parts...); err != nil {
		return frames, b.withKey(key, err)
	}
	read := frames.Read
	frames.Read = func(i int, dst []r3.Vec) error {
		if err := read(i, dst); err != nil {
			return err
		}
		x, err := place(dst)
		copy(dst, x)
		return err
	}
	return frames, nil
}

// openTrack opens a track for a mesh of n vertices, and returns its files. The files stay open, as frames are read
// during the run.
func openTrack(file string, n int, fps float64) (frames body.Frames, parts []string, err error) {
	parts = []string{file}
	var c formats.VertexCache
	switch {
	case formats.Extension(file) == ".pc2":
		p, err := formats.OpenPC2(file)
		if err != nil {
			return frames, nil, err
		}
		for i := range p.Frames() {
			frames.Times = append(frames.Times, float64(i)*p.Rate()/fps)
		}
		c = p
	case formats.Extension(file) == ".mdd":
		m, err := formats.OpenMDD(file)
		if err != nil {
			return frames, nil, err
		}
		frames.Times, c = m.Times(), m
	case strings.Contains(filepath.Base(file), "#"):
		s, numbers, err := openSequence(file)
		if err != nil {
			return frames, nil, err
		}
		for _, k := range numbers {
			frames.Times = append(frames.Times, float64(k-numbers[0])/fps)
		}
		c, parts = s, s.files
	default:
		return frames, nil,
			fmt.Errorf("%s: expected a .pc2 or .mdd file, or the name of OBJ or PLY files with # for the "+
				"digits", file)
	}
	if c.Points() != n || c.Frames() == 0 {
		points, count := c.Points(), c.Frames()
		c.Close()
		return frames, nil,
			fmt.Errorf("%s: %d samples of %d points: expected at least one, of the %d vertices of the mesh",
				file, count, points, n)
	}
	frames.Read = c.ReadFrame
	return frames, parts, nil
}

// sequence is a track with one mesh file per frame.
type sequence struct {
	files  []string
	points int
	tri    [][3]int32 // of the first file
}

var _ formats.VertexCache = (*sequence)(nil)

// openSequence lists the files that match a name with # for digits, sorted by number.
func openSequence(pattern string) (*sequence, []int, error) {
	dir, base := filepath.Split(pattern)
	from, to := strings.IndexByte(base, '#'), strings.LastIndexByte(base, '#')+1
	if strings.Trim(base[from:to], "#") != "" {
		return nil, nil, fmt.Errorf("%s: expected all # next to each other", pattern)
	}
	list, err := os.ReadDir(cmp.Or(dir, "."))
	if err != nil {
		return nil, nil, err
	}
	named := map[int]string{}
	var numbers []int
	for _, e := range list {
		digits, ok := strings.CutPrefix(e.Name(), base[:from])
		if ok {
			digits, ok = strings.CutSuffix(digits, base[to:])
		}
		k, err := strconv.Atoi(digits)
		if !ok || err != nil || k < 0 || len(digits) < to-from {
			continue
		}
		if named[k] != "" {
			return nil, nil, fmt.Errorf("%s: both %s and %s are frame %d", pattern, named[k], e.Name(), k)
		}
		named[k] = e.Name()
		numbers = append(numbers, k)
	}
	if len(numbers) == 0 {
		return nil, nil, fmt.Errorf("%s: no file of that name: expected some with digits for #", pattern)
	}
	slices.Sort(numbers)
	s := &sequence{}
	for _, k := range numbers {
		s.files = append(s.files, filepath.Join(dir, named[k]))
	}
	first, err := formats.LoadMesh(s.files[0])
	if err != nil {
		return nil, nil, err
	}
	s.points, s.tri = len(first.X), first.Tri
	for i := range s.files[1:] { // validated here rather than during a run
		if _, err := s.read(i + 1); err != nil {
			return nil, nil, err
		}
	}
	return s, numbers, nil
}

// read returns the vertices of file i. Its faces must equal those of the first file: a different order of the vertices
// would turn the body inside out.
func (s *sequence) read(i int) ([]r3.Vec, error) {
	o, err := formats.LoadMesh(s.files[i])
	switch {
	case err != nil:
		return nil, err
	case len(o.X) != s.points:
		return nil, fmt.Errorf("%s: %d vertices: expected %d as in %s", s.files[i], len(o.X), s.points, s.files[0])
	case len(o.Tri) != len(s.tri):
		return nil, fmt.Errorf("%s: %d triangles: expected %d as in %s", s.files[i], len(o.Tri), len(s.tri), s.files[0])
	}
	for t, v := range o.Tri {
		if v != s.tri[t] {
			return nil,
				fmt.Errorf("%s: triangle %d has vertices %d, %d, %d: expected %d, %d, %d as in %s; a sequence lists "+
					"vertices and faces in one order",
					s.files[i], t, v[0]+1, v[1]+1, v[2]+1, s.tri[t][0]+1, s.tri[t][1]+1, s.tri[t][2]+1, s.files[0])
		}
	}
	return o.X, nil
}

func (s *sequence) Points() int { return s.points }

func (s *sequence) Frames() int { return len(s.files) }

func (s *sequence) ReadFrame(i int, dst []r3.Vec) error {
	x, err := s.read(i)
	copy(dst, x)
	return err
}

func (s *sequence) Close() error { return nil }
