package route

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"hash"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"engram/internal/httpapi/wire"
	"engram/internal/idempotency"
)

// once lists the calls that take an Idempotency-Key: those that save something.
var once = map[string]bool{
	"POST /api/v1/content":                 true,
	"POST /api/v1/content/{id}/highlights": true,
	"POST /api/upload/pdfUploader":         true,
	"POST /api/v1/bookmarks/singlefile":    true,
	"POST /api/bookmarks/singlefile/":      true,
}

const (
	onceHeader    = "Idempotency-Key"
	replayedMark  = "Idempotency-Replayed"
	replayTimeout = 10 * time.Minute // for a body that is sent again to arrive
)

// onceParameter describes the header.
var onceParameter = &huma.Param{
	Name: onceHeader, In: "header", Schema: &huma.Schema{Type: huma.TypeString},
	Description: "Names the request, in 1 to 255 characters: sent again with the same body within a day, it has the first answer and saves nothing more. With another body it is refused (422).",
}

// answerOnce answers a request with an Idempotency-Key once, and with the kept answer when it is sent again.
func (r *Router) answerOnce(ctx huma.Context, next func(huma.Context)) {
	header := ctx.Header(onceHeader)
	if header == "" {
		next(ctx)
		return
	}
	request, w := humago.Unwrap(ctx)
	request = request.WithContext(ctx.Context()) // with the identity
	if err := r.answerKeyed(ctx.Operation(), request, w, header, next); err != nil {
		wire.WriteFault(w, request, r.log, err)
	}
}

func (r *Router) answerKeyed(op *huma.Operation, request *http.Request, w http.ResponseWriter, header string, next func(huma.Context)) error {
	ctx, userID := request.Context(), identityOf(request.Context()).User().ID
	key, err := idempotency.ParseKey(header)
	if err != nil {
		return err
	}
	kept, answering, release, err := r.answers.Begin(ctx, userID, key)
	if err != nil {
		return err
	}
	defer release()
	sent := fingerprint(request)
	defer sent.end()
	request.Body = sent
	if kept != nil {
		return r.replay(w, kept, sent)
	}
	answer := &heldAnswer{to: w, status: http.StatusOK}
	next(humago.NewContext(op, request.WithContext(answering), answer))
	if answer.status < http.StatusMultipleChoices { // what failed may be tried again
		if sum, ok := sent.sum(); ok {
			made := idempotency.Answer{Request: sum, Status: answer.status, Media: w.Header().Get("Content-Type"), Body: answer.body.Bytes()}
			// Saved is saved, also if the caller has gone.
			if err := r.answers.Keep(context.WithoutCancel(ctx), userID, key, made); err != nil {
				r.log.Error("an answer could not be kept for its Idempotency-Key", "error", err)
			}
		}
	}
	answer.send()
	return nil
}

// replay writes a kept answer if the request is the one that it was for.
func (r *Router) replay(w http.ResponseWriter, kept *idempotency.Answer, sent *fingerprinted) error {
	_ = http.NewResponseController(w).SetReadDeadline(r.now().Add(replayTimeout)) // not every connection has deadlines
	sum, ok := sent.sum()
	if !ok || !kept.Same(sum) {
		return &wire.Error{Status: http.StatusUnprocessableEntity, Message: "This Idempotency-Key was used for another request. Please take a new one."}
	}
	w.Header().Set("Content-Type", kept.Media)
	w.Header().Set(replayedMark, "true")
	w.WriteHeader(kept.Status)
	_, _ = w.Write(kept.Body) // the caller may have gone
	return nil
}

// heldAnswer holds an answer until it is kept. Unwrap lets http.ResponseController reach the connection.
type heldAnswer struct {
	to     http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (h *heldAnswer) Header() http.Header         { return h.to.Header() }
func (h *heldAnswer) WriteHeader(status int)      { h.status = status }
func (h *heldAnswer) Write(p []byte) (int, error) { return h.body.Write(p) }
func (h *heldAnswer) Unwrap() http.ResponseWriter { return h.to }

func (h *heldAnswer) send() {
	h.to.WriteHeader(h.status)
	_, _ = h.to.Write(h.body.Bytes()) // the caller may have gone
}

// fingerprinted is a body that is hashed while it is read. Of a form the parts are hashed, since its boundary is
// another whenever it is sent.
type fingerprinted struct {
	all  io.Reader
	hash hash.Hash
	form *io.PipeWriter // nil: it is no form
	// whole receives whether the form was whole.
	whole chan bool
}

func fingerprint(request *http.Request) *fingerprinted {
	f := &fingerprinted{hash: sha256.New()}
	_, _ = io.WriteString(f.hash, request.Method+" "+request.URL.RequestURI()+"\n")
	media, parameters, err := mime.ParseMediaType(request.Header.Get("Content-Type"))
	if err != nil || media != "multipart/form-data" {
		f.all = io.TeeReader(request.Body, f.hash)
		return f
	}
	parts, form := io.Pipe()
	f.all, f.form, f.whole = io.TeeReader(request.Body, form), form, make(chan bool, 1)
	go func() {
		f.whole <- hashParts(f.hash, parts, parameters["boundary"])
		_, _ = io.Copy(io.Discard, parts) // so that no write waits
	}()
	return f
}

// hashParts hashes the names and contents of a form's parts, and reports whether the form was whole.
func hashParts(sum hash.Hash, form io.Reader, boundary string) bool {
	parts := multipart.NewReader(form, boundary)
	for {
		part, err := parts.NextRawPart()
		if err != nil {
			return errors.Is(err, io.EOF)
		}
		_, _ = io.WriteString(sum, part.FormName()+"\n"+part.FileName()+"\n")
		own := sha256.New() // so that no content passes for another part
		if _, err := io.Copy(own, part); err != nil {
			return false
		}
		_, _ = sum.Write(own.Sum(nil))
	}
}

// Read reads the body.
func (f *fingerprinted) Read(p []byte) (int, error) { return f.all.Read(p) }

// Close does nothing: what is left of the body is still to be hashed. The server closes it.
func (f *fingerprinted) Close() error { return nil }

// sum reads what is left of the body and returns its hash; ok is false if it is broken.
func (f *fingerprinted) sum() (sum []byte, ok bool) {
	_, err := io.Copy(io.Discard, f.all)
	f.end()
	if ok = err == nil; f.form != nil {
		ok = <-f.whole && ok
	}
	return f.hash.Sum(nil), ok
}

// end ends the hashing of a form.
func (f *fingerprinted) end() {
	if f.form != nil {
		_ = f.form.Close() // never fails
	}
}
