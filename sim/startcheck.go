package sim

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/check"
	"hysteron/cloth"

	"hysteron/contact/bvh"
	"hysteron/dress"
	"hysteron/formats"
	"hysteron/output"
	"hysteron/render"
	"hysteron/scenes"
)

// StartCheck is a start state with its intersections.
type StartCheck struct {
	Device *int // OpenGL device of pictures; nil: see opengl.Auto
	Model  *cloth.Model
	Time   float64  // of the bodies [s]
	X      []r3.Vec // positions [m]
	Found  check.Report
	Left   bool         // panels are not compared with each other, since dressing will separate them
	Bodies []check.Mesh // at that time
	Notes  []string     // messages of untangling
	Failed error        // reason why dressing failed, or nil
	Marked []int32      // triangles that show the reason; nil: those that intersect

	tight bool            // dressed, with tight cloth
	ctx   context.Context // its end ends pictures
	setup *scenes.Setup
}

// CheckStart finds intersections in the start state of a scene: as built or, with dressed, as in the first frame of a
// run. If dressing fails, it is the state where it failed. It changes the setup. Errors are those of Run.
func CheckStart(ctx context.Context, setup *scenes.Setup, dressed bool, progress func(Progress)) (*StartCheck, error) {
	c := &StartCheck{Model: setup.Model, X: setup.Model.X0, ctx: ctx, setup: setup}
	if dressed {
		state, err := start(ctx, setup, func(p Progress) {
			if p.Stage == "note" {
				c.Notes = append(c.Notes, p.Note)
			} else if progress != nil {
				progress(p)
			}
		}, nil, nil)
		var t *dress.Trouble
		switch {
		case errors.As(err, &t):
			c.fail(t, err)
		case err != nil:
			return nil, err
		default:
			c.X = state.X
		}
	} else if slices.ContainsFunc(setup.Pieces, func(p scenes.Piece) bool { return p.Garment }) {
		for _, b := range setup.Bodies { // bodies in the pose for dressing
			c.Time = min(c.Time, -body.LeadOf(b))
		}
	}
	var parted []bool
	if !dressed {
		parted = setup.WillPart()
		c.Left = slices.Contains(parted, true)
	}
	if c.look(parted); c.Found.Stopped {
		return nil, errPreparing
	}
	return c, nil
}

// fail takes over the state in which dressing failed.
func (c *StartCheck) fail(t *dress.Trouble, err error) {
	c.X, c.Time, c.Failed, c.Marked = t.X, t.Time, err, t.Marked
	c.addBodies(t.Bodies)
}

func (c *StartCheck) addBodies(bodies []body.Body) {
	for _, b := range bodies {
		x := make([]r3.Vec, b.NumVertices())
		b.Positions(x, c.Time)
		c.Bodies = append(c.Bodies, check.Mesh{X: x, Tri: b.Triangles()})
	}
}

// look finds the positions of bodies, unless they are known, and the intersections, see check.Checker.Parted.
func (c *StartCheck) look(parted []bool) {
	if c.Bodies == nil {
		c.addBodies(c.setup.Bodies)
	}
	c.Found = check.Checker{Most: scenes.MostAtStart, Parted: parted, Stop: func() bool {
		return c.ctx.Err() != nil
	}}.Check(check.Mesh{X: c.X, Tri: c.Model.Tri}, c.Bodies, nil)
}

// showTrouble writes the files of a failed start with Write, and reports their paths.
func showTrouble(ctx context.Context, dir string, setup *scenes.Setup, err error,
	note func(format string, args ...any)) error {
	var t *dress.Trouble
	if !errors.As(err, &t) {
		return err
	}
	c := &StartCheck{Model: setup.Model, ctx: ctx, setup: setup}
	c.fail(t, err)
	c.look(nil)
	paths, werr, pictures := c.Write(dir)
	if pictures != nil {
		note("%v", pictures)
	}
	if len(paths) > 0 {
		err = fmt.Errorf("%w; shown by %s", err, strings.Join(paths, ", "))
	}
	return errors.Join(err, werr)
}

// bad returns for each triangle of the cloth whether it intersects another one or, if dressing failed for another
// reason, whether it shows that.
func (c *StartCheck) bad() []bool {
	bad := make([]bool, len(c.Model.Tri))
	for _, t := range c.Marked {
		bad[t] = true
	}
	if c.Marked != nil {
		return bad
	}
	for _, p := range c.Found.Self {
		bad[p[0]], bad[p[1]] = true, true
	}
	return bad
}

