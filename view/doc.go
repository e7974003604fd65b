// Package view is the interactive viewer without its window: camera, picking, what keys and mouse do, the clock of
// playback, events and recordings of them. Package view lets them act on a simulation, view lays out what stands
// over the picture, view puts everything together; the window is cmd/hysteron-view.
package view
