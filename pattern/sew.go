package pattern

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/cloth"
)

// MeshOptions are the parameters of meshing a pattern.
type MeshOptions struct {
	// EdgeLength is the target edge length [m].
	EdgeLength float64
	// Grain is the warp direction of panels by name as an angle [rad] from the panel's +y axis, positive
	// counter-clockwise in the panel's plane. Other panels have their own.
	Grain map[string]float64
	// Buttons join points of the cloth.
	Buttons []Button
	// Panel is called with the name of each panel that is being meshed, from several goroutines; may be nil.
	Panel func(name string)
}

// PanelInfo is the name and properties of a panel of a mesh.
type PanelInfo struct {
	Name, Label string
	Curl        float64 // angle by which it starts rolled up [rad]; 0: flat
	Long        bool    // its roll is at least as long as thick
}

// Mesh is a sewn garment as plain data.
type Mesh struct {
	X   []r3.Vec   // welded start positions in the world [m]: the mean of the placed copies
	Tri [][3]int32 // into X, counter-clockwise seen from the fabric's right side
	// UV holds material coordinates [m] per triangle corner: U along the warp, V along the weft, such that
	// every triangle has a positive area in (U, V). With the warp along the panel's +y, U = y, and V is −x for panels
	// whose loop runs counter-clockwise and +x for the others.
	UV       [][3]r2.Vec
	Panel    []int32 // panel of each triangle, into Panels
	Panels   []PanelInfo
	Seam     [][2]int32 // welded edges along seams, each once
	SeamName []string   // per seam edge: the sewn edges of the panels
	// seam edges without a hinge, lower vertex first: of three layers or more, or of a right side to a wrong one
	Loose         [][2]int32
	EdgeLabel     map[string][]int32 // vertices on edges with a label, ascending
	Sides         []Side             // edges of triangles on outlines of panels
	Runs          []Run              // runs of the sides
	Buttons       []int32            // the vertex of each button
	BoundaryLoops [][]int32          // free edges after sewing, in the direction of their triangles
	Warnings      []string           // of the pattern, and of meshing
}

// MaxVertices is the estimated mesh size above which Mesh returns an error.
const MaxVertices = 5_000_000

// maxRefine is the largest number of refinements of the samples of edges because their chords cross or coincide.
const maxRefine = 10

// Mesh triangulates the panels with about the edge length and sews them. The result depends on the input alone, bit for
// bit.
func (p *Pattern) Mesh(o MeshOptions) (*Mesh, error) { return p.MeshContext(context.Background(), o) }

// MeshContext is Mesh with cancellation: it returns the wrapped error of the context.
func (p *Pattern) MeshContext(ctx context.Context, o MeshOptions) (*Mesh, error) {
	if err := p.checkOptions(o); err != nil {
		return nil, err
	}
	s, err := newSampler(p, o.EdgeLength)
	if err != nil {
		return nil, err
	}
	var why error
	for range maxRefine {
		outlines := s.outlines()
		total := 0
		for _, outline := range outlines {
			total += len(outline)
		}
		if total > MaxVertices {
			break
		}
		w := newWeld(s, outlines)
		if again := w.collisions(); len(again) > 0 {
			for _, g := range again {
				s.groups[g].segments++
			}
			continue
		}
		held, err := p.place(outlines, o)
		if err != nil {
			return nil, err
		}
		flat, again, err := p.meshPanels(ctx, s, outlines, held.extra, o)
		if err != nil && len(again) == 0 {
			return nil, err
		}
		if why = err; err != nil {
			for _, g := range again {
				s.groups[g].segments *= 2
			}
			continue
		}
		return p.sew(s, w, flat, held, o)
	}
	if why == nil {
		why = errors.New("seams fold onto each other")
	}
	return nil, fmt.Errorf("%s: edge length %g m: %w: expected simple outlines, or a shorter edge length", p.Name,
		o.EdgeLength, why)
}

func (p *Pattern) checkOptions(o MeshOptions) error {
	h := o.EdgeLength
	if !(h > 0) || math.IsInf(h, 0) {
		return fmt.Errorf("%s: edge length %g m: expected a positive length", p.Name, h)
	}
	names := map[string]bool{}
	size, count := 0.0, 0.0
	for i := range p.Panels {
		pan := &p.Panels[i]
		names[pan.Name] = true
		pts, _ := pan.polyline(32)
		if len(pts) == 0 {
			return fmt.Errorf("%s: panels.%s: no edges", p.Name, pan.Name)
		}
		b := bounds(pts)
		size = max(size, math.Hypot(b.Max.X-b.Min.X, b.Max.Y-b.Min.Y))
		count += math.Abs(polygonArea(pts))/(h*h*math.Sqrt(3)/2) + pan.Perimeter()/h
	}
	if h > size {
		return fmt.Errorf("%s: edge length %g m is longer than the largest panel: expected at most %.3g m", p.Name, h, size)
	}
	if count > MaxVertices {
		return fmt.Errorf("%s: edge length %g m would give about %.2g vertices: expected at most %d: use a longer edge",
			p.Name, h, count, MaxVertices)
	}
	var unknown []string
	for name, angle := range o.Grain {
		if !names[name] {
			unknown = append(unknown, name)
		} else if !cloth.Finite(angle) {
			return fmt.Errorf("%s: grain of panel %q is %g: expected an angle in radians", p.Name, name, angle)
		}
	}
	if len(unknown) > 0 {
		slices.Sort(unknown)
		return fmt.Errorf("%s: grain is given for %q, which is not a panel", p.Name, unknown[0])
	}
	return nil
}

