package body

// Zones returns the named parts of a body's surface, as triangle numbers: of a character by the dominant bone, by mesh
// and by material; of the mannequin by joint and region; of an OBJ file by group.
func Zones(b Body) map[string][]int32 {
	switch b := b.(type) {
	case *Sealed:
		inner := Zones(b.inner)
		out := make(map[string][]int32, len(inner))
		now := map[int32]int32{} // new number, by triangle of the inner body
		for i, t := range b.from {
			now[t] = int32(i)
		}
		for name, list := range inner {
			for _, t := range list {
				if i, ok := now[t]; ok {
					out[name] = append(out[name], i)
				}
			}
		}
		return out
	case carrier:
		return Zones(b.carried())
	case *Character:
		return b.zones
	case *Track:
		return b.zones
	case *Mannequin:
		return b.model.zones()
	}
	return nil
}

// zones assigns each triangle to the joint and the region with the largest share of it.
func (m *mannequinModel) zones() map[string][]int32 {
	out := map[string][]int32{}
	for t, v := range m.tris {
		var share [numJoints]float64
		for _, v := range v {
			for i, j := range m.weights[v].joint {
				share[j] += m.weights[v].weight[i]
			}
		}
		best := 0
		for j, w := range share {
			if w > share[best] {
				best = j
			}
		}
		region := m.regions[v[0]]
		if m.regions[v[1]] == m.regions[v[2]] {
			region = m.regions[v[1]]
		}
		out[region.String()] = append(out[region.String()], int32(t))
		if best != headJoint { // its name is also that of a region
			out[JointNames[best]] = append(out[JointNames[best]], int32(t))
		}
	}
	return out
}
