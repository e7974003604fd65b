package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestVerifyDrape: from two sheets the stiffer cloth is predicted to drape less, near what their fabrics do; the table
// that is written is read again; what is read is not replaced.
func TestVerifyDrape(t *testing.T) {
	dir := t.TempDir()
	table := filepath.Join(dir, "t.csv")
	coarse := []string{"--meshes", "1", "--hangings", "1", "--edge", "0.025", "-q"}
	status, stdout, stderr := execute(t, dir, append([]string{"verify", "drape", "--of", "silk,felt", "-o", table},
		coarse...)...)
	if status != done || !strings.Contains(stdout, "bias ") {
		t.Fatalf("status %d: %s%s", status, stdout, stderr)
	}
	status, stdout, stderr = execute(t, dir, append([]string{"verify", "drape", "--table", table, "--json"}, coarse...)...)
	var got struct {
		Cloths []struct {
			Name      string
			Measured  float64 `json:"measured_percent"`
			Predicted struct{ Mean float64 }
		}
		Number int
	}
	if status != done {
		t.Fatalf("status %d: %s", status, stderr)
	}
	if err := json.Unmarshal([]byte(strings.ReplaceAll(stdout, "predicted_percent", "Predicted")), &got); err != nil {
		t.Fatal(err)
	}
	if got.Number != 2 || got.Cloths[0].Name != "silk" || got.Cloths[0].Predicted.Mean > got.Cloths[1].Predicted.Mean-20 {
		t.Errorf("%+v: expected silk to drape well below felt", got)
	}
	for _, c := range got.Cloths {
		if off := c.Predicted.Mean - c.Measured; off > 20 || off < -20 {
			t.Errorf("%s: predicted %g %%, measured %g", c.Name, c.Predicted.Mean, c.Measured)
		}
	}
	before, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	status, _, stderr = execute(t, dir, append([]string{"verify", "drape", "--table", table, "-o", table, "--overwrite"},
		coarse...)...)
	if after, err := os.ReadFile(table); status == done || err != nil || string(after) != string(before) {
		t.Errorf("status %d, %v: %s: expected the table that is read to stay", status, err, stderr)
	}
}
