// Package formats reads and writes the files Hysteron exchanges with other
// programs: triangle meshes (OBJ, PLY), characters (glTF) and vertex caches (PC2, MDD). There is one
// file per format. Readers return plain data, name the file and the line or
// byte of whatever is wrong, refuse non-finite numbers, bound the memory a
// hostile file can claim, and never panic. Nothing here knows what the data
// will be used for.
package formats
