// The viewer without its window: it opens scenes, runs and caches, converts keys and mouse to events and views, and
// draws on any OpenGL context. A window or a script controls it.

package view
