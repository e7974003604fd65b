//go:build cgo

package gpu

import (
	"hysteron/cloth"
	"hysteron/gpu/layout"
)

type buffer = layout.Buffer

// dispatch describes a dispatch. Its accesses are declared in the kernel, see shaders.Accesses; the queue derives
// barriers, bindings, times and counts.
type dispatch struct {
	name  string
	shape shape
	stage stage
	// All uniforms of the kernel, in the order of run's arguments, without count.
	uniforms    []string
	callBuffers []string       // buffers passed with the call
	part        part           // part of shared buffers
	strides     layout.Strides // outputs with item slots after those of other kernels
	itemsBefore func(n int, args []any) int
	width       int                       // groups of invocations per work group; 0: one
	narrow      bool                      // a split group has no more invocations than others
	needs       func(m *cloth.Model) bool // reports whether a model uses it; nil: always
}

// shape is the mapping of items to invocations.
type shape int

const (
	perItem          shape = iota // an invocation per item
	looping                       // few groups that loop over the items, one partial sum each
	inBlocks                      // an invocation per scanEach items
	oneGroup                      // one group
	groupPerItem                  // a group per item
	concurrentGroups              // concurrent groups with barriers between them, as many as the call specifies
)

// part is the part of the partial sums and of the touched flags that a kernel writes. Kernels with different parts may
// run concurrently. Zero means all.
type part = layout.BufferPart

const (
	ofTriangles part = 1 << iota
	ofHinges
	ofCurves
	ofPairs
	ofVertices
	ofGradient
	ofNorm
	ofListed // and the bits above, for listed kinds
	allParts = layout.AllParts
)

// parted lists the buffers that are divided into parts.
var parted = []string{"reduction", "touched"}

// aliases lists the names under which buffers are passed with calls.
var aliases = map[string][]string{
	"inverse": {"sweepEven", "sweepOdd"}, "sweepFrom": {"sweepEven", "sweepOdd"}, "sweepTo": {"sweepEven", "sweepOdd"},
	"shownFrom": {"startHi", "positionHi"},
	"atHi":      {"coastHi", "positionHi"}, "atLo": {"coastLo", "positionLo"},
	"flags": {"inContact", "pairNextFraction"},
}

// words returns its arguments as a list.
func words(w ...string) []string { return w }
