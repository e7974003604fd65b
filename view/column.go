package view

// column is a stack of panels between two heights. It can be scrolled if it is too long.
type column struct {
	PanelBox          // visible part
	x, width float32  // of its panels, in units of the layout
	scroll   *float32 // [pixel]
	over     float32  // excess length over the box [pixel]
	quad     int      // index of its first quad
	named    int
	solid    int
	grounds  []int   // quads of the shadows and backgrounds of its panels
	mouse    Mouse   // of the window
	y        float32 // of the next panel
}

// Column starts a stack of panels of a width between the heights top and bottom, with x as in Panel. scroll is the
// scroll position [pixel], clamped to the length of the stack.
func (u *UI) Column(x, top, bottom, width float32, scroll *float32) {
	c := column{x: x, width: width, scroll: scroll, quad: len(u.Quads), named: len(u.named), solid: len(u.solid),
		mouse: u.mouse}
	c.PanelBox = PanelBox{Y: u.px(top), H: max(0, u.px(bottom)-u.px(top))}
	c.y = c.Y - round(*scroll)
	if m := u.mouse; u.active == "" && (m.Y < c.Y || m.Y >= c.Y+c.H) { // hidden controls do not react
		u.mouse.X, u.mouse.Y, u.mouse.Pressed = -1, -1, false
	}
	u.col = c
}

// Stack starts the next panel of the column.
func (u *UI) Stack() {
	u.Panel(u.col.x, 0, u.col.width)
	d := u.col.y - u.panel.Y
	u.panel.Y, u.y = u.panel.Y+d, u.y+d
	u.col.grounds = append(u.col.grounds, u.first, u.first+1)
}

// Left returns the free height of the column, in units of the layout.
func (u *UI) Left() float32 { return (u.col.Y + u.col.H - u.col.y) / float32(u.Font.Scale) }

// EndColumn ends the column. Rows that are only partly visible are left out. It returns the excess length [pixel].
func (u *UI) EndColumn() (over float32) {
	c := u.col
	u.mouse, u.col = c.mouse, column{}
	end := c.y - u.px(columnGap) + round(*c.scroll)
	c.over = max(0, end-c.Y-c.H)
	if s := min(max(*c.scroll, 0), c.over); s != *c.scroll {
		*c.scroll = s // applies to the next layout
	}
	for _, b := range u.solid[c.solid:] {
		c.X, c.W = b.X, b.W
	}
	lo, hi := c.Y, c.Y+c.H
	kept := u.Quads[:c.quad]
	for i := c.quad; i < len(u.Quads); i++ {
		q := u.Quads[i]
		if len(c.grounds) > 0 && c.grounds[0] == i {
			c.grounds = c.grounds[1:]
			a, b := lo-q.Soft, hi+q.Soft // a shadow includes its fade
			y0, y1 := max(q.Y, a), min(q.Y+q.H, b)
			if q.Y, q.H = y0, y1-y0; q.H > 2*u.px(2) {
				q.Radius = min(q.Radius, q.H/2)
				kept = append(kept, q)
			}
			continue
		}
		if q.Y >= lo && q.Y+q.H <= hi {
			kept = append(kept, q)
		}
	}
	u.Quads = kept
	for _, name := range u.named[c.named:] {
		if b := u.Boxes[name]; b.Y < lo || b.Y+b.H > hi {
			delete(u.Boxes, name)
		}
	}
	seen := u.solid[:c.solid]
	for _, b := range u.solid[c.solid:] {
		y0, y1 := max(b.Y, lo), min(b.Y+b.H, hi)
		if b.Y, b.H = y0, y1-y0; b.H > 0 {
			seen = append(seen, b)
		}
	}
	u.solid = seen
	u.over = false
	for _, b := range u.solid {
		u.over = u.over || b.Has(u.mouse.X, u.mouse.Y)
	}
	if c.over > 0 { // arrows show that it can be scrolled
		w := u.Font.Width(TextBold, "↓")
		if *c.scroll < c.over {
			u.letters(TextBold, "↓", c.X+c.W-w-u.px(3), hi-u.Font.Height(TextBold), accent)
		}
		if *c.scroll > 0 {
			u.letters(TextBold, "↑", c.X+c.W-w-u.px(3), lo, accent)
		}
	}
	u.columns = append(u.columns, c)
	return c.over
}

// Mark is a state of a layout, for Rewind.
type Mark struct{ quads, named, solid, columns int }

// Mark returns the present state.
func (u *UI) Mark() Mark { return Mark{len(u.Quads), len(u.named), len(u.solid), len(u.columns)} }

// Rewind restores a state.
func (u *UI) Rewind(m Mark) {
	for _, name := range u.named[m.named:] {
		delete(u.Boxes, name)
	}
	u.Quads, u.named, u.solid, u.columns = u.Quads[:m.quads], u.named[:m.named], u.solid[:m.solid], u.columns[:m.columns]
}

const (
	columnGap = 10 // between panels
	click     = 48 // scroll distance of a click of the wheel
)

// Wheel scrolls the column below a point of the window by clicks of the wheel, up for positive ones. It reports whether
// there is one.
func (u *UI) Wheel(clicks float64, x, y float32) bool {
	for _, c := range u.columns {
		if c.over > 0 && c.Has(x, y) {
			*c.scroll = min(max(*c.scroll-float32(clicks)*u.px(click), 0), c.over)
			return true
		}
	}
	return false
}

// FlowPanels places blocks of given heights one after the other in columns, on as few pages as possible. On a single
// page the columns have about the same height. It returns, for each page and column, the blocks. A block higher than a
// column has a column of its own.
func FlowPanels(heights []float32, room float32, columns int) (pages [][][]int) {
	columns = max(1, columns)
	fill := func(most float32) (list [][]int) {
		used := most + 1
		for i, h := range heights {
			if used+h > most {
				list, used = append(list, nil), 0
			}
			list[len(list)-1] = append(list[len(list)-1], i)
			used += h
		}
		return list
	}
	var sum, highest float32
	for _, h := range heights {
		sum, highest = sum+h, max(highest, h)
	}
	for most := max(sum/float32(columns), highest); most < room; most += 1 {
		if list := fill(most); len(list) <= columns {
			return [][][]int{list}
		}
	}
	for list := fill(room); len(list) > 0; {
		n := min(columns, len(list))
		pages, list = append(pages, list[:n]), list[n:]
	}
	return pages
}
