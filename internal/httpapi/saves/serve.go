package saves

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"time"

	"engram/internal/fault"
	"engram/internal/filter"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
	"engram/internal/memory"
	"engram/internal/token"
)

const (
	rssFile  = "saves.xml"
	jsonFile = "saves.json"

	// newest is the number of memories in a feed.
	newest = 50
)

// forms are the files of a feed.
var forms = map[string]struct {
	mediaType string
	render    func(feed) ([]byte, error)
}{
	rssFile:  {"application/rss+xml; charset=utf-8", feed.rss},
	jsonFile: {"application/feed+json; charset=utf-8", feed.json},
}

// feed is a feed before it is written.
type feed struct {
	Title    string
	About    string // what it selects, in words
	Address  string // its own
	Origin   string
	Memories []memory.Memory
}

func addressOf(ctx context.Context, secret, file string) string {
	return route.OriginOf(ctx) + route.FeedPath + secret + "/" + file
}

// serve answers a reader of a feed. The address is the secret, so no shared cache and no crawler may keep it.
func (p Parts) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Robots-Tag", "noindex, nofollow")
	body, mediaType, changed, err := p.read(r)
	if err != nil {
		wire.WriteFault(w, r, p.Log, err)
		return
	}
	sum := sha256.Sum256(body)
	h.Set("ETag", `"`+base64.RawURLEncoding.EncodeToString(sum[:12])+`"`)
	h.Set("Content-Type", mediaType)
	h.Set("Cache-Control", "private, no-cache")
	http.ServeContent(w, r, "", changed, bytes.NewReader(body))
}

func (p Parts) read(r *http.Request) (body []byte, mediaType string, changed time.Time, err error) {
	form, ok := forms[r.PathValue("file")]
	if !ok {
		return nil, "", time.Time{}, fault.New(fault.NotFound, "A feed is "+rssFile+" or "+jsonFile)
	}
	ctx, secret := r.Context(), r.PathValue("secret")
	id, t, err := p.Tokens.VerifyFeed(ctx, secret)
	if err != nil {
		return nil, "", time.Time{}, err
	}
	f := feed{Title: t.Name, About: "Saved in Engram", Address: addressOf(ctx, secret, r.PathValue("file")), Origin: route.OriginOf(ctx)}
	if t.Audience != "" {
		f.About += ": " + t.Audience
	}
	if f.Memories, err = p.newest(ctx, id.User().ID, t); err != nil {
		return nil, "", time.Time{}, err
	}
	changed = t.CreatedAt
	for _, m := range f.Memories {
		for _, at := range []time.Time{m.CreatedAt, m.CapturedAt} {
			if at.After(changed) {
				changed = at
			}
		}
	}
	body, err = form.render(f)
	return body, form.mediaType, changed, err
}

// newest returns the newest memories that a feed selects: what the user chose, once it is read, since readers keep the
// first words that they see.
func (p Parts) newest(ctx context.Context, userID string, t token.Token) ([]memory.Memory, error) {
	selects, err := filter.Read(t.Audience)
	if err != nil {
		return nil, err
	}
	pending, _ := filter.NewWord(filter.Is, string(memory.Pending))
	pending.Not = true
	list, err := p.Filters.List(ctx, userID, filter.Request{
		Query: filter.Query{Filters: []filter.Filter{selects, {pending}}, Chosen: true}, Sort: filter.Saved, Limit: newest,
	})
	if err != nil {
		return nil, err
	}
	return p.Memories.Cards(ctx, userID, list.IDs)
}
