// Package view is the interactive viewer without its window: camera, picking, keys and mouse, playback, the steered
// simulation, events and their recordings, panels, and drawing. The window is cmd/hysteron-view.
package view
