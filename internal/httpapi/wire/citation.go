package wire

import (
	"time"

	"engram/internal/answer"
	"engram/internal/conversation"
	"engram/internal/document"
)

// Citation is the target of a number in an answer.
type Citation struct {
	N        int    `json:"n" doc:"The number in the answer: [1] is the first memory of content."`
	MemoryID string `json:"memoryId"`
	Quote    string `json:"quote" doc:"The words that the answer rests on, as they stand in the memory; empty where it is only named."`
	Place    string `json:"place" doc:"Where they stand, such as \"page 4\"; empty when the source has no places."`
	Passage  int    `json:"passage" doc:"Which of the memory's passages they stand in, from 0."`
	Span     []int  `json:"span,omitempty" nullable:"false" minItems:"2" maxItems:"2" doc:"The characters of that passage (Unicode code points) from the first up to the second; absent where that is not known."`
	Page     int    `json:"page,omitempty" doc:"Page of a document, from 1."`
	Second   int    `json:"second,omitempty" doc:"Second of a recording."`
}

// Filters are the filters in the words of a query.
type Filters struct {
	Type  Kind       `json:"type,omitempty" doc:"The kind that the query names."`
	Since *time.Time `json:"since,omitempty" doc:"Saved at or after it."`
	Until *time.Time `json:"until,omitempty" doc:"Saved before it."`
	Saved string     `json:"saved,omitempty" doc:"When, as it reads behind \"saved\", such as \"last week\", in the words of the query; absent where those name no time."`
	Words []string   `json:"words" nullable:"false" doc:"The words of the query that were read so."`

	Filter string `json:"filter,omitempty" doc:"Words of a filter in the query, or in the one that it follows up on."`
}

// FiltersOf returns nil if there are none.
func FiltersOf(f conversation.Filters) *Filters {
	if f.Empty() {
		return nil
	}
	return &Filters{Type: Kind(f.Kind), Since: TimeOrNull(f.Since), Until: TimeOrNull(f.Until), Saved: f.Saved(), Words: append([]string{}, f.Words...), Filter: f.Filter}
}

// BlocksOf returns a list that is never null in JSON.
func BlocksOf(d document.Document) document.Document {
	if d == nil {
		return document.Document{}
	}
	return d
}

// TimeOrNull returns nil for the zero time.
func TimeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// CitationsOf returns a list that is never null in JSON.
func CitationsOf(citations []answer.Citation) []Citation {
	out := make([]Citation, len(citations))
	for i, c := range citations {
		out[i] = Citation{
			N: c.N, MemoryID: c.MemoryID, Quote: c.Quote, Place: answer.PlaceOf(c.Page, c.Second),
			Passage: c.Passage, Page: c.Page, Second: c.Second,
		}
		if c.Span != [2]int{} {
			out[i].Span = c.Span[:]
		}
	}
	return out
}
