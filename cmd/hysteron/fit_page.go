package main

import "hysteron/fit/page"

// Short names: an estimated number, the output about a part, a chapter of the page.
type (
	fitted     = page.Number
	fitResult  = page.Result
	fitChapter = page.Chapter
)

// page writes the page of --page.
func (f *fitCommand) page(chapters ...fitChapter) error {
	if f.Page == "" {
		return nil
	}
	return page.Write(f.Page, f.Data, chapters...)
}
