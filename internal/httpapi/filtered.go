package httpapi

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"engram/internal/account"
	"engram/internal/fault"
	"engram/internal/filter"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
	"engram/internal/memory"
	"engram/internal/recall"
)

// query returns what a request selects, and its words to search for.
func (in *listInput) query() (q filter.Query, typed string, err error) {
	q.Zone = route.ZoneOf(in.TimeZone)
	if q.Kind = wire.Scope(in.Type).Kind(); q.Kind != "" && !q.Kind.Known() {
		return q, "", fault.New(fault.Invalid, "Unknown type of memory")
	}
	chosen, err := filter.Read(in.Filter)
	if err != nil {
		return q, "", err
	}
	given, err := in.filter(q.Zone)
	if err != nil {
		return q, "", err
	}
	words, rest, err := filter.Split(in.Q)
	if len(words) == 0 { // it is searched for as it is typed
		rest = strings.TrimSpace(in.Q)
	}
	return q.Within(chosen).Within(given).Within(words), rest, err
}

// FilterWords are words of a filter as parameters of their own.
type FilterWords struct {
	Tag      string `query:"tag" doc:"As tag: in filter; the following likewise."`
	Site     string `query:"site"`
	Author   string `query:"author"`
	Language string `query:"language"`
	From     string `query:"from" doc:"A time, or a year, month or day: saved in it or after."`
	To       string `query:"to" doc:"Saved in it or before."`
	Starred  string `query:"starred" enum:"true,false"`
	Archived string `query:"archived" enum:"true,false"`
	Unread   string `query:"unread" enum:"true,false"`
}

// filter returns the words; fault.Invalid for a value that none can have.
func (in FilterWords) filter(zone *time.Location) (f filter.Filter, err error) {
	for _, given := range []struct {
		name  string
		key   filter.Key
		value string
		not   bool
	}{
		{"tag", filter.Tag, in.Tag, false},
		{"site", filter.From, in.Site, false},
		{"author", filter.By, in.Author, false},
		{"language", filter.Lang, in.Language, false},
		{"from", filter.Before, dayOf(in.From, zone), true},
		{"to", filter.After, dayOf(in.To, zone), true},
		{"starred", filter.Is, is("starred", in.Starred), in.Starred == "false"},
		{"archived", filter.Is, is("archived", in.Archived), in.Archived == "false"},
		{"unread", filter.Is, is("unread", in.Unread), in.Unread == "false"},
	} {
		if given.value == "" {
			continue
		}
		word, ok := filter.NewWord(given.key, given.value)
		if !ok {
			return nil, fault.New(fault.Invalid, "Not a value of "+given.name+": "+given.value)
		}
		word.Not = given.not
		f = append(f, word)
	}
	return f, nil
}

func is(state, given string) string {
	if given == "" {
		return ""
	}
	return state
}

// dayOf returns the day of a time in a zone, and any other text as it is.
func dayOf(text string, zone *time.Location) string {
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at.In(cmp.Or(zone, time.UTC)).Format(time.DateOnly)
	}
	return text
}

// listFiltered lists the memories that a query selects.
func (a *api) listFiltered(ctx context.Context, id account.Identity, q filter.Query, in *listInput) (*huma.StreamResponse, error) {
	list, err := a.Filters.List(ctx, id.User().ID, filter.Request{
		Query: q, Sort: filter.Sort(in.Sort), Limit: in.Limit, Cursor: in.Cursor,
	})
	if err != nil {
		return nil, err
	}
	end := ListEnd{NextCursor: list.Next, Total: &list.Total}
	return a.InPieces(ctx, id, func(p *route.Pieces) error {
		return a.writeList(ctx, p, a.piecewise(id, list.IDs, func([]memory.Memory) {}), func() ListEnd { return end })
	}), nil
}

// within confines a search to what a query selects.
func (a *api) within(ctx context.Context, userID string, q filter.Query, search recall.Query) (recall.Query, error) {
	if q.Empty() {
		return search, nil
	}
	q.Archived, q.Kind = true, ""
	ids, err := a.Filters.IDs(ctx, userID, q)
	search.Within = ids
	return search, err
}

// piecewise reads memories piece by piece.
func (a *api) piecewise(id account.Identity, ids []string, see func([]memory.Memory)) reader {
	return func(ctx context.Context) ([]memory.Memory, bool, error) {
		some := ids[:min(len(ids), foundInPiece)]
		ids = ids[len(some):]
		found, err := a.Memories.ByIDs(ctx, id.User().ID, some)
		see(found)
		return found, len(ids) > 0, err
	}
}
