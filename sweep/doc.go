// Package sweep runs a scene over many values. A sweep file becomes a folder of numbered scenes with a manifest. Its
// tasks are run one by one by another program, and their figures are gathered into a table and plots.
//
//	DIR/manifest.json        the tasks
//	DIR/scenes/0001.json     scene of a task, as the input.json of a run, with all values and files
//	DIR/runs/0001            its run
//	DIR/gathered.csv         figures of all runs, with gathered.html and figures/
//
// The package does not schedule tasks.
package sweep
