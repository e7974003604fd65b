// Package opengl runs OpenGL 4.3 core without a window, through EGL. It finds devices, owns the thread of a context,
// and compiles the texts of package shaders.
//
// Without cgo the package builds and every entry returns ErrNoCgo. With cgo, building needs a C compiler and libegl-dev
// (Debian); running needs libegl1 and a driver: libgl1-mesa-dri has one for any machine. The build tag egl avoids a
// dependency on libGL and X11; without it libgl-dev and libgl1 are needed too.
package opengl

import (
	"errors"
	"fmt"
	"strings"
)

// Reasons for which there is no OpenGL. Test with errors.Is.
var (
	ErrNoCgo    = errors.New("built without cgo: no OpenGL")
	ErrNoEGL    = errors.New("no usable EGL (Debian packages: libegl1 and libgl1-mesa-dri, or the GPU vendor's driver)")
	ErrNoDevice = errors.New("no such OpenGL device")
	ErrNoGL43   = errors.New("OpenGL 4.3 core is not available")
)

// Errors of a device at run time. Test with errors.Is.
var (
	ErrOutOfMemory = errors.New("the device has run out of memory") // GL_OUT_OF_MEMORY
	// the device was reset or removed; all data is lost
	ErrLost = errors.New("the OpenGL context is lost")
)

// Auto, as Options.Device, means the first hardware device, or the first software device without one.
const Auto = -1

// Index returns the value of Options.Device for an optional choice: nil means Auto.
func Index(device *int) int {
	if device == nil {
		return Auto
	}
	return *device
}

// Check returns an error if a device of Devices cannot be used: ErrNoEGL, ErrNoDevice (also for a device with a
// problem), ErrNoCgo. compute is as in Options; it must be set before drivers are first queried.
func Check(device int, compute bool) error {
	if compute {
		computeAlone()
	}
	list, err := Devices()
	if err != nil {
		return err
	}
	if device < 0 || device >= len(list) {
		return fmt.Errorf("%w: expected 0 to %d", ErrNoDevice, len(list)-1)
	}
	if p := list[device].Problem; p != "" {
		return fmt.Errorf("%w: %s", ErrNoDevice, p)
	}
	return nil
}

// Choose returns the index of the device for Auto in the list of Devices. The error is ErrNoGL43 if none can be used.
func Choose(list []Device) (int, error) {
	at := -1
	var problems []string
	for i, d := range list {
		switch {
		case d.Problem != "":
			problems = append(problems, d.String())
		case !d.Software:
			return i, nil
		case at < 0:
			at = i
		}
	}
	if at < 0 {
		return 0, fmt.Errorf("%w: %s", ErrNoGL43, strings.Join(problems, "; "))
	}
	return at, nil
}

// Options select a device. The zero value selects device 0.
type Options struct {
	Device int  // index as listed by Devices, or Auto
	Debug  bool // check every Context.Do for OpenGL errors (slower)
	// Compute is for contexts that mostly run kernels: software OpenGL on few processors then computes without
	// threads. The first context of a process decides for all.
	Compute bool
	// Timed measures the stages of steps by the device clock, see step.Report; otherwise they are zero.
	Timed bool
	// Ended, if not nil, is polled between compilations of kernels, which take software drivers a minute in all. An
	// error ends them.
	Ended func() error
	// ResetStatus replaces the driver's glGetGraphicsResetStatus in tests.
	ResetStatus func() uint32
	// AsHardware makes kernels on software OpenGL read and sum as on hardware: slower, but with the operation
	// counts of hardware, see Counts.
	AsHardware bool
	// BlockBytes replaces the driver's largest storage block in tests; 0: the driver's.
	BlockBytes int64
}

// Limits of a device for dispatches and buffers.
type Limits struct {
	SSBOBytes         int64  `json:"ssbo_bytes"`           // largest shader storage block [bytes]
	SSBOBindings      int    `json:"ssbo_bindings"`        // storage buffer binding points
	SSBOPerCompute    int    `json:"ssbo_per_compute"`     // storage blocks in one compute shader
	TextureUnits      int    `json:"texture_units"`        // buffer textures in one compute shader
	GroupCount        [3]int `json:"group_count"`          // work groups per axis
	GroupSize         [3]int `json:"group_size"`           // invocations per group and axis
	GroupInvocations  int    `json:"group_invocations"`    // invocations per group
	SharedBytes       int    `json:"shared_bytes"`         // shared memory of a group [bytes]
	TextureBufferSize int    `json:"texture_buffer_texel"` // texels of a buffer texture
	TextureSize       int    `json:"texture_size"`         // side of a 2D texture [texel]
	Samples           int    `json:"samples"`              // multisampling
	// MemoryBytes is the memory available to the driver, on the device and the host; 0: unknown. NVIDIA's driver
	// does not refuse larger allocations, but hangs when clearing them.
	MemoryBytes int64 `json:"memory_bytes,omitempty"`
}

// Blocks returns the largest number of storage blocks in a kernel.
func (l *Limits) Blocks() int { return min(l.SSBOPerCompute, l.SSBOBindings) }

// Fold spreads work groups over two axes if one is too short.
func (l *Limits) Fold(groups int) (x, y int) {
	most := l.GroupCount[0]
	if groups <= most {
		return groups, 1
	}
	y = (groups + most - 1) / most
	return (groups + y - 1) / y, y
}

// Bears returns a CrowdedError if a kernel may not have as many storage blocks and buffer textures, or more than most
// of either.
func (l *Limits) Bears(blocks, textures, most int) error {
	e := CrowdedError{blocks, textures, min(l.Blocks(), most), min(l.TextureUnits, most)}
	if e.Blocks <= e.mostBlocks && e.textures <= e.mostTextures {
		return nil
	}
	return &e
}

// CrowdedError means that a kernel has more buffers than a device allows.
type CrowdedError struct {
	Blocks                             int
	textures, mostBlocks, mostTextures int
}

func (e *CrowdedError) Error() string {
	return fmt.Sprintf("%d storage buffers and %d buffer textures, the most are %d and %d", e.Blocks, e.textures,
		e.mostBlocks, e.mostTextures)
}

// Device describes a device through which OpenGL can be used.
type Device struct {
	Index    int    `json:"index"`
	Platform string `json:"platform"` // "EGL device" or "EGL surfaceless"
	Node     string `json:"node"`     // DRM device file, if any
	Renderer string `json:"renderer"`
	Vendor   string `json:"vendor"`
	Version  string `json:"version"`  // OpenGL version string
	Software bool   `json:"software"` // computes on the CPU
	Memory   int64  `json:"memory"`   // device memory [bytes]; 0: unknown
	Limits   Limits `json:"limits"`
	Problem  string `json:"problem,omitempty"` // why it cannot be used; empty: usable
}

// String describes the device in one line.
func (d Device) String() string {
	if d.Problem != "" {
		return fmt.Sprintf("device %d (%s): unusable: %s", d.Index, d.Platform, d.Problem)
	}
	kind := "hardware"
	if d.Software {
		kind = "software"
	}
	return fmt.Sprintf("device %d: %s, %s, OpenGL %s (%s)", d.Index, d.Renderer, kind, d.Version, d.Platform)
}
