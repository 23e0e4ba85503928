// Package saves is the private feeds of what a user saved: their calls, and what answers at their
// addresses.
package saves

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"engram/internal/account"
	"engram/internal/filter"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
	"engram/internal/memory"
	"engram/internal/token"
)

// Parts are the dependencies of the calls.
type Parts struct {
	Tokens   *token.Service
	Filters  *filter.Service
	Memories *memory.Service
	Log      *slog.Logger
}

// Register adds the calls of the signed-in user, and the feeds themselves for the holders of their addresses.
func Register(r *route.Router, mux *http.ServeMux, p Parts) {
	route.SignedIn(r, "GET /api/v1/private-feeds", 0, "The private feeds of the caller's saves, newest first", p.list)
	route.SignedIn(r, "POST /api/v1/private-feeds", route.SmallBody, "Make a private feed, whose addresses are shown this once", p.create, 400, 403, 429)
	route.SignedIn(r, "DELETE /api/v1/private-feeds/{id}", route.SmallBody, "End a private feed of the caller's at once", p.revoke, 404)
	mux.HandleFunc("GET "+route.FeedPath+"{secret}/{file}", p.serve)
}

// WirePrivateFeed is a feed without its addresses.
type WirePrivateFeed struct {
	ID         string     `json:"id"`
	Name       string     `json:"name"`
	Filter     string     `json:"filter" doc:"What it selects; empty: everything that is saved and not archived."`
	CreatedAt  time.Time  `json:"createdAt"`
	LastReadAt *time.Time `json:"lastReadAt" doc:"To the hour; null until it is read."`
}

func wireOf(t token.Token) WirePrivateFeed {
	return WirePrivateFeed{t.ID, t.Name, t.Audience, t.CreatedAt.UTC(), wire.TimeOrNull(t.LastUsed)}
}

type privateFeedsOutput struct {
	Body struct {
		Feeds   []WirePrivateFeed `json:"feeds" nullable:"false"`
		Allowed bool              `json:"allowed" doc:"The plan has private feeds: they can be made, and those that there are work."`
	}
}

func (p Parts) list(ctx context.Context, id account.Identity, _ *struct{}) (*privateFeedsOutput, error) {
	out := &privateFeedsOutput{}
	out.Body.Feeds = []WirePrivateFeed{}
	var err error
	if out.Body.Allowed, err = p.Tokens.Includes(ctx, id); err != nil {
		return nil, err
	}
	all, err := p.Tokens.Feeds(ctx, id)
	for _, t := range all {
		out.Body.Feeds = append(out.Body.Feeds, wireOf(t))
	}
	return out, err
}

type makeFeedInput struct {
	Body struct {
		Name   string `json:"name" doc:"At most 64 characters: the title of the feed."`
		Filter string `json:"filter,omitempty" doc:"Words of a filter, such as tag:recipes; left out: everything."`
	}
}

type madeFeedOutput struct {
	Body struct {
		WirePrivateFeed
		RSS  string `json:"rss" doc:"The address of the feed as RSS. It can't be read again."`
		JSON string `json:"json" doc:"Likewise, as JSON Feed."`
	}
}

func (p Parts) create(ctx context.Context, id account.Identity, in *makeFeedInput) (*madeFeedOutput, error) {
	if err := p.Tokens.Allowed(ctx, id); err != nil {
		return nil, err
	}
	selects, err := filter.Read(in.Body.Filter)
	if err != nil {
		return nil, err
	}
	secret, t, err := p.Tokens.MakeFeed(ctx, id, in.Body.Name, selects.String())
	if err != nil {
		return nil, err
	}
	out := &madeFeedOutput{}
	out.Body.WirePrivateFeed = wireOf(t)
	out.Body.RSS, out.Body.JSON = addressOf(ctx, secret, rssFile), addressOf(ctx, secret, jsonFile)
	return out, nil
}

type endFeedInput struct {
	ID string `path:"id"`
}

func (p Parts) revoke(ctx context.Context, id account.Identity, in *endFeedInput) (*wire.MessageOutput, error) {
	return wire.Message("Feed ended"), p.Tokens.RevokeFeed(ctx, id, in.ID)
}
