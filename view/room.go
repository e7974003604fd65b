package view

// Rect is a part of a window, from its upper left corner [pixel].
type Rect struct{ X, Y, W, H float64 }

func (r Rect) overlaps(q Rect) bool {
	return r.X < q.X+q.W && q.X < r.X+r.W && r.Y < q.Y+q.H && q.Y < r.Y+r.H
}

func (r Rect) contains(q Rect) bool {
	return r.X <= q.X && r.Y <= q.Y && q.X+q.W <= r.X+r.W && q.Y+q.H <= r.Y+r.H
}

// Room returns the maximal empty rectangles between others in a window of w × h pixels.
func Room(w, h float64, taken []Rect) (free []Rect) {
	xs, ys := []float64{0, w}, []float64{0, h}
	inside := func(list []float64, v, most float64) []float64 {
		if v > 0 && v < most {
			list = append(list, v)
		}
		return list
	}
	for _, r := range taken {
		xs = inside(inside(xs, r.X, w), r.X+r.W, w)
		ys = inside(inside(ys, r.Y, h), r.Y+r.H, h)
	}
	for _, x0 := range xs {
		for _, x1 := range xs {
			for _, y0 := range ys {
				for _, y1 := range ys {
					if x0 < x1 && y0 < y1 {
						free = fit(free, Rect{x0, y0, x1 - x0, y1 - y0}, taken)
					}
				}
			}
		}
	}
	return free
}

// fit adds a rectangle if it overlaps no other and is in none of the list. It removes those inside it.
func fit(list []Rect, r Rect, taken []Rect) []Rect {
	for _, t := range taken {
		if r.overlaps(t) {
			return list
		}
	}
	kept := list[:0]
	for _, q := range list {
		if q.contains(r) {
			return list // then r contains none of the list
		}
		if !r.contains(q) {
			kept = append(kept, q)
		}
	}
	return append(kept, r)
}
