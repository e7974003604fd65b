// Problems with known answers. A Problem runs on a backend and compares results with known values. Run makes a Report
// of all of them, which is written as a table (WriteText), as JSON, or as a page with plots (Save).
//
// A problem uses a backend through the interface step.Sim alone, so both backends get the same problems. Forces that
// the simulator has no term for are given as velocities, see rest.go.

package verify
