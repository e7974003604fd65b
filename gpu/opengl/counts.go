package opengl

// Counts are the operations issued to the device and the driver. They are exact and reproducible.
type Counts struct {
	Dispatches int `json:"dispatches"`
	Barriers   int `json:"barriers"`
	Uniforms   int `json:"uniforms"`  // uniforms that changed
	Copies     int `json:"copies"`    // copies, clears and writes of buffers
	Waits      int `json:"waits"`     // of the host for the device, to read data
	Queries    int `json:"queries"`   // of the device clock
	Calls      int `json:"calls"`     // OpenGL calls, including all of the above and bindings
	Issued     int `json:"cg_issued"` // conjugate gradient iterations issued; Report.CG of them were needed
}

// Add returns a + b.
func (a Counts) Add(b Counts) Counts { return a.Sub(Counts{}.Sub(b)) }

// Sub returns a − b.
func (a Counts) Sub(b Counts) Counts {
	return Counts{
		a.Dispatches - b.Dispatches, a.Barriers - b.Barriers, a.Uniforms - b.Uniforms, a.Copies - b.Copies,
		a.Waits - b.Waits, a.Queries - b.Queries, a.Calls - b.Calls, a.Issued - b.Issued,
	}
}
