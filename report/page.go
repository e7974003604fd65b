// Package report formats results: plots, tables as text, and HTML pages with embedded plots and pictures. It is
// independent of the kind of results.
package report

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"path/filepath"

	"hysteron/formats"
	"hysteron/output"
)

// Page is a page of HTML.
type Page struct {
	Title  string
	Notes  []Note // below the title
	Blocks []Block
}

// Note is a paragraph.
type Note struct {
	Text string
	Mood Mood
}

// Block is a part of a page: some of its fields are set.
type Block struct {
	Heading string
	Level   int // of the heading: 2 or 3
	Note
	Table   *Table
	Figures []Figure // in a row
	Caption string   // of the figures
}

// Figure is a plot or a picture with a caption.
type Figure struct {
	Caption  string
	SVG, PNG []byte // one of them is set
}

// Heading begins a chapter; the page begins with links to them.
func (p *Page) Heading(text string) { p.Blocks = append(p.Blocks, Block{Heading: text, Level: 2}) }

// Section begins a part of a chapter.
func (p *Page) Section(text string) { p.Blocks = append(p.Blocks, Block{Heading: text, Level: 3}) }

// Say adds a paragraph.
func (p *Page) Say(mood Mood, text string) {
	p.Blocks = append(p.Blocks, Block{Note: Note{text, mood}})
}

// Text adds a plain paragraph.
func (p *Page) Text(format string, args ...any) { p.Say(Plain, fmt.Sprintf(format, args...)) }

// Table adds a table.
func (p *Page) Table(t *Table) { p.Blocks = append(p.Blocks, Block{Table: t}) }

// Figures adds a row of figures, unless there are none.
func (p *Page) Figures(caption string, figures ...Figure) {
	if len(figures) > 0 {
		p.Blocks = append(p.Blocks, Block{Figures: figures, Caption: caption})
	}
}

// HTML returns the page.
func (p *Page) HTML() ([]byte, error) {
	var b bytes.Buffer
	err := layout.Execute(&b, p)
	return b.Bytes(), err
}

// WriteFile writes a file atomically into a folder, which it creates.
func WriteFile(dir, name string, data []byte) error {
	if err := output.Folder(dir); err != nil {
		return err
	}
	return formats.WriteFileAtomic(filepath.Join(dir, name), func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// Chapters returns the headings of level 2.
func (p *Page) Chapters() (list []string) {
	for _, b := range p.Blocks {
		if b.Level == 2 {
			list = append(list, b.Heading)
		}
	}
	return list
}

var layout = template.Must(template.New("page").Funcs(template.FuncMap{
	"svg": func(b []byte) template.HTML { return template.HTML(b) },
	"png": func(b []byte) template.URL {
		return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(b))
	},
	"mood": func(t *Table, row int) Mood {
		if t.Mood == nil {
			return Plain
		}
		return t.Mood[row]
	},
	"side": func(t *Table) []string {
		var side []string
		for _, right := range t.numbers() {
			side = append(side, map[bool]string{true: "n"}[right])
		}
		return side
	},
}).Parse(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">` + formats.Generator + `<meta name="viewport" content="width=device-width"><title>{{.Title}}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
h1 { font-size: 1.7rem } h2 { font-size: 1.3rem; margin-top: 2.5rem; border-bottom: 1px solid #ddd } h3 { font-size: 1.05rem; margin: 1.6rem 0 .3rem }
p { max-width: 56rem } nav { font-size: .9rem } nav a { margin-right: 1.2em; white-space: nowrap } a { color: #0072b2 }
.table { overflow-x: auto; margin: .8rem 0 } table { border-collapse: collapse; font-size: .85rem }
th, td { padding: .15rem .6rem; text-align: left; border-bottom: 1px solid #e2e2e2; vertical-align: top } th { background: #f4f4f4 }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
caption, figcaption { text-align: left; color: #555; font-size: .85rem; max-width: 56rem }
.row { display: flex; flex-wrap: wrap; gap: .5rem 1rem; margin: .8rem 0 } .row figure { margin: 0; max-width: 30rem; flex: 0 1 auto } svg, img { max-width: 100%; height: auto }
.faint { color: #6b6b6b } p.faint { font-size: .85rem; margin: .3rem 0 } p.good { color: #00694b; font-weight: 600 } p.bad { color: #b03a00; font-weight: 600 }
tr.bad { background: #fbd9cf } tr.good td:last-child { color: #00694b } tr.bad td:last-child { color: #b03a00; font-weight: 600 }
</style></head><body>
<h1>{{.Title}}</h1>
{{range .Notes}}{{template "note" .}}{{end -}}
{{with .Chapters}}<nav>{{range .}}<a href="#{{.}}">{{.}}</a> {{end}}</nav>
{{end -}}
{{range .Blocks -}}
{{if eq .Level 2}}<h2 id="{{.Heading}}">{{.Heading}}</h2>
{{else if .Heading}}<h3>{{.Heading}}</h3>
{{end}}{{if .Text}}{{template "note" .Note}}{{end}}{{with .Table}}{{$t := .}}{{$side := side .}}<div class="table"><table>{{if .Caption}}<caption>{{.Caption}}</caption>{{end}}
<tr>{{range $k, $h := .Head}}<th class="{{index $side $k}}">{{$h}}</th>{{end}}</tr>
{{range $i, $row := .Rows}}<tr class="{{mood $t $i}}">{{range $k, $c := $row}}<td class="{{index $side $k}}">{{$c}}</td>{{end}}</tr>
{{end}}</table></div>
{{end}}{{if .Figures}}<div class="row">{{range .Figures}}<figure>{{if .SVG}}{{svg .SVG}}{{else}}<img src="{{png .PNG}}" alt="{{.Caption}}">{{end}}{{if .Caption}}<figcaption>{{.Caption}}</figcaption>{{end}}</figure>
{{end}}</div>{{if .Caption}}<figcaption>{{.Caption}}</figcaption>{{end}}
{{end}}{{end}}</body></html>
{{define "note"}}<p class="{{.Mood}}">{{.Text}}</p>
{{end}}`))
