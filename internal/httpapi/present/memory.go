// Package present makes memories as they travel: with their links, their steps and the previews of
// notes.
package present

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"engram/internal/document"
	"engram/internal/fault"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
	"engram/internal/inbox"
	"engram/internal/live"
	"engram/internal/memory"
	"engram/internal/upload"
)

// pictureWindow is the time for which a picture's link stays the same, for browser caches.
const pictureWindow = 7 * 24 * time.Hour

// Presenter makes memories of one process. Create it with New.
type Presenter struct {
	uploads  *upload.Service
	links    *upload.Links
	live     *live.Service
	previews wire.Previews
	similar  Likenesses
	feeds    Feeds
	mails    *inbox.Service
}

// Likenesses knows which memories have nearly the same text.
type Likenesses interface {
	// Similar returns the memory that was saved earlier with nearly the same text; without an ID if
	// there is none.
	Similar(ctx context.Context, userID, id string) (memory.Memory, error)
}

// Feeds knows the titles of feeds.
type Feeds interface {
	// Titles returns the titles of the user's feeds by their ids.
	Titles(ctx context.Context, userID string) (map[string]string, error)
}

// New returns a Presenter.
func New(uploads *upload.Service, links *upload.Links, live *live.Service, similar Likenesses, feeds Feeds, mails *inbox.Service) Presenter {
	return Presenter{uploads: uploads, links: links, live: live, previews: wire.NewPreviews(), similar: similar, feeds: feeds, mails: mails}
}

// WireMemoryFeed is the feed that a memory is from.
type WireMemoryFeed struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

// addFeeds sets the feeds of memories that are from one. Without their titles they have none.
func (p Presenter) addFeeds(ctx context.Context, memories []memory.Memory, out []WireMemory) {
	var titles map[string]string // read once, and only if a memory is from a feed
	for i, m := range memories {
		if m.Feed == "" || p.feeds == nil {
			continue
		}
		if titles == nil {
			var err error
			if titles, err = p.feeds.Titles(ctx, m.UserID); err != nil {
				return
			}
		}
		if title, ok := titles[m.Feed]; ok {
			out[i].Feed = &WireMemoryFeed{ID: m.Feed, Title: title}
		}
	}
}

// WireMemory is a memory as it travels.
type WireMemory struct {
	ID          string        `json:"_id"`
	Type        wire.Kind     `json:"type"`
	Title       string        `json:"title" doc:"Of a document: its file name."`
	Description string        `json:"description" doc:"Of a note: its text, which is markdown."`
	Link        string        `json:"link" doc:"The saved address, or a document's signed link; empty for a note."`
	ImageURL    string        `json:"imageUrl" doc:"Our own rendering of its picture; empty when there is none."`
	ImageWidth  int           `json:"imageWidth,omitempty" doc:"Pixels of its picture, where they are known."`
	ImageHeight int           `json:"imageHeight,omitempty"`
	Site        string        `json:"site,omitempty" doc:"The name of the site or the service."`
	Author      string        `json:"author,omitempty" doc:"Of a recording: its channel."`
	Language    string        `json:"language,omitempty" doc:"Of the text, such as en or pt-BR."`
	PublishedAt *time.Time    `json:"publishedAt,omitempty"`
	Duration    int           `json:"duration,omitempty" doc:"Seconds of a recording."`
	Pages       int           `json:"pages,omitempty" doc:"Pages of a document."`
	PagesRead   int           `json:"pagesRead,omitempty" doc:"Of a PDF with pages left to read: the last that is read. While it is pending, it is gone on with."`
	Status      string        `json:"status" enum:"pending,ready,failed"`
	Step        string        `json:"step,omitempty" enum:"waiting,fetching,reading,picturing" doc:"What is happening to it while it is pending."`
	Error       string        `json:"error" doc:"Why the capture failed; of a ready memory, why what it holds could not be captured anew; empty otherwise."`
	CreatedAt   time.Time     `json:"createdAt"`
	Tags        []string      `json:"tags" nullable:"false"`
	Place       string        `json:"place,omitempty" doc:"What lists sort by, in the place of its _id; absent if that is its _id."`
	Captured    *WireCaptured `json:"captured,omitempty" doc:"What was captured of what the user has changed."`
	Remark      string        `json:"remark,omitempty" doc:"The user's own."`
	Starred     bool          `json:"starred,omitempty"`
	Archived    bool          `json:"archived,omitempty" doc:"It is found, but in no list that does not ask for it."`
	OpenedAt    *time.Time    `json:"openedAt,omitempty" doc:"When it was opened last; absent if it never was."`
	Edition     int           `json:"edition,omitempty" doc:"Of a note: how often its text was changed. An edit names the one that it is of."`
	Version     string        `json:"version,omitempty" doc:"Another after each change. An edit may name the one that it is of in If-Match."`
	Progress    *float64      `json:"progress,omitempty" doc:"Share of its text that was read, from 0 to 1; absent if it was never read."`
	ReadTo      int           `json:"readTo,omitempty" doc:"The leaf of its document that was read last."`

	Blocks  document.Document `json:"blocks,omitempty" nullable:"false" doc:"Of a note with markup: how its beginning reads, for a card. In a list the first 500 have it."`
	Files   []WireFile        `json:"files,omitempty" nullable:"false" doc:"Of an opened memory, the files beside what it was saved from, and the page that its browser saved."`
	Similar *WireSimilar      `json:"similar,omitempty" doc:"What was saved earlier and reads nearly the same. Not in lists."`
	Player  *wire.Player      `json:"player,omitempty" doc:"Of a video: what plays it."`
	TweetID string            `json:"tweetId,omitempty" doc:"Of a tweet: its number."`
	Feed    *WireMemoryFeed   `json:"feed,omitempty" doc:"The feed that it is from; absent if the user saved it."`
	Mail    *WireMail         `json:"mail,omitempty" doc:"Of an opened memory that came by email: whom it is from."`
}

