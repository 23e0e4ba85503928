package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"engram/internal/account"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
	"engram/internal/live"
)

const (
	eventsPath  = "/api/v1/events"
	sessionLook = 5 * time.Second // between checks of the session
	reconnectIn = 2000            // milliseconds before a client reconnects
)

// streamed registers a call that streams server-sent events, without huma, until one side ends it.
func (a *api) streamed(route, summary string, handle route.Handler, errors ...int) {
	op := a.Operation(route, 0, summary, append(errors, http.StatusUnauthorized))
	op.Description = "Events: memory (a memory as it is now), and with an _id deleted, highlights (of that memory they changed) and step; import, with its id, when an import changed. An id is the number of a change: " +
		"sent back as Last-Event-ID, the stream goes on after it."
	op.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{wire.EventStream: {}}}
	a.Stream(op, handle)
}

type wireOne struct {
	ID string `json:"_id"`
}

type wireImport struct {
	ID string `json:"id"`
}

type wireStep struct {
	ID   string `json:"_id"`
	Step string `json:"step"` // empty: nothing any more
}

func (a *api) streamEvents(w http.ResponseWriter, r *http.Request, id account.Identity) error {
	after, err := strconv.ParseInt(r.Header.Get("Last-Event-ID"), 10, 64)
	if err != nil {
		after = -1
	}
	ctx, stop := context.WithCancel(r.Context())
	defer stop()
	go a.watchSession(ctx, stop, id, r.Header.Get("authorization"))
	s := wire.NewEventWriter(w)
	s.First = fmt.Sprintf("retry: %d\n", reconnectIn)
	err = a.Live.Stream(ctx, id.User().ID, after, func(e live.Event) error { return s.Write(a.event(ctx, e)) })
	if !s.Begun {
		return err
	}
	if err != nil && ctx.Err() == nil { // no error can be sent any more; the client will reconnect
		a.Log.Warn("a stream of events ended", "error", err)
	}
	return nil
}

// watchSession ends a stream when the program stops, or the session or token ends.
func (a *api) watchSession(ctx context.Context, stop func(), id account.Identity, header string) {
	defer stop()
	for look := time.NewTicker(sessionLook); ; {
		select {
		case <-a.Stopping:
			return
		case <-ctx.Done():
			look.Stop()
			return
		case <-look.C:
			if !a.Valid(ctx, id, header) {
				return
			}
		}
	}
}

// event returns the lines of an event.
func (a *api) event(ctx context.Context, e live.Event) string {
	switch {
	case e.Step != nil:
		return wire.Lines("step", 0, wireStep{e.Step.MemoryID, string(e.Step.Step)})
	case e.Import != "":
		return wire.Lines("import", 0, wireImport{e.Import})
	case e.Change == nil:
		return ": still here\n\n"
	case e.Change.Deleted != "":
		return wire.Lines("deleted", e.Change.N, wireOne{e.Change.Deleted})
	case e.Change.Highlighted != "":
		return wire.Lines("highlights", e.Change.N, wireOne{e.Change.Highlighted})
	}
	content, err := a.present.Resembling(ctx, e.Change.Memory)
	if err != nil {
		a.Log.Warn("what a memory resembles is not announced", "memory", e.Change.Memory.ID, "error", err)
	}
	return wire.Lines("memory", e.Change.N, content)
}
