package render

// Quality determines sample counts, and so the time of a frame.
type Quality int

const (
	Standard Quality = iota // for animations, and for software OpenGL
	Draft                   // for previews
	High                    // stills, on a GPU
)

// settings are the parameters of a quality. The samples of the shadow and of the surroundings are those of a cell of
// 2 × 2 pixels; they are averaged over 4 × 4 cells.
type settings struct {
	shadowSize       int32 // side of the shadow map [texel]
	samples          int32 // multisampling
	aoSlices, aoStep int
	blockers, taps   int // of the soft shadow
}

var qualities = [...]settings{
	Standard: {shadowSize: 2048, samples: 4, aoSlices: 2, aoStep: 12, blockers: 12, taps: 12},
	Draft:    {shadowSize: 1024, samples: 2, aoSlices: 1, aoStep: 3, blockers: 4, taps: 4},
	High:     {shadowSize: 4096, samples: 8, aoSlices: 8, aoStep: 8, blockers: 12, taps: 16},
}
