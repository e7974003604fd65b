package sweep

import "testing"

// What a dry run prints is what a shell takes as it is.
func TestLine(t *testing.T) {
	job := Submitted{Command: []string{"sbatch", "--array=1-3,7%2", "--time=1;rm x", "it's", "", "a b"}}
	if got, want := job.Line(), `sbatch --array=1-3,7%2 '--time=1;rm x' 'it'\''s' '' 'a b'`; got != want {
		t.Errorf("%s, expected %s", got, want)
	}
}
