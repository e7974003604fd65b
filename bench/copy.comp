#version 430 core
// Copies a buffer: the device's own bandwidth, which iterations are compared with.

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly restrict buffer From { vec4 source[]; };
layout(std430, binding = 1) writeonly restrict buffer To { vec4 target[]; };

void main() {
	uint stride = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
	for (uint i = gl_GlobalInvocationID.x; i < uint(source.length()); i += stride) {
		target[i] = source[i];
	}
}
