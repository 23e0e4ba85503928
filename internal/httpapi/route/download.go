package route

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"
)

// Download writes a file while it is made. Each piece has a time of its own for the reader to take it.
type Download struct {
	w           http.ResponseWriter
	control     *http.ResponseController
	now         func() time.Time
	media, name string
	begun       bool
}

// NewDownload returns a Download of a media type, to be saved under a plain ASCII name.
func NewDownload(w http.ResponseWriter, now func() time.Time, media, name string) *Download {
	return &Download{w: w, control: http.NewResponseController(w), now: now, media: media, name: name}
}

// Begin writes the head, if no piece has yet. For a HEAD request that is all.
func (d *Download) Begin() {
	if d.begun {
		return
	}
	d.begun = true
	d.w.Header().Set("Content-Type", d.media)
	d.w.Header().Set("Content-Disposition", `attachment; filename="`+d.name+`"`)
}

// Write writes a piece.
func (d *Download) Write(piece []byte) (int, error) {
	d.Begin()
	_ = d.control.SetWriteDeadline(d.now().Add(pieceTimeout)) // not every connection has deadlines
	return d.w.Write(piece)
}

// End returns an error from before the first piece. A later one breaks the connection off, so that a part never looks complete.
func (d *Download) End(err error, log *slog.Logger, what string) error {
	if err == nil || !d.begun {
		return err
	}
	if !errors.Is(err, context.Canceled) {
		log.Warn(what+" broke off", "error", err)
	}
	panic(http.ErrAbortHandler)
}
