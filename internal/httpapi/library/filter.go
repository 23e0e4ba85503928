package library

import (
	"context"

	"engram/internal/account"
	"engram/internal/filter"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
)

// WireKeptFilter is a filter that is kept under a name.
type WireKeptFilter struct {
	ID     string `json:"id"`
	Name   string `json:"name" doc:"1 to 60 characters, of no other filter."`
	Filter string `json:"filter" doc:"Words of a filter."`
	Sort   string `json:"sort" enum:"saved,published,opened,title"`
}

// WireFacet is a value that memories have.
type WireFacet struct {
	Name  string `json:"name"`
	Count int    `json:"count" doc:"How many memories have it."`
}

type facetsInput struct {
	Filter   string `query:"filter" doc:"Words of a filter; blank: all memories that are not archived."`
	Type     string `query:"type" doc:"One kind of memory, or all-memories."`
	TimeZone string `header:"Time-Zone" doc:"The IANA name of the zone whose days a filter means. UTC where it is absent or unknown."`
}

type facetsOutput struct {
	Body struct {
		Tags      []WireFacet `json:"tags" nullable:"false" doc:"The most frequent first, at most 200, as all of these."`
		Sites     []WireFacet `json:"sites" nullable:"false" doc:"Hosts without www."`
		Authors   []WireFacet `json:"authors" nullable:"false"`
		Languages []WireFacet `json:"languages" nullable:"false"`
		Kinds     []WireFacet `json:"kinds" nullable:"false"`
	}
}

func (p Parts) facets(ctx context.Context, id account.Identity, in *facetsInput) (*facetsOutput, error) {
	words, err := filter.Read(in.Filter)
	if err != nil {
		return nil, err
	}
	found, err := p.Filters.Facets(ctx, id.User().ID, filter.Query{
		Filters: []filter.Filter{words}, Kind: wire.Scope(in.Type).Kind(), Zone: route.ZoneOf(in.TimeZone),
	})
	out := &facetsOutput{}
	out.Body.Tags, out.Body.Sites, out.Body.Authors = facetsOf(found.Tags), facetsOf(found.Sites), facetsOf(found.Authors)
	out.Body.Languages, out.Body.Kinds = facetsOf(found.Languages), facetsOf(found.Kinds)
	return out, err
}

func facetsOf(facets []filter.Facet) []WireFacet {
	out := make([]WireFacet, len(facets))
	for i, f := range facets {
		out[i] = WireFacet(f)
	}
	return out
}

type keptOutput struct {
	Body struct {
		Filters []WireKeptFilter `json:"filters" nullable:"false" doc:"In the order in which they were kept; 50 at most."`
	}
}

func (p Parts) listKept(ctx context.Context, id account.Identity, _ *struct{}) (*keptOutput, error) {
	all, err := p.Filters.Kept(ctx, id.User().ID)
	out := &keptOutput{}
	out.Body.Filters = make([]WireKeptFilter, len(all))
	for i, k := range all {
		out.Body.Filters[i] = wireKept(k)
	}
	return out, err
}

func wireKept(k filter.Kept) WireKeptFilter {
	return WireKeptFilter{ID: k.ID, Name: k.Name, Filter: k.Filter, Sort: string(k.Sort)}
}

type keepInput struct {
	Body struct {
		Name   string `json:"name"`
		Filter string `json:"filter"`
		Sort   string `json:"sort,omitempty" enum:"saved,published,opened,title" doc:"Saved if left out."`
	}
}

type oneKeptOutput struct{ Body WireKeptFilter }

func (p Parts) keep(ctx context.Context, id account.Identity, in *keepInput) (*oneKeptOutput, error) {
	k, err := p.Filters.Keep(ctx, id.User().ID, in.Body.Name, in.Body.Filter, filter.Sort(in.Body.Sort))
	return &oneKeptOutput{wireKept(k)}, err
}

type alterInput struct {
	ID   string `path:"id"`
	Body struct {
		Name   *string      `json:"name,omitempty"`
		Filter *string      `json:"filter,omitempty"`
		Sort   *filter.Sort `json:"sort,omitempty" enum:"saved,published,opened,title"`
	}
}

func (p Parts) alter(ctx context.Context, id account.Identity, in *alterInput) (*oneKeptOutput, error) {
	k, err := p.Filters.Alter(ctx, id.User().ID, in.ID, filter.Change{Name: in.Body.Name, Filter: in.Body.Filter, Sort: in.Body.Sort})
	return &oneKeptOutput{wireKept(k)}, err
}

type keptInput struct {
	ID string `path:"id"`
}

func (p Parts) forget(ctx context.Context, id account.Identity, in *keptInput) (*wire.MessageOutput, error) {
	return wire.Message("Filter deleted"), p.Filters.Forget(ctx, id.User().ID, in.ID)
}
