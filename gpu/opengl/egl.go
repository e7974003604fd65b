//go:build cgo

package opengl

/*
#cgo LDFLAGS: -lEGL
#include <stdlib.h>
#include <string.h>
#include <pthread.h>
#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>

static int hasWord(const char *list, const char *word) {
	size_t n = strlen(word);
	for (const char *p = list; p && (p = strstr(p, word)); p += n)
		if ((p == list || p[-1] == ' ') && (p[n] == ' ' || p[n] == 0)) return 1;
	return 0;
}

static const char *clientExtensions(void) {
	return eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
}

// Fills out with at most max devices; returns their number, or -1 without the extension.
static int queryDevices(void **out, int max) {
	const char *ext = clientExtensions();
	if (!hasWord(ext, "EGL_EXT_platform_base")) return -1;
	if (!hasWord(ext, "EGL_EXT_device_enumeration") && !hasWord(ext, "EGL_EXT_device_base")) return -1;
	PFNEGLQUERYDEVICESEXTPROC f = (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
	EGLint n = 0;
	if (!f || !f(max, (EGLDeviceEXT *)out, &n)) return -1;
	return n;
}

static const char *deviceString(void *dev, EGLint what) {
	PFNEGLQUERYDEVICESTRINGEXTPROC f =
		(PFNEGLQUERYDEVICESTRINGEXTPROC)eglGetProcAddress("eglQueryDeviceStringEXT");
	return f ? f((EGLDeviceEXT)dev, what) : NULL;
}

static const char *deviceNode(void *dev) {
	if (!hasWord(deviceString(dev, EGL_EXTENSIONS), "EGL_EXT_device_drm")) return NULL;
	return deviceString(dev, EGL_DRM_DEVICE_FILE_EXT);
}

static EGLDisplay platformDisplay(EGLenum platform, void *native) {
	PFNEGLGETPLATFORMDISPLAYEXTPROC f =
		(PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
	return f ? f(platform, native, NULL) : EGL_NO_DISPLAY;
}

static int surfacelessPlatform(void) {
	return hasWord(clientExtensions(), "EGL_MESA_platform_surfaceless");
}

static int displayHas(EGLDisplay d, const char *ext) {
	return hasWord(eglQueryString(d, EGL_EXTENSIONS), ext);
}

static EGLContext createContext(EGLDisplay d, EGLConfig c, int major, int minor, int debug, int notify) {
	EGLint attr[16], n = 0;
	if (major) {
		attr[n++] = EGL_CONTEXT_MAJOR_VERSION; attr[n++] = major;
		attr[n++] = EGL_CONTEXT_MINOR_VERSION; attr[n++] = minor;
		attr[n++] = EGL_CONTEXT_OPENGL_PROFILE_MASK; attr[n++] = EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT;
		if (debug) { attr[n++] = EGL_CONTEXT_OPENGL_DEBUG; attr[n++] = EGL_TRUE; }
		if (notify) { attr[n++] = EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY; attr[n++] = EGL_LOSE_CONTEXT_ON_RESET; }
	}
	attr[n] = EGL_NONE;
	return eglCreateContext(d, c, EGL_NO_CONTEXT, attr);
}

static EGLConfig chooseConfig(EGLDisplay d) {
	const EGLint attr[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
	EGLConfig c = NULL;
	EGLint n = 0;
	if (!eglChooseConfig(d, attr, &c, 1, &n) || n < 1) return NULL;
	return c;
}

static EGLSurface createPbuffer(EGLDisplay d, EGLConfig c) {
	const EGLint attr[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
	return eglCreatePbufferSurface(d, c, attr);
}

static const char *glVersion(void) {
	const unsigned char *(*f)(unsigned) = (const unsigned char *(*)(unsigned))eglGetProcAddress("glGetString");
	return f ? (const char *)f(0x1F02) : NULL;
}

static unsigned long long threadID(void) { return (unsigned long long)pthread_self(); }
*/
import "C"

import (
	"errors"
	"fmt"
	"unsafe"
)

const surfacelessName = "EGL surfaceless"

// place is a way to open a display, before any context.
type place struct {
	platform string
	node     string
	display  C.EGLDisplay
	problem  error // why no context can be created on it, once known
}

const maxDevices = 64

// places lists the EGL devices and, after them, Mesa's surfaceless platform. EGL displays are shared by all contexts of
// a process, so they are never terminated.
func places() []place {
	var list []place
	devs := (*[maxDevices]unsafe.Pointer)(C.calloc(maxDevices, C.size_t(unsafe.Sizeof(uintptr(0)))))
	defer C.free(unsafe.Pointer(devs))
	n := int(C.queryDevices(&devs[0], maxDevices))
	for i := 0; i < n; i++ {
		p := place{platform: "EGL device"}
		if s := C.deviceNode(devs[i]); s != nil {
			p.node = C.GoString(s)
		}
		p.display = C.platformDisplay(C.EGL_PLATFORM_DEVICE_EXT, devs[i])
		list = append(list, p)
	}
	if C.surfacelessPlatform() != 0 {
		list = append(list, place{
			platform: surfacelessName,
			display:  C.platformDisplay(C.EGL_PLATFORM_SURFACELESS_MESA, nil),
		})
	}
	for i := range list {
		if list[i].display == 0 {
			list[i].problem = errors.New("no EGL display: " + eglError())
		} else if C.eglInitialize(list[i].display, nil, nil) == C.EGL_FALSE {
			list[i].problem = errors.New("EGL does not initialise: " + eglError())
		}
	}
	return list
}

