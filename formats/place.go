package formats

import "fmt"

// Source is the positions of faces and vertices of a mesh in its file; writers ignore it.
type Source struct {
	Face                 []int32 // the face of each triangle, counted from 0
	FaceLine, VertexLine []int32 // lines of faces and vertices; nil: the file has no lines
}

// FaceAt returns the position of a triangle's face in a file of the given name: its line, or its number, counted from
// 1.
func (s *Source) FaceAt(name string, tri int32) string {
	face := tri
	if len(s.Face) > 0 {
		face = s.Face[tri]
	}
	if len(s.FaceLine) > 0 {
		return fmt.Sprintf("%s:%d", name, s.FaceLine[face])
	}
	return fmt.Sprintf("%s: face %d", name, face+1)
}

// VertexAt returns the position of a vertex in a file of the given name.
func (s *Source) VertexAt(name string, v int32) string {
	if len(s.VertexLine) > 0 {
		return fmt.Sprintf("%s:%d", name, s.VertexLine[v])
	}
	return fmt.Sprintf("%s: vertex %d", name, v+1)
}
