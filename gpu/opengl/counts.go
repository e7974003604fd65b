package opengl

// Counts are what steps ask of the device and the driver: exact, and the same from run to run.
type Counts struct {
	Dispatches int `json:"dispatches"`
	Barriers   int `json:"barriers"`
	Uniforms   int `json:"uniforms"`  // uniforms that got another value
	Copies     int `json:"copies"`    // copies, clears and writes of buffers
	Waits      int `json:"waits"`     // of the host for the device, to read something
	Queries    int `json:"queries"`   // of the device's clock
	Calls      int `json:"calls"`     // of OpenGL, all of the above and bindings among them
	Issued     int `json:"cg_issued"` // iterations of the conjugate gradients, of which Report.CG were needed
}

// Add returns the sums.
func (a Counts) Add(b Counts) Counts { return a.Sub(Counts{}.Sub(b)) }

// Sub returns what has been counted since b.
func (a Counts) Sub(b Counts) Counts {
	return Counts{
		a.Dispatches - b.Dispatches, a.Barriers - b.Barriers, a.Uniforms - b.Uniforms, a.Copies - b.Copies,
		a.Waits - b.Waits, a.Queries - b.Queries, a.Calls - b.Calls, a.Issued - b.Issued,
	}
}
