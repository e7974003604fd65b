package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hysteron/cloth"
	"hysteron/fit"
	"hysteron/fit/drape"
	"hysteron/lab"
	"hysteron/output"
	"hysteron/param"
	"hysteron/scenes"
)

// verifyDrape predicts drape coefficients blind, from the sheet of a cloth alone.
type verifyDrape struct {
	Table  string   `xor:"of" required:"" placeholder:"FILE" help:"Table with a cloth in each row: its name, the columns of its KES sheet, and \"drape [%]\"."`
	Of     []string `xor:"of" required:"" placeholder:"FABRIC,…" help:"Instead: fabrics whose sheets and drapes are measured on the virtual instruments first."`
	Base   string   `default:"cotton" placeholder:"FABRIC" help:"What sheets do not give."`
	Output string   `short:"o" placeholder:"FILE" help:"Write the table with the predictions, as CSV."`
	JSON   bool     `name:"json" help:"Print JSON."`
	drapeFlags
	outputFlag
}

// drapePrediction is a row of the output.
type drapePrediction struct {
	Name      string       `json:"name"`
	Measured  float64      `json:"measured_percent"`
	Predicted drape.Spread `json:"predicted_percent"`
	Folds     drape.Spread `json:"folds"`
	Converged bool         `json:"meshes_agree"`
	Doubts    []string     `json:"doubts,omitempty"`
}

func (v *verifyDrape) Run(c *console) error {
	protocol, err := v.protocol()
	if err != nil {
		return param.Wrong(err)
	}
	if _, err := scenes.LoadFabric(v.Base); err != nil {
		return param.Wrong(err)
	}
	if v.Output != "" {
		if info, err := os.Stat(filepath.Dir(v.Output)); err != nil || !info.IsDir() {
			return param.Wrong(fmt.Errorf("-o %s: expected a file in a folder that is there", v.Output))
		}
		if info, err := os.Stat(v.Output); err == nil && !info.Mode().IsRegular() {
			return param.Wrong(fmt.Errorf("-o %s: expected the name of a file", v.Output))
		}
		if err := v.rule(append([]string{v.Table, v.Base}, v.Of...)...).Check(output.Sealed, v.Output); err != nil {
			return err
		}
	}
	name, data := v.Table, []byte(nil)
	if v.Of != nil {
		name = "virtual cloths"
		data, err = v.measured(c, protocol)
	} else if data, err = os.ReadFile(v.Table); err != nil {
		err = param.Wrong(err)
	}
	if err != nil {
		return err
	}
	rows, err := fit.DrapeRows(name, data)
	if err != nil {
		return param.Wrong(err)
	}
	list := make([]drapePrediction, len(rows))
	fabrics := make([]cloth.Fabric, len(rows))
	for i, r := range rows { // all rows are read before the first drape
		if fabrics[i], list[i].Doubts, err = v.fabric(c, name, &r); err != nil {
			return err
		}
		list[i].Name, list[i].Measured = r.Name, r.Drape
		for _, d := range list[i].Doubts {
			c.warn("warning: " + r.Name + ": " + d)
		}
	}
	predicted, measured := make([]float64, len(rows)), make([]float64, len(rows))
	for i := range list {
		q := &list[i]
		h, err := protocol.Measure(c.ctx, fabrics[i], func(s string) { c.line(q.Name + ": " + s) })
		if err != nil {
			return err
		}
		q.Predicted, q.Folds = h.Coefficient, h.Folds
		says, reached := h.Reached()
		if q.Converged = h.Agreed(); !reached {
			c.warn("warning: " + q.Name + ": " + says)
		}
		predicted[i], measured[i] = h.Coefficient.Mean, q.Measured
	}
	p := fit.JudgePrediction(predicted, measured)
	if v.JSON {
		if err := c.printJSON(struct {
			Base   string            `json:"base"`
			Cloths []drapePrediction `json:"cloths"`
			fit.Prediction
		}{v.Base, list, p}); err != nil {
			return err
		}
	} else {
		v.print(c, list, p)
	}
	if v.Output == "" {
		return nil
	}
	table, err := v.written(data, rows, list)
	if err != nil {
		return err
	}
	return writeBytes(v.Output, output.Seal(table))
}

