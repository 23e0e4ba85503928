// Package following is the calls about the feeds that a user follows.
package following

import (
	"context"
	"time"

	"engram/internal/account"
	"engram/internal/fault"
	"engram/internal/following"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
)

// Parts are the dependencies of the calls.
type Parts struct{ Feeds *following.Service }

// Register adds the calls of the signed-in user.
func Register(r *route.Router, p Parts) {
	route.SignedIn(r, "GET /api/v1/feeds", 0, "The feeds that the caller follows, by title", p.list)
	route.SignedIn(r, "POST /api/v1/feeds", route.SmallBody, "Follow a feed, by its address or that of a page that names it", p.add, 400, 409, 429, 503)
	route.SignedIn(r, "PATCH /api/v1/feeds/{id}", route.SmallBody, "Rename, pause or resume a feed", p.change, 400, 404, 409)
	route.SignedIn(r, "DELETE /api/v1/feeds/{id}", route.SmallBody, "Leave a feed, and keep or delete what is from it", p.leave, 400, 404)
	route.SignedIn(r, "POST /api/v1/feeds/{id}/check", route.SmallBody, "Look for what is new in a feed", p.check, 404, 409)
	route.SignedIn(r, "GET /api/v1/feeds/answers", 0, "Do answers use what is from feeds?", p.answers)
	route.SignedIn(r, "PUT /api/v1/feeds/answers", route.SmallBody, "Say whether answers use what is from feeds", p.setAnswers, 400)
}

// WireFeed is a feed.
type WireFeed struct {
	ID        string     `json:"id"`
	URL       string     `json:"url"`
	Title     string     `json:"title"`
	Site      string     `json:"site" doc:"The address of what it is a feed of; may be empty."`
	Status    string     `json:"status" enum:"ok,failing,paused,leaving" doc:"Leaving: it is not read any more, and what is from it is being deleted."`
	Message   string     `json:"message" doc:"Why it fails, or what waits; may be empty."`
	CheckedAt *time.Time `json:"checkedAt" doc:"Null until it was read."`
	NextAt    *time.Time `json:"nextAt" doc:"When it is read again; null while it is paused or left."`
	Items     int        `json:"items" doc:"Memories that are from it."`
	Unread    int        `json:"unread" doc:"Of these, those that were never opened."`
	CreatedAt time.Time  `json:"createdAt"`
}

func wireFeedOf(f following.Feed) WireFeed {
	next := wire.Time(f.NextAt)
	if f.Status == following.Paused || f.Status == following.Leaving {
		next = nil
	}
	return WireFeed{
		f.ID, f.URL, f.Title, f.Site, string(f.Status), f.Message, wire.Time(f.CheckedAt), next, f.Items, f.Unread, f.CreatedAt.UTC(),
	}
}

type feedsOutput struct {
	Body struct {
		Feeds []WireFeed `json:"feeds" nullable:"false"`
	}
}

func (p Parts) list(ctx context.Context, id account.Identity, _ *struct{}) (*feedsOutput, error) {
	all, err := p.Feeds.List(ctx, id.User().ID)
	out := &feedsOutput{}
	out.Body.Feeds = make([]WireFeed, len(all))
	for i, f := range all {
		out.Body.Feeds[i] = wireFeedOf(f)
	}
	return out, err
}

type feedOutput struct{ Body WireFeed }

func outputOf(f following.Feed, err error) (*feedOutput, error) {
	return &feedOutput{wireFeedOf(f)}, err
}

type followInput struct {
	Body struct {
		URL string `json:"url"`
	}
}

func (p Parts) add(ctx context.Context, id account.Identity, in *followInput) (*feedOutput, error) {
	return outputOf(p.Feeds.Add(ctx, id.User().ID, in.Body.URL))
}

type feedInput struct {
	ID string `path:"id"`
}

type changeFeedInput struct {
	ID   string `path:"id"`
	Body struct {
		Title  *string `json:"title,omitempty"`
		Paused *bool   `json:"paused,omitempty" doc:"A feed that is resumed is read at once."`
	}
}

func (p Parts) change(ctx context.Context, id account.Identity, in *changeFeedInput) (*feedOutput, error) {
	return outputOf(p.Feeds.Change(ctx, id.User().ID, in.ID, in.Body.Title, in.Body.Paused))
}

type leaveFeedInput struct {
	ID       string `path:"id"`
	Memories string `query:"memories" enum:"keep,delete" default:"keep" doc:"What becomes of the memories that are from it. Deleted ones rest in the trash; many are deleted behind the call, while the feed is listed as leaving."`
}

type leaveFeedOutput struct {
	Body struct {
		Message string `json:"message"`
	}
}

func (p Parts) leave(ctx context.Context, id account.Identity, in *leaveFeedInput) (*leaveFeedOutput, error) {
	if in.Memories != "keep" && in.Memories != "delete" {
		return nil, fault.New(fault.Invalid, "Please say whether to keep or to delete what is from it")
	}
	done, err := p.Feeds.Unfollow(ctx, id.User().ID, in.ID, in.Memories == "delete")
	out := &leaveFeedOutput{}
	if out.Body.Message = "You no longer follow this feed"; !done {
		out.Body.Message += ". What is from it is being deleted."
	}
	return out, err
}

func (p Parts) check(ctx context.Context, id account.Identity, in *feedInput) (*feedOutput, error) {
	return outputOf(p.Feeds.Check(ctx, id.User().ID, in.ID))
}

// WireFeedAnswers says whether answers use what is from feeds.
type WireFeedAnswers struct {
	Use bool `json:"use" doc:"False: what is from feeds is left out, until it is starred, opened, tagged, highlighted or given a remark."`
}

type feedAnswersOutput struct{ Body WireFeedAnswers }

func (p Parts) answers(ctx context.Context, id account.Identity, _ *struct{}) (*feedAnswersOutput, error) {
	use, err := p.Feeds.Store.AnswersUseFeeds(ctx, id.User().ID)
	return &feedAnswersOutput{WireFeedAnswers{use}}, err
}

type feedAnswersInput struct {
	Body struct {
		Use *bool `json:"use"`
	}
}

func (p Parts) setAnswers(ctx context.Context, id account.Identity, in *feedAnswersInput) (*feedAnswersOutput, error) {
	if in.Body.Use == nil {
		return nil, fault.New(fault.Invalid, "Please say whether answers use feeds")
	}
	err := p.Feeds.Store.SetAnswersUseFeeds(ctx, id.User().ID, *in.Body.Use)
	return &feedAnswersOutput{WireFeedAnswers{*in.Body.Use}}, err
}
