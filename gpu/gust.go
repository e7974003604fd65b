//go:build cgo

package gpu

import "math"

// writeGusts sets the waves of the wind at the time of the state. Phases are reduced here, in
// float64, since float32 has no digits left for them after a few minutes.
func (s *Sim) writeGusts() {
	for k, w := range s.Settings.Wind.Waves(s.time) {
		s.set.GustWave[k] = float4(w.Wave.X, w.Wave.Y, w.Wave.Z, math.Remainder(w.Phase, 2*math.Pi))
		s.set.GustAmplitude[k] = float32(w.Amplitude)
	}
}