// meshPanels meshes all panels in parallel. If the chords of an outline cross, although the curves may not, again lists
// the groups that need more samples.
func (p *Pattern) meshPanels(ctx context.Context, s *sampler, outlines, extra [][]r2.Vec,
	o MeshOptions) (flat []*flatMesh, again []int, err error) {
	flat = make([]*flatMesh, len(outlines))
	errs := make([]error, len(outlines))
	var wg sync.WaitGroup
	slots := make(chan struct{}, 8)
	for i := range outlines {
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			if len(outlines[i]) < 3 {
				errs[i] = &crossError{0, 1, 0, 1}
				return
			}
			if a, b, ok := findCrossing(outlines[i]); ok {
				errs[i] = &crossError{int32(a), int32(a + 1), int32(b), int32(b + 1)}
				return
			}
			if o.Panel != nil {
				o.Panel(p.Panels[i].Name)
			}
			flat[i], errs[i] = meshOutline(ctx, outlines[i], o.EdgeLength, uint64(i), extra[i]...)
		})
	}
	wg.Wait()
	var crossed error
	for i, err := range errs {
		var cross *crossError
		switch {
		case err == nil:
		case errors.As(err, &cross):
			a, b := s.runOf(i, int(cross.a)), s.runOf(i, int(cross.c))
			again = append(again, s.runs[a].group, s.runs[b].group)
			crossed = fmt.Errorf("%s meets %s when sampled", s.edgePath(a), p.Panels[i].edgeOf(s.runs[b].edges[0]))
		default:
			return nil, nil, fmt.Errorf("%s: panels.%s: edge length %g m: %w", p.Name, p.Panels[i].Name, o.EdgeLength, err)
		}
	}
	slices.Sort(again)
	return flat, slices.Compact(again), crossed
}

// weld joins outline vertices by stitches.
type weld struct {
	s            *sampler
	outlines     [][]r2.Vec
	base         []int32 // first outline vertex of each panel
	cloth.Forest         // roots
}

func newWeld(s *sampler, outlines [][]r2.Vec) *weld {
	w := &weld{s: s, outlines: outlines}
	n := int32(0)
	for _, o := range outlines {
		w.base = append(w.base, n)
		n += int32(len(o))
	}
	w.Forest = cloth.NewForest(int(n))
	for _, m := range s.seams {
		n := s.segments(m.a)
		for k := range n + 1 {
			j := k
			if m.against {
				j = n - k
			}
			w.Join(w.vertex(m.a, k), w.vertex(m.b, j))
		}
	}
	return w
}

// vertex returns sample k of run r as an index over all outlines.
func (w *weld) vertex(r, k int) int32 {
	i := w.s.runs[r].panel
	return w.base[i] + w.s.vertex(r, k, len(w.outlines[i]))
}

// collisions returns groups with a segment whose ends were welded together, or to the ends of a segment to which it is
// not stitched: more segments separate them.
func (w *weld) collisions() []int {
	type id struct{ group, k int }
	seen := map[[2]int32]id{}
	var again []int
	for r := range w.s.runs {
		run := &w.s.runs[r]
		n := w.s.segments(r)
		for k := range n {
			a, b := w.Find(w.vertex(r, k)), w.Find(w.vertex(r, k+1))
			me := id{run.group, k}
			if run.flip {
				me.k = n - 1 - k
			}
			if a == b {
				again = append(again, me.group)
				continue
			}
			key := [2]int32{min(a, b), max(a, b)}
			if other, ok := seen[key]; !ok {
				seen[key] = me
			} else if other != me {
				again = append(again, me.group, other.group)
			}
		}
	}
	slices.Sort(again)
	return slices.Compact(again)
}

