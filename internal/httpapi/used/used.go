// Package used is the calls about what was counted of a user, what is stored, and what was sent to
// AI providers.
package used

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"engram/internal/account"
	"engram/internal/audit"
	"engram/internal/httpapi/route"
	"engram/internal/sheet"
	"engram/internal/usage"
)

// Parts are the dependencies of the calls.
type Parts struct {
	Usage *usage.Service
	Audit *audit.Service
}

// api is the parts with the router, which writes tables.
type api struct {
	Parts
	router *route.Router
}

// Register adds the calls of the signed-in user.
func Register(r *route.Router, p Parts) {
	a := api{p, r}
	route.SignedIn(r, "GET /api/v1/usage/days", 0, "Searches and saves by UTC day, oldest first", a.days, 400)
	route.SignedIn(r, "GET /api/v1/usage/storage", 0, "What is stored, by kind of memory, as of a minute ago at most", a.storage)
	route.SignedIn(r, "GET /api/v1/usage/ai", 0, "What was sent to AI providers, newest first", a.calls, 400)
	a.table("GET /api/v1/usage/days.csv", "Searches and saves of every UTC day that has some, as a table", "engram-days.csv", a.daysTable)
	a.table("GET /api/v1/usage/ai.csv", "What was sent to AI providers, as a table", "engram-ai.csv", a.callsTable)
	a.table("GET /api/v1/audit.csv", "What happened to the account, as a table", "engram-account.csv", a.eventsTable)
}

// writeRow writes a row of a table.
type writeRow func(cells ...string) error

// table registers a call that answers a table to be saved.
func (a api) table(of, summary, file string, write func(ctx context.Context, userID string, row writeRow) error) {
	route.Long[string](a.router, of, summary, func(ctx context.Context, id account.Identity, _ *struct{}) (*huma.StreamResponse, error) {
		return a.router.InPieces(ctx, id, func(p *route.Pieces) error {
			p.As(sheet.MediaType)
			p.Named(file)
			rows := sheet.NewWriter(texts{p})
			err := write(ctx, id.User().ID, func(cells ...string) error {
				if err := rows.Row(cells...); err != nil {
					return err
				}
				return p.Flush()
			})
			if err != nil {
				return err
			}
			return rows.Flush()
		}), nil
	})
	_, path, _ := strings.Cut(of, " ")
	a.router.API.OpenAPI().Paths[path].Get.Responses["200"].Content = map[string]*huma.MediaType{
		"text/csv": {Schema: &huma.Schema{Type: huma.TypeString}},
	}
}

// texts writes to the pieces of an answer.
type texts struct{ *route.Pieces }

func (t texts) Write(b []byte) (int, error) {
	t.Text(string(b))
	return len(b), nil
}

// WireDay counts the searches and saves of a day.
type WireDay struct {
	Day      string `json:"day" doc:"As in 2026-11-25, in UTC."`
	Searches int    `json:"searches"`
	Saves    int    `json:"saves" doc:"Memories saved with this day; those deleted since count."`
}

type daysInput struct {
	Days int `query:"days" default:"30" doc:"The last 1 to 365 days."`
}

type daysOutput struct {
	Body struct {
		Days []WireDay `json:"days" nullable:"false" doc:"Every day, oldest first."`
	}
}

func (a api) days(ctx context.Context, id account.Identity, in *daysInput) (*daysOutput, error) {
	days, err := a.Usage.Days(ctx, id.User().ID, in.Days)
	out := &daysOutput{}
	out.Body.Days = make([]WireDay, len(days))
	for i, d := range days {
		out.Body.Days[i] = WireDay(d)
	}
	return out, err
}

func (a api) daysTable(ctx context.Context, userID string, row writeRow) error {
	days, err := a.Usage.AllDays(ctx, userID)
	if err != nil {
		return err
	}
	if err := row("day", "searches", "saves"); err != nil {
		return err
	}
	for _, d := range days {
		if err := row(d.Day, strconv.Itoa(d.Searches), strconv.Itoa(d.Saves)); err != nil {
			return err
		}
	}
	return nil
}

// WireStorage measures the memories of a kind.
type WireStorage struct {
	Kind     string `json:"kind" enum:"link,note,document,video,tweet,trash" doc:"Trash: what rests there, uploads that are not saved yet, and files that are imported from."`
	Memories int    `json:"memories"`
	Text     int64  `json:"text" doc:"Bytes: what is searched, the text as it was made, recognised words, earlier texts."`
	Files    int64  `json:"files" doc:"Bytes that were uploaded or attached."`
	Pictures int64  `json:"pictures" doc:"Bytes."`
}

