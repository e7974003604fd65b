package scenes

import (
	"gonum.org/v1/gonum/spatial/r3"

	"hysteron/body"
	"hysteron/pattern"
)

// FabricFriction, as step.Collider.Friction, selects the coefficient of each fabric.
const FabricFriction = -1

// Body is a [[body]]: a closed surface that may move.
type Body struct {
	Name     string   `key:"name" check:"name" doc:"without it the kind's"`
	Kind     string   `key:"kind" check:"required one=mannequin|sphere|capsule|cylinder|torus|funnel|box|obj|character" doc:"what it is"`
	Friction *float64 `key:"friction" check:"min=0 max=10" doc:"Coulomb coefficient; without it each fabric's own"`

	Priority int `key:"priority" default:"0" check:"min=-1000 max=1000" doc:"where it overlaps with another body and cloth is between, the cloth stays out of the body of higher priority; of equal ones out of the first in the file"`

	Clip         string            `key:"clip" only:"mannequin" default:"stand" doc:"how it moves"` // see body.Clips
	Measurements body.Measurements `key:"measurements" only:"mannequin" doc:"of the body; those that are absent follow the size, the height and the others; the defaults are of a mannequin without any of these"`
	StandardSize string            `key:"size" only:"mannequin" doc:"a standard size: EN-32 to EN-54 and EN-M42 to EN-M60 (EN 13402-3, women and men), ASTM-00 to ASTM-20 (ASTM D5585)"`

	Radius       float64    `key:"radius_m" unit:"m" only:"sphere|capsule|cylinder|torus|funnel" check:"required above=0 max=100" doc:"of a funnel its mouth's, of a torus that of the circle in its tube"`
	Centre       r3.Vec     `key:"centre_m" unit:"m" only:"sphere|capsule|cylinder|torus|funnel|box" default:"[0, 0, 0]" check:"min=-1000 max=1000" doc:"of a funnel, where cone and spout meet"`
	Rotation     r3.Vec     `key:"rotation_deg" unit:"deg" only:"capsule|cylinder|torus|funnel|box" default:"[0, 0, 0]" check:"min=-360 max=360" doc:"about x, then y, then z of the file's axes; unturned, its axis is up"`
	Subdivisions int        `key:"subdivisions" only:"sphere" default:"5" check:"min=1 max=7" doc:"n: 20·4ⁿ triangles"`
	Height       float64    `key:"height_m" unit:"m" only:"capsule|cylinder|funnel" check:"required above=0 max=100" doc:"over all; of a funnel, its cone's"`
	Rim          float64    `key:"rim_m" unit:"m" only:"cylinder|box" check:"required above=0 max=100" doc:"radius of rounded edges"`
	TubeRadius   float64    `key:"tube_radius_m" unit:"m" only:"torus" check:"required above=0 max=100" doc:"radius of the tube"`
	NeckRadius   float64    `key:"neck_radius_m" unit:"m" only:"funnel" check:"required above=0 max=100" doc:"radius of the spout"`
	Spout        float64    `key:"spout_m" unit:"m" only:"funnel" check:"required above=0 max=100" doc:"length below the cone"`
	Wall         float64    `key:"wall_m" unit:"m" only:"funnel" check:"required above=0 max=100" doc:"thickness of its wall"`
	Bend         float64    `key:"bend_m" unit:"m" only:"funnel" check:"above=0 max=100" doc:"radius of the wall's bend; without it the neck's"`
	Size         [3]float64 `key:"size_m" unit:"m" only:"box" check:"required above=0 max=100" doc:"along x, y and z of the file's axes"`
	EdgeLength   float64    `key:"edge_length_m" unit:"m" only:"capsule|cylinder|torus|funnel|box" check:"min=1e-4 max=100" doc:"of its triangles, 32 to a turn at least; without it 1/25 of its size"`

	File   string  `key:"file" only:"obj|character" check:"required" doc:"OBJ or PLY, of a character glTF too, relative to the scene file"`
	Scale  float64 `key:"scale" only:"obj|character" default:"1" check:"above=0 max=1e6" doc:"metres per unit of the file"`
	UpAxis string  `key:"up_axis" only:"obj|character" check:"one=y|z" doc:"of the file; without it the scene's, of glTF y"`
	Offset r3.Vec  `key:"offset_m" unit:"m" only:"obj|character" default:"[0, 0, 0]" check:"min=-1000 max=1000" doc:"added to its positions"`

	DressArms *float64 `key:"dress_arms_deg" unit:"deg" only:"mannequin|obj|character" check:"min=-120 max=120" doc:"by how much its arms are raised while garments are put on; without it found"`
	DressLegs *float64 `key:"dress_legs_deg" unit:"deg" only:"mannequin|obj|character" check:"min=-30 max=60" doc:"by how much each leg is spread while garments are put on; without it found"`

	Velocity r3.Vec `key:"velocity_m_s" unit:"m/s" only:"sphere|capsule|cylinder|torus|funnel|box|obj|character" default:"[0, 0, 0]" check:"min=-1000 max=1000" doc:"constant"`
	Motion   string `key:"motion" only:"sphere|capsule|cylinder|torus|funnel|box|obj|character" doc:"name of a [[motion]], instead of a velocity"`

	Character

	filled *body.Measurements // of a mannequin; absent ones filled in
}

