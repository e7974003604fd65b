package sewing

import (
	"fmt"
	"slices"
	"strings"
)

// onesided adds warnings of unsewn sides whose mirror images are sewn: those of the other half of a panel that is cut
// on the fold, and of the other one of two mirrored panels. Slits on one side are made so on purpose, but a forgotten
// seam looks the same, and has no other check.
func (w *sewer) onesided() {
	by := w.sewn()
	for i, list := range w.panels {
		for j := range list {
			open := ref{i, j}
			if by[open] > 0 {
				continue
			}
			for _, r := range w.twins(open) {
				if k := by[r]; k > 0 {
					w.pattern.Warnings = append(w.pattern.Warnings, fmt.Sprintf("%s sews %s, and its mirror image %s is sewn to "+
						"nothing: expected a stitch for that, too, unless it is to stay open",
						w.stitchName(k-1), w.sideName(r), w.sideName(open)))
					break
				}
			}
		}
	}
}

// sewn returns the first stitch of each side that is sewn, counted from 1.
func (w *sewer) sewn() map[ref]int {
	by := map[ref]int{}
	for i := range w.sewing.Seams {
		for _, names := range [][]string{w.sewing.Seams[i].A, w.sewing.Seams[i].B} {
			sides, _, _ := w.seamOf(names) // its errors are reported already
			for _, r := range sides {
				if by[r] == 0 {
					by[r] = i + 1
				}
			}
		}
	}
	return by
}

// unsewn adds warnings of panels without a sewn side, if there are others: a seam may be forgotten.
func (w *sewer) unsewn() {
	if len(w.panels) < 2 {
		return
	}
	hangs := make([]bool, len(w.panels))
	for r := range w.sewn() {
		hangs[r.panel] = true
	}
	if !slices.Contains(hangs, true) {
		w.pattern.Warnings = append(w.pattern.Warnings, fmt.Sprintf("%snone of its %d panels is sewn to another: expected "+
			"[[stitch]] tables", w.lineOf("panel.0"), len(w.panels)))
		return
	}
	for i, hung := range hangs {
		if !hung {
			w.pattern.Warnings = append(w.pattern.Warnings, fmt.Sprintf("%spanel %q is sewn to nothing: expected a [[stitch]] "+
				"for it", w.lineOf(fmt.Sprintf("panel.%d", i)), w.pattern.Panels[i].Name))
		}
	}
}

// twins returns the mirror images of a side.
func (w *sewer) twins(r ref) (list []ref) {
	name, p := w.panels[r.panel][r.side].name, &w.sewing.Panels[r.panel]
	other, folded := strings.CutSuffix(name, mirrored)
	if !folded {
		other = name + mirrored
	}
	for i := range w.panels {
		q := &w.sewing.Panels[i]
		want := other
		if i != r.panel {
			if want = name; q.Mirror == p.Mirror || pieceOf(q) != pieceOf(p) {
				continue
			}
		}
		for j, s := range w.panels[i] {
			if s.name == want {
				list = append(list, ref{i, j})
			}
		}
	}
	return list
}

// pieceOf returns the outline of a panel.
func pieceOf(p *Panel) string {
	if p.Piece == "" {
		return p.Name
	}
	return p.Piece
}

func (w *sewer) sideName(r ref) string {
	return w.pattern.Panels[r.panel].Name + "." + w.panels[r.panel][r.side].name
}