type storageOutput struct {
	Body struct {
		Kinds []WireStorage `json:"kinds" nullable:"false"`
		Total int64         `json:"total" doc:"Bytes."`
	}
}

func (a api) storage(ctx context.Context, id account.Identity, _ *struct{}) (*storageOutput, error) {
	stored, err := a.Usage.Storage(ctx, id.User().ID)
	out := &storageOutput{}
	out.Body.Kinds, out.Body.Total = make([]WireStorage, len(stored.Kinds)), stored.Total
	for i, k := range stored.Kinds {
		out.Body.Kinds[i] = WireStorage(k)
	}
	return out, err
}

// WireSent is a memory of which text was sent.
type WireSent struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

// WireCall is a call of a model.
type WireCall struct {
	ID               string     `json:"id"`
	At               time.Time  `json:"at"`
	Model            string     `json:"model"`
	Purpose          string     `json:"purpose" enum:"answer,followup,embedding"`
	PromptTokens     int        `json:"promptTokens" doc:"Sent, as the provider counted or else estimated."`
	CompletionTokens int        `json:"completionTokens" doc:"Received, likewise."`
	Memories         []WireSent `json:"memories" nullable:"false" doc:"Of which texts were sent and which are still there."`
	Count            int        `json:"count" doc:"Memories of which texts were sent, in total."`
}

func wireCallOf(c usage.Call) WireCall {
	call := WireCall{
		ID: c.ID, At: c.At, Model: c.Model, Purpose: string(c.Purpose), PromptTokens: c.Prompt, CompletionTokens: c.Completion,
		Memories: make([]WireSent, len(c.Memories)), Count: c.Count,
	}
	for i, m := range c.Memories {
		call.Memories[i] = WireSent(m)
	}
	return call
}

type callsInput struct {
	Cursor string `query:"cursor" doc:"The next of the page before."`
}

type callsOutput struct {
	Body struct {
		Calls []WireCall `json:"calls" nullable:"false" doc:"The newest first, at most 50. The latest 2,000 of each purpose are kept, for a year."`
		Next  string     `json:"next,omitempty" doc:"Absent after the last page."`
	}
}

func (a api) calls(ctx context.Context, id account.Identity, in *callsInput) (*callsOutput, error) {
	calls, next, err := a.Usage.Calls(ctx, id.User().ID, in.Cursor)
	out := &callsOutput{}
	out.Body.Calls, out.Body.Next = make([]WireCall, len(calls)), next
	for i, c := range calls {
		out.Body.Calls[i] = wireCallOf(c)
	}
	return out, err
}

func (a api) callsTable(ctx context.Context, userID string, row writeRow) error {
	if err := row("time", "model", "purpose", "tokens sent", "tokens received", "memories", "titles"); err != nil {
		return err
	}
	return pages(func(cursor string) (next string, err error) {
		calls, next, err := a.Usage.Calls(ctx, userID, cursor)
		for _, c := range calls {
			titles := make([]string, len(c.Memories))
			for i, m := range c.Memories {
				titles[i] = m.Title
			}
			err := row(c.At.Format(time.RFC3339), c.Model, string(c.Purpose), strconv.Itoa(c.Prompt), strconv.Itoa(c.Completion),
				strconv.Itoa(c.Count), strings.Join(titles, "\n"))
			if err != nil {
				return "", err
			}
		}
		return next, err
	})
}

func (a api) eventsTable(ctx context.Context, userID string, row writeRow) error {
	if err := row("time", "what", "detail", "device"); err != nil {
		return err
	}
	return pages(func(cursor string) (next string, err error) {
		events, next, err := a.Audit.List(ctx, userID, cursor)
		for _, e := range events {
			if err := row(e.At.Format(time.RFC3339), string(e.Kind), e.Text, e.Device); err != nil {
				return "", err
			}
		}
		return next, err
	})
}

// pages calls write with every cursor, the first empty.
func pages(write func(cursor string) (next string, err error)) error {
	for cursor := ""; ; {
		next, err := write(cursor)
		if err != nil || next == "" {
			return err
		}
		cursor = next
	}
}