// sew welds the meshed panels into one.
func (p *Pattern) sew(s *sampler, w *weld, flat []*flatMesh, held *buttons, o MeshOptions) (*Mesh, error) {
	w.splitChords(flat)
	m := &Mesh{EdgeLabel: map[string][]int32{}, Warnings: slices.Clone(p.Warnings)}
	all := newJoined(w, flat, held)
	id := make([]int32, all.n) // number → vertex of the mesh + 1
	var copies []float64
	var first []int32
	for i, f := range flat {
		pan := &p.Panels[i]
		m.Panels = append(m.Panels, PanelInfo{pan.Name, pan.Label, pan.Roll.angle, pan.long()})
		first = append(first, int32(len(m.Tri)))
		local := make([]int32, len(f.pts))
		for v, x := range f.pts {
			n := all.of(vertexRef{i, int32(v)})
			if id[n] == 0 {
				m.X, copies = append(m.X, r3.Vec{}), append(copies, 0)
				id[n] = int32(len(m.X))
			}
			k := id[n] - 1
			local[v] = k
			m.X[k] = r3.Add(m.X[k], pan.Place(x))
			copies[k]++
		}
		grain, given := o.Grain[pan.Name]
		if !given {
			grain = pan.Grain
		}
		toUV := materialAxes(grain, f.winding < 0)
		for _, t := range f.tri {
			m.Tri = append(m.Tri, [3]int32{local[t[0]], local[t[1]], local[t[2]]})
			m.UV = append(m.UV, [3]r2.Vec{toUV(f.pts[t[0]]), toUV(f.pts[t[1]]), toUV(f.pts[t[2]])})
			m.Panel = append(m.Panel, int32(i))
		}
	}
	for k, pair := range held.pairs {
		m.Buttons = append(m.Buttons, id[all.of(pair[0])]-1)
		for _, t := range m.Tri {
			if t[0] == t[1] || t[1] == t[2] || t[2] == t[0] {
				return nil, fmt.Errorf("%s: button %d and its hole are nearer than the edge length %g m: expected a shorter one, "+
					"or places farther apart", p.Name, k+1, o.EdgeLength)
			}
		}
	}
	m.sides(p, s, flat, first)
	for i := range m.X {
		if copies[i] > 1 {
			m.X[i] = r3.Scale(1/copies[i], m.X[i])
		}
	}
	welded := func(r, k int) int32 {
		i := s.runs[r].panel
		return id[all.of(vertexRef{i, s.vertex(r, k, flat[i].boundary)})] - 1
	}
	m.openPleats(p, s, flat, welded)
	w.seamEdges(m, welded)
	m.findLoose()
	for r := range s.runs {
		n := &s.runs[r]
		if l := p.Panels[n.panel].Edges[n.edges[0]].Label; l != "" {
			for k := range s.segments(r) + 1 {
				m.EdgeLabel[l] = append(m.EdgeLabel[l], welded(r, k))
			}
		}
	}
	for l, vs := range m.EdgeLabel {
		slices.Sort(vs)
		m.EdgeLabel[l] = slices.Compact(vs)
	}
	m.BoundaryLoops = BoundaryLoops(m.Tri)
	m.warnNeedles(p, o.EdgeLength)
	return m, nil
}

// seamEdges adds the welded edges of all seams, each once.
func (w *weld) seamEdges(m *Mesh, welded func(r, k int) int32) {
	seen := map[[2]int32]bool{}
	for _, e := range w.s.seams {
		name := w.s.edgePath(e.a) + " to " + w.s.edgePath(e.b)
		for k := range w.s.segments(e.a) {
			a, b := welded(e.a, k), welded(e.a, k+1)
			if key := [2]int32{min(a, b), max(a, b)}; !seen[key] {
				seen[key] = true
				m.Seam = append(m.Seam, [2]int32{a, b})
				m.SeamName = append(m.SeamName, name)
			}
		}
	}
}

// findLoose finds the seams other than those of two layers with their right sides on one side.
func (m *Mesh) findLoose() {
	uses := directed(m.Tri)
	candidates := slices.Clone(m.Seam)
	for i, a := range m.Buttons { // two buttons an edge apart
		for _, b := range m.Buttons[i+1:] {
			candidates = append(candidates, [2]int32{a, b})
		}
	}
	for _, e := range candidates {
		e = [2]int32{min(e[0], e[1]), max(e[0], e[1])}
		if n := uses[e]; n[0] > 1 || n[1] > 1 {
			m.Loose = append(m.Loose, e)
		}
	}
}

// materialAxes returns the map from panel coordinates to (U, V). The warp is +y turned by angle; the weft is the warp
// turned a quarter counter-clockwise as seen from the fabric's right side.
func materialAxes(angle float64, mirrored bool) func(r2.Vec) r2.Vec {
	sin, cos := math.Sincos(angle)
	side := 1.0
	if mirrored {
		side = -1
	}
	return func(p r2.Vec) r2.Vec {
		return r2.Vec{X: -sin*p.X + cos*p.Y, Y: side * (-cos*p.X - sin*p.Y)}
	}
}