// Colours: intersecting triangles, parts in turn, and bodies.
var (
	badColour   = [3]float64{0.9, 0, 0}
	goodColours = [][3]float64{{0.75, 0.78, 0.8}, {0.34, 0.5, 0.72}, {0.72, 0.62, 0.36}, {0.4, 0.62, 0.4},
		{0.56, 0.44, 0.66}}
)

func partColour(part int) [3]float64 { return goodColours[part%len(goodColours)] }

// WriteOBJ writes the cloth to path. Intersecting or marked faces are in groups of their own with red vertices; others
// have the colours of their parts. Vertices and faces are numbered as in the model; those of bodies follow.
func (c *StartCheck) WriteOBJ(path string) error {
	m := c.Model
	o := &formats.OBJ{X: c.X, Tri: m.Tri, Colour: make([][3]float64, len(c.X)), Group: make([]int32, len(m.Tri))}
	for i := range o.Colour {
		o.Colour[i] = partColour(int(m.Part[i]))
	}
	names := fileNames(c.setup)
	for _, n := range names {
		o.Groups = append(o.Groups, n, n+"-intersecting")
	}
	for t, bad := range c.bad() {
		o.Group[t] = 2 * m.Rest[t].Part
		if bad {
			o.Group[t]++
			for _, v := range m.Tri[t] {
				o.Colour[v] = badColour
			}
		}
	}
	o.X, o.Tri = slices.Clone(o.X), slices.Clone(o.Tri)
	for i, b := range c.Bodies {
		first := int32(len(o.X))
		o.X = append(o.X, b.X...)
		for range b.X {
			o.Colour = append(o.Colour, partColour(0))
		}
		for _, v := range b.Tri {
			o.Tri = append(o.Tri, [3]int32{v[0] + first, v[1] + first, v[2] + first})
			o.Group = append(o.Group, int32(len(o.Groups)))
		}
		o.Groups = append(o.Groups, "body-"+c.setup.Scene.Bodies[i].Name)
	}
	return formats.WriteFileAtomic(path, func(w io.Writer) error { return formats.WriteOBJ(w, o) })
}

// WritePictures draws the cloth with intersecting faces in red: all of it, and a close-up of the largest tangle.
func (c *StartCheck) WritePictures(overview, closeUp string) error {
	p, err := newPainter(c.ctx, c.setup, View{Device: c.Device}, nil)
	if err != nil {
		return err
	}
	defer p.close()
	p.frame(1, c.X)
	if c.Failed != nil || c.setup.Scene.Camera == nil {
		aspect := float64(c.setup.Scene.Render.Width) / float64(c.setup.Scene.Render.Height)
		p.camera = render.FrameBox(boxOf(c.X), aspect)
	}
	for _, path := range []string{overview, closeUp} {
		img, err := c.draw(p)
		if err == nil {
			err = p.write(path, img)
		}
		if err != nil {
			return err
		}
		p.camera = c.nearby()
	}
	return nil
}

func (c *StartCheck) draw(p *painter) (*image.RGBA, error) {
	s := &render.Scene{Camera: p.camera, Bounds: p.bounds}
	if g := c.setup.Scene.Ground; g != nil { // it would hide what is below
		s.Ground, s.GroundY = !slices.ContainsFunc(c.X, func(x r3.Vec) bool { return x.Y < g.Height }), g.Height
	}
	bad := c.bad()
	material := func(c [3]float64) render.Material {
		return render.Material{Base: c, Back: render.RGB{0.8 * c[0], 0.8 * c[1], 0.8 * c[2]}, Roughness: 0.7}
	}
	meshes := []render.Mesh{{X: c.X, Material: material(badColour)}}
	for k := range c.Model.Parts {
		meshes = append(meshes, render.Mesh{X: c.X, Material: material(partColour(k))})
	}
	for t, v := range c.Model.Tri {
		k := 0
		if !bad[t] {
			k = 1 + int(c.Model.Rest[t].Part)
		}
		meshes[k].Tri = append(meshes[k].Tri, v)
	}
	for _, m := range meshes {
		if m.Tri != nil {
			s.Meshes = append(s.Meshes, m)
		}
	}
	for i, tri := range c.openedTo(p.camera.Eye) {
		if len(tri) > 0 {
			s.Meshes = append(s.Meshes, render.Mesh{X: c.Bodies[i].X, Tri: tri, Material: render.Plaster()})
		}
	}
	return p.renderer.RenderContext(p.ctx, s)
}