// WireCaptured has the fields that an edit can put back.
type WireCaptured struct {
	Title     *string    `json:"title,omitempty" doc:"Absent if the title is as captured."`
	CreatedAt *time.Time `json:"createdAt,omitempty" doc:"When it was saved; absent if that is unchanged."`
}

// WireFile is a file of a memory.
type WireFile struct {
	ID   string `json:"_id"`
	Name string `json:"name"`
	Link string `json:"link" doc:"Signed; it opens or saves the file."`
	Kind string `json:"kind" doc:"The name of its format, such as PDF."`
	Size int64  `json:"size" doc:"In bytes."`
}

// Opened returns a memory as it is opened: with what it resembles, and its files.
func (p Presenter) Opened(ctx context.Context, m memory.Memory) (WireMemory, error) {
	out, err := p.Resembling(ctx, m)
	if err != nil || p.uploads == nil {
		return out, err
	}
	files, err := p.uploads.Files(ctx, m.UserID, m.ID)
	for _, f := range files {
		if m.Kind == memory.Document && f.ID == m.UploadID {
			continue // it is the memory
		}
		kind := ""
		if f.Type != nil {
			kind = f.Type.Name
		}
		link := route.OriginOf(ctx) + p.uploads.Link(m.UserID, route.SessionOf(ctx), f.ID, f.Name)
		out.Files = append(out.Files, WireFile{f.ID, f.Name, link, kind, f.Size})
	}
	if err != nil || p.mails == nil {
		return out, err
	}
	out.Mail, err = p.mailOf(ctx, m)
	return out, err
}

// WireMail says whom the mail is from that a memory came in.
type WireMail struct {
	Sender string `json:"sender" doc:"The address that the mail names; empty: none."`
	SPF    string `json:"spf" enum:"pass,fail,softfail,neutral,none,unknown" doc:"Whether the server that sent it may send for a domain."`
	Server string `json:"server" doc:"That domain; empty: the mail named none."`
	DKIM   string `json:"dkim" enum:"pass,fail,none,unknown" doc:"Whether a domain signed it as it is."`
	Signer string `json:"signer" doc:"That domain; empty: none."`
}

// mailOf returns whom the mail of a memory is from; nil for one that came in none.
func (p Presenter) mailOf(ctx context.Context, m memory.Memory) (*WireMail, error) {
	o, err := p.mails.Origin(ctx, m.UserID, m.ID)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return nil, nil
	case err != nil:
		return nil, err
	}
	return &WireMail{o.Sender, string(o.SPF), o.Server, string(o.DKIM), o.Signer}, nil
}

// WireSimilar is a memory that another one resembles.
type WireSimilar struct {
	ID        string    `json:"_id"`
	Title     string    `json:"title"`
	CreatedAt time.Time `json:"createdAt"`
}