// Cloth is the keys of every piece of cloth: a [[garment]], [[sheet]], [[tube]] or [[mesh]].
type Cloth struct {
	Name        string       `key:"name" check:"required name" doc:"of its files, too"`
	Fabric      FabricChoice `key:"fabric" check:"required" doc:"built-in, or file relative to the scene's; in a table, base is such a name and all other keys differ from its own"`
	Layer       int          `key:"layer" default:"0" check:"min=0 max=100" doc:"order from the body out"`
	Gap         *float64     `key:"gap_m" unit:"m" check:"min=0 max=0.1" doc:"how far it is kept off bodies; without it layer times the thickness of contact"` // cloth.Part.Gap
	FrictionMap *PaintedMap  `key:"friction_map" doc:"factor of the internal friction from place to place"`
	Colour      string       `key:"colour" default:"#8c8c8c" free:"true" doc:"of the right side, #rrggbb in sRGB"`
}

// Pinned is the keys of every piece of cloth except a garment.
type Pinned struct {
	Release float64 `key:"release_s" unit:"s" default:"0" check:"min=0 max=100000" doc:"time at which pins let go; 0: never"`
	Pin     []Pin   `key:"pin" doc:"vertices that are held, or carried along a motion"`
}

// Garment is a [[garment]]: a sewing pattern, cut and sewn.
type Garment struct {
	Cloth
	Pattern    string    `key:"pattern" check:"required" doc:"built-in name, or file relative to the scene's: GarmentCode JSON, or a drawing in SVG, in DXF (AAMA, ASTM) or of FreeSewing"`
	Sewing     string    `key:"sewing" doc:"file that says how the panels of a drawing are sewn and where they hang, relative to the scene's; without it the drawing's path with the ending .sewing.toml"`
	EdgeLength float64   `key:"edge_length_m" unit:"m" default:"0.02" check:"min=1e-4 max=1" doc:"of its triangles"`
	Offset     r3.Vec    `key:"offset_m" unit:"m" default:"[0, 0, 0]" check:"min=-1000 max=1000" doc:"added to where the pattern has its panels"`
	Rotate     r3.Vec    `key:"rotate_deg" unit:"deg" default:"[0, 0, 0]" check:"min=-360 max=360" doc:"before that, about x, then y, then z of the file's axes through the pattern's origin"`
	Scale      float64   `key:"scale" default:"1" check:"min=0.1 max=10" doc:"how many times as large as it is drawn the pattern is cut; its top stays as high"`
	Hold       []string  `key:"hold" doc:"edge labels of the pattern that follow the first body once dressed, such as a waistband; of a pattern without labels its open edges (rim-0, the highest, and so on)"`
	Elastic    []Elastic `key:"elastic" doc:"a band sewn along an edge of the pattern"`
	Pin        []Pin     `key:"pin" doc:"vertices that are held where they are once dressed, or carried along a motion or by a body"`
	pattern.Trims
}

// Sheet is a [[sheet]]: a rectangle of cloth. Without rotation it is horizontal, its right side up, the warp u along +X
// and the weft v along −Z (file with up_axis = "z": u along +X, v along +Y).
type Sheet struct {
	Cloth
	Size       [2]float64 `key:"size_m" unit:"m" check:"required above=0 max=1000" doc:"along warp u and weft v"`
	Vertices   [2]int     `key:"vertices" check:"min=2 max=10000" doc:"along u and v, instead of edge_length_m"`
	EdgeLength float64    `key:"edge_length_m" unit:"m" check:"min=1e-4 max=100" doc:"of its triangles"`
	Mesh       string     `key:"mesh" default:"equilateral" check:"one=right|alternating|equilateral" doc:"squares with diagonals in one direction, or alternating; or nearly equilateral triangles"`
	Centre     r3.Vec     `key:"centre_m" unit:"m" default:"[0, 0, 0]" check:"min=-1000 max=1000" doc:"of the rectangle"`
	Rotation   r3.Vec     `key:"rotation_deg" unit:"deg" default:"[0, 0, 0]" check:"min=-360 max=360" doc:"about x, then y, then z of the file's axes; unturned it lies level, its right side up"`
	Pins       []string   `key:"pins" check:"one=corner-00|corner-01|corner-10|corner-11|edge-u0|edge-u1|edge-v0|edge-v1|all" doc:"vertices that are held where they are"`
	Noise      float64    `key:"noise_m" unit:"m" default:"0" check:"min=0 max=0.1" doc:"how far vertices that are not pinned lie off the rectangle's plane at the start, at most: without it cloth that is perfectly flat, or its own mirror image, never buckles"`
	Seed       int        `key:"seed" default:"1" check:"min=0 max=1000000000" doc:"of the noise: the same seed gives the same bits"`
	Creases    []Crease   `key:"crease" doc:"a fold that stays, along edges of the mesh"`
	Samples    []Sample   `key:"sample" doc:"how stiff it is around places, between which it is interpolated; without any, as its fabric everywhere"`
	Pinned
	Stack
	turned float64 // turned about the vertical, after Rotation [°]
}

