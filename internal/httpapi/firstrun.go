package httpapi

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"engram/internal/backup"
	"engram/internal/fault"
	"engram/internal/httpapi/admin"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
)

// Backups makes, remembers and restores backups.
type Backups interface {
	admin.Backups
	// Restore verifies an archive, then restarts the program with it. Its errors are in words.
	Restore(ctx context.Context, archive io.Reader, identity string) (backup.Manifest, error)
}

const (
	identityHeader = "Backup-Identity"
	restoreStall   = time.Minute // without a byte of the archive, after which it is given up
)

type wireRestored struct {
	Message string    `json:"message"`
	MadeAt  time.Time `json:"madeAt" doc:"When the backup was made."`
	Files   int       `json:"files" doc:"Uploaded files and pictures in it."`
}

// restoration registers the restore of the first-run screen. Its body is streamed, without huma, so
// the contract is written by hand.
func (a *api) restoration(mux *http.ServeMux, path, summary string, errors ...int) {
	op := a.Operation(path, 0, summary, errors)
	op.Parameters = []*huma.Param{{
		Name: identityHeader, In: "header", Schema: &huma.Schema{Type: "string"},
		Description: "The secret key of age (AGE-SECRET-KEY-…) that an encrypted backup needs.",
	}}
	op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"application/octet-stream": {Schema: &huma.Schema{Type: "string", Format: "binary", Description: "The archive."}},
	}}
	op.Responses["200"] = &huma.Response{
		Description: "The program restarts with it: it is back when /readyz answers 200.", Content: a.JSON(reflect.TypeFor[wireRestored]()),
	}
	a.API.OpenAPI().AddOperation(&op)
	mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
		m, err := a.restore(w, r)
		_ = http.NewResponseController(w).SetWriteDeadline(a.Now().Add(route.AnswerTimeout))
		if err != nil {
			wire.WriteFault(w, r, a.Log, err)
			return
		}
		wire.WriteJSON(w, http.StatusOK, wireRestored{Message: "Restored. Engram starts anew with it.", MadeAt: m.Created, Files: m.Files()})
	})
}

// restore reads the body only while there is no account. A page of another site can't have a
// browser restore what it likes.
func (a *api) restore(w http.ResponseWriter, r *http.Request) (backup.Manifest, error) {
	if err := http.NewCrossOriginProtection().Check(r); err != nil {
		return backup.Manifest{}, fault.Wrap(fault.Forbidden, "A backup can't be restored from another site.", err)
	}
	if awaits, err := a.Accounts.AwaitsOwner(r.Context()); err != nil || !awaits {
		return backup.Manifest{}, cmp.Or[error](err, fault.New(fault.Forbidden, "A backup can be restored here only before the first account is made."))
	}
	control := http.NewResponseController(w)
	_ = control.SetWriteDeadline(time.Time{}) // it may take hours to arrive
	archive := &clientBody{ReadCloser: &steadyBody{r.Body, control, a.Now}}
	m, err := a.Backups.Restore(r.Context(), archive, r.Header.Get(identityHeader))
	switch {
	case err == nil:
		a.restored.Store(true)
	case archive.broken != nil:
		err = fault.Wrap(fault.Invalid, "The backup did not arrive whole. Please try again.", err)
	default:
		_, _ = io.Copy(io.Discard, archive) // so that the client sees the response and not a broken connection
	}
	return m, err
}

// steadyBody may take any time as long as some of it arrives.
type steadyBody struct {
	io.ReadCloser
	control *http.ResponseController
	now     func() time.Time
}

func (b *steadyBody) Read(p []byte) (int, error) {
	_ = b.control.SetReadDeadline(b.now().Add(restoreStall)) // not every connection has deadlines
	return b.ReadCloser.Read(p)
}
