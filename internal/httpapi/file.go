package httpapi

import (
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"engram/internal/account"
	"engram/internal/blob"
	"engram/internal/fault"
	"engram/internal/filetype"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
)

const (
	uploadTimeout = 10 * time.Minute // for a whole upload to arrive
	drainBytes    = 64 << 20         // read of a rejected upload, so that the client sees the response and not a broken connection
)

type wireUpload struct {
	URL  string `json:"url" doc:"The link that POST content takes for a document."`
	Name string `json:"name"`
}

// streamedUpload registers the upload. Its body is streamed, without huma, so the contract is
// written by hand.
func (a *api) streamedUpload(route, summary string, handle route.Handler, errors ...int) {
	op := a.Operation(route, 0, summary, append(errors, http.StatusUnauthorized))
	op.OperationID = "upload-pdf"
	op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"multipart/form-data": {Schema: &huma.Schema{Type: "object", Required: []string{"file"}, Properties: map[string]*huma.Schema{
			"file": {Type: "string", Format: "binary", Description: "A file of the format " + filetype.Names("or") + "."},
		}}, Encoding: map[string]*huma.Encoding{"file": {ContentType: mediaTypes()}}},
	}}
	op.Responses["200"] = &huma.Response{Description: "OK", Content: a.JSON(reflect.TypeFor[wireUpload]())}
	a.Handle(op, handle)
}

func (a *api) uploadPDF(w http.ResponseWriter, r *http.Request, id account.Identity) error {
	_ = http.NewResponseController(w).SetReadDeadline(a.Now().Add(uploadTimeout)) // not every connection has deadlines
	body := &clientBody{ReadCloser: r.Body}
	r.Body = body
	parts, err := r.MultipartReader()
	if err != nil {
		return noFile(err)
	}
	part, err := filePart(parts)
	if err != nil {
		return err
	}
	u, err := a.Uploads.Accept(r.Context(), id.User().ID, a.limitsOf(id), part.FileName(), part)
	if err != nil {
		if body.broken != nil || errors.Is(err, io.ErrUnexpectedEOF) {
			return fault.Wrap(fault.Invalid, "The upload did not arrive whole. Please try again.", err)
		}
		_, _ = io.CopyN(io.Discard, r.Body, drainBytes)
		return err
	}
	link := route.OriginOf(r.Context()) + a.Uploads.Link(u.UserID, id.SessionID(), u.ID, u.Name)
	wire.WriteJSON(w, http.StatusOK, wireUpload{URL: link, Name: u.Name})
	return nil
}

func noFile(err error) error {
	return fault.Wrap(fault.Invalid, `Please send the file as the form field "file"`, err)
}

// mediaTypes returns the media types of all formats, for the contract.
func mediaTypes() string {
	var all []string
	for _, t := range filetype.All {
		all = append(all, t.MediaType)
	}
	return strings.Join(all, ", ")
}

func filePart(parts *multipart.Reader) (*multipart.Part, error) {
	for {
		part, err := parts.NextPart()
		if err != nil {
			return nil, noFile(err)
		}
		if part.FormName() == "file" {
			return part, nil
		}
	}
}

// clientBody records that reading the body failed: then the client is to blame, whatever error
// comes out.
type clientBody struct {
	io.ReadCloser
	broken error
}

func (b *clientBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		b.broken = err
	}
	return n, err
}

func (a *api) serveDocument(w http.ResponseWriter, r *http.Request) {
	file, err := a.Uploads.Open(r.Context(), r.URL)
	if err != nil {
		wire.WriteFault(w, r, a.Log, err)
		return
	}
	defer file.Close()
	h := w.Header()
	h.Set("Content-Type", file.MediaType())
	h.Set("Content-Disposition", file.Disposition())
	h.Set("Cache-Control", "private, no-cache")
	// Chromium's PDF viewer works under this policy (checked in 156); anything else in the file
	// can't run.
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'")
	http.ServeContent(w, r, "", file.Modified, file)
}

func (a *api) servePicture(w http.ResponseWriter, r *http.Request) {
	object, err := a.openPicture(r.Context(), r.URL)
	if err != nil {
		wire.WriteFault(w, r, a.Log, err)
		return
	}
	defer object.Close()
	w.Header().Set("Content-Type", "image/jpeg")
	w.Header().Set("Cache-Control", "private, max-age=604800, immutable")
	http.ServeContent(w, r, "", object.Modified, object)
}

func (a *api) openPicture(ctx context.Context, u *url.URL) (*blob.Object, error) {
	gone := fault.New(fault.NotFound, "This picture does not exist")
	key := strings.TrimPrefix(u.Path, "/api/")
	if !blob.ValidKey(key) {
		return nil, gone
	}
	err := a.Links.Check(ctx, blob.Owner(key), u)
	if fault.KindOf(err) == fault.Forbidden {
		return nil, gone
	}
	if err != nil {
		return nil, err
	}
	object, err := a.Blobs.Open(ctx, key)
	if errors.Is(err, blob.ErrNotFound) {
		return nil, gone
	}
	return object, err
}
