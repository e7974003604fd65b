// Package formats reads and writes the files that Hysteron exchanges with other programs: triangle meshes (OBJ, PLY),
// characters (glTF) and vertex caches (PC2, MDD). There is one file per format. Readers return plain data, report
// errors with file and line or byte, refuse non-finite numbers, bound the memory that a hostile file can claim, and
// never panic. The package is independent of the use of the data.
package formats
