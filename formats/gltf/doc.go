// Package gltf reads glTF 2.0: meshes, skins and animation clips.
package gltf
