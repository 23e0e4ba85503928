package httpapi

import (
	"context"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"engram/internal/account"
	"engram/internal/fault"
	"engram/internal/highlight"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
)

// highlightBody fits 8,000 characters and a remark as JSON escapes, in bytes.
const highlightBody = 256 << 10

// highlightRoutes are the calls for what the user marks.
func (a *api) highlightRoutes() {
	r := a.Router
	route.Long[highlightsAnswer](r, "GET /api/v1/content/{id}/highlights", "The highlights of a memory, in reading order, orphaned ones last", a.highlightsOf, 404)
	route.SignedIn(r, "POST /api/v1/content/{id}/highlights", highlightBody, "Highlight words of a memory", a.addHighlight, 400, 404, 409)
	route.SignedIn(r, "PATCH /api/v1/highlights/{id}", highlightBody, "Change a highlight's colour or remark", a.editHighlight, 400, 404)
	route.SignedIn(r, "DELETE /api/v1/highlights/{id}", route.SmallBody, "Delete a highlight", a.deleteHighlight, 404)
	route.Long[foundHighlights](r, "GET /api/v1/highlights", "The caller's highlights, newest first", a.listHighlights, 400)
	route.SignedIn(r, "GET /api/v1/highlights/review", 0, "The highlights that come back today, three at most", a.reviewHighlights)
	route.SignedIn(r, "PUT /api/v1/highlights/review", route.SmallBody, "Say whether highlights come back, or hide them until a time", a.showHighlights, 400)
	route.SignedIn(r, "POST /api/v1/highlights/{id}/review", route.SmallBody, "Say what becomes of a highlight that came back", a.answerHighlight, 400, 404)
}

type wirePosition struct {
	Leaf   int `json:"leaf" doc:"Which of the document's blocks with text of their own, from 0."`
	Offset int `json:"offset" doc:"Characters (Unicode code points) in its text."`
}

// WireHighlight is a highlight.
type WireHighlight struct {
	ID        string       `json:"id"`
	MemoryID  string       `json:"memoryId"`
	Color     string       `json:"color" enum:"amber,sage,sky,rose"`
	Remark    string       `json:"remark" doc:"The person's own words; may be empty."`
	Quote     string       `json:"quote" doc:"The marked words; blocks are parted by line feeds."`
	Start     wirePosition `json:"start"`
	End       wirePosition `json:"end" doc:"Behind the last character."`
	Page      int          `json:"page,omitempty" doc:"Page of a document, from 1."`
	Second    int          `json:"second,omitempty" doc:"Second of a recording."`
	Orphaned  bool         `json:"orphaned" doc:"The words are gone from the memory; start and end are where they stood."`
	CreatedAt time.Time    `json:"createdAt"`
	UpdatedAt time.Time    `json:"updatedAt"`
}

func wireHighlightOf(h highlight.Highlight) WireHighlight {
	p := h.Place
	return WireHighlight{
		ID: h.ID, MemoryID: h.MemoryID, Color: string(h.Color), Remark: h.Remark, Quote: h.Quote,
		Start: wirePosition(p.Start), End: wirePosition(p.End), Page: p.Page, Second: p.Second, Orphaned: p.Orphaned,
		CreatedAt: h.CreatedAt.UTC(), UpdatedAt: h.UpdatedAt.UTC(),
	}
}

type highlightsAnswer struct {
	Highlights []WireHighlight `json:"highlights" nullable:"false"`
}

func (a *api) highlightsOf(ctx context.Context, id account.Identity, in *memoryInput) (*huma.StreamResponse, error) {
	all, err := a.Highlights.Of(ctx, id.User().ID, in.ID)
	if err != nil {
		return nil, err
	}
	return a.InPieces(ctx, id, func(p *route.Pieces) error {
		p.Text(`{"highlights":[`)
		for i, h := range all {
			if i > 0 {
				p.Text(",")
			}
			if err := p.Value(wireHighlightOf(h)); err != nil {
				return err
			}
			if err := p.Flush(); err != nil {
				return err
			}
		}
		p.Text("]}")
		return nil
	}), nil
}

