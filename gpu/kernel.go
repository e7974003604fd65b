//go:build cgo

package gpu

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hysteron/cloth"
	"hysteron/gpu/layout"
	"hysteron/gpu/opengl"

	"hysteron/shaders"
)

// mostGroups is the largest number of work groups of looping kernels, which leave one partial sum per group. Every
// group can add up all of them (cg_update.comp).
const mostGroups = 1024

// Offsets of the kernels' partial sums: those of trials (trial_vertices has two ranges), of the gradient, and of its
// norm.
const (
	stepReductions     = (int(cloth.Kinds) + 2) * mostGroups // element kinds, vertices, pairs
	gradientReductions = stepReductions + mostGroups
	normReductions     = gradientReductions + mostGroups
	allReductions      = normReductions + mostGroups
)

// On software devices (fetch) every invocation leaves its own partial sum, see include/reduce.glsl, and adds up all of
// them. There is no latency to hide: two groups per processor, of one vector of eight invocations each, keep all
// processors busy.
const fetchGroup = 8

// loopGroup returns the work group size of looping kernels.
func loopGroup(fetch bool) int {
	if fetch {
		return fetchGroup
	}
	return group
}

// componentGroup returns the size of a work group that processes a whole connected component. On hardware it is the
// largest that OpenGL guarantees, to hide memory latency.
func componentGroup(fetch bool) int {
	if fetch {
		return group
	}
	return mostInvocations
}

// mostInvocations is the work group size that OpenGL 4.3 guarantees.
const mostInvocations = 1024

// mostSlots is the largest number of buffers of a kernel, of each type of binding.
const mostSlots = 32

// kernel is a compute program with the buffers and uniforms of its dispatch.
type kernel struct {
	dispatch
	program  *opengl.Program
	slots    [layout.Bindings][]slot // by binding point or texture unit
	uniforms []*opengl.Uniform       // in the order of dispatch.uniforms
	count    *opengl.Uniform         // nil: not used
	plan     *layout.SplitPlan       // nil: a single dispatch
}

// slot is a buffer of a kernel.
type slot struct {
	name   string
	buffer *buffer // nil: passed with the call
	access shaders.Access
	parts  part
}

// loadKernel compiles a kernel, resolves its buffers, and checks that its dispatch lists all of its uniforms. If the
// device has too few storage blocks, the kernel reads as many of its inputs as necessary from buffer textures.
func loadKernel(
	ctx *opengl.Context, p dispatch, text opengl.Source, l opengl.Limits, buffers map[string]*buffer,
) (k *kernel, err error) {
	k, err = linkKernel(ctx, p, text, l, buffers)
	blocks, most := shaders.Blocks(text.Text), min(l.Blocks(), mostSlots)
	var crowded *opengl.CrowdedError
	if errors.As(err, &crowded) { // retry with the number the driver counts
		blocks = crowded.Blocks
	}
	if err == nil || blocks <= most {
		return k, err
	}
	text.Text = shaders.Fetched(text.Text, shaders.First(blocks-most))
	k, err = linkKernel(ctx, p, text, l, buffers)
	if err != nil && !errors.Is(err, ErrTooLarge) && shaders.Blocks(text.Text) > most {
		err = fmt.Errorf("kernel %s: %w: %d storage buffers, the most are %d: %w", p.name, ErrTooLarge,
			shaders.Blocks(text.Text), most, err)
	}
	return k, err
}

func linkKernel(
	ctx *opengl.Context, p dispatch, text opengl.Source, l opengl.Limits, buffers map[string]*buffer,
) (k *kernel, err error) {
	k = &kernel{dispatch: p}
	if k.program, err = ctx.Link(text); err != nil {
		return nil, err
	}
	if err := k.resolve(shaders.Accesses(text.Text), l, buffers); err != nil {
		ctx.Release(k.program)
		return nil, fmt.Errorf("kernel %s: %w", p.name, err)
	}
	return k, nil
}

// source returns the text of the kernel, with the generated includes of the model.
func (p *dispatch) source(fetch, software bool, made map[string]string) (opengl.Source, error) {
	size := group
	switch {
	case p.shape == looping:
		size = loopGroup(fetch)
	case p.shape == groupPerItem && !p.narrow:
		size = componentGroup(fetch)
	}
	defines := definesFor(size, fetch, software)
	if p.width > 1 {
		defines["LANES"] = strconv.Itoa(p.width * size)
	}
	text, files, err := shaders.SourceWith(made, p.name+".comp", defines)
	return opengl.Source{Text: text, Files: files}, err
}

// resolve assigns buffers and uniforms to the bindings of the program.
func (k *kernel) resolve(access map[string]shaders.Access, l opengl.Limits, buffers map[string]*buffer) error {
	id := k.program.ID
	if _, err := checkBlocks(id); err != nil {
		return err
	}
	for i := range opengl.Resources(id, gl.SHADER_STORAGE_BLOCK) {
		gl.ShaderStorageBlockBinding(id, uint32(i), uint32(i))
		name := layout.LowerFirst(opengl.ResourceName(id, gl.SHADER_STORAGE_BLOCK, i))
		if err := k.slot(layout.AsBlock, name, access, buffers); err != nil {
			return err
		}
	}
	known := map[string]int32{}
	for i := range opengl.Resources(id, gl.UNIFORM) {
		v, n := opengl.Resource(id, gl.UNIFORM, i, gl.TYPE, gl.LOCATION), opengl.ResourceName(id, gl.UNIFORM, i)
		switch {
		case v[1] < 0: // a member of Params
		case v[0] == gl.SAMPLER_BUFFER || v[0] == gl.INT_SAMPLER_BUFFER:
			gl.ProgramUniform1i(id, v[1], int32(len(k.slots[layout.AsTexture])))
			if err := k.slot(layout.AsTexture, n, access, buffers); err != nil {
				return err
			}
		default:
			known[n] = v[1]
		}
	}
	for _, n := range k.dispatch.uniforms {
		at, ok := known[n]
		if !ok {
			at = -1
		}
		k.uniforms = append(k.uniforms, k.program.Uniform(n, at))
		delete(known, n)
	}
	if at, ok := known["count"]; ok {
		k.count = k.program.Uniform("count", at)
		delete(known, "count")
	}
	for n := range known {
		return fmt.Errorf("uniform %s is not in the table of passes", n)
	}
	for at, block := range []string{"Params\x00", "Settings\x00"} {
		if i := gl.GetUniformBlockIndex(id, gl.Str(block)); i != gl.INVALID_INDEX {
			gl.UniformBlockBinding(id, i, uint32(at))
		}
	}
	if err := l.Bears(len(k.slots[layout.AsBlock]), len(k.slots[layout.AsTexture]), mostSlots); err != nil {
		return fmt.Errorf("%w: %w", ErrTooLarge, err)
	}
	return nil
}

// slot assigns a buffer of the program.
func (k *kernel) slot(as int, name string, access map[string]shaders.Access, buffers map[string]*buffer) error {
	a, ok := access[name]
	if !ok {
		return fmt.Errorf("buffer %s has a declaration that package shaders cannot read", name)
	}
	s := slot{name: name, buffer: buffers[name], access: a, parts: allParts}
	if slices.Contains(k.callBuffers, name) != (s.buffer == nil) {
		return fmt.Errorf("buffer %s: expected one of the simulation, or one in callBuffers of the dispatch", name)
	}
	if k.part != 0 && slices.Contains(parted, name) {
		s.parts = k.part
	}
	k.slots[as] = append(k.slots[as], s)
	return nil
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
