package document_test

import (
	"testing"

	"engram/internal/document"
)

func TestStable(t *testing.T) {
	for markdown, want := range map[string]string{
		"":                               "",
		"The **deposit** is due":         "The **deposit** is due",
		"The **deposit** is *due":        "The **deposit** is",
		"snake_case and `code` stay":     "snake_case and `code` stay",
		"See _this":                      "See",
		"Look, a picture!":               "Look, a picture",
		"One * in\\\nthe last line":      "One \\* in  \nthe last line",
		"A row | of what":                "A row",
		"- one\n- two [x":                "- one\n- two",
		"- one\n- *two":                  "- one",
		"> a quote <b":                   "> a quote",
		"`code` *":                       "`code`",
		"```\nx * y\n\n":                 "```\nx * y\n```",
		"done *here\n\nand then, _there": "done \\*here\n\nand then,",
	} {
		d := document.Read(markdown)
		before := d.Markdown()
		if got := d.Stable().Markdown(); got != want {
			t.Errorf("%q: %q, want %q", markdown, got, want)
		}
		if d.Markdown() != before {
			t.Errorf("%q was changed", markdown)
		}
	}
}