// eglState is a context that is current on the calling thread.
type eglState struct {
	display C.EGLDisplay
	context C.EGLContext
	surface C.EGLSurface // 1×1, only if contexts need a surface
}

// makeCurrent creates an OpenGL 4.3 core context at p and makes it current on this thread.
func makeCurrent(p place, debug bool) (*eglState, error) {
	if p.problem != nil {
		return nil, p.problem
	}
	if C.eglBindAPI(C.EGL_OPENGL_API) == C.EGL_FALSE {
		return nil, fmt.Errorf("this EGL has no desktop OpenGL: %s", eglError())
	}
	d := p.display
	config := C.chooseConfig(d)
	if config == 0 && !displayHas(d, "EGL_KHR_no_config_context") && !displayHas(d, "EGL_MESA_configless_context") {
		return nil, fmt.Errorf("no EGL configuration for OpenGL: %s", eglError())
	}
	ctx := C.createContext(d, config, 4, 3, cbool(debug), 1)
	if ctx == nil { // driver without robustness extension
		ctx = C.createContext(d, config, 4, 3, cbool(debug), 0)
	}
	if ctx == nil {
		why := eglError()
		return nil, fmt.Errorf("%w: %s%s", ErrNoGL43, why, offered(d, config))
	}
	s := &eglState{display: d, context: ctx}
	if !displayHas(d, "EGL_KHR_surfaceless_context") {
		if s.surface = C.createPbuffer(d, config); s.surface == nil {
			why := eglError()
			s.destroy()
			return nil, fmt.Errorf("no EGL surface: %s", why)
		}
	}
	if C.eglMakeCurrent(d, s.surface, s.surface, ctx) == C.EGL_FALSE {
		why := eglError()
		s.destroy()
		return nil, fmt.Errorf("the context cannot be made current: %s", why)
	}
	return s, nil
}

// offered returns the OpenGL version of a context without a requested version.
func offered(d C.EGLDisplay, config C.EGLConfig) string {
	ctx := C.createContext(d, config, 0, 0, 0, 0)
	if ctx == nil {
		return ""
	}
	s := &eglState{display: d, context: ctx}
	defer s.destroy()
	if C.eglMakeCurrent(d, nil, nil, ctx) == C.EGL_FALSE {
		return ""
	}
	if v := C.glVersion(); v != nil {
		return "; the driver offers OpenGL " + C.GoString(v)
	}
	return ""
}

func (s *eglState) destroy() {
	C.eglMakeCurrent(s.display, nil, nil, nil)
	if s.surface != nil {
		C.eglDestroySurface(s.display, s.surface)
	}
	C.eglDestroyContext(s.display, s.context)
}

func displayHas(d C.EGLDisplay, ext string) bool {
	c := C.CString(ext)
	defer C.free(unsafe.Pointer(c))
	return C.displayHas(d, c) != 0
}

// procAddress returns the address of an OpenGL function.
func procAddress(name string) unsafe.Pointer {
	c := C.CString(name)
	defer C.free(unsafe.Pointer(c))
	return unsafe.Pointer(C.eglGetProcAddress(c))
}

// threadID returns the ID of the calling operating system thread.
func threadID() uint64 { return uint64(C.threadID()) }

func cbool(b bool) C.int {
	if b {
		return 1
	}
	return 0
}

var eglErrors = map[C.EGLint]string{
	C.EGL_SUCCESS:         "no error given",
	C.EGL_NOT_INITIALIZED: "EGL_NOT_INITIALIZED",
	C.EGL_BAD_ACCESS:      "EGL_BAD_ACCESS",
	C.EGL_BAD_ALLOC:       "EGL_BAD_ALLOC",
	C.EGL_BAD_ATTRIBUTE:   "EGL_BAD_ATTRIBUTE",
	C.EGL_BAD_CONFIG:      "EGL_BAD_CONFIG",
	C.EGL_BAD_CONTEXT:     "EGL_BAD_CONTEXT",
	C.EGL_BAD_DISPLAY:     "EGL_BAD_DISPLAY",
	C.EGL_BAD_MATCH:       "EGL_BAD_MATCH",
	C.EGL_BAD_PARAMETER:   "EGL_BAD_PARAMETER",
	C.EGL_BAD_SURFACE:     "EGL_BAD_SURFACE",
	C.EGL_CONTEXT_LOST:    "EGL_CONTEXT_LOST",
}

// eglError returns and clears this thread's last EGL error.
func eglError() string {
	e := C.eglGetError()
	if s, ok := eglErrors[e]; ok {
		return s
	}
	return fmt.Sprintf("EGL error 0x%x", int(e))
}
