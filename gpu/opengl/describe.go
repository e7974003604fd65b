//go:build cgo

package opengl

import (
	"fmt"
	"strings"
	"sync"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Tokens of GL_NVX_gpu_memory_info and GL_ATI_meminfo, both in KiB.
const (
	nvxDedicatedMemory = 0x9047
	nvxTotalMemory     = 0x9048 // includes host memory used by the driver
	atiTextureFree     = 0x87FC
)

// describe fills d from the current context.
func describe(d *Device) error {
	if err := loadGL(); err != nil {
		return fmt.Errorf("%w: %w", ErrNoGL43, err)
	}
	d.Renderer = gl.GoStr(gl.GetString(gl.RENDERER))
	d.Vendor = gl.GoStr(gl.GetString(gl.VENDOR))
	d.Version = gl.GoStr(gl.GetString(gl.VERSION))
	var major, minor int32
	gl.GetIntegerv(gl.MAJOR_VERSION, &major)
	gl.GetIntegerv(gl.MINOR_VERSION, &minor)
	if major < 4 || major == 4 && minor < 3 {
		return fmt.Errorf("%w: the driver offers OpenGL %s", ErrNoGL43, d.Version)
	}
	d.Software = isSoftware(d.Renderer)

	l := &d.Limits
	gl.GetInteger64v(gl.MAX_SHADER_STORAGE_BLOCK_SIZE, &l.SSBOBytes)
	l.SSBOBindings = Integer(gl.MAX_SHADER_STORAGE_BUFFER_BINDINGS)
	l.SSBOPerCompute = Integer(gl.MAX_COMPUTE_SHADER_STORAGE_BLOCKS)
	l.TextureUnits = Integer(gl.MAX_COMPUTE_TEXTURE_IMAGE_UNITS)
	l.GroupInvocations = Integer(gl.MAX_COMPUTE_WORK_GROUP_INVOCATIONS)
	l.SharedBytes = Integer(gl.MAX_COMPUTE_SHARED_MEMORY_SIZE)
	l.TextureBufferSize = Integer(gl.MAX_TEXTURE_BUFFER_SIZE)
	l.TextureSize = Integer(gl.MAX_TEXTURE_SIZE)
	l.Samples = Integer(gl.MAX_SAMPLES)
	for k := range l.GroupCount {
		var v int32
		gl.GetIntegeri_v(gl.MAX_COMPUTE_WORK_GROUP_COUNT, uint32(k), &v)
		l.GroupCount[k] = int(v)
		gl.GetIntegeri_v(gl.MAX_COMPUTE_WORK_GROUP_SIZE, uint32(k), &v)
		l.GroupSize[k] = int(v)
	}
	switch {
	case HasExtension("GL_NVX_gpu_memory_info"):
		d.Memory = int64(Integer(nvxDedicatedMemory)) << 10
		l.MemoryBytes = max(d.Memory, int64(Integer(nvxTotalMemory))<<10)
	case HasExtension("GL_ATI_meminfo"):
		var v [4]int32
		gl.GetIntegerv(atiTextureFree, &v[0])
		d.Memory = int64(v[0]) << 10
	}
	gl.GetError() // an optional query above may have failed
	return nil
}

// isSoftware reports whether a renderer name is that of a software driver.
func isSoftware(renderer string) bool {
	r := strings.ToLower(renderer)
	for _, name := range []string{"llvmpipe", "softpipe", "swrast", "swr (", "software rasterizer", "swiftshader"} {
		if strings.Contains(r, name) {
			return true
		}
	}
	return false
}

// Integer returns an integer parameter of the current context.
func Integer(what uint32) int {
	var v int32
	gl.GetIntegerv(what, &v)
	return int(v)
}

// HasExtension reports whether the current context has an extension, by its full name.
func HasExtension(name string) bool {
	n := Integer(gl.NUM_EXTENSIONS)
	for i := 0; i < n; i++ {
		if gl.GoStr(gl.GetStringi(gl.EXTENSIONS, uint32(i))) == name {
			return true
		}
	}
	return false
}

var loadGL = sync.OnceValue(func() error { return gl.InitWithProcAddrFunc(procAddress) })
