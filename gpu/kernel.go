//go:build cgo

package gpu

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// group is the number of invocations per work group of all kernels of the step.
const group = 128

// mostGroups bounds the groups of kernels that stride over their range and leave one sum per group:
// few enough that every group can add all sums up again (cg_update.comp).
const mostGroups = 1024

// Where kernels fetch, on software devices, invocations leave their sums one by one, see include/reduce.glsl,
// and every invocation adds all of them up. They have nothing to hide waiting with: two groups per processor
// keep all busy, each of one vector of eight invocations. llvmpipe takes at most 16 processors.
const (
	fetchGroup = 8
	fetchMost  = 16
)

// strideGroup is the number of invocations per work group of the kernels that stride.
func strideGroup(fetch bool) int {
	if fetch {
		return fetchGroup
	}
	return group
}

// groupsOf is how many groups of them run at most.
func groupsOf(fetch bool) int {
	if fetch {
		return min(2*runtime.NumCPU(), fetchMost)
	}
	return mostGroups
}

// strideKernels lists the kernels that stride, and the one that adds up what they leave.
var strideKernels = []string{
	"gather_gradient", "precondition", "cg_multiply", "cg_update", "multilevel_prolong", "reduce",
	"trial_triangles", "trial_hinges", "trial_curves", "trial_pairs", "trial_vertices",
}

// kernel is a compute program whose buffers are bound by name.
type kernel struct {
	name     string
	program  uint32
	blocks   []binding // storage buffers; the binding point is the index
	textures []binding // buffer textures; the unit is the index
	uniforms map[string]int32
	params   bool // uses Params
}

type binding struct {
	buffer *buffer // nil: belongs to an obstacle, see name
	name   string
}

// loadKernel compiles a kernel and finds its buffers; those that are missing belong to obstacles.
func loadKernel(name string, fetch bool, l Limits, buffers map[string]*buffer) (*kernel, error) {
	size := group
	if slices.Contains(strideKernels, name) {
		size = strideGroup(fetch)
	}
	defines := map[string]string{"GROUP": strconv.Itoa(size)}
	if fetch {
		defines["FETCH"] = ""
	}
	program, err := LoadProgram(defines, name+".comp")
	if err != nil {
		return nil, err
	}
	k := &kernel{name: name, program: program, uniforms: map[string]int32{}}
	if _, err := checkBlocks(program, name); err != nil {
		gl.DeleteProgram(program)
		return nil, err
	}
	for i := range resources(program, gl.SHADER_STORAGE_BLOCK) {
		n := lowerFirst(resourceName(program, gl.SHADER_STORAGE_BLOCK, i))
		gl.ShaderStorageBlockBinding(program, uint32(i), uint32(len(k.blocks)))
		k.blocks = append(k.blocks, binding{buffers[n], n})
	}
	for i := range resources(program, gl.UNIFORM) {
		v := resource(program, gl.UNIFORM, i, gl.TYPE, gl.LOCATION)
		if v[1] < 0 {
			continue // a member of Params
		}
		n := resourceName(program, gl.UNIFORM, i)
		switch v[0] {
		case gl.SAMPLER_BUFFER, gl.INT_SAMPLER_BUFFER:
			gl.ProgramUniform1i(program, v[1], int32(len(k.textures)))
			k.textures = append(k.textures, binding{buffers[n], n})
		default:
			k.uniforms[n] = v[1]
		}
	}
	if i := gl.GetUniformBlockIndex(program, gl.Str("Params\x00")); i != gl.INVALID_INDEX {
		gl.UniformBlockBinding(program, i, 0)
		k.params = true
	}
	units := integer(gl.MAX_COMPUTE_TEXTURE_IMAGE_UNITS)
	if len(k.blocks) > min(l.SSBOPerCompute, l.SSBOBindings) || len(k.textures) > units {
		gl.DeleteProgram(program)
		return nil, fmt.Errorf("%w: kernel %s needs %d storage buffers and %d buffer textures, the most are %d and %d",
			ErrTooLarge, name, len(k.blocks), len(k.textures), l.SSBOPerCompute, units)
	}
	return k, nil
}

func lowerFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[n:]
}

