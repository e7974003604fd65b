//go:build cgo

package view

import (
	"fmt"
	"strings"
)

// helpWidth is the width of a column of the help, helpKeys that of its keys, in units of the layout.
const (
	helpWidth = 372
	helpKeys  = 118
)

// helpTopic is a heading with lines of two columns.
type helpTopic struct {
	title, right string
	rows         [][2]string
}

// keyTitles are the names of keys in the help that differ from the names of keys.
var keyTitles = map[string]string{"right": "→", "left": "←", ".": ". (full stop)", ",": ", (comma)"}

// helpTopics are the contents of the help.
func (st *Stage) helpTopics() (list []helpTopic) {
	for g, group := range Keys {
		t := helpTopic{title: group.Title}
		for _, k := range group.List {
			if k.Doc == "" {
				continue
			}
			name, ok := keyTitles[k.Key]
			if !ok {
				name = strings.ToUpper(k.Key[:1]) + k.Key[1:]
			}
			if k.Shift {
				name = "Shift + " + name
			}
			t.rows = append(t.rows, [2]string{name, k.Doc})
		}
		list = append(list, t)
		if g == 0 {
			mouse := helpTopic{"Mouse as in " + st.preset.String(), "N: another", append(st.preset.MouseHelp(),
				[2]string{"Ctrl + left", "move a body"})}
			list = append(list, mouse)
		}
	}
	return list
}

// help shows all keys in as many columns and pages as needed.
func (st *Stage) help(u *UI) {
	u.Shade()
	scale := float32(u.Font.Scale)
	w, h := float32(st.w)/scale, float32(st.h)/scale
	width := min(helpWidth, w-24)
	columns := int((w - 12) / (width + 12))
	room := h - 24 - u.FrameHeight()
	var topics []helpTopic
	var heights []float32
	for _, t := range st.helpTopics() {
		most := max(1, u.TableRows(room)) // topics higher than the window continue in the next column
		for rows := t.rows; len(rows) > 0; {
			n := min(most, len(rows))
			topics = append(topics, helpTopic{t.title, t.right, rows[:n]})
			heights = append(heights, u.TableHeight(n))
			rows = rows[n:]
		}
	}
	pages := FlowPanels(heights, room, min(columns, 3))
	st.helpPages = len(pages)
	st.helpPage = min(st.helpPage, len(pages)-1)
	page := pages[st.helpPage]
	var most float32
	for _, c := range page {
		var sum float32
		for _, k := range c {
			sum += heights[k]
		}
		most = max(most, sum)
	}
	n := float32(len(page))
	left, top := (w-n*width-(n-1)*12)/2, max(12, min(.08*h, h-12-u.FrameHeight()-most))
	for i, c := range page {
		u.Panel(left+float32(i)*(width+12), top, width)
		for _, k := range c {
			t := topics[k]
			u.Text(TextBold, t.title, t.right)
			u.Table(helpKeys, t.rows)
			u.Gap()
		}
		if i == len(page)-1 {
			says := "H, Escape or a click closes"
			if len(pages) > 1 {
				says = fmt.Sprintf("page %d of %d, H goes on, Escape or a click closes", st.helpPage+1, len(pages))
			}
			u.Text(TextSmall, says, "")
		}
		u.End(false)
	}
}

// turnHelp opens the help, shows its next page, or closes it after the last one.
func (st *Stage) turnHelp() {
	switch {
	case !st.Help:
		st.Help, st.helpPage = true, 0
	case st.helpPage+1 < st.helpPages:
		st.helpPage++
	default:
		st.Help = false
	}
}

// troubles shows the errors of panes that could not be opened.
func (st *Stage) troubles(u *UI) {
	scale := float32(u.Font.Scale)
	h := float32(st.h) / scale
	for k, p := range st.panes {
		err := p.failure()
		if err == nil {
			continue
		}
		w := float32(st.paneWidth()) / scale
		width := max(min(760, w-40), min(200, w-12))
		mark := u.Mark()
		for _, top := range []float32{h * .3, h * .1, 6} { // lower if there is room
			u.Rewind(mark)
			u.Column(float32(k)*w+(w-width)/2, top, h-6, width, &st.scrolled[2+k])
			u.Stack()
			title := "This cannot be shown"
			if len(p.at.X) > 0 {
				title = "This cannot go on"
			}
			u.Text(TextBold, title, u.Font.Fit(TextPlain, p.name, width*scale/2))
			u.Report(err.Error())
			u.Text(TextSmall, "Escape leaves", "")
			u.End(false)
			if u.EndColumn() == 0 {
				break
			}
		}
	}
}
