package formats

import "fmt"

// Source tells where in its file a mesh has its faces and vertices; the writers leave it out.
type Source struct {
	Face                 []int32 // the face that each triangle is a part of, counted from 0
	FaceLine, VertexLine []int32 // lines of faces and vertices; nil: the file has no lines
}

// FaceAt is where a triangle's face is in a file of the given name: its line, or its number, counted from 1.
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

// VertexAt is where a vertex is in a file of the given name.
func (s *Source) VertexAt(name string, v int32) string {
	if len(s.VertexLine) > 0 {
		return fmt.Sprintf("%s:%d", name, s.VertexLine[v])
	}
	return fmt.Sprintf("%s: vertex %d", name, v+1)
}
