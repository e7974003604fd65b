// Access of kernels to buffers, which the host binds by name. An input is a buffer texture if FETCH is defined,
// otherwise a storage buffer; which is faster depends on the device (fetches are 2 to 3 times faster on Mesa's
// llvmpipe). Outputs are always storage buffers.
#ifndef GROUP
#define GROUP 128
#endif
#ifdef LANES // a work group processes several groups of GROUP invocations
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

// Buffers that each invocation reads anywhere and writes only at its own index: LOAD4 of name reads, STORE4 writes.
#define UPDATE4(Block, name, out_) uniform samplerBuffer name; \
    layout(std430) writeonly restrict buffer Block { vec4 out_[]; };
#define STORE4(name, out_, i, v) out_[i] = v
// Vectors of three: software devices store each component separately; the fourth stays zero.
#define STORE3(name, out_, i, v) out_[i].xyz = v
#define PUT3(name, i, v) name[i].xyz = v
// The same where the fourth component is used; it stays w.
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
// Inputs that are always fetched, in kernels with more than the 16 storage buffers per stage that OpenGL 4.3
// guarantees.
#define TEX4(name) uniform samplerBuffer name;
#define TEXI1(name) uniform isamplerBuffer name;
#define TEXI4(name) uniform isamplerBuffer name;
#define TEXEL(name, i) texelFetch(name, int(i))

// The same for inputs of the macros above on devices with fewer, see shaders.Fetched.
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

// Whether an element of an output is in the bound range: with small storage blocks only a window is bound, see
// shaders.Windowed.
#define HAS(name, i) true
#define WITHIN(window, i) ((i) >= window.x && (i) < window.y)

// Index of the invocation in a dispatch that is folded into y beyond the device's limit of x; after the last item if it
// is not in the current part.
int invocation() {
    int n = int((gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * uint(GROUP) + gl_LocalInvocationID.x);
#ifdef WINDOW
    n += WINDOW.z;
    if (n >= WINDOW.w) n = 0x7fffffff;
#endif
    return n;
}

// Number of invocations of looping kernels, which run in few groups.
int invocations() { return int(gl_NumWorkGroups.x) * GROUP; }
