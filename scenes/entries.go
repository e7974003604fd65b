package scenes

import (
	"hysteron/body"

	"gonum.org/v1/gonum/spatial/r3"
)

// FabricFriction tells Body.Friction to use the coefficient of each fabric.
const FabricFriction = -1

// Body is a [[body]]: a moving closed surface.
type Body struct {
	Name     string  `key:"name" check:"name"` // if absent the kind's, or the file's
	Kind     string  `key:"kind" check:"required one=mannequin|sphere|capsule|cylinder|torus|funnel|box|obj"`
	Friction float64 `key:"friction" check:"min=0 max=10"` // Coulomb coefficient, or FabricFriction

	Clip         string       `key:"clip" only:"mannequin"` // see body.Clips
	Measurements Measurements `key:"measurements" only:"mannequin"`

	Radius       float64    `key:"radius_m" only:"sphere|capsule|cylinder|torus|funnel" check:"above=0 max=100"` // of a funnel's mouth
	Centre       r3.Vec     `key:"centre_m" only:"sphere|capsule|cylinder|torus|funnel|box" check:"min=-1000 max=1000"`
	Rotation     r3.Vec     `key:"rotation_deg" only:"capsule|cylinder|torus|funnel|box" check:"min=-360 max=360"` // as of sheets; unturned, the axis is up
	Subdivisions int        `key:"subdivisions" only:"sphere" check:"min=1 max=7"`                                 // 20·4ⁿ triangles
	Height       float64    `key:"height_m" only:"capsule|cylinder|funnel" check:"above=0 max=100"`                // over all; of a funnel, its cone's
	Rim          float64    `key:"rim_m" only:"cylinder|box" check:"above=0 max=100"`                              // radius of rounded edges
	TubeRadius   float64    `key:"tube_radius_m" only:"torus" check:"above=0 max=100"`
	NeckRadius   float64    `key:"neck_radius_m" only:"funnel" check:"above=0 max=100"`
	Spout        float64    `key:"spout_m" only:"funnel" check:"above=0 max=100"` // length below the cone; centre_m is where they meet
	Wall         float64    `key:"wall_m" only:"funnel" check:"above=0 max=100"`
	Bend         float64    `key:"bend_m" only:"funnel" check:"above=0 max=100"`                                    // radius of the wall's bend; if absent the neck's
	Size         [3]float64 `key:"size_m" only:"box" check:"above=0 max=100"`                                       // along x, y and z of the file's axes
	EdgeLength   float64    `key:"edge_length_m" only:"capsule|cylinder|torus|funnel|box" check:"min=1e-4 max=100"` // if absent 1/25 of the size; 32 to a turn at least

	File   string  `key:"file" only:"obj"`                          // relative to the scene file
	Scale  float64 `key:"scale" only:"obj" check:"above=0 max=1e6"` // metres per unit of the file
	UpAxis string  `key:"up_axis" only:"obj" check:"one=y|z"`       // of the file; if absent the scene's
	Offset r3.Vec  `key:"offset_m" only:"obj" check:"min=-1000 max=1000"`

	Velocity r3.Vec `key:"velocity_m_s" only:"sphere|capsule|cylinder|torus|funnel|box|obj" check:"min=-1000 max=1000"`
	Motion   string `key:"motion" only:"sphere|capsule|cylinder|torus|funnel|box|obj"` // name of a [[motion]], instead of a velocity
}

func (b *Body) defaults() {
	*b = Body{Friction: FabricFriction, Clip: "stand", Subdivisions: 5, Scale: 1}
	b.Measurements.defaults()
}

func (b *Body) kind() string { return b.Kind }

// Measurements is [body.measurements]: what differs from the mannequin's own size. The fields
// are those of body.Measurements.
type Measurements struct {
	Height float64 `key:"height_m" check:"above=0 max=10"`

	Neck   float64 `key:"neck_m" check:"above=0 max=10"`
	Chest  float64 `key:"chest_m" check:"above=0 max=10"`
	Waist  float64 `key:"waist_m" check:"above=0 max=10"`
	Hips   float64 `key:"hips_m" check:"above=0 max=10"`
	Seat   float64 `key:"seat_m" check:"above=0 max=10"`
	Biceps float64 `key:"biceps_m" check:"above=0 max=10"`
	Wrist  float64 `key:"wrist_m" check:"above=0 max=10"`
	Thigh  float64 `key:"thigh_m" check:"above=0 max=10"`
	Knee   float64 `key:"knee_m" check:"above=0 max=10"`
	Calf   float64 `key:"calf_m" check:"above=0 max=10"`
	Ankle  float64 `key:"ankle_m" check:"above=0 max=10"`

	ShoulderToShoulder float64 `key:"shoulder_to_shoulder_m" check:"above=0 max=10"`
	ShoulderToElbow    float64 `key:"shoulder_to_elbow_m" check:"above=0 max=10"`
	ShoulderToWrist    float64 `key:"shoulder_to_wrist_m" check:"above=0 max=10"`
	ShoulderSlope      float64 `key:"shoulder_slope_rad" check:"above=0 max=1"`

	WaistToFloor  float64 `key:"waist_to_floor_m" check:"above=0 max=10"`
	WaistToArmpit float64 `key:"waist_to_armpit_m" check:"above=0 max=10"`
	WaistToHips   float64 `key:"waist_to_hips_m" check:"above=0 max=10"`
	WaistToSeat   float64 `key:"waist_to_seat_m" check:"above=0 max=10"`
	WaistToKnee   float64 `key:"waist_to_knee_m" check:"above=0 max=10"`
	Inseam        float64 `key:"inseam_m" check:"above=0 max=10"`
}

