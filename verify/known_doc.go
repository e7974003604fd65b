// Asks for known answers: a Problem runs on a backend, compares what comes out with what is known, and Run makes a
// Report of all of them, which prints as a table (WriteText), as JSON, or as a page with plots (Save).
//
// A problem sees a backend through the interface step.Sim alone, so both backends get the same questions.
// Forces that the simulator does not know are given as velocities, see rest.go.

package verify
