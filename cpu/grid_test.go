package cpu

import "hysteron/cloth/clothtest"

// Sheets, a fabric and a body that tests share with the other backend.
var (
	grid          = clothtest.Grid
	cotton        = clothtest.Cotton
	newTestSphere = clothtest.NewSphere
)
