//go:build cgo

package gpu

import (
	"hysteron/cloth"
	"hysteron/gpu/layout"
)

type buffer = layout.Buffer

// dispatch is a dispatch as data. What it reads and writes stands in the kernel, see shaders.Accesses; the queue takes
// barriers, bindings, times and counts from here and there.
type dispatch struct {
	name  string
	shape shape
	stage stage
	// all that the kernel has, in the order of run's arguments, but for count, which is the range
	uniforms    []string
	callBuffers []string       // buffers that come with the call
	part        part           // of the buffers that several kernels share by parts
	own         layout.Strides // outputs in which items have places of their own, behind those of so many others
	before      func(n int, args []any) int
	wide        int                       // so many groups of invocations are one work group; 0: each is
	narrow      bool                      // a group in pieces has no more invocations than others
	needs       func(m *cloth.Model) bool // whether a model has use for it; nil: each has
}

// shape is how a kernel goes over its range.
type shape int

const (
	perItem      shape = iota // an invocation for each item
	looping                   // few groups, which loop over the items and each leave a sum
	inBlocks                  // an invocation for each scanEach items
	oneGroup                  // one group
	groupPerItem              // a group for each item
	together                  // so many groups as the call says, which wait for each other
)

// part is a share of tallies and of what contact points have touched: kernels with different parts write to different
// places there and may run side by side. Zero stands for all.
type part = layout.BufferPart

const (
	ofTriangles part = 1 << iota
	ofHinges
	ofCurves
	ofPairs
	ofVertices
	ofGradient
	ofNorm
	ofListed // and the bits above, those of listed kinds
	allParts = layout.AllParts
)

// parted lists the buffers that have parts.
var parted = []string{"reduction", "touched"}

// aliases lists which buffers of the simulation are lent by other names.
var aliases = map[string][]string{
	"inverse": {"sweepEven", "sweepOdd"}, "sweepFrom": {"sweepEven", "sweepOdd"}, "sweepTo": {"sweepEven", "sweepOdd"},
	"shownFrom": {"startHi", "positionHi"},
	"atHi":      {"coastHi", "positionHi"}, "atLo": {"coastLo", "positionLo"},
}

// words is for lists of names.
func words(w ...string) []string { return w }
