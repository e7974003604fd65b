package formats

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r2"
)

// TextureUV returns the texture coordinates of every corner.
func (o *OBJ) TextureUV() ([][3]r2.Vec, error) {
	uv := make([][3]r2.Vec, len(o.Tri))
	for i := range o.Tri {
		for a := range 3 {
			if i >= len(o.TriUV) || o.TriUV[i][a] < 0 {
				return nil, fmt.Errorf("triangle %d has no texture coordinates: expected them at every corner, as the pattern "+
					"space", i)
			}
			uv[i][a] = o.UV[o.TriUV[i][a]]
		}
	}
	return uv, nil
}
