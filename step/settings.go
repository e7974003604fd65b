package step

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/param"
)

// Settings are the parameters of a simulation that do not belong to a fabric, as in scene files. Those with a tag gl
// have that name in the kernels.
type Settings struct {
	Gravity r3.Vec `gl:"gravity" key:"gravity_m_s2" unit:"m/s²" default:"[0, -9.81, 0]" check:"min=-1000 max=1000" doc:"in the file's axes; without it 9.81 downwards"`
	Solver  `key:"solver" doc:"accuracy of a step"`
	Contact `key:"contact" doc:"layers around bodies and cloth"`
	Air     `key:"air" doc:"drag and wind"`

	Workers    int  // goroutines; 0: all cores. Results do not depend on it.
	Background bool // they yield to other threads of the program
	Settling   bool // only the final state matters: needles need not converge in their rotation, see certificate
}

// Solver is the settings of the accuracy of a step.
type Solver struct {
	Tolerance    float64 `key:"tolerance_m" unit:"m" default:"5e-5" check:"above=0 max=0.1" doc:"a step of 1/240 s or more has converged when its error of positions is estimated below this, that of single vertices below ten times it; a shorter one below as much less as its square is"`
	Acceleration float64 `key:"tolerance_m_s2" unit:"m/s²" default:"0.72" check:"above=0 max=1e6" doc:"and when its error of accelerations is estimated below this: 5e-5 m in 1/120 s, 1.25e-5 m in 1/240 s"`
	MaxNewton    int     `key:"max_newton" default:"30" check:"min=1 max=10000" doc:"Newton iterations of a step; 1 is the fast, linearised mode"`
	MaxCG        int     `key:"max_cg" default:"1000" check:"min=1 max=1000000" doc:"conjugate gradient iterations of a Newton iteration"`
	MaxHalvings  int     `key:"max_halvings" default:"5" check:"min=0 max=20" doc:"how often a step may be halved that fails, or in which Newton iterations run out"` // its ticks are counted in an int
	Adaptive     bool    `key:"adaptive" default:"false" doc:"halve a step also where a linear system has not converged, where cloth would have crossed itself or ran into contacts unseen, and where a strain changes by more than strain_change; it grows back, and frames stay on time"`
	Integrator   string  `key:"integrator" default:"implicit" check:"one=implicit|euler|bdf2|symplectic|forward" doc:"implicit or euler: backward Euler, whose potential is minimised; bdf2: second order, with backward Euler where contact begins; or by forces at known places alone, for short steps and without contact of cloth with cloth: symplectic Euler, or forward Euler, which gains energy"`
	Oversample   int     `key:"oversample" default:"1" check:"min=1 max=1000000" doc:"with symplectic and forward: so many parts of equal length a step is taken in"`
	Slivers      bool    `key:"slivers" default:"false" doc:"for meshes drawn for pictures: triangles far narrower than long may still be turning by micrometres when a step has converged, which takes hundreds of iterations to wait for"`
	MostChange   float64 `key:"strain_change" default:"0.1" check:"above=0 max=10" doc:"with adaptive: how much a strain of a triangle may change in a step"`
}

// Contact is the settings of the layers around colliders and cloth.
type Contact struct {
	Thickness        float64 `gl:"thickness" key:"thickness_m" unit:"m" default:"0.004" check:"min=1e-5 max=0.1" doc:"contact layer around bodies"` // δ
	ContactStiffness float64 `gl:"contactStiffness" key:"stiffness_n_m3" unit:"N/m³" default:"4e6" check:"above=0 max=1e12" doc:"force per depth in the layer and area of cloth"`
	FrictionSlip     float64 `gl:"frictionSlip" key:"friction_slip_m" unit:"m" default:"4e-6" check:"min=1e-9 max=0.01" try:"3e-4" doc:"how far contact gives elastically before it slides"`                           // ℓ
	Restitution      float64 `gl:"restitution" key:"restitution" default:"0" check:"min=0 max=1" doc:"how fast vertices that come upon a body leave it again along its normal, over how fast they came; 0: they stay"` // e
	OnNoRoom         string  `key:"on_no_room" default:"go-on" check:"one=go-on|stop" doc:"where two bodies, or two parts of one, overlap with cloth between them. go-on: the cloth there stays out of one of them, that of higher priority or the nearer one, and the run goes on; stop: the cloth is pushed by both, and the run ends where that has no solution"`
	SelfContact      bool    `key:"self" default:"true" doc:"contact of cloth with cloth"`
	SelfThickness    float64 `gl:"selfThickness" key:"self_thickness_m" unit:"m" default:"0.003" check:"min=1e-5 max=0.1" doc:"contact layer around cloth, at most; half of the altitude of small triangles"`
}

// Air is the settings of drag and wind.
type Air struct {
	AirDensity float64 `gl:"airDensity" key:"density_kg_m3" unit:"kg/m³" default:"1.225" check:"min=0 max=2000" doc:"0: no drag"`
	Wind
}

// DefaultSettings returns settings for garments with edges of 5 to 30 mm and steps of 1/240 to 1/60 s.
func DefaultSettings() Settings { return param.Default[Settings]() }

// Check returns an error for the first invalid setting.
func (s *Settings) Check() error {
	if err := param.Check(s); err != nil {
		return err
	}
	return s.checkExplicit()
}
