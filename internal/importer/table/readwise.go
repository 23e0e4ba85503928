package table

import (
	"context"
	"strings"

	"engram/internal/importer"
	"engram/internal/importer/csvfile"
	"engram/internal/importer/quotes"
)

// Readwise is the list of highlights of Readwise. Each book becomes a note that holds its quotes.
var Readwise = importer.Format{
	Name: "readwise", Title: "Readwise highlights",
	Is: func(_ context.Context, in *importer.Input) bool {
		return has(csvfile.Header(in.Head), "highlight", "book title")
	},
	Read: func(ctx context.Context, in *importer.Input, out *importer.Out) error {
		return quotes.Read("readwise", func(visit func(quotes.Mark) error) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			return eachRow(in, func(r row) error { return visit(readwiseMark(r)) })
		}, out)
	},
}

func readwiseMark(r row) quotes.Mark {
	m := quotes.Mark{
		Book: r.get("book title"), Author: r.get("book author"), Date: r.get("highlighted at"), Place: r.place(),
		Tags: append(listed(r.get("document tags")), listed(r.get("tags"))...),
		Highlight: importer.Highlight{
			Text: r.get("highlight"), Remark: r.get("note"), Color: r.get("color"), Tags: listed(r.get("tags")),
		},
	}
	if at := r.get("location"); at != "" && at != "0" {
		kind := r.get("location type")
		m.Where = strings.ToUpper(kind[:min(len(kind), 1)]) + kind[min(len(kind), 1):] + " " + at
	}
	if r.broken != "" {
		m.Refused = r.broken
	} else if m.Highlight.Text == "" && m.Highlight.Remark == "" {
		m.Refused = msgNoWords
	}
	return m
}

const msgNoWords = "The row has no highlight."
