//go:build cgo

package gpu

import (
	"reflect"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hysteron/gpu/layout"
	"hysteron/gpu/opengl"
)

type (
	params     = layout.Params
	pairStatus = layout.PairStatus
)

// status is the twin of the storage block Status in include/status.glsl.
type status struct {
	Reductions     [reductionCount][4]float32 `gl:"reductions[0]"`
	Pushed         int32                      `gl:"pushed"`
	NonFinite      int32                      `gl:"nonFinite"`
	Iterations     int32                      `gl:"iterations"`
	Outcome        int32                      `gl:"outcome"`
	First          float32                    `gl:"first"`
	Last           float32                    `gl:"last"`
	Curve          [2]float32                 `gl:"curve[0]"`
	StepLength     [2]float32                 `gl:"stepLength[0]"`
	LinearResidual float32                    `gl:"linearResidual"`
	Stuck          int32                      `gl:"stuck"`
	Wanted         float32                    `gl:"wanted"`
	Inside         int32                      `gl:"inside"`
	InsideSharp    int32                      `gl:"insideSharp"`
	SharpCrossings int32                      `gl:"through"`
	TooFar         int32                      `gl:"tooFar"`
	TooShort       int32                      `gl:"tooShort"`
	Drift          int32                      `gl:"drift"`
	GaveWay        int32                      `gl:"gaveWay"`
}

// checkBlocks compares the storage blocks of a linked program with their Go twins, using the names and offsets that the
// driver reports. It returns the number of members compared: drivers may omit members that a kernel does not use.
func checkBlocks(program uint32) (compared int, err error) {
	for _, b := range []struct {
		block         string
		blocks, field uint32
		twin          reflect.Type
	}{
		{"Settings", gl.UNIFORM_BLOCK, gl.UNIFORM, nil},
		{"Params", gl.UNIFORM_BLOCK, gl.UNIFORM, reflect.TypeFor[params]()},
		{"Status", gl.SHADER_STORAGE_BLOCK, gl.BUFFER_VARIABLE, reflect.TypeFor[status]()},
		{"PairStatus", gl.SHADER_STORAGE_BLOCK, gl.BUFFER_VARIABLE, reflect.TypeFor[pairStatus]()},
	} {
		known := map[string]uintptr{}
		if b.twin != nil {
			known = opengl.Members(b.twin)
		} else {
			list, _ := layout.SettingsMembers()
			for _, m := range list {
				known[m.Name] = uintptr(m.Offset)
			}
		}
		seen, err := opengl.CompareBlock(program, b.blocks, b.field, b.block, known)
		if err != nil {
			return seen, err
		}
		compared += seen
	}
	return compared, nil
}
