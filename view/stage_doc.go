// Is the viewer without its window: it opens scenes, runs and caches, turns keys and mouse into events and
// views, and draws, on any OpenGL context. A window, or a script, leads it.

package view