// One returns a memory with the preview of a note.
func (p Presenter) One(ctx context.Context, m memory.Memory) WireMemory {
	out := []WireMemory{p.bare(ctx, m)}
	out[0].Blocks = p.previews.Of(m)
	p.addFeeds(ctx, []memory.Memory{m}, out)
	return out[0]
}

// Resembling returns a memory with its step, its preview and what it resembles: as a
// change of it is announced.
func (p Presenter) Resembling(ctx context.Context, m memory.Memory) (WireMemory, error) {
	out := p.All(ctx, []memory.Memory{m})[0]
	if p.similar == nil || m.CapturedAt.IsZero() {
		return out, nil
	}
	found, err := p.similar.Similar(ctx, m.UserID, m.ID)
	if err == nil && found.ID != "" {
		out.Similar = &WireSimilar{ID: found.ID, Title: found.Title, CreatedAt: found.CreatedAt.UTC()}
	}
	return out, err
}

func (p Presenter) bare(ctx context.Context, m memory.Memory) WireMemory {
	out := WireMemory{
		ID: m.ID, Type: wire.Kind(m.Kind), Title: m.Title, Description: m.Description, Link: m.URL,
		Site: m.Site, Author: m.Author, Language: m.Language, Duration: int(m.Duration.Seconds()), Pages: m.Pages, PagesRead: m.Bookmark.Upto(),
		Status: string(m.Status), Error: m.Error, CreatedAt: m.CreatedAt.UTC(), Tags: m.Tags,
		Player: wire.PlayerOf(m), TweetID: wire.TweetID(m), Remark: m.Remark,
		Starred: !m.StarredAt.IsZero(), Archived: !m.ArchivedAt.IsZero(), OpenedAt: wire.Time(m.OpenedAt), Edition: m.Edition,
		PublishedAt: wire.Time(m.PublishedAt),
	}
	if m.Version > 0 {
		out.Version = strconv.FormatInt(m.Version, 10)
	}
	if m.Place != m.ID {
		saved := m.FirstSaved().UTC()
		out.Place, out.Captured = m.Place, &WireCaptured{CreatedAt: &saved}
	}
	if m.OwnTitle {
		out.Captured = cmp.Or(out.Captured, &WireCaptured{})
		out.Captured.Title = &m.SourceTitle
	}
	if m.Progress.Begun {
		out.Progress, out.ReadTo = &m.Progress.Share, m.Progress.Leaf
	}
	if m.Status == memory.Pending {
		out.Step = string(memory.Waiting)
	}
	if out.Tags == nil {
		out.Tags = []string{}
	}
	if m.Kind == memory.Document {
		out.Link = route.OriginOf(ctx) + p.uploads.Link(m.UserID, route.SessionOf(ctx), m.UploadID, m.FileName())
	}
	if m.ImageKey != "" {
		out.ImageWidth, out.ImageHeight = max(m.ImageWidth, 0), max(m.ImageHeight, 0)
		out.ImageURL = p.Picture(ctx, m, m.ImageKey)
	}
	return out
}

// Picture returns the signed link of a picture of a memory. Browsers cache a picture forever, so
// a new one needs a new address.
func (p Presenter) Picture(ctx context.Context, m memory.Memory, key string) string {
	return route.OriginOf(ctx) + p.links.Sign(upload.Link{
		Path: "/api/" + key, Session: route.SessionOf(ctx), Version: strconv.FormatInt(m.CapturedAt.Unix(), 36), Window: pictureWindow,
	})
}

// All returns memories with their steps and previews.
func (p Presenter) All(ctx context.Context, memories []memory.Memory) []WireMemory {
	return p.Some(ctx, memories, len(memories))
}

// Some returns memories with their steps, and previews of the first ones.
func (p Presenter) Some(ctx context.Context, memories []memory.Memory, previews int) []WireMemory {
	out := make([]WireMemory, len(memories))
	var steps map[string]memory.Step // read once, and only if a memory is pending
	for i, m := range memories {
		if out[i] = p.bare(ctx, m); i < previews {
			out[i].Blocks = p.previews.Of(m)
		}
		if m.Status != memory.Pending {
			continue
		}
		if steps == nil {
			steps = p.live.Steps(m.UserID)
		}
		if step, ok := steps[m.ID]; ok {
			out[i].Step = string(step)
		}
	}
	p.addFeeds(ctx, memories, out)
	return out
}
