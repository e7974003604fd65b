package findings

// Apart returns the first two readings, i after j, that contradict each other for any cloth; 0, 0 if there are none, or
// too many readings to compare. A change of unit within a table causes such pairs.
func Apart(n int, apart func(i, j int) bool) (i, j int) {
	const most = 5000
	for i := range min(n, most+1) {
		for j := range i {
			if n <= most && apart(i, j) {
				return i, j
			}
		}
	}
	return 0, 0
}
