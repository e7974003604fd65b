// Package opengl runs OpenGL 4.3 core without a window, through EGL: it finds devices, owns the one
// thread a context lives on, and compiles the texts of package shaders.
//
// Without cgo the package builds and every entry returns ErrNoCgo. With cgo, building needs a C
// compiler and libegl-dev (Debian); running needs libegl1 and a driver, of which libgl1-mesa-dri has
// one for any machine. The build tag egl keeps libGL and X11 out of the binary; without it libgl-dev
// and libgl1 are needed too.
package opengl

import (
	"errors"
	"fmt"
	"strings"
)

// Errors that say why there is no OpenGL; test with errors.Is.
var (
	ErrNoCgo    = errors.New("built without cgo: no OpenGL")
	ErrNoEGL    = errors.New("no usable EGL (Debian packages: libegl1 and libgl1-mesa-dri, or the GPU vendor's driver)")
	ErrNoDevice = errors.New("no such OpenGL device")
	ErrNoGL43   = errors.New("OpenGL 4.3 core is not available")
)

// Errors of a device at work; test with errors.Is.
var (
	ErrOutOfMemory = errors.New("the device has run out of memory") // GL_OUT_OF_MEMORY
	// and everything on it: the device was reset or taken away
	ErrLost = errors.New("the OpenGL context is lost")
)

// Auto as Options.Device takes the first hardware device, else the first software one.
const Auto = -1

// Index is what stands for a device in Options.Device: itself, or Auto where none is chosen.
func Index(device *int) int {
	if device == nil {
		return Auto
	}
	return *device
}

// Check says why one of Devices cannot be used, if so. Errors: ErrNoEGL, ErrNoDevice, also for a device with a problem,
// ErrNoCgo. compute is as in Options: it has to be known before anything asks drivers for devices.
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

// Choose is the device that Auto takes among the list of Devices. Error: ErrNoGL43 where none can be used.
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

// Options says which device to open and how. The zero value opens device 0.
type Options struct {
	Device int  // index as listed by Devices, or Auto
	Debug  bool // check every Context.Do for OpenGL errors (slower)
	// Compute is for contexts that mostly run kernels: software OpenGL on few processors computes without
	// threads then. The first context of a process decides for all.
	Compute bool
	// Timed has the stages of steps measured by the device's clock, see step.Report; else they are zero.
	Timed bool
	// Ended is asked between kernels that are compiled, which takes software drivers a minute: why that is to end, nil
	// if it is not; nil: never asked.
	Ended func() error
	// ResetStatus stands in for the driver's glGetGraphicsResetStatus, for tests of what follows a reset.
	ResetStatus func() uint32
	// AsHardware has software OpenGL read and sum as hardware does: slower, but what steps ask of it is what they ask
	// of hardware, see Counts.
	AsHardware bool
	// BlockBytes stands in for the driver's largest storage block, for tests of devices whose blocks are smaller; 0: it
	// does not.
	BlockBytes int64
}

// Limits of a device that decide what fits in one dispatch or buffer.
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
	// MemoryBytes is all that the driver can give, of the device's memory and of the host's, 0 where it does not say.
	// NVIDIA's does not refuse what is more, and never comes back from clearing it.
	MemoryBytes int64 `json:"memory_bytes,omitempty"`
}

// Blocks is how many storage blocks a kernel may have.
func (l *Limits) Blocks() int { return min(l.SSBOPerCompute, l.SSBOBindings) }

// Fold spreads work groups over two axes where one is too short.
func (l *Limits) Fold(groups int) (x, y int) {
	most := l.GroupCount[0]
	if groups <= most {
		return groups, 1
	}
	y = (groups + most - 1) / most
	return (groups + y - 1) / y, y
}

// Bears reports whether a kernel may have so many storage blocks and buffer textures, most of either at most; else the
// error is a CrowdedError.
func (l *Limits) Bears(blocks, textures, most int) error {
	e := CrowdedError{blocks, textures, min(l.Blocks(), most), min(l.TextureUnits, most)}
	if e.Blocks <= e.mostBlocks && e.textures <= e.mostTextures {
		return nil
	}
	return &e
}

// CrowdedError tells that a kernel has more buffers than a device lets it have.
type CrowdedError struct {
	Blocks                             int
	textures, mostBlocks, mostTextures int
}

func (e *CrowdedError) Error() string {
	return fmt.Sprintf("%d storage buffers and %d buffer textures, the most are %d and %d", e.Blocks, e.textures,
		e.mostBlocks, e.mostTextures)
}

// Device is one way to get an OpenGL context.
type Device struct {
	Index    int    `json:"index"`
	Platform string `json:"platform"` // how it is reached: "EGL device" or "EGL surfaceless"
	Node     string `json:"node"`     // DRM device file, if there is one
	Renderer string `json:"renderer"`
	Vendor   string `json:"vendor"`
	Version  string `json:"version"`  // OpenGL version string
	Software bool   `json:"software"` // computed on the CPU
	Memory   int64  `json:"memory"`   // device memory [bytes], 0 where the driver does not say
	Limits   Limits `json:"limits"`
	Problem  string `json:"problem,omitempty"` // why it cannot be used; empty: it can
}

// String names the device in one line.
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
