package sewing

import (
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// File is a sewing file: the seams and placement of the panels of a drawing.
type File struct {
	Unit   float64  `key:"unit_m" unit:"m" check:"above=0 max=1000" doc:"of a unit of the drawing, without it what the drawing says"`
	Size   string   `key:"size" doc:"of a drawing that has several; those that lie in each other and have no name are 1, the smallest, and so on. Without it what the drawing calls its sample size"`
	Corner float64  `key:"corner_deg" unit:"deg" default:"20" check:"above=0 max=180" doc:"where an outline turns by more, a side begins, if the drawing does not mark corners"`
	Panels []Panel  `key:"panel" check:"required" doc:"a piece of cloth"`
	Seams  []Stitch `key:"stitch" doc:"a seam"`
}

// Panel is a [[panel]].
type Panel struct {
	Name      string   `key:"name" check:"required name" doc:"of the panel"`
	Piece     string   `key:"piece" doc:"the outline in the drawing: a group, layer, path or block; without it that with the panel's name"`
	Label     string   `key:"label" doc:"what it covers, as in patterns: body, arm or leg"`
	Corners   []Corner `key:"corner" doc:"where a side begins besides, such as at a notch"`
	Sides     []string `key:"sides" doc:"names of the sides in the order in which the drawing has them, from the corner at which, or after which, its outline begins; sides beside each other with one name are one; before a colon is the label that [[garment]] holds and trims call them by. Without it they are side-1, side-2 and so on"`
	Fold      string   `key:"fold" doc:"the straight side on which the cloth is folded: the piece is half of the panel, and sides of the other half have names that end in -mirrored; none: it is whole. Without it what the drawing says"`
	Mirror    bool     `key:"mirror" default:"false" doc:"the piece is turned over, left to right, for the other one of a pair"`
	Translate r3.Vec   `key:"translate_m" unit:"m" default:"[0, 0, 0]" check:"min=-1000 max=1000" doc:"where the middle of the panel hangs, y up and z to the front"`
	Rotate    r3.Vec   `key:"rotate_deg" unit:"deg" default:"[0, 0, 0]" check:"min=-360 max=360" doc:"about x, then y, then z; unturned its right side faces the front, as it is drawn"`
	Curl      float64  `key:"curl_deg" unit:"deg" default:"0" check:"min=0 max=360" doc:"it starts rolled up about its vertical axis, right side out, and goes around by so much, as a sleeve in one piece around an arm: at 360 the sides that are sewn to each other meet. Then translate_m is where the middle of the roll is, and what faced the front is its side across from where they meet. At rest it is flat all the same"`
	Grain     *float64 `key:"grain_deg" unit:"deg" check:"min=-360 max=360" doc:"of the warp from the panel's upward direction, counter-clockwise; without it what the drawing says, or 0"`
}

// Corner is a [[panel.corner]].
type Corner struct {
	At [2]float64 `key:"at" check:"required min=-1e9 max=1e9" doc:"a point on the outline, in the drawing's units and axes"`
}

// Stitch is a [[stitch]].
type Stitch struct {
	A          []string `key:"a" check:"required" doc:"panel.side, or several in the order in which an outline runs counter-clockwise"`
	B          []string `key:"b" check:"required" doc:"what they are sewn to, from the same end of the seam; where lengths differ, the longer one is gathered evenly"`
	Gathered   bool     `key:"gathered" default:"false" doc:"the lengths differ on purpose: no warning"`
	RightWrong bool     `key:"right_wrong" default:"false" doc:"the right side of one lies on the wrong side of the other, as of lapels: both run the same way"`
}

// box returns the bounding box of points.
func box(pts []r2.Vec) (lo, hi r2.Vec) {
	lo, hi = pts[0], pts[0]
	for _, p := range pts {
		lo = r2.Vec{X: min(lo.X, p.X), Y: min(lo.Y, p.Y)}
		hi = r2.Vec{X: max(hi.X, p.X), Y: max(hi.Y, p.Y)}
	}
	return lo, hi
}