type addHighlightInput struct {
	ID   string `path:"id"`
	Body struct {
		Start   *wirePosition `json:"start,omitempty"`
		End     *wirePosition `json:"end,omitempty"`
		Passage *int          `json:"passage,omitempty" doc:"With span in place of start and end: a citation's passage."`
		Span    []int         `json:"span,omitempty" doc:"The citation's characters of that passage."`
		Quote   string        `json:"quote" doc:"The words at that place, at most 8,000 characters. Where they stand elsewhere, they are highlighted there."`
		Color   string        `json:"color,omitempty" enum:"amber,sage,sky,rose" doc:"Amber if left out."`
		Remark  string        `json:"remark,omitempty" doc:"At most 4,000 characters."`
	}
}

// draft returns the highlight to add; fault.Invalid without a place.
func (in *addHighlightInput) draft() (highlight.Draft, error) {
	b := &in.Body
	d := highlight.Draft{Quote: b.Quote, Color: highlight.Color(b.Color), Remark: b.Remark}
	switch {
	case b.Start != nil && b.End != nil && b.Passage == nil:
		d.Start, d.End = highlight.Position(*b.Start), highlight.Position(*b.End)
	case b.Passage != nil && b.Start == nil && b.End == nil && (len(b.Span) == 0 || len(b.Span) == 2):
		d.Passage = b.Passage
		copy(d.Span[:], b.Span)
	default:
		return d, fault.New(fault.Invalid, "Please give either start and end, or a passage with its span")
	}
	return d, nil
}

type highlightOutput struct {
	Body struct {
		Highlight WireHighlight `json:"highlight"`
	}
}

func highlightAnswer(h highlight.Highlight) *highlightOutput {
	out := &highlightOutput{}
	out.Body.Highlight = wireHighlightOf(h)
	return out
}

func (a *api) addHighlight(ctx context.Context, id account.Identity, in *addHighlightInput) (*highlightOutput, error) {
	d, err := in.draft()
	if err != nil {
		return nil, err
	}
	h, err := a.Highlights.Add(ctx, id.User().ID, in.ID, d)
	return highlightAnswer(h), err
}

type highlightInput struct {
	ID string `path:"id"`
}

type editHighlightInput struct {
	ID   string `path:"id"`
	Body struct {
		Color  *string `json:"color,omitempty" enum:"amber,sage,sky,rose"`
		Remark *string `json:"remark,omitempty" doc:"At most 4,000 characters."`
	}
}

func (a *api) editHighlight(ctx context.Context, id account.Identity, in *editHighlightInput) (*highlightOutput, error) {
	change := highlight.Change{Color: (*highlight.Color)(in.Body.Color), Remark: in.Body.Remark}
	h, err := a.Highlights.Edit(ctx, id.User().ID, in.ID, change)
	return highlightAnswer(h), err
}

func (a *api) deleteHighlight(ctx context.Context, id account.Identity, in *highlightInput) (*wire.MessageOutput, error) {
	return wire.Message("Highlight deleted"), a.Highlights.Delete(ctx, id.User().ID, in.ID)
}

type listHighlightsInput struct {
	Color  string     `query:"color" doc:"One colour; all when left out."`
	Type   wire.Scope `query:"type" doc:"Of memories of one kind, or all-memories."`
	Q      string     `query:"q" doc:"Words that quote or remark hold, at most 1000 bytes."`
	Limit  int        `query:"limit" minimum:"1" maximum:"200" doc:"Highlights of one page; 50 when left out."`
	Cursor string     `query:"cursor" doc:"The next of the page before."`
	Format string     `query:"format" doc:"markdown, anki or readwise: all of them as such a file, by memory. Limit and cursor are not used."`
}

type wireHighlighted struct {
	ID    string    `json:"_id"`
	Title string    `json:"title"`
	Type  wire.Kind `json:"type"`
	Site  string    `json:"site,omitempty"`
}

type foundHighlight struct {
	WireHighlight
	Memory wireHighlighted `json:"memory" doc:"The memory that it stands in."`
}

type foundHighlights struct {
	Highlights []foundHighlight `json:"highlights" nullable:"false"`
	Next       string           `json:"next,omitempty" doc:"Absent after the last page."`
}

func foundHighlightsOf(all []highlight.Found) []foundHighlight {
	out := make([]foundHighlight, len(all))
	for i, f := range all {
		m := f.Memory
		out[i] = foundHighlight{wireHighlightOf(f.Highlight), wireHighlighted{m.ID, m.Title, wire.Kind(m.Kind), m.Site}}
	}
	return out
}

func (in *listHighlightsInput) page() highlight.Page {
	return highlight.Page{Color: highlight.Color(in.Color), Kind: in.Type.Kind(), Limit: in.Limit, Before: in.Cursor}
}

