package verify

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"strings"
)

// WriteHTML writes the page: summary, table and plots per topic, all in one file.
func (r *Report) WriteHTML(w io.Writer) error {
	type plot struct {
		SVG     template.HTML
		Backend string
	}
	type picture struct {
		Data           template.URL
		Title, Backend string
	}
	type section struct {
		Problem, What, Source string
		Errors                []string
		Rows                  [][]string
		Class                 []string
		Plots                 []plot
		Pictures              []picture
	}
	type topic struct {
		Name     string
		Sections []*section
	}
	var topics []*topic
	at := map[string]*section{}
	for _, q := range r.Results {
		if len(topics) == 0 || topics[len(topics)-1].Name != q.Topic {
			topics = append(topics, &topic{Name: q.Topic})
		}
		s := at[q.Problem]
		if s == nil {
			s = &section{Problem: q.Problem, What: q.What, Source: q.Source}
			at[q.Problem] = s
			t := topics[len(topics)-1]
			t.Sections = append(t.Sections, s)
		}
		if q.Error != "" {
			s.Errors = append(s.Errors, q.Backend+": "+q.Error)
		}
		for i := range q.Rows {
			row := &q.Rows[i]
			class := "pass"
			switch {
			case !row.Pass:
				class = "fail"
			case !row.Gate:
				class = "shown"
			}
			s.Rows, s.Class = append(s.Rows, row.cells()[1:]), append(s.Class, class)
		}
		for i := range q.Pictures {
			if p := &q.Pictures[i]; p.data() != "" {
				s.Pictures = append(s.Pictures, picture{template.URL(p.data()), p.Title, q.Backend})
			}
		}
		for i := range q.Figures {
			f := &q.Figures[i]
			svg, err := f.SVG()
			if err != nil {
				return err
			}
			text := string(svg)
			if k := strings.Index(text, "<svg"); k > 0 { // the page has a prologue of its own
				text = text[k:]
			}
			s.Plots = append(s.Plots, plot{template.HTML(text), q.Backend})
		}
	}
	var b bytes.Buffer
	if err := page.Execute(&b, map[string]any{"Report": r, "Topics": topics, "Head": head[1:]}); err != nil {
		return fmt.Errorf("page: %w", err)
	}
	_, err := w.Write(b.Bytes())
	return err
}

var page = template.Must(template.New("page").Parse(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>hysteron verify</title>
<style>
body { font: 15px/1.45 sans-serif; max-width: 1150px; margin: 2em auto; padding: 0 1em; color: #222 }
table { border-collapse: collapse; font-size: 13px; margin: .6em 0 }
th, td { padding: 2px 9px; text-align: left; border-bottom: 1px solid #ddd }
td:nth-child(n+5):nth-child(-n+8) { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
tr.fail { background: #fbd5d0 } tr.shown { color: #777 }
.source, .device { color: #555; font-size: 13px } .bad { color: #b00020; font-weight: bold }
figure { display: inline-block; margin: .5em 1em .5em 0; vertical-align: top } figure svg, figure img { width: 360px; height: auto }
figcaption { font-size: 12px; color: #555 }
</style></head><body>
<h1>hysteron verify</h1>
<p{{if .Report.Failed}} class="bad"{{end}}>{{.Report.Summary}}</p>
{{range .Report.Backends}}<p class="device">{{.Name}}: {{.Device}}</p>{{end}}
{{if .Report.Undrawn}}<p class="bad">{{.Report.Undrawn}}</p>{{end}}<p>Rows in grey are shown for comparison, without a tolerance.</p>
{{$head := .Head}}{{range .Topics}}<h2>{{.Name}}</h2>
{{range .Sections}}{{$s := .}}<h3>{{.Problem}}</h3>
<p>{{.What}}<br><span class="source">{{.Source}}</span></p>
{{range .Errors}}<p class="bad">{{.}}</p>{{end}}
<table><tr>{{range $head}}<th>{{.}}</th>{{end}}</tr>
{{range $i, $row := .Rows}}<tr class="{{index $s.Class $i}}">{{range $row}}<td>{{.}}</td>{{end}}</tr>
{{end}}</table>
{{range .Pictures}}<figure><img src="{{.Data}}" alt="{{.Title}}"><figcaption>{{.Title}} ({{.Backend}})</figcaption></figure>{{end}}
{{range .Plots}}<figure>{{.SVG}}<figcaption>{{.Backend}}</figcaption></figure>{{end}}
{{end}}{{end}}</body></html>
`))
