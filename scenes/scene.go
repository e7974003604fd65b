package scenes

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/step"
)

// Scene is what a scene file says, with defaults filled in. Lengths, vectors and positions are
// in world axes (Y up) whatever the file's up_axis, except Sheet.Rotation.
type Scene struct {
	Name string // file name without folder and extension, or the built-in name
	Path string // the file; empty for built-in scenes
	Text []byte // the file's text, without overrides

	Title         string         `key:"title"`
	UpAxis        string         `key:"up_axis" check:"one=y|z"`
	FPS           float64        `key:"fps" check:"above=0 max=1000"`
	StartFrame    int            `key:"start_frame" check:"min=-1000000 max=1000000"`
	Frames        int            `key:"frames" check:"min=1 max=1000000"`
	MaxStep       float64        `key:"step_s" check:"min=1e-6 max=0.1"` // [s]; the step is StepSeconds
	Gravity       r3.Vec         `key:"gravity_m_s2" check:"min=-1000 max=1000"`
	Solver        Solver         `key:"solver"`
	Contact       Contact        `key:"contact"`
	Air           Air            `key:"air"`
	Friction      Friction       `key:"friction"`
	Dress         Dress          `key:"dress"`
	Ground        *Ground        `key:"ground"` // nil: no ground
	FrictionPairs []FrictionPair `key:"friction_pair"`
	Motions       []Motion       `key:"motion"`
	Bodies        []Body         `key:"body"`
	Garments      []Garment      `key:"garment"`
	Sheets        []Sheet        `key:"sheet"`
	Tubes         []Tube         `key:"tube"`
	Meshes        []Mesh         `key:"mesh"`
	Camera        *Camera        `key:"camera"` // nil: framed by the renderer
	Render        Render         `key:"render"`

	doc *document
}

func (s *Scene) defaults() {
	s.UpAxis, s.FPS, s.StartFrame, s.Frames, s.MaxStep = "y", 24, 1, 72, 1./240
	d := step.DefaultSettings()
	s.Solver = Solver{d.Tolerance, d.MaxNewton, d.MaxCG, d.MaxHalvings}
	s.Contact = Contact{d.Thickness, d.ContactStiffness, d.FrictionSpeed, d.SelfContact, d.SelfThickness}
	s.Air = Air{Density: d.AirDensity}
	s.Friction = Friction{Internal: true, Scale: 1}
	s.Dress = Dress{SettleSeconds: 0.5}
	s.Render.defaults()
}

// StepsPerFrame is the number of equal steps that a frame interval is divided into:
// ⌈1/(fps·step_s)⌉, where a quotient that is whole but for rounding in the file counts as whole.
func (s *Scene) StepsPerFrame() int {
	return max(1, int(math.Ceil(1/(s.FPS*s.MaxStep)-1e-6)))
}

// StepSeconds is the simulation step h [s].
func (s *Scene) StepSeconds() float64 { return 1 / (s.FPS * float64(s.StepsPerFrame())) }

// FrameTime is the time of a frame, counted from 0 for the start frame [s].
func (s *Scene) FrameTime(i int) float64 { return float64(i) / s.FPS }

// Solver is [solver]: the accuracy of a step, see step.Settings.
type Solver struct {
	Tolerance   float64 `key:"tolerance_m" check:"above=0 max=0.1"`
	MaxNewton   int     `key:"max_newton" check:"min=1 max=10000"`
	MaxCG       int     `key:"max_cg" check:"min=1 max=1000000"`
	MaxHalvings int     `key:"max_halvings" check:"min=0 max=20"`
}

// Contact is [contact]: the layers around colliders and cloth, see step.Settings.
type Contact struct {
	Thickness     float64 `key:"thickness_m" check:"above=0 max=0.1"`
	Stiffness     float64 `key:"stiffness_n_m3" check:"above=0 max=1e12"`
	FrictionSpeed float64 `key:"friction_speed_m_s" check:"above=0 max=10"`
	Self          bool    `key:"self"` // contact of cloth with cloth
	SelfThickness float64 `key:"self_thickness_m" check:"above=0 max=0.1"`
}

// Air is [air], see step.Wind.
type Air struct {
	Density float64 `key:"density_kg_m3" check:"min=0 max=2000"`
	Wind    r3.Vec  `key:"wind_m_s" check:"min=-300 max=300"`
	Gust    float64 `key:"gust" check:"min=0 max=10"`
	GustHz  float64 `key:"gust_hz" check:"min=0 max=100"`
}

// Friction is [friction]: the fabrics' internal (Dahl) friction.
type Friction struct {
	Internal bool    `key:"internal"`                             // false: no internal friction
	Scale    float64 `key:"internal_scale" check:"min=0 max=100"` // factor of all friction stresses
}

// Dress is [dress]: how long garments settle on the body before time 0.
type Dress struct {
	SettleSeconds float64 `key:"settle_s" check:"min=0 max=60"`
}

// Ground is [ground]: a horizontal plane.
type Ground struct {
	Height   float64 `key:"height_m" check:"min=-1000 max=1000"`
	Friction float64 `key:"friction" check:"min=0 max=10"` // Coulomb coefficient
}

func (g *Ground) defaults() { g.Friction = 0.5 }

// Camera is [camera].
type Camera struct {
	Eye    r3.Vec  `key:"eye_m" check:"required"`
	Target r3.Vec  `key:"target_m" check:"required"`
	FOV    float64 `key:"fov_deg" check:"min=1 max=150"` // full vertical angle; 0: the renderer's own
}

// Render is [render].
type Render struct {
	Width   int    `key:"width" check:"min=16 max=16384"`
	Height  int    `key:"height" check:"min=16 max=16384"`
	Mode    string `key:"mode" check:"one=shaded|strain|friction"`
	Quality string `key:"quality" check:"one=draft|standard|high"`
}

func (r *Render) defaults() {
	*r = Render{Width: 1280, Height: 720, Mode: "shaded", Quality: "standard"}
}
