package scenes

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/param"
	"hysteron/step"
)

// Scene is the content of a scene file, with defaults. Lengths, vectors and positions are in world axes (Y up),
// whatever the file's up_axis, except Sheet.Rotation.
type Scene struct {
	Name string         // file name without folder and extension, or the built-in name
	Path string         // the file; empty for built-in scenes
	Text string         // the file's text, without overrides
	Set  []string       // overrides
	Run  map[string]any // of a scene from an input.json: the options of the run, in the terms of package sim

	Title      string  `key:"title" free:"true" doc:"what the scene shows"`
	UpAxis     string  `key:"up_axis" default:"y" check:"one=y|z" doc:"of this file; the simulation and what it writes have Y up"`
	FPS        float64 `key:"fps" default:"24" check:"above=0 max=1000" doc:"frames per second"`
	StartFrame int     `key:"start_frame" default:"1" check:"min=-1000000 max=1000000" doc:"number of the first frame"`
	Frames     int     `key:"frames" default:"72" check:"min=1 max=1000000" free:"true" doc:"how many, the first one included"`
	MaxStep    float64 `key:"step_s" unit:"s" default:"0.004166666666666667" check:"min=1e-6 max=0.1" doc:"longest step; a frame is divided into equal ones"` // the step is StepSeconds
	step.Settings
	Friction      Friction       `key:"friction" doc:"internal friction of all fabrics"`
	Dress         Dress          `key:"dress" doc:"how garments come onto the body"`
	Ground        *Ground        `key:"ground" doc:"a horizontal plane; without it there is none"`
	FrictionPairs []FrictionPair `key:"friction_pair" doc:"measured friction of a fabric on a body or another fabric"`
	Motions       []Motion       `key:"motion" doc:"a keyed rigid motion that pins and bodies follow by its name"`
	Rests         []Rest         `key:"rest" doc:"time that passes at a frame while bodies and pins stand still"`
	Bodies        []Body         `key:"body" doc:"a moving closed surface"`
	Garments      []Garment      `key:"garment" doc:"a sewing pattern, cut and sewn"`
	Sheets        []Sheet        `key:"sheet" doc:"a rectangle of cloth"`
	Tubes         []Tube         `key:"tube" doc:"a closed cylinder of cloth, as a sleeve"`
	Meshes        []Mesh         `key:"mesh" doc:"cloth from an OBJ, PLY or glTF file whose texture coordinates are its pattern space, or whose shape is at rest"`
	Solids        []Solid        `key:"solid" doc:"a deformable body of tetrahedra"`
	Glues         []Glue         `key:"glue" doc:"cloth that shares vertices with a solid"`
	Rigids        []Rigid        `key:"rigid" doc:"a rigid body that is pushed by what it touches"`
	Air           []AirLayer     `key:"air_layer" doc:"air that a closed piece of cloth holds: a cushion, a balloon"`
	Ropes         []Rope         `key:"rope" doc:"a rope, a thread or a lace"`
	Camera        *Camera        `key:"camera" free:"true" doc:"where the pictures are taken from; without it all is in the picture"`
	Render        Render         `key:"render" free:"true" doc:"the pictures"`

	doc    *param.Document
	values map[string]any   // of all keys, in the file's axes
	given  map[string]*File // files of an input.json, by name
	used   map[string]*File // files that were read, by name
	looks  []string         // files of the looks of bodies
}

// StepsPerFrame returns the number of equal steps per frame interval: ⌈1/(fps·step_s)⌉. A quotient that is an integer
// except for rounding in the file counts as that integer.
func (s *Scene) StepsPerFrame() int {
	return max(1, int(math.Ceil(1/(s.FPS*s.MaxStep)-1e-6)))
}

// StepSeconds returns the time step h [s].
func (s *Scene) StepSeconds() float64 { return 1 / (s.FPS * float64(s.StepsPerFrame())) }

// FrameTime returns the time of a frame, counted from 0 for the start frame [s].
func (s *Scene) FrameTime(i int) float64 { return float64(i) / s.FPS }

// Friction is [friction]: the internal (Dahl) friction of fabrics.
type Friction struct {
	Internal bool    `key:"internal" default:"true" doc:"false: no internal friction"`
	Scale    float64 `key:"internal_scale" default:"1" check:"min=0 max=100" doc:"factor of all internal friction stresses"`
}

// Dress is [dress]: how garments are put on bodies before time 0.
type Dress struct {
	SettleSeconds    float64 `key:"settle_s" unit:"s" default:"0.5" check:"min=0 max=60" doc:"how long dressed garments settle before the first frame"`
	CoarseEdgeLength float64 `key:"coarse_edge_length_m" unit:"m" default:"0.02" check:"min=0 max=1" doc:"garments from patterns with edges of six tenths of this or less are put on with edges of this length first, and then carried over; 0: none"`
	Strict           bool    `key:"strict" default:"false" doc:"a garment that stays stretched more than 1.6 times where it is tight ends the run; without it, it starts and a warning tells where"`
	Verify           bool    `key:"verify" default:"true" doc:"garments must be on a body once they are put on; false lets them start and fall beside it"`
}

// Ground is [ground]: a horizontal plane.
type Ground struct {
	Height   float64 `key:"height_m" unit:"m" default:"0" check:"min=-1000 max=1000" doc:"of the plane"`
	Friction float64 `key:"friction" default:"0.5" check:"min=0 max=10" doc:"Coulomb coefficient"`
}

// Camera is [camera].
type Camera struct {
	Eye    r3.Vec  `key:"eye_m" unit:"m" check:"required min=-1e6 max=1e6" doc:"position"`
	Target r3.Vec  `key:"target_m" unit:"m" check:"required min=-1e6 max=1e6" doc:"point in the middle of the picture"`
	FOV    float64 `key:"fov_deg" unit:"deg" check:"min=1 max=150" doc:"full vertical angle of view; without it 23"`
}

// Render is [render].
type Render struct {
	Width   int    `key:"width" default:"1280" check:"min=16 max=16384" doc:"pixels"`
	Height  int    `key:"height" default:"720" check:"min=16 max=16384" doc:"pixels"`
	Mode    string `key:"mode" default:"shaded" check:"one=shaded|strain|friction" doc:"materials, or colours of the largest strain or of the internal friction"`
	Quality string `key:"quality" default:"standard" check:"one=draft|standard|high" doc:"samples and shadows"`
	Light   string `key:"light" default:"studio" check:"one=studio|side" doc:"side: low from the left, so that folds show"`
}
