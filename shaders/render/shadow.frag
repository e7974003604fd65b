// Depth only.
#version 430 core

void main() {}