// Crease is a [[sheet.crease]].
type Crease struct {
	From  [2]float64 `key:"from_m" unit:"m" check:"required min=-1000 max=1000" doc:"one end, along warp u and weft v from corner-00"`
	To    [2]float64 `key:"to_m" unit:"m" check:"required min=-1000 max=1000" doc:"the other"`
	Angle float64    `key:"angle_deg" unit:"deg" check:"required min=-170 max=170" doc:"by which the cloth is folded there at rest; above zero its right sides come towards each other"`
}

// Stack makes several copies of a sheet, with the names name-1, name-2, …
type Stack struct {
	Count   int      `key:"count" default:"1" check:"min=1 max=1000" doc:"how many, called name-1, name-2, … if more than one"`
	Spacing r3.Vec   `key:"spacing_m" unit:"m" default:"[0, 0, 0]" check:"min=-1000 max=1000" doc:"from each to the next"`
	Turn    float64  `key:"turn_deg" unit:"deg" default:"0" check:"min=-360 max=360" doc:"of each against the one before, about the vertical through its centre"`
	Colours []string `key:"colours" free:"true" doc:"taken in turn, instead of colour"`
}

// Mesh is a [[mesh]]: cloth from a file, at rest in its texture coordinates or in its shape.
type Mesh struct {
	Cloth
	File    string   `key:"file" doc:"OBJ, PLY or glTF, relative to the scene file"`
	Solid   string   `key:"solid" check:"name" doc:"instead of a file: the cover of this [[solid]], whose surface it is and whose vertices it shares; with rest = \"shape\""`
	Rest    string   `key:"rest" default:"uv" check:"one=uv|shape" doc:"the rest shape: the texture coordinates as a pattern, or the shape of the file"`
	Weld    bool     `key:"weld" default:"true" doc:"join edges that lie on one another, as files have them that part vertices at seams"`
	Dress   bool     `key:"dress" default:"false" doc:"put it on the bodies as garments are: pushed out of them, settled, and held"`
	Hold    []string `key:"hold" doc:"groups and open edges (rim-0, the highest, and so on) that follow the first body once put on"`
	Fit     bool     `key:"fit" default:"false" doc:"find its place on the first body, and put it on there; offset_m is added"`
	Ease    bool     `key:"let_out" default:"false" doc:"when it is put on, make it wide enough for the first body where it is too narrow: its rest shape, in the directions that have to be longer"`
	Limbs   float64  `key:"limbs" default:"1" check:"min=0.1 max=2" doc:"length of its sleeves and legs, as a part of the file's, from where they begin; its rest shape, too"`
	Piece   *int     `key:"piece" check:"min=0" doc:"take this piece of the file alone, 0 the one that reaches highest: a garment of several gets a table for each, with its layer"`
	Patches bool     `key:"patches" default:"false" doc:"when it is put on, keep small pieces that lie on others, such as buttons and prints, as cloth of their own"`
	Scale   float64  `key:"scale" default:"1" check:"above=0 max=1e6" doc:"metres per unit of the positions"`
	Edge    float64  `key:"edge_length_m" unit:"m" check:"min=1e-4 max=100" doc:"the longest: longer ones are halved until they are not; without it the file's"`
	UVScale float64  `key:"uv_scale" check:"above=0 max=1e6" doc:"metres per unit of the texture coordinates; without it measured, for each island of the texture"`
	UpAxis  string   `key:"up_axis" check:"one=y|z" doc:"of the file; without it the scene's, of glTF y"`
	Offset  r3.Vec   `key:"offset_m" unit:"m" default:"[0, 0, 0]" check:"min=-1000 max=1000" doc:"added to its positions"`
	Pins    []int32  `key:"pins" check:"min=0" doc:"vertices that are held where they are, counted from 0 in the file's order"`
	Pinned
}