func (m *Measurements) defaults() { *m = Measurements(body.DefaultMeasurements()) }

// Garment is a [[garment]]: a sewing pattern, cut and sewn.
type Garment struct {
	Name        string       `key:"name" check:"required name"`
	Pattern     string       `key:"pattern" check:"required"` // built-in name, or file relative to the scene's
	EdgeLength  float64      `key:"edge_length_m" check:"min=1e-4 max=1"`
	Fabric      string       `key:"fabric" check:"required"` // built-in name, or file relative to the scene's
	Layer       int          `key:"layer" check:"min=0 max=100"`
	Gap         float64      `key:"gap_m" check:"min=0 max=0.1"` // cloth.Part.Gap; if absent layer × contact thickness
	Hold        []string     `key:"hold"`                        // edge labels that follow the body once dressed
	FrictionMap *FrictionMap `key:"friction_map"`
	Colour      string       `key:"colour"` // #rrggbb in sRGB
}

func (g *Garment) defaults() { *g = Garment{EdgeLength: 0.02, Gap: -1, Colour: "#8c8c8c"} }

// Sheet is a [[sheet]]: a rectangle of cloth. Unturned it lies level, its right side up, the
// warp u along +X and the weft v along −Z (file with up_axis = "z": u along +X, v along +Y).
type Sheet struct {
	Name        string       `key:"name" check:"required name"`
	Size        [2]float64   `key:"size_m" check:"required above=0 max=1000"` // along u and v
	Vertices    [2]int       `key:"vertices" check:"min=2 max=10000"`         // along u and v, or EdgeLength
	EdgeLength  float64      `key:"edge_length_m" check:"min=1e-4 max=100"`
	Mesh        string       `key:"mesh" check:"one=right|alternating|equilateral"`
	Fabric      string       `key:"fabric" check:"required"`
	Centre      r3.Vec       `key:"centre_m" check:"min=-1000 max=1000"`
	Rotation    r3.Vec       `key:"rotation_deg" check:"min=-360 max=360"` // about x, then y, then z of the file's axes
	Pins        []string     `key:"pins" check:"one=corner-00|corner-01|corner-10|corner-11|edge-u0|edge-u1|edge-v0|edge-v1|all"`
	Release     float64      `key:"release_s" check:"min=0 max=100000"` // time at which pins let go; 0: never
	Pin         []Pin        `key:"pin"`
	Layer       int          `key:"layer" check:"min=0 max=100"`
	Gap         float64      `key:"gap_m" check:"min=0 max=0.1"` // cloth.Part.Gap; if absent layer × contact thickness
	FrictionMap *FrictionMap `key:"friction_map"`
	Colour      string       `key:"colour"`
	Stack
	turned float64 // about the vertical, after Rotation [°]
}

func (s *Sheet) defaults() {
	*s = Sheet{Mesh: "equilateral", Gap: -1, Colour: "#8c8c8c", Stack: Stack{Count: 1}}
}

// Stack makes several of a sheet, which get the names name-1, name-2, …
type Stack struct {
	Count   int      `key:"count" check:"min=1 max=1000"`
	Spacing r3.Vec   `key:"spacing_m" check:"min=-1000 max=1000"` // from each to the next
	Turn    float64  `key:"turn_deg" check:"min=-360 max=360"`    // of each against the one before, about the vertical through its centre
	Colours []string `key:"colours"`                              // taken in turn, instead of colour
}

// Mesh is a [[mesh]]: cloth from an OBJ file whose texture coordinates are its pattern space.
type Mesh struct {
	Name        string       `key:"name" check:"required name"`
	File        string       `key:"file" check:"required"`
	Scale       float64      `key:"scale" check:"above=0 max=1e6"`    // metres per unit of the positions
	UVScale     float64      `key:"uv_scale" check:"above=0 max=1e6"` // metres per unit of the texture coordinates; if absent measured
	UpAxis      string       `key:"up_axis" check:"one=y|z"`          // of the file; if absent the scene's
	Offset      r3.Vec       `key:"offset_m" check:"min=-1000 max=1000"`
	Fabric      string       `key:"fabric" check:"required"`
	Pins        []int32      `key:"pins" check:"min=0"` // vertices, counted from 0 in the file's order
	Release     float64      `key:"release_s" check:"min=0 max=100000"`
	Pin         []Pin        `key:"pin"`
	FrictionMap *FrictionMap `key:"friction_map"`
	Layer       int          `key:"layer" check:"min=0 max=100"`
	Gap         float64      `key:"gap_m" check:"min=0 max=0.1"`
	Colour      string       `key:"colour"`
}

func (m *Mesh) defaults() { *m = Mesh{Scale: 1, Gap: -1, Colour: "#8c8c8c"} }
