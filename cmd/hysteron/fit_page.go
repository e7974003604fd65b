package main

import "hysteron/fit/page"

// A number that a fit found, what it prints of a part, and a chapter of its page.
type (
	fitted     = page.Number
	fitResult  = page.Result
	fitChapter = page.Chapter
)

// page writes the page, if one is asked for.
func (f *fitCommand) page(chapters ...fitChapter) error {
	if f.Page == "" {
		return nil
	}
	return page.Write(f.Page, f.Data, chapters...)
}
