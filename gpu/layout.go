//go:build cgo

package gpu

import (
	"reflect"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hysteron/gpu/opengl"
	"hysteron/gpu/pack"
)

// params is the twin of the uniform block Params in include/params.glsl. checkBlocks compares the two.
type params struct {
	GustWave      [3][4]float32            `gl:"gustWave[0]"`
	GustAmplitude [4]float32               `gl:"gustAmplitude"`
	Obstacle      [maxObstacles][4]float32 `gl:"obstacle[0]"`
	H             float32                  `gl:"h"`
	VertexCount   int32                    `gl:"vertexCount"`
	TriangleCount int32                    `gl:"triangleCount"`
	HingeCount    int32                    `gl:"hingeCount"`
	ObstacleCount int32                    `gl:"obstacleCount"`
	Terms         int32                    `gl:"terms"`
	MeasuredParts int32                    `gl:"measuredParts"`
	SelfReach     float32                  `gl:"selfReach"`
	SelfSlack     float32                  `gl:"selfSlack"`
	Pieces        float32                  `gl:"pieces"`
	_             [2]int32                 // a block's size is a multiple of 16
}

// status is the twin of the storage block Status in include/status.glsl.
type status struct {
	Tallies    [tallies_][4]float32 `gl:"tallies[0]"`
	Pushed     int32                `gl:"pushed"`
	NonFinite  int32                `gl:"nonFinite"`
	Iterations int32                `gl:"iterations"`
	Outcome    int32                `gl:"outcome"`
	First      float32              `gl:"first"`
	Last       float32              `gl:"last"`
	Curve      [2]float32           `gl:"curve[0]"`
	StepLength [2]float32           `gl:"stepLength[0]"`
	Unsolved   float32              `gl:"unsolved"`
	Stuck      int32                `gl:"stuck"`
	Wanted     float32              `gl:"wanted"`
	Inside     int32                `gl:"inside"`
	InsideKeen int32                `gl:"insideKeen"`
	Through    int32                `gl:"through"`
	Astray     int32                `gl:"astray"`
	TooShort   int32                `gl:"tooShort"`
	_          [2]int32             // a block's size is a multiple of 16
}

// pairStatus is the twin of the storage block PairStatus in include/pair_status.glsl.
type pairStatus struct {
	Totals     [4]int32 `gl:"pairTotals[0]"`
	Many       int32    `gl:"pairMany"`
	Left       int32    `gl:"pairLeft"`
	Hits       int32    `gl:"pairHits"`
	Stopped    int32    `gl:"pairStopped"`
	Stiffened  int32    `gl:"pairStiffened"`
	Arrived    int32    `gl:"pairArrived"`
	Active     int32    `gl:"pairActive"`
	Candidates int32    `gl:"pairCandidates"`
	Moved      int32    `gl:"pairMoved"`
}

// checkBlocks compares the blocks of a linked program with their Go twins, by what the driver says
// about names and offsets, and returns how many members it compared: a driver may leave out those that a kernel does not use.
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
		if b.twin == nil {
			list, _ := pack.SettingsMembers()
			for _, m := range list {
				known[m.Name] = uintptr(m.Offset)
			}
		} else {
			for i := range b.twin.NumField() {
				f := b.twin.Field(i)
				if key := f.Tag.Get("gl"); key != "" {
					known[key] = f.Offset
				}
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
