package render

// Quality determines sample counts, and so the time of a frame.
type Quality int

const (
	Standard Quality = iota // for animations, and for software OpenGL
	Draft                   // for previews
	High                    // stills, on a GPU
)

// settings are the parameters of a quality. The samples of the shadow are per pixel and are averaged over blocks of 4 ×
// 4 pixels, those of the surroundings over 8 × 8: there more steps improve more than more slices.
type settings struct {
	shadowSize       int32 // side of the shadow map [texel]
	samples          int32 // multisampling
	aoSlices, aoStep int
	blockers, taps   int // of the soft shadow
}

var qualities = [...]settings{
	Standard: {shadowSize: 2048, samples: 4, aoSlices: 1, aoStep: 12, blockers: 12, taps: 12},
	Draft:    {shadowSize: 1024, samples: 2, aoSlices: 1, aoStep: 3, blockers: 4, taps: 4},
	High:     {shadowSize: 4096, samples: 8, aoSlices: 4, aoStep: 8, blockers: 12, taps: 16},
}
