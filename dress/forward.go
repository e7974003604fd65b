package dress

// forward makes the progress of a stage monotonic: the stretch of seams that catch on a body increases for a while.
func forward(tell func(stage string, done float64)) func(stage string, done float64) {
	stage, most := "", 0.0
	return func(s string, done float64) {
		if s != stage {
			stage, most = s, 0
		}
		most = max(most, min(1, done))
		tell(s, most)
	}
}
