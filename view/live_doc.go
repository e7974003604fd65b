// Steered simulation: events act between steps and are recorded, so that a replay gives the same bits. Also playback of
// frames.

package view
