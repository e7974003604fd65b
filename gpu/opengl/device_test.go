package opengl

import "testing"

func TestFold(t *testing.T) {
	for _, c := range []struct{ groups, most, x, y int }{
		{1, 65535, 1, 1}, {65535, 65535, 65535, 1}, {65536, 65535, 32768, 2}, {200000, 65535, 50000, 4},
	} {
		l := Limits{GroupCount: [3]int{c.most, 1, 1}}
		x, y := l.Fold(c.groups)
		if x != c.x || y != c.y || x*y < c.groups || x > c.most {
			t.Errorf("%d groups, %d along an axis at most: %d and %d, expected %d and %d", c.groups, c.most, x, y, c.x, c.y)
		}
	}
}