// print prints the table and its statistics.
func (v *verifyDrape) print(c *console, list []drapePrediction, p fit.Prediction) {
	fmt.Fprintf(c.out, "%-24s %9s  %-14s %10s  %s\n", "cloth", "measured", "predicted", "difference", "folds")
	for i := range list {
		q := &list[i]
		fmt.Fprintf(c.out, "%-24s %7.1f %%  %-14s %+10.1f  %s\n", q.Name, q.Measured, q.Predicted.Text("%.1f"),
			q.Predicted.Mean-q.Measured, q.Folds.Text("%.1f"))
	}
	if p.Number < 3 { // too few for statistics
		fmt.Fprintf(c.out, "bias %+.1f points; what the sheets do not give is %s's\n", p.Bias, v.Base)
		return
	}
	fmt.Fprintf(c.out, "%d cloths: bias %+.1f ± %.1f points (mean and its standard error), root mean square %.1f, rank "+
		"correlation %.2f (Spearman); measured drapes scatter by %.1f. What the sheets do not give is %s's\n",
		p.Number, p.Bias, p.Error, p.RMS, p.Ranks, p.Otherwise, v.Base)
}

// fabric converts the sheet of a row. It returns warnings about the sheet.
func (v *verifyDrape) fabric(c *console, table string, r *fit.DrapeRow) (f cloth.Fabric, doubts []string, err error) {
	sheet := fitCommand{Kind: "kes", Data: []string{fmt.Sprintf("%s:%d", table, r.Line)}, Base: v.Base}
	list, _, against, notes, has, err := sheet.convert(r.Sheet)
	if err != nil {
		return f, nil, param.Wrong(r.At(table, err))
	}
	if missing := fit.Missing("kes", list, has); len(missing) > 0 {
		notes = append(notes, fmt.Sprintf("as %s (--base): %s", v.Base, strings.Join(missing, "; ")))
	}
	for _, n := range notes {
		c.warn("note: " + r.Name + ": " + n)
	}
	for _, d := range against {
		doubts = append(doubts, d.Located())
	}
	if f, err = sheet.fabricOf(list, r.Sheet); err != nil {
		return f, nil, param.Wrong(r.At(table, err))
	}
	if v.NoFriction {
		f = f.Frictionless()
	}
	return f, doubts, nil
}

// measured returns the table of fabrics, measured on the virtual instruments.
func (v *verifyDrape) measured(c *console, protocol drape.Protocol) ([]byte, error) {
	var text bytes.Buffer
	w := csv.NewWriter(&text)
	w.Write(append([]string{"cloth"}, append(lab.Columns(), "drape [%]")...))
	fabrics := make([]cloth.Fabric, len(v.Of))
	for i, name := range v.Of { // all fabrics are read before the first measurement
		if name == "" || slices.Contains(v.Of[:i], name) {
			return nil, param.Wrong(fmt.Errorf("--of %s: fabric %d is %q: expected names that differ", strings.Join(v.Of, ","),
				i+1, name))
		}
		var err error
		if fabrics[i], err = scenes.LoadFabric(name); err != nil {
			return nil, param.Wrong(err)
		}
	}
	for i, name := range v.Of {
		f := fabrics[i]
		c.line(name + ": measuring its sheet")
		s, err := lab.MeasureSheet(c.ctx, f, false)
		if err != nil {
			return nil, err
		}
		for _, says := range s.Says {
			c.warn("note: " + name + ": " + says)
		}
		h, err := protocol.Measure(c.ctx, f, func(s string) { c.line(name + " itself: " + s) })
		if err != nil {
			return nil, err
		}
		w.Write(append([]string{name}, append(s.Cells(), fmt.Sprintf("%.1f", h.Coefficient.Mean))...))
	}
	w.Flush()
	return text.Bytes(), w.Error()
}

// written returns the table with predictions in its last columns.
func (v *verifyDrape) written(data []byte, rows []fit.DrapeRow, list []drapePrediction) ([]byte, error) {
	at := map[int]*drapePrediction{}
	for i, r := range rows {
		at[r.Line] = &list[i]
	}
	table, err := fit.Predicted(data, []string{"predicted [%]", "predicted deviation [%]", "predicted folds"},
		func(line int) []string {
			q := at[line]
			if q == nil {
				return nil
			}
			return []string{fmt.Sprintf("%.1f", q.Predicted.Mean), fmt.Sprintf("%.1f", q.Predicted.Deviation),
				fmt.Sprintf("%.1f", q.Folds.Mean)}
		})
	head := fmt.Sprintf("# Predicted by hysteron verify drape; what the sheets do not give is %s's\n", v.Base)
	return append([]byte(head), table...), err
}
