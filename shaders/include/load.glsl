// How kernels reach their buffers. The host binds by name: an input is a buffer texture that is
// fetched where FETCH is defined, and a storage buffer elsewhere; which is faster depends on the
// device (on Mesa's llvmpipe fetches are 2 to 3 times faster). Outputs are storage buffers always.
#ifndef GROUP
#define GROUP 128
#endif
#ifdef LANES // a work group does what several of GROUP invocations do
layout(local_size_x = LANES) in;
#else
layout(local_size_x = GROUP) in;
#endif

#ifdef FETCH
#define IN1(Block, name) uniform samplerBuffer name;
#define IN4(Block, name) uniform samplerBuffer name;
#define INI1(Block, name) uniform isamplerBuffer name;
#define INI4(Block, name) uniform isamplerBuffer name;
#define LOAD1(name, i) texelFetch(name, int(i)).r
#define LOAD4(name, i) texelFetch(name, int(i))
#define LOADI1(name, i) texelFetch(name, int(i)).r
#define LOADI4(name, i) texelFetch(name, int(i))

// Buffers that every invocation reads and then writes at its own index alone: old values by LOAD4 of
// name, new ones by STORE4.
#define UPDATE4(Block, name, out_) uniform samplerBuffer name; \
    layout(std430) writeonly restrict buffer Block { vec4 out_[]; };
#define STORE4(name, out_, i, v) out_[i] = v
// Vectors of three: software devices store component by component and lane by lane, the fourth stays zero.
#define STORE3(name, out_, i, v) out_[i].xyz = v
#define PUT3(name, i, v) name[i].xyz = v
// The same where the fourth means something: it stays w.
#define KEEP3(name, out_, i, v, w) out_[i].xyz = v
#define STOREW(name, out_, i, v) out_[i].w = v
#else
#define UPDATE4(Block, name, out_) layout(std430) restrict buffer Block { vec4 name[]; };
#define STORE4(name, out_, i, v) name[i] = v
#define STORE3(name, out_, i, v) name[i] = vec4(v, 0.0)
#define PUT3(name, i, v) name[i] = vec4(v, 0.0)
#define KEEP3(name, out_, i, v, w) name[i] = vec4(v, w)
#define STOREW(name, out_, i, v) name[i].w = v
#define IN1(Block, name) layout(std430) readonly restrict buffer Block { float name[]; };
#define IN4(Block, name) layout(std430) readonly restrict buffer Block { vec4 name[]; };
#define INI1(Block, name) layout(std430) readonly restrict buffer Block { int name[]; };
#define INI4(Block, name) layout(std430) readonly restrict buffer Block { ivec4 name[]; };
#define LOAD1(name, i) name[i]
#define LOAD4(name, i) name[int(i)]
#define LOADI1(name, i) name[int(i)]
#define LOADI4(name, i) name[i]
#endif
// Inputs that are fetched everywhere, where a kernel has more of them than the 16 storage buffers
// that OpenGL 4.3 devices have per stage.
#define TEX4(name) uniform samplerBuffer name;
#define TEXI1(name) uniform isamplerBuffer name;
#define TEXI4(name) uniform isamplerBuffer name;
#define TEXEL(name, i) texelFetch(name, int(i))

// The same for inputs of the macros above where a device has fewer, see shaders.Fetched.
#define TEX1(name) uniform samplerBuffer name;
#define FETCH1(name, i) texelFetch(name, int(i)).r
#define FETCH4(name, i) texelFetch(name, int(i))
#define FETCHI1(name, i) texelFetch(name, int(i)).r
#define FETCHI4(name, i) texelFetch(name, int(i))

#define OUT1(Block, name) layout(std430) writeonly restrict buffer Block { float name[]; };
#define OUT4(Block, name) layout(std430) writeonly restrict buffer Block { vec4 name[]; };
#define INOUT4(Block, name) layout(std430) restrict buffer Block { vec4 name[]; };
#define INOUTI1(Block, name) layout(std430) restrict buffer Block { int name[]; };
#define INOUTI4(Block, name) layout(std430) restrict buffer Block { ivec4 name[]; };

// Whether a place of an output is bound: where storage blocks are small, ranges are, see shaders.Windowed.
#define HAS(name, i) true
#define WITHIN(window, i) ((i) >= window.x && (i) < window.y)

// Position of the invocation in a dispatch that is folded into y where x would pass the device's limit, or behind
// all items if these are not of its part.
int invocation() {
    int n = int((gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * uint(GROUP) + gl_LocalInvocationID.x);
#ifdef WINDOW
    n += WINDOW.z;
    if (n >= WINDOW.w) n = 0x7fffffff;
#endif
    return n;
}

// Kernels that sum run in few groups, each of which loops over the range.
int invocations() { return int(gl_NumWorkGroups.x) * GROUP; }
