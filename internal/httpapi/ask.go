package httpapi

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"engram/internal/account"
	"engram/internal/answer"
)

const (
	searchPath = "/api/v1/vector-search"
	askPath    = "/api/v1/ask"
)

// preferStream leads a search to the call that answers it as a stream, when that is what the caller names first.
func preferStream(r *http.Request) *http.Request {
	if r.URL.Path != searchPath || !strings.HasPrefix(r.Header.Get("Accept"), eventStream) {
		return r
	}
	r = r.Clone(r.Context())
	r.URL.Path = askPath
	return r
}

type wireRelated struct {
	Content   []wireMemory `json:"content"`
	Filters   *wireFilters `json:"filters,omitempty"`
	ContentID string       `json:"contentId,omitempty"`
}

type wireDelta struct {
	Text string `json:"text"`
}

type wireCited struct {
	Answered  bool           `json:"answered"`
	Degree    string         `json:"degree,omitempty"`
	Citations []wireCitation `json:"citations"`
}

type wireAskError struct {
	Status  int    `json:"status"`
	Message string `json:"message"`
}

// streamedAnswer registers the call.
func (a *api) streamedAnswer(summary string, errors ...int) {
	signedIn(a, "POST "+askPath, smallBody, summary, a.ask, errors...)
	op := a.huma.OpenAPI().Paths[askPath].Post
	op.Description = "Events: related (content, filters and contentId, as soon as they are found; a second one replaces the first), delta (text, to be put behind the text before), " +
		"reset (the text before is to be forgotten), citations (citations, answered and degree), and at the end done (everything, as vector-search " +
		"answers it; its answer may differ from the text that came) or error (status and message)."
	op.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{eventStream: {}}}
}

// ask answers a question in events. What fails before the memories are found is an error as of any other call.
func (a *api) ask(ctx context.Context, id account.Identity, in *searchInput) (*huma.StreamResponse, error) {
	q, err := a.look(ctx, id, in)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		_, w := humago.Unwrap(hctx)
		s := newEventWriter(w)
		if err := a.tell(ctx, q, s); err != nil {
			_ = s.write(lines("error", 0, askError(toHTTP(ctx, a.Log, err)))) // whoever is gone hears nothing
		}
	}}, nil
}

// tell writes the events of an answer. Its errors are our own failures, which cost nothing of the day's allowance; whoever
// hangs up ends what is still being done for them.
func (a *api) tell(ctx context.Context, q *question, s *eventWriter) (err error) {
	defer settle(ctx, q.giveBack, &err)
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	write := func(name string, body any) {
		if ctx.Err() == nil && s.write(lines(name, 0, body)) != nil {
			leave()
		}
	}
	related := func() {
		write("related", wireRelated{a.wireAll(ctx, q.memories), filtersOf(q.filters), q.thread.Memory})
	}
	related()
	if a.lookAgain(ctx, q) {
		related()
	}
	out, err := a.reply(ctx, q, func(p answer.Piece) {
		if p.Anew {
			write("reset", struct{}{})
		}
		if p.Text != "" {
			write("delta", wireDelta{p.Text})
		}
	})
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	write("citations", wireCited{out.Body.Answered, out.Body.Degree, out.Body.Citations}) // before the disk is waited for
	if ctx.Err() == nil {
		a.keep(ctx, q, out)
	}
	write("done", out.Body)
	return nil
}

func askError(err error) wireAskError {
	known := &wireError{http.StatusInternalServerError, internalMessage}
	errors.As(err, &known)
	return wireAskError{known.status, known.Message}
}
