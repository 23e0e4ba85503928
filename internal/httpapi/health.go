package httpapi

import (
	"context"
	"errors"
	"net/http"
	"time"

	"engram/internal/fault"
	"engram/internal/httpapi/wire"
)

const (
	readyTimeout = 2 * time.Second
	readyAgain   = 5 * time.Second // before the next check
)

var errRestarting = errors.New("the program restarts with a restored backup")

func (a *api) healthz(w http.ResponseWriter, _ *http.Request) {
	wire.WriteJSON(w, http.StatusOK, map[string]string{"status": "live"})
}

func (a *api) readyz(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
	defer cancel()
	err := a.Ready(ctx)
	if a.restored.Load() {
		err = errRestarting
	}
	var noRoom *fault.Error
	switch {
	case err == nil:
		wire.WriteJSON(w, http.StatusOK, map[string]string{"status": "ready"})
	case errors.As(err, &noRoom) && noRoom.Kind == fault.NoRoom: // deletions must still get through
		a.Log.Warn("the disk is full", "error", err)
		wire.WriteJSON(w, http.StatusOK, map[string]string{"status": "full", "message": noRoom.Message})
	default:
		a.Log.Warn("not ready", "error", err)
		w.Header().Set("Retry-After", wire.RetryAfter(readyAgain))
		wire.WriteJSON(w, http.StatusServiceUnavailable, &wire.Error{Message: "Engram is not ready yet"})
	}
}

func (a *api) openAPI(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(a.document()) // the caller may have gone
}
