package httpapi

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"engram/internal/account"
	"engram/internal/ask"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
)

const (
	searchPath = "/api/v1/vector-search"
	askPath    = "/api/v1/ask"
)

type searchInput struct {
	TimeZone string `header:"Time-Zone" doc:"The IANA name of the zone whose days the query means, such as Europe/Berlin. UTC where it is absent or unknown."`

	Body struct {
		Query        string     `json:"query" doc:"At most 2,000 characters."`
		Type         wire.Scope `json:"type"`
		ContentID    string     `json:"contentId,omitempty" doc:"The id of the memory that alone is asked; absent: all are, or the one that the conversation is about."`
		Conversation string     `json:"conversation,omitempty" doc:"The id of the conversation that is asked on; absent: another begins."`
	}
}

// request returns the domain's request.
func (in *searchInput) request(id account.Identity) ask.Request {
	return ask.Request{
		UserID: id.User().ID, Private: id.User().Private, Text: in.Body.Query, Kind: in.Body.Type.Kind(),
		Memory: in.Body.ContentID, Conversation: in.Body.Conversation, Zone: route.ZoneOf(in.TimeZone),
	}
}

// askRoutes registers the calls that answer questions: one streams, the other answers at once
// unless the caller prefers a stream.
func (a *api) askRoutes(errors ...int) {
	route.SignedIn(a.Router, "POST "+searchPath, route.SmallBody, "Ask the memories", a.search, errors...)
	route.SignedIn(a.Router, "POST "+askPath, route.SmallBody, "Ask the memories, and have the answer in events", a.ask, errors...)
	paths := a.API.OpenAPI().Paths
	paths[searchPath].Post.Responses["200"] = &huma.Response{Description: "OK", Content: a.JSON(reflect.TypeFor[searchAnswer]())}
	op := paths[askPath].Post
	op.Description = "Events: related (content, filters and contentId, as soon as they are found; a second one replaces the first), delta (text, to be put behind the text before), " +
		"blocks (the same as data: blocks take the place of those from number from on; more is text to be put behind the last text of the last block), " +
		"reset (the text before is to be forgotten), citations (citations, answered, kind and degree), and at the end done (everything, as vector-search " +
		"answers it; its answer may differ from the text that came) or error (status and message)."
	op.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{wire.EventStream: {}}}
}

// ask streams the answer to a question.
func (a *api) ask(ctx context.Context, id account.Identity, in *searchInput) (*huma.StreamResponse, error) {
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		r, w := humago.Unwrap(hctx)
		a.answerInEvents(ctx, w, r, in.request(id))
	}}, nil
}

// search answers a question at once, or as a stream if the Accept header prefers one.
func (a *api) search(ctx context.Context, id account.Identity, in *searchInput) (*huma.StreamResponse, error) {
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		r, w := humago.Unwrap(hctx)
		if strings.HasPrefix(r.Header.Get("Accept"), wire.EventStream) {
			a.answerInEvents(ctx, w, r, in.request(id))
			return
		}
		a.answerWhole(ctx, w, r, in.request(id))
	}}, nil
}

func (a *api) answerWhole(ctx context.Context, w http.ResponseWriter, r *http.Request, question ask.Request) {
	result, err := a.Asking.Ask(ctx, question, nil)
	if err != nil {
		wire.WriteFault(w, r, a.Log, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = huma.DefaultJSONFormat.Marshal(w, a.searchAnswer(ctx, result)) // the caller may have gone
}

// answerInEvents streams an answer. An error before the first event is an ordinary error response.
// If writing fails, the work for the answer is cancelled.
func (a *api) answerInEvents(ctx context.Context, w http.ResponseWriter, r *http.Request, question ask.Request) {
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	s := wire.NewEventWriter(w)
	write := func(name string, body any) {
		if ctx.Err() == nil && s.Write(wire.Lines(name, 0, body)) != nil {
			leave()
		}
	}
	result, err := a.Asking.Ask(ctx, question, func(e ask.Event) {
		switch e := e.(type) {
		case ask.Related:
			write("related", wireRelated{a.present.All(ctx, e.Memories), wire.FiltersOf(e.Filters), e.Memory})
		case ask.Piece:
			if e.Anew {
				write("reset", struct{}{})
			}
			if e.Text != "" {
				write("delta", wireDelta{e.Text})
				write("blocks", wireBlocks(e.Change))
			}
		case ask.Written:
			write("citations", wireCited{e.Answer.Answered(), wire.KindOf(e.Answer), wire.DegreeOf(e.Answer), wire.CitationsOf(e.Answer.Citations)})
		}
	})
	switch {
	case err == nil:
		write("done", a.searchAnswer(ctx, result))
	case !s.Begun:
		wire.WriteFault(w, r, a.Log, err)
	case ctx.Err() == nil:
		write("error", askError(wire.ToHTTP(ctx, a.Log, err)))
	}
}

func askError(err error) wireAskError {
	known := &wire.Error{Status: http.StatusInternalServerError, Message: wire.InternalMessage}
	errors.As(err, &known)
	return wireAskError{known.Status, known.Message}
}