// room is the margin of a close-up around the tangle [m].
const room = 0.03

// clear returns a direction from which most of the tangle is visible: n, -n, or any other. Bodies that hide it from
// everywhere are not drawn, so they are ignored.
func (c *StartCheck) clear(n r3.Vec) r3.Vec {
	directions := []r3.Vec{n, {X: -n.X, Y: n.Y, Z: -n.Z}}
	for k := range 36 {
		azimuth, elevation := float64(k%12)*math.Pi/6, float64(k/12)*math.Pi/9
		directions = append(directions, r3.Vec{X: math.Sin(azimuth) * math.Cos(elevation), Y: math.Sin(elevation),
			Z: math.Cos(azimuth) * math.Cos(elevation)})
	}
	var tangle []int32
	for all, k := c.tangle(), 0; k < min(len(all), facesSeen); k++ {
		tangle = append(tangle, all[k*len(all)/min(len(all), facesSeen)])
	}
	best, seen := n, 0
	for _, bodies := range [][]check.Mesh{c.Bodies, nil} {
		for _, d := range directions {
			if k := c.visible(tangle, d, bodies); k > seen {
				best, seen = d, k
			}
		}
		if 2*seen > len(tangle) {
			break
		}
	}
	return best
}

// facesSeen is the number of faces that the visibility of a tangle is sampled with.
const facesSeen = 16

// visible counts the faces that neither cloth nor bodies hide from a distant eye in a direction.
func (c *StartCheck) visible(faces []int32, direction r3.Vec, bodies []check.Mesh) (count int) {
	meshes := append([]check.Mesh{{X: c.X, Tri: c.Model.Tri}}, bodies...)
	for _, f := range faces {
		v := c.Model.Tri[f]
		middle := r3.Scale(1./3, r3.Add(c.X[v[0]], r3.Add(c.X[v[1]], c.X[v[2]])))
		free := true
		for k, m := range meshes {
			for t, w := range m.Tri {
				if free = free && (k == 0 && int32(t) == f || !crosses(middle, direction, m.X[w[0]], m.X[w[1]], m.X[w[2]])); !free {
					break
				}
			}
		}
		if free {
			count++
		}
	}
	return count
}

// crosses reports whether a ray from p along d intersects a triangle (Möller and Trumbore 1997).
func crosses(p, d, a, b, c r3.Vec) bool {
	u, v := r3.Sub(b, a), r3.Sub(c, a)
	n := r3.Cross(d, v)
	det := r3.Dot(u, n)
	if det == 0 {
		return false
	}
	s := r3.Sub(p, a)
	q := r3.Cross(s, u)
	x, y, along := r3.Dot(s, n)/det, r3.Dot(d, q)/det, r3.Dot(v, q)/det
	return x >= 0 && y >= 0 && x+y <= 1 && along > 0
}

// nearby frames the largest tangle, seen against the mean normal of its faces.
func (c *StartCheck) nearby() render.Camera {
	var corners []r3.Vec
	var normal r3.Vec
	for _, t := range c.tangle() {
		v := c.Model.Tri[t]
		a, b, d := c.X[v[0]], c.X[v[1]], c.X[v[2]]
		corners = append(corners, a, b, d)
		normal = r3.Add(normal, r3.Cross(r3.Sub(b, a), r3.Sub(d, a)))
	}
	azimuth, elevation := 25*math.Pi/180, 7*math.Pi/180
	if l := r3.Norm(normal); l > 0 {
		n := r3.Scale(1/l, normal)
		if n.Y < 0 { // seen from above
			n.Y = -n.Y
		}
		n = c.clear(n)
		azimuth, elevation = math.Atan2(n.X, n.Z), min(math.Asin(n.Y), 60*math.Pi/180)
	}
	box := boxOf(corners)
	grow := r3.Vec{X: room, Y: room, Z: room}
	box.Min, box.Max = r3.Sub(box.Min, grow), r3.Add(box.Max, grow)
	r := c.setup.Scene.Render
	return render.FrameBoxFrom(box, float64(r.Width)/float64(r.Height), azimuth, elevation)
}

