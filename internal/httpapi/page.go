package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"

	"engram/internal/account"
	"engram/internal/facsimile"
	"engram/internal/fault"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
	"engram/internal/memory"
)

type wireSize struct {
	Width  float64 `json:"width" doc:"In points, as the page is displayed."`
	Height float64 `json:"height"`
}

type pagesOutput struct {
	Body struct {
		Count  int        `json:"count"`
		Image  string     `json:"image" doc:"The signed address of a page's picture, with {page}, from 1, and {width} to be replaced."`
		Widths []int      `json:"widths" nullable:"false" doc:"The widths in which pages are drawn, in pixels."`
		Pages  []wireSize `json:"pages" nullable:"false"`
	}
}

func (a *api) getPages(ctx context.Context, id account.Identity, in *memoryInput) (*pagesOutput, error) {
	m, err := a.paged(ctx, id, in.ID)
	if err != nil {
		return nil, err
	}
	sizes, err := a.Facsimiles.Sizes(ctx, m.UserID, m.UploadID)
	if err != nil {
		return nil, err
	}
	out := &pagesOutput{}
	out.Body.Count, out.Body.Widths = len(sizes), facsimile.Widths
	out.Body.Image = route.OriginOf(ctx) + a.Facsimiles.Link(m.UserID, route.SessionOf(ctx), m.UploadID)
	out.Body.Pages = make([]wireSize, len(sizes))
	for i, s := range sizes {
		out.Body.Pages[i] = wireSize(s)
	}
	return out, nil
}

// paged returns a memory whose file has pages to show; fault.NotFound if it is none.
func (a *api) paged(ctx context.Context, id account.Identity, memoryID string) (memory.Memory, error) {
	m, err := a.Memories.Get(ctx, id.User().ID, memoryID)
	if err == nil && m.Kind != memory.Document {
		err = fault.New(fault.NotFound, "This memory has no pages")
	}
	return m, err
}

type pageInput struct {
	ID   string `path:"id"`
	Page string `path:"page" doc:"From 1."`
}

type wireWord struct {
	Text string     `json:"text" doc:"Without blanks. A soft hyphen at its end joins it to the next word."`
	Box  [4]float64 `json:"box" doc:"Left, top, width and height in points, from the upper left corner of the page."`
	Ends bool       `json:"ends,omitempty" doc:"It is the last word of its line."`
}

type pageOutput struct {
	Body struct {
		Words []wireWord `json:"words" nullable:"false" doc:"In the order of the page's text."`
	}
}

func (a *api) getPage(ctx context.Context, id account.Identity, in *pageInput) (*pageOutput, error) {
	page, err := strconv.Atoi(in.Page)
	if err != nil {
		return nil, fault.New(fault.Invalid, "A page is given by its number")
	}
	m, err := a.paged(ctx, id, in.ID)
	if err != nil {
		return nil, err
	}
	words, err := a.Facsimiles.Words(ctx, m.UserID, m.UploadID, page)
	if err != nil {
		return nil, err
	}
	out := &pageOutput{}
	out.Body.Words = make([]wireWord, len(words))
	for i, w := range words {
		out.Body.Words[i] = wireWord{w.Text, [4]float64{w.Box.X, w.Box.Y, w.Box.Width, w.Box.Height}, w.Ends}
	}
	return out, nil
}

// servePage answers a page's signed link, which <img> can't send a header with.
func (a *api) servePage(w http.ResponseWriter, r *http.Request) {
	picture, err := a.Facsimiles.Picture(r.Context(), r.URL)
	if err != nil {
		wire.WriteFault(w, r, a.Log, err)
		return
	}
	sum := sha256.Sum256(picture)
	tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
	h := w.Header()
	h.Set("Content-Type", "image/jpeg")
	h.Set("Cache-Control", "private, max-age=3600")
	h.Set("ETag", tag)
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(picture)))
	_, _ = w.Write(picture)
}
