package httpapi

import (
	"context"
	"strings"
	"time"

	"engram/internal/account"
	"engram/internal/answer"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/recall"
	"engram/internal/search"
)

const relatedMemories = 10 // memories that one search returns at most

type searchInput struct {
	Body struct {
		Query string `json:"query"`
		Type  string `json:"type" enum:"all-memories,link,video,tweet,document,note"`
	}
}

type wireCitation struct {
	N        int    `json:"n" doc:"The number in the answer: [1] is the first memory of content."`
	MemoryID string `json:"memoryId"`
	Quote    string `json:"quote" doc:"The words that the answer rests on, as they stand in the memory."`
	Place    string `json:"place" doc:"Where they stand, such as \"page 4\"; empty when the source has no places."`
}

type wireFilters struct {
	Type  string     `json:"type,omitempty" enum:"link,video,tweet,note,document" doc:"The kind that the query names."`
	Since *time.Time `json:"since,omitempty" doc:"Saved at or after it."`
	Until *time.Time `json:"until,omitempty" doc:"Saved before it."`
	Words []string   `json:"words" nullable:"false" doc:"The words of the query that were read so."`
}

type searchOutput struct {
	Body struct {
		Content   []wireMemory   `json:"content" nullable:"false" doc:"Related memories, best first."`
		Answer    string         `json:"answer" doc:"Markdown that cites memories as [1], [2]. What a sentence that ends in [?] says is in none of them."`
		Answered  bool           `json:"answered" doc:"False when the memories hold no answer."`
		Citations []wireCitation `json:"citations" nullable:"false"`
		Filters   *wireFilters   `json:"filters,omitempty" doc:"What the words of the query narrowed the search to; absent when nothing."`
		Model     string         `json:"model,omitempty" doc:"The model that wrote the answer; absent where it is made of what was saved alone."`
		Notice    string         `json:"notice,omitempty" doc:"Why it is not the answer that one would expect, such as that the model did not answer in time."`
	}
}

// search answers a question in one piece.
func (a *api) search(ctx context.Context, id account.Identity, in *searchInput) (_ *searchOutput, err error) {
	q, err := a.look(ctx, id, in)
	if err != nil {
		return nil, err
	}
	defer settle(q.giveBack, &err)
	return a.reply(ctx, q, nil)
}

// question is one whose memories are found, and which is to be answered.
type question struct {
	userID   string
	text     string
	matches  []recall.Match // side by side with memories
	memories []memory.Memory
	filters  search.Filters
	giveBack func() // of the search that it took of the day's allowance
}

// look takes one of the day's searches and finds the memories for a question. A search that fails is given back.
func (a *api) look(ctx context.Context, id account.Identity, in *searchInput) (_ *question, err error) {
	text, kind := strings.TrimSpace(in.Body.Query), kindOf(in.Body.Type)
	if text == "" {
		return nil, fault.New(fault.Invalid, "Please enter a search query")
	}
	if kind != "" && !kind.Known() {
		return nil, fault.New(fault.Invalid, "Unknown type of memory")
	}
	giveBack, err := a.Quota.Search(ctx, id.User().ID, a.Plans)
	if err != nil {
		return nil, err
	}
	defer settle(giveBack, &err)
	began := a.Now()
	result, err := a.Search.Search(ctx, id.User().ID, search.Request{Text: text, Kind: string(kind), Limit: relatedMemories})
	if err != nil {
		return nil, err
	}
	a.Observer.Search(a.Now().Sub(began))
	q := &question{userID: id.User().ID, text: text, filters: result.Filters, giveBack: giveBack}
	q.matches, q.memories, err = a.present(ctx, id.User().ID, result.Matches)
	return q, err
}

// settle is deferred where a question may fail: then it costs nothing of the day's allowance.
func settle(giveBack func(), err *error) {
	cause := recover()
	if cause != nil || *err != nil {
		giveBack()
	}
	if cause != nil {
		panic(cause)
	}
}

// reply writes the answer, and tells of it as it comes where tell is not nil.
func (a *api) reply(ctx context.Context, q *question, tell func(answer.Piece)) (*searchOutput, error) {
	found, err := a.Answers.Answer(ctx, answer.Question{UserID: q.userID, Text: q.text, Matches: q.matches}, tell)
	if err != nil {
		return nil, err
	}
	out := &searchOutput{}
	out.Body.Content = a.wireAll(ctx, q.memories)
	out.Body.Answer, out.Body.Answered = found.Markdown, found.Answered
	out.Body.Citations, out.Body.Filters = wireCitations(found.Citations), filtersOf(q.filters)
	out.Body.Model, out.Body.Notice = found.Model, found.Notice
	return out, nil
}

// present returns matches and their memories side by side. A memory that was deleted since the index read it is left out
// of both, so that the numbers of the answer stay those of the list.
func (a *api) present(ctx context.Context, userID string, matches []recall.Match) ([]recall.Match, []memory.Memory, error) {
	ids := make([]string, len(matches))
	for i, match := range matches {
		ids[i] = match.MemoryID
	}
	memories, err := a.Memories.ByIDs(ctx, userID, ids)
	if err != nil {
		return nil, nil, err
	}
	present := matches[:0]
	for _, match := range matches {
		if n := len(present); n < len(memories) && memories[n].ID == match.MemoryID {
			present = append(present, match)
		}
	}
	return present, memories, nil
}

func filtersOf(f search.Filters) *wireFilters {
	if f.Empty() {
		return nil
	}
	return &wireFilters{Type: f.Kind, Since: timeOrNull(f.Since), Until: timeOrNull(f.Until), Words: f.Words}
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
		out[i] = wireCitation{N: c.N, MemoryID: c.MemoryID, Quote: c.Quote, Place: c.Place}
	}
	return out
}