// set gives a uniform of the kernel a value; a name that the kernel lacks is an error of the program.
func (k *kernel) set(name string, v any) {
	at, ok := k.uniforms[name]
	if !ok {
		panic(fmt.Sprintf("gpu: kernel %s has no uniform %s", k.name, name))
	}
	switch v := v.(type) {
	case int:
		gl.ProgramUniform1i(k.program, at, int32(v))
	case float64:
		gl.ProgramUniform1f(k.program, at, float32(v))
	case [4]float32:
		gl.ProgramUniform4f(k.program, at, v[0], v[1], v[2], v[3])
	default:
		panic(fmt.Sprintf("gpu: uniform %s of type %T", name, v))
	}
}

// bind makes the kernel current with its buffers; those of an obstacle come from own.
func (s *Sim) bind(k *kernel, own map[string]*buffer) {
	if s.watch != nil {
		s.watch(k.name)
	}
	gl.UseProgram(k.program)
	for i, b := range k.blocks {
		buf := b.buffer
		if buf == nil {
			buf = mustHave(own, k, b.name)
		}
		if s.boundBlocks[i] != buf {
			gl.BindBufferRange(gl.SHADER_STORAGE_BUFFER, uint32(i), buf.id, buf.guard, buf.bytes)
			s.boundBlocks[i] = buf
		}
	}
	for i, b := range k.textures {
		buf := b.buffer
		if buf == nil {
			buf = mustHave(own, k, b.name)
		}
		if s.boundTextures[i] != buf {
			gl.ActiveTexture(gl.TEXTURE0 + uint32(i))
			gl.BindTexture(gl.TEXTURE_BUFFER, buf.tex)
			s.boundTextures[i] = buf
		}
	}
}

func mustHave(own map[string]*buffer, k *kernel, name string) *buffer {
	b := own[name]
	if b == nil {
		panic(fmt.Sprintf("gpu: kernel %s: no buffer %s", k.name, name))
	}
	return b
}

// unbind forgets what is bound, after others have used the context.
func (s *Sim) unbind() {
	clear(s.boundBlocks[:])
	clear(s.boundTextures[:])
	gl.BindBufferBase(gl.UNIFORM_BUFFER, 0, s.paramsBuffer)
}

const barriers = gl.SHADER_STORAGE_BARRIER_BIT | gl.TEXTURE_FETCH_BARRIER_BIT | gl.BUFFER_UPDATE_BARRIER_BIT

// over runs a kernel with one invocation for each of n items.
func (s *Sim) over(name string, n int, own map[string]*buffer) {
	if n == 0 {
		return
	}
	s.bind(s.kernels[name], own)
	x, y := foldGroups((n+group-1)/group, s.limits.GroupCount[0])
	gl.DispatchCompute(uint32(x), uint32(y), 1)
	gl.MemoryBarrier(barriers)
}

// foldGroups spreads work groups over two axes where one is too short.
func foldGroups(groups, most int) (x, y int) {
	if groups <= most {
		return groups, 1
	}
	y = (groups + most - 1) / most
	return (groups + y - 1) / y, y
}

// strideGroups is the number of groups of a kernel that strides over n items.
func (s *Sim) strideGroups(n int) int {
	each := strideGroup(s.fetch)
	return min((n+each-1)/each, s.groups)
}

// parts is how many sums a kernel leaves that strides over n items.
func (s *Sim) parts(n int) int {
	if s.fetch {
		return s.strideGroups(n) * fetchGroup
	}
	return s.strideGroups(n)
}

// stride runs a kernel that strides over n items and leaves sums, see parts.
func (s *Sim) stride(name string, n int) {
	if n == 0 {
		return
	}
	s.bind(s.kernels[name], nil)
	gl.DispatchCompute(uint32(s.strideGroups(n)), 1, 1)
	gl.MemoryBarrier(barriers)
}

// sum adds up count tallies from the first on into one of status.Tallies.
func (s *Sim) sum(first, count, target int) {
	k := s.kernels["reduce"]
	k.set("firstTally", first)
	k.set("count", count)
	k.set("target", target)
	s.bind(k, nil)
	gl.DispatchCompute(1, 1, 1)
	gl.MemoryBarrier(barriers)
}
