package cloth

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestForest: what is joined in any order is what a walk over the joined pairs reaches, its root the lowest member, and
// sets are counted by these.
func TestForest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "n")
		f := NewForest(n - 1)
		if last := f.Add(); int(last) != n-1 {
			t.Fatalf("Add gives %d, want %d", last, n-1)
		}
		next := make([][]int32, n)
		for range rapid.IntRange(0, 50).Draw(t, "joins") {
			a, b := rapid.Int32Range(0, int32(n-1)).Draw(t, "a"), rapid.Int32Range(0, int32(n-1)).Draw(t, "b")
			f.Join(a, b)
			next[a], next[b] = append(next[a], b), append(next[b], a)
		}
		want, count := make([]int32, n), 0
		for i := range want {
			want[i] = -1
		}
		for i := range want {
			if want[i] >= 0 {
				continue
			}
			for stack := []int32{int32(i)}; len(stack) > 0; {
				k := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				if want[k] >= 0 {
					continue
				}
				if want[k] = int32(count); f.Find(k) != int32(i) {
					t.Fatalf("%d has root %d, want %d", k, f.Find(k), i)
				}
				stack = append(stack, next[k]...)
			}
			count++
		}
		if of, n := f.Number(); n != count || !slices.Equal(of, want) {
			t.Fatalf("%d sets %v, want %d %v", n, of, count, want)
		}
	})
}

func TestTriangles(t *testing.T) {
	f := NewForest(7)
	f.JoinTriangles([][3]int32{{6, 2, 4}, {0, 1, 5}})
	if of, n := f.Number(); n != 3 || !slices.Equal(of, []int32{0, 0, 1, 2, 1, 0, 1}) {
		t.Errorf("%d sets %v", n, of)
	}
}
