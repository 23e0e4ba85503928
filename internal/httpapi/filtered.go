package httpapi

import (
	"context"
	"strings"

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
	words, rest, err := filter.Split(in.Q)
	if len(words) == 0 { // it is searched for as it is typed
		rest = strings.TrimSpace(in.Q)
	}
	return q.Within(chosen).Within(words), rest, err
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
