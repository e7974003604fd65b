#version 430 core
// Copies a buffer: the device's own bandwidth, which iterations are compared with.

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly restrict buffer From { vec4 source[]; };
layout(std430, binding = 1) writeonly restrict buffer To { vec4 target[]; };

void main() {
	uint stride = gl_NumWorkGroups.x * gl_WorkGroupSize.x, n = uint(source.length()), i = gl_GlobalInvocationID.x;
	for (; i + 3u * stride < n; i += 4u * stride) { // enough is under way to hide the latency of fast memory
		vec4 a = source[i], b = source[i + stride], c = source[i + 2u * stride], d = source[i + 3u * stride];
		target[i] = a;
		target[i + stride] = b;
		target[i + 2u * stride] = c;
		target[i + 3u * stride] = d;
	}
	for (; i < n; i += stride) target[i] = source[i];
}
