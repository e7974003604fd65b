// Package sweep runs a scene over many values: a sweep file becomes a folder of numbered scenes with a manifest, whose
// tasks are run one by one, by whatever starts them, and whose figures are gathered into a table and plots.
//
//	DIR/manifest.json        what each task is
//	DIR/scenes/0001.json     its scene, as the input.json of a run: every value, files included
//	DIR/runs/0001            its run
//	DIR/gathered.csv         figures of all runs, with gathered.html and figures/
//
// Nothing here decides when a task runs.
package sweep
