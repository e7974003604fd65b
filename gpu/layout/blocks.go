package layout

// MaxObstacles is the largest number of colliders in kernels.
const MaxObstacles = 16

// Params is the twin of the uniform block Params in include/params.glsl. Package gpu compares the two.
type Params struct {
	GustWave      [3][4]float32            `gl:"gustWave[0]"`
	GustAmplitude [4]float32               `gl:"gustAmplitude"`
	Obstacle      [MaxObstacles][4]float32 `gl:"obstacle[0]"`
	Priority      [MaxObstacles][4]float32 `gl:"priority[0]"`
	TwoStep       [4]float32               `gl:"twoStep"`
	H             float32                  `gl:"h"`
	VertexCount   int32                    `gl:"vertexCount"`
	TriangleCount int32                    `gl:"triangleCount"`
	HingeCount    int32                    `gl:"hingeCount"`
	ObstacleCount int32                    `gl:"obstacleCount"`
	Terms         int32                    `gl:"terms"`
	MeasuredParts int32                    `gl:"measuredParts"`
	SelfReach     float32                  `gl:"selfReach"`
	SelfSlack     float32                  `gl:"selfSlack"`
	Components    float32                  `gl:"pieces"`
	_             [2]int32                 // a block's size is a multiple of 16
}

// PairStatus is the twin of the storage block PairStatus in include/pair_status.glsl.
type PairStatus struct {
	Totals     [4]int32 `gl:"pairTotals[0]"`
	Many       int32    `gl:"pairMany"`
	Left       int32    `gl:"pairLeft"`
	Hits       int32    `gl:"pairHits"`
	Clamped    int32    `gl:"pairClamped"`
	Stiffened  int32    `gl:"pairStiffened"`
	Arrived    int32    `gl:"pairArrived"`
	Active     int32    `gl:"pairActive"`
	Candidates int32    `gl:"pairCandidates"`
	Moved      int32    `gl:"pairMoved"`
}