// tangle returns the faces of the largest tangle.
func (c *StartCheck) tangle() (most []int32) {
	tangles := cloth.NewForest(len(c.Model.Tri))
	at := map[int32]int32{} // vertex to one of its marked triangles
	for _, t := range c.Marked {
		for _, v := range c.Model.Tri[t] {
			if other, ok := at[v]; ok {
				tangles.Join(t, other)
			}
			at[v] = t
		}
	}
	if c.Marked == nil {
		for _, p := range c.Found.Self {
			tangles.Join(p[0], p[1])
		}
	}
	faces := map[int32][]int32{}
	for t, bad := range c.bad() {
		if bad {
			root := tangles.Find(int32(t))
			faces[root] = append(faces[root], int32(t))
			if len(faces[root]) > len(most) {
				most = faces[root]
			}
		}
	}
	return most
}

// hidden is the share of a tangle that a body has to hide before it is cut open. Tangles often surround the body, as at
// a waist, and half is behind it. Guess: a quarter of it shows the problem.
const hidden = 0.75

// openedTo returns the triangles of the bodies that are drawn. A body around the tangle, or in front of it, is cut by a
// plane at the near end of the tangle; what is behind the plane is drawn.
func (c *StartCheck) openedTo(eye r3.Vec) [][][3]int32 {
	var tangle []r3.Vec
	var middle r3.Vec
	for _, t := range c.tangle() {
		for _, v := range c.Model.Tri[t] {
			tangle, middle = append(tangle, c.X[v]), r3.Add(middle, c.X[v])
		}
	}
	drawn := make([][][3]int32, len(c.Bodies))
	for i, b := range c.Bodies {
		drawn[i] = b.Tri
		tree, err := bvh.New(b.Tri, b.X)
		if err != nil || len(tangle) == 0 { // open surfaces have no inside
			continue
		}
		const looks = 64 // samples along each line of sight
		hides := 0
		for _, p := range tangle {
			for k := 0; k <= looks; k++ {
				if tree.Closest(r3.Add(p, r3.Scale(float64(k)/looks, r3.Sub(eye, p))), -1).Dist < 0 {
					hides++
					break
				}
			}
		}
		if float64(hides) <= hidden*float64(len(tangle)) {
			continue
		}
		ahead := r3.Unit(r3.Sub(r3.Scale(1/float64(len(tangle)), middle), eye))
		begins := math.Inf(1)
		for _, p := range tangle {
			begins = min(begins, r3.Dot(ahead, p))
		}
		drawn[i] = nil
		for _, v := range b.Tri {
			if min(r3.Dot(ahead, b.X[v[0]]), r3.Dot(ahead, b.X[v[1]]), r3.Dot(ahead, b.X[v[2]])) > begins {
				drawn[i] = append(drawn[i], v)
			}
		}
	}
	return drawn
}

// Write writes DIR/intersections.obj with the bodies, and the pictures DIR/intersections.png and
// DIR/intersections-near.png. It returns their paths. The files are named trouble if dressing failed for another
// reason, and tight if it succeeded with tight cloth. Without intersections or trouble it writes nothing. The second
// error is about the pictures alone, such as a missing device or a foreign file with their name.
func (c *StartCheck) Write(dir string) (paths []string, err, pictures error) {
	name := "intersections"
	if c.tight {
		name = "tight"
	} else if c.Marked != nil {
		name = "trouble"
	} else if len(c.Found.Self) == 0 {
		return nil, nil, nil
	}
	if err := output.Folder(dir); err != nil {
		return nil, err, nil
	}
	rule := output.Rule{Reads: c.setup.Reads()}
	for _, end := range []string{".obj", ".png", "-near.png"} {
		path := filepath.Join(dir, name+end)
		if err := rule.Check(formats.IsOwn, path); err != nil {
			return nil, nil, fmt.Errorf("nothing shows what is wrong: %w", err)
		}
		paths = append(paths, path)
	}
	if err := c.WriteOBJ(paths[0]); err != nil {
		return nil, err, nil
	}
	if pictures = c.WritePictures(paths[1], paths[2]); pictures != nil {
		return paths[:1], nil, fmt.Errorf("no pictures: %w", pictures)
	}
	return paths, nil, nil
}
