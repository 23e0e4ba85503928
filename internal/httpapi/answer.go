package httpapi

import (
	"context"
	"time"

	"engram/internal/answer"
	"engram/internal/answer/document"
	"engram/internal/ask"
	"engram/internal/recall"
)

type wireCitation struct {
	N        int    `json:"n" doc:"The number in the answer: [1] is the first memory of content."`
	MemoryID string `json:"memoryId"`
	Quote    string `json:"quote" doc:"The words that the answer rests on, as they stand in the memory; empty where it is only named."`
	Place    string `json:"place" doc:"Where they stand, such as \"page 4\"; empty when the source has no places."`
	Passage  int    `json:"passage" doc:"Which of the memory's passages they stand in, from 0."`
	Span     []int  `json:"span,omitempty" nullable:"false" minItems:"2" maxItems:"2" doc:"The characters of that passage (Unicode code points) from the first up to the second; absent where that is not known."`
	Page     int    `json:"page,omitempty" doc:"Page of a document, from 1."`
	Second   int    `json:"second,omitempty" doc:"Second of a recording."`
}

type wireFilters struct {
	Type  wireKind   `json:"type,omitempty" doc:"The kind that the query names."`
	Since *time.Time `json:"since,omitempty" doc:"Saved at or after it."`
	Until *time.Time `json:"until,omitempty" doc:"Saved before it."`
	Saved string     `json:"saved,omitempty" doc:"When, as it reads behind \"saved\", such as \"last week\", in the words of the query; absent where those name no time."`
	Words []string   `json:"words" nullable:"false" doc:"The words of the query that were read so."`
}

type searchAnswer struct {
	Content   []wireMemory      `json:"content" nullable:"false" doc:"Related memories, best first; of a long note the first 4000 characters."`
	Answer    string            `json:"answer" doc:"Markdown that cites memories as [1], [2]. What a sentence that ends in [?] says is in none of them."`
	Answered  bool              `json:"answered" doc:"False when the memories hold no answer."`
	Kind      string            `json:"kind" enum:"answered,closest,listing,refused,spoken" doc:"What the answer is: closest quotes what comes nearest to the query and may not answer it; listing counts memories and lists the newest behind; refused says that nothing answers, and may list what is nearest behind; spoken answers what asks nothing of memories, as a greeting."`
	Blocks    document.Document `json:"blocks" nullable:"false" doc:"The answer as data: what answer says in markdown."`
	Degree    string            `json:"degree,omitempty" enum:"answered,closest,nothing" doc:"How well the memories answer: closest quotes what comes nearest to it, and may not answer. Absent where nothing was asked of them, as with a greeting."`
	Citations []wireCitation    `json:"citations" nullable:"false"`
	Filters   *wireFilters      `json:"filters,omitempty" doc:"What the words of the query narrowed the search to; absent when nothing."`
	ContentID string            `json:"contentId,omitempty" doc:"The id of the memory that alone was asked; absent when all were."`
	Model     string            `json:"model,omitempty" doc:"The model that wrote the answer; absent where it is made of what was saved alone."`
	Notice    string            `json:"notice,omitempty" doc:"Why it is not the answer that one would expect, such as that the model did not answer in time."`

	Conversation string `json:"conversation,omitempty" doc:"The id of the conversation that holds it now; absent where it could not be kept."`
	Asked        string `json:"asked,omitempty" doc:"What a follow-up was read as; absent where it was taken as it is."`
}

func (a *api) searchAnswer(ctx context.Context, r ask.Result) searchAnswer {
	return searchAnswer{
		Content: a.wireAll(ctx, r.Memories), Answer: r.Answer.Markdown(), Answered: r.Answer.Answered(),
		Kind: r.Answer.Kind.String(), Blocks: blocksOf(r.Answer.Blocks), Degree: degreeOf(r.Answer),
		Citations: wireCitations(r.Answer.Citations), Filters: filtersOf(r.Filters), ContentID: r.Memory,
		Model: r.Answer.Model, Notice: r.Answer.Notice, Conversation: r.Conversation, Asked: r.Asked,
	}
}

// The events of an answer.
type (
	wireRelated struct {
		Content   []wireMemory `json:"content"`
		Filters   *wireFilters `json:"filters,omitempty"`
		ContentID string       `json:"contentId,omitempty"`
	}
	wireDelta struct {
		Text string `json:"text"`
	}
	wireBlocks struct {
		From   int               `json:"from"`
		Blocks document.Document `json:"blocks,omitempty"`
		More   string            `json:"more,omitempty"`
	}
	wireCited struct {
		Answered  bool           `json:"answered"`
		Kind      string         `json:"kind"`
		Degree    string         `json:"degree,omitempty"`
		Citations []wireCitation `json:"citations"`
	}
	wireAskError struct {
		Status  int    `json:"status"`
		Message string `json:"message"`
	}
)

// degreeOf says how well memories answer, empty where nothing was asked of them.
func degreeOf(a answer.Answer) string {
	switch {
	case a.Answered():
		return "answered"
	case a.Kind == answer.Closest:
		return "closest"
	case a.Kind == answer.Spoken:
		return ""
	}
	return "nothing"
}

func filtersOf(f recall.Filters) *wireFilters {
	if f.Empty() {
		return nil
	}
	return &wireFilters{Type: wireKind(f.Kind), Since: timeOrNull(f.Since), Until: timeOrNull(f.Until), Saved: f.Saved(), Words: f.Words}
}

func blocksOf(d document.Document) document.Document {
	if d == nil {
		return document.Document{}
	}
	return d
}

func timeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

func wireCitations(citations []answer.Citation) []wireCitation {
	out := make([]wireCitation, len(citations))
	for i, c := range citations {
		out[i] = wireCitation{
			N: c.N, MemoryID: c.MemoryID, Quote: c.Quote, Place: answer.PlaceOf(c.Page, c.Second),
			Passage: c.Passage, Page: c.Page, Second: c.Second,
		}
		if c.Span != [2]int{} {
			out[i].Span = c.Span[:]
		}
	}
	return out
}
