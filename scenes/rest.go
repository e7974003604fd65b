package scenes

// Rest is a [[rest]]: a duration inserted at a frame in which all prescribed motion is stopped, so that cloth with
// stress relaxation sets. The frame shows the cloth afterwards. Clips, motions, tracks and gusts then continue.
type Rest struct {
	Frame   int     `key:"frame" check:"required min=-1000000 max=2000000" doc:"number of the frame at whose time it is"`
	Seconds float64 `key:"duration_s" unit:"s" default:"0" check:"min=0 max=1e9" doc:"how long, with minutes, hours and days added up"`
	Minutes float64 `key:"duration_min" unit:"min" default:"0" check:"min=0 max=1e7" doc:"the same in minutes"`
	Hours   float64 `key:"duration_h" unit:"h" default:"0" check:"min=0 max=1e6" doc:"the same in hours"`
	Days    float64 `key:"duration_d" unit:"d" default:"0" check:"min=0 max=1e5" doc:"the same in days"`
}

// Duration returns the duration of the rest [s].
func (r *Rest) Duration() float64 { return r.Seconds + 60*(r.Minutes+60*(r.Hours+24*r.Days)) }

// RestAt returns the duration of rests at a frame, counted from 0 for the start frame [s].
func (s *Scene) RestAt(i int) (seconds float64) {
	for k := range s.Rests {
		if r := &s.Rests[k]; r.Frame == s.StartFrame+i {
			seconds += r.Duration()
		}
	}
	return seconds
}

// checkRests finds rests before the first frame or without duration.
func (s *Scene) checkRests(fail func(path, format string, args ...any)) {
	for i := range s.Rests {
		r, path := &s.Rests[i], at("rest", i)
		if r.Frame < s.StartFrame {
			fail(path+".frame", "%d: expected a frame of the scene, from %d on", r.Frame, s.StartFrame)
		}
		if r.Duration() <= 0 {
			fail(path, "no duration: expected one of duration_s, duration_min, duration_h, duration_d above 0")
		}
	}
}
