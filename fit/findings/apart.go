package findings

// Apart finds the first two readings, i after j, that one cloth cannot have both; 0, 0: none, or more readings than are
// compared with each other. A unit that changes on the way makes such pairs.
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
