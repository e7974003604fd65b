package reproduce

import (
	"encoding/base64"
	"html/template"
	"io"
)

// page writes the self-contained HTML page.
func (r *report) page(w io.Writer) error {
	holds, all := r.Counts()
	return pageTemplate.Execute(w, struct {
		*Results
		Blocks     []block
		Holds, All int
	}{&r.Results, r.blocks, holds, all})
}

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"data": func(png []byte) template.URL {
		return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(png))
	},
	"class": func(verdict string) string {
		return map[string]string{Holds: "holds", Fails: "fails"}[verdict]
	},
}).Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{.Title}}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 78rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
table { border-collapse: collapse; margin: 1rem 0; } th, td { border: 1px solid #ccc; padding: .25rem .6rem; text-align: left; }
th { background: #f3f3f3; } caption, figcaption { text-align: left; color: #555; font-size: .9rem; }
.row { display: flex; flex-wrap: wrap; gap: 1rem; } .row figure { margin: 0; flex: 1 1 20rem; min-width: 15rem; } img { max-width: 100%; }
.holds { color: #00694b; font-weight: 600; } .fails { color: #b03a00; font-weight: 600; } .small { color: #555; font-size: .9rem; }
.error { border: 2px solid #b03a00; padding: .5rem 1rem; }
</style></head><body>
<h1>{{.Title}}</h1>
<p class="small">{{.Paper}} · {{if .Quick}}quick version · {{end}}backend {{.Backend}} · {{printf "%.0f" .Seconds}} s · <code>{{.Command}}</code></p>
<p><b>The claim.</b> {{.Claim}}</p>
{{if .Error}}<p class="error"><b>The experiment ended early:</b> {{.Error}}</p>{{end}}
<p><b>{{.Holds}} of {{.All}} claims hold.</b></p>
<table><tr><th>quantity</th><th>expected</th><th>measured</th><th>verdict</th></tr>
{{range .Findings}}<tr><td>{{.What}}</td><td>{{.Claim}}</td><td>{{.Measured}}</td><td class="{{class .Verdict}}">{{.Verdict}}</td></tr>
{{end}}</table>
{{range .Blocks}}{{if .Heading}}<h2>{{.Heading}}</h2>{{end}}{{if .Text}}<p>{{.Text}}</p>{{end -}}
{{if .Head}}<table><caption>{{.Caption}}</caption><tr>{{range .Head}}<th>{{.}}</th>{{end}}</tr>
{{range .Rows}}<tr>{{range .}}<td>{{.}}</td>{{end}}</tr>
{{end}}</table>{{end -}}
{{if .Images}}<figure><div class="row">{{range .Images}}<figure><img src="{{data .PNG}}" alt="{{.Caption}}">{{if .Caption}}<figcaption>{{.Caption}}</figcaption>{{end}}</figure>{{end}}</div>
{{if .Caption}}<figcaption>{{.Caption}}</figcaption>{{end}}</figure>{{end}}
{{end}}</body></html>
`))
