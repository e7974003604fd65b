// Repeats experiments from starts that are off by chance, keeps what each run leaves, so that an
// experiment can be finished over several calls, and tells what such runs show beyond chance.

package experiments