func (a *api) listHighlights(ctx context.Context, id account.Identity, in *listHighlightsInput) (*huma.StreamResponse, error) {
	if in.Format != "" {
		return a.exportHighlights(ctx, id, in)
	}
	found, next, err := a.Highlights.List(ctx, id.User().ID, in.Q, in.page())
	if err != nil {
		return nil, err
	}
	return a.InPieces(ctx, id, func(p *route.Pieces) error {
		return p.Value(foundHighlights{foundHighlightsOf(found), next})
	}), nil
}

func (a *api) exportHighlights(ctx context.Context, id account.Identity, in *listHighlightsInput) (*huma.StreamResponse, error) {
	format, err := highlight.FormatOf(in.Format)
	if err != nil {
		return nil, err
	}
	linkTo := func(memoryID string) string { return route.OriginOf(ctx) + "/home/memory/" + memoryID }
	page := highlight.Page{Color: highlight.Color(in.Color), Kind: in.Type.Kind()}
	return a.InPieces(ctx, id, func(p *route.Pieces) error {
		p.As(format.MediaType)
		p.Named(format.FileName)
		return a.Highlights.Export(ctx, id.User().ID, in.Q, page, format, linkTo, func(text string) error {
			p.Text(text)
			return p.Flush()
		})
	}), nil
}

// WireShowing says whether highlights come back.
type WireShowing struct {
	Enabled     bool       `json:"enabled" doc:"Highlights come back."`
	HiddenUntil *time.Time `json:"hiddenUntil,omitempty" doc:"They are hidden until then."`
}

func wireShowingOf(s highlight.Showing) WireShowing {
	return WireShowing{s.Enabled, wire.TimeOrNull(s.HiddenUntil)}
}

type reviewInput struct {
	TimeZone string `header:"Time-Zone" doc:"The IANA name of the zone whose day it is, such as Europe/Berlin. UTC where it is absent or unknown."`
}

type reviewOutput struct {
	Body struct {
		WireShowing
		Highlights []foundHighlight `json:"highlights" nullable:"false" doc:"None while they are hidden."`
	}
}

func (a *api) reviewHighlights(ctx context.Context, id account.Identity, in *reviewInput) (*reviewOutput, error) {
	showing, today, err := a.Highlights.Today(ctx, id.User().ID, route.ZoneOf(in.TimeZone))
	out := &reviewOutput{}
	out.Body.WireShowing, out.Body.Highlights = wireShowingOf(showing), foundHighlightsOf(today)
	return out, err
}

type showInput struct {
	Body struct {
		Enabled     *bool      `json:"enabled,omitempty" doc:"Whether highlights come back; true shows them at once."`
		HiddenUntil *time.Time `json:"hiddenUntil,omitempty" doc:"Hide them until then, such as the end of the day."`
	}
}

type showingOutput struct{ Body WireShowing }

func (a *api) showHighlights(ctx context.Context, id account.Identity, in *showInput) (*showingOutput, error) {
	showing, err := a.Highlights.Show(ctx, id.User().ID, in.Body.Enabled, in.Body.HiddenUntil)
	return &showingOutput{wireShowingOf(showing)}, err
}

type answerHighlightInput struct {
	ID   string `path:"id"`
	Body struct {
		Answer string `json:"answer" enum:"kept,later,never" doc:"Kept: it comes back less often; later: tomorrow; never: not again."`
	}
}

type answerHighlightOutput struct {
	Body struct {
		Message string     `json:"message"`
		DueAt   *time.Time `json:"dueAt,omitempty" doc:"It comes back on the day of this time; absent: never."`
	}
}

// answerSaid are the confirmations of an answer.
var answerSaid = map[highlight.Answer]string{
	highlight.Kept: "It comes back less often", highlight.Later: "It comes back tomorrow", highlight.Never: "It does not come back",
}

func (a *api) answerHighlight(ctx context.Context, id account.Identity, in *answerHighlightInput) (*answerHighlightOutput, error) {
	answer := highlight.Answer(in.Body.Answer)
	h, err := a.Highlights.Answer(ctx, id.User().ID, in.ID, answer)
	out := &answerHighlightOutput{}
	out.Body.Message, out.Body.DueAt = answerSaid[answer], wire.TimeOrNull(h.Review.DueAt)
	return out, err
}
