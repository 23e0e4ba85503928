package wallabag

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"engram/internal/entry"
	"engram/internal/fault"
	"engram/internal/httpapi/route"
	"engram/internal/library"
	"engram/internal/memory"
)

// usualPage is the number of entries on a page where an app names none.
const usualPage = 30

// queryOf returns what an address selects.
func queryOf(form url.Values) (q entry.Query, full bool, err error) {
	if q.Page, err = number(form, "page", 1); err != nil {
		return q, false, err
	}
	if q.PerPage, err = number(form, "perPage", usualPage); err != nil {
		return q, false, err
	}
	q.PerPage = min(q.PerPage, entry.MostPerPage)
	since, err := number(form, "since", 0)
	if err != nil {
		return q, false, err
	}
	if since > 0 {
		q.Since = time.Unix(int64(since), 0)
	}
	if q.Archived, err = flag(form, "archive"); err != nil {
		return q, false, err
	}
	if q.Starred, err = flag(form, "starred"); err != nil {
		return q, false, err
	}
	for _, name := range words(form.Get("tags")) {
		q.Tags = append(q.Tags, library.TagKey(name))
	}
	q.Sort = entry.Sort(form.Get("sort"))
	switch form.Get("order") {
	case "", "desc":
	case "asc":
		q.Ascending = true
	default:
		return q, false, fault.New(fault.Invalid, "The order is asc or desc")
	}
	switch form.Get("detail") {
	case "", "full":
		return q, true, nil
	case "metadata":
		return q, false, nil
	}
	return q, false, fault.New(fault.Invalid, "The detail is full or metadata")
}

// list answers with a page of entries, which are written one by one: each has its text.
func (c *calls) list(w http.ResponseWriter, r *http.Request, who caller) error {
	ctx, query := r.Context(), r.URL.Query()
	q, full, err := queryOf(query)
	if err != nil {
		return err
	}
	page, err := c.Entries.List(ctx, who.userID(), q)
	if err != nil {
		return err
	}
	memories, entries, err := c.memoriesOf(ctx, who, page.Entries)
	if err != nil {
		return err
	}
	numbers, err := c.numbersOf(ctx, who, memories)
	if err != nil {
		return err
	}
	head, err := json.Marshal(map[string]any{
		"page": q.Page, "limit": q.PerPage, "pages": page.Pages, "total": page.Total, "_links": linksOf(route.OriginOf(ctx), query, q.Page, page.Pages),
	})
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(append(head[:len(head)-1], `,"_embedded":{"items":[`...)) // the caller may have gone, here and below
	control := http.NewResponseController(w)
	for i, m := range memories {
		out, err := c.entryOf(ctx, who, m, entries[m.ID], numbers, full)
		var text []byte
		if err == nil {
			text, err = json.Marshal(out)
		}
		if err != nil {
			if ctx.Err() == nil {
				c.Log.Warn("a list of entries broke off", "error", err)
			}
			panic(http.ErrAbortHandler) // a part must not look complete
		}
		if i > 0 {
			text = append([]byte{','}, text...)
		}
		_ = control.SetWriteDeadline(c.Now().Add(route.AnswerTimeout))
		_, _ = w.Write(text)
	}
	_, _ = w.Write([]byte("]}}"))
	return nil
}

// memoriesOf returns the memories of entries, in that order, and these by their ids.
func (c *calls) memoriesOf(ctx context.Context, who caller, list []entry.Entry) ([]memory.Memory, map[string]entry.Entry, error) {
	ids, entries := make([]string, len(list)), make(map[string]entry.Entry, len(list))
	for i, e := range list {
		ids[i], entries[e.MemoryID] = e.MemoryID, e
	}
	memories, err := c.Memories.ByIDs(ctx, who.userID(), ids)
	return memories, entries, err
}

// linksOf returns the addresses of the pages around one.
func linksOf(origin string, query url.Values, page, pages int) map[string]href {
	at := func(n int) href {
		query.Set("page", strconv.Itoa(n))
		return href{origin + "/api/entries?" + query.Encode()}
	}
	links := map[string]href{"self": at(page), "first": at(1), "last": at(pages)}
	if page < pages {
		links["next"] = at(page + 1)
	}
	if page > 1 {
		links["previous"] = at(page - 1)
	}
	return links
}

// mostAddresses is the number of addresses that are looked for at once.
const mostAddresses = 100

// exists answers whether addresses are saved, and as which entry if that is asked for.
func (c *calls) exists(w http.ResponseWriter, r *http.Request, who caller) error {
	query := r.URL.Query()
	several, many := query["urls[]"]
	single := query.Get("url")
	withID, err := flag(query, "return_id")
	switch {
	case err != nil:
		return err
	case len(several) > mostAddresses:
		return fault.New(fault.Invalid, "At most 100 addresses are looked for at once")
	case !many && single == "":
		return fault.New(fault.Invalid, "Addresses are looked for by url, not by their hashes")
	}
	found := map[string]any{}
	for _, address := range append(several, single) {
		if address == "" {
			continue
		}
		if found[address], err = c.saved(r.Context(), who, address, withID != nil && *withID); err != nil {
			return err
		}
	}
	if many {
		return writeJSON(w, found)
	}
	return writeJSON(w, map[string]any{"exists": found[single]})
}

// saved returns whether an address is saved or, with an id, its entry, nil if it is not.
func (c *calls) saved(ctx context.Context, who caller, address string, withID bool) (any, error) {
	missing := map[bool]any{true: nil, false: false}[withID]
	u, err := memory.ParseURL(address)
	if err != nil {
		return missing, nil
	}
	list, err := c.Memories.List(ctx, who.userID(), memory.Page{Key: memory.Key(u), Limit: 1})
	if err != nil {
		return nil, err
	}
	piece, _, err := list.Read(ctx)
	switch {
	case err != nil || len(piece) == 0:
		return missing, err
	case !withID:
		return true, nil
	}
	entries, err := c.Entries.Of(ctx, who.userID(), []string{piece[0].ID})
	return entries[piece[0].ID].Number, err
}

func writeJSON(w http.ResponseWriter, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(text) // the caller may have gone
	return nil
}
