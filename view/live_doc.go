// Lets what someone does act on a simulation while it runs: events between steps, recorded, so that a replay
// gives the same bits; and it plays back what was simulated before.

package view
