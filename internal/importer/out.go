package importer

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"engram/internal/capture"
	"engram/internal/highlight"
	"engram/internal/library"
	"engram/internal/memory"
	"engram/internal/plaintext"
	"engram/internal/portable"
)

// Limits on an item. What is over is a Loss.
const (
	maxTitle       = capture.MaxTitle
	maxName        = 120 // of an author or a site
	maxAddress     = 2_000
	maxDescription = 1_000
	maxRemark      = library.MaxRemark
	maxTags        = library.MaxTags
	maxNote        = 256 << 10 // bytes, as package memory takes; a longer note becomes a document
	maxText        = 16 << 20  // bytes
)

// The reasons for which things are left behind.
const (
	msgNoAddress  = "It has no address and no text."
	msgScheme     = "Its address is not one of the web, such as a bookmark that runs a script."
	msgTags       = "A memory has at most 50 tags."
	msgTag        = "A tag has at most 64 characters, and at least a letter or a sign."
	msgRemark     = "A remark has at most 4,000 characters."
	msgTitle      = "A title has at most 300 characters."
	msgQuote      = "A highlight has at most 8,000 characters."
	msgHighlights = "A memory has at most 2,000 highlights."
	msgText       = "Only the first 16 MB of a text are kept."
	msgDate       = "No calendar has this date, or it lies in the future or before 1990."
)

// Out receives what a reader finds. It holds every item to the limits, and tells what that costs.
type Out struct {
	ctx   context.Context
	yield func(Entry) error
	now   time.Time

	within string   // the file that what follows stands in, before every place
	tags   []string // that every item gets
}

// NewOut returns an Out that calls yield with each entry, until it fails or ctx ends.
func NewOut(ctx context.Context, now time.Time, yield func(Entry) error) *Out {
	return &Out{ctx: ctx, yield: yield, now: now}
}

// Within returns an Out for what stands in a file of an archive. Every item gets the tags.
func (o *Out) Within(name string, tags ...string) *Out {
	inner := *o
	inner.within, inner.tags = o.within+name+", ", slices.Concat(o.tags, tags)
	return &inner
}

// Item sends an item, or a note if it can't become a memory.
func (o *Out) Item(item Item) error {
	if message := addressed(&item); message != "" {
		return o.refuse(item.Title, item.URL, item.Place, message)
	}
	item.Title = item.cut("title", plaintext.OneLine(item.Title, maxTitle+1), maxTitle, msgTitle)
	item.Author, item.Site = plaintext.OneLine(item.Author, maxName), plaintext.OneLine(item.Site, maxName)
	item.Remark = item.cut("remark", strings.TrimSpace(item.Remark), maxRemark, msgRemark)
	item.Description = plaintext.Shorten(strings.TrimSpace(plaintext.Clean(item.Description)), maxDescription)
	item.texts()
	item.Tags = item.tagged(slices.Concat(o.tags, item.Tags))
	item.highlights()
	item.Progress = min(max(item.Progress, 0), 1)
	return o.send(Entry{Item: &item})
}

// Note reports a thing that becomes no memory.
func (o *Out) Note(item, place, message string) error {
	return o.refuse(item, "", place, message)
}

// refuse is Note for what has an address.
func (o *Out) refuse(item, address, place, message string) error {
	return o.send(Entry{Note: &Note{
		Item: plaintext.OneLine(cmp.Or(item, address), maxTitle), Address: plaintext.OneLine(address, maxAddress), Place: place, Message: message,
	}})
}

// Feed sends a feed, or a note if its address is not one of the web.
func (o *Out) Feed(feed Feed, place string) error {
	u, err := memory.ParseURL(feed.URL)
	if err != nil {
		return o.refuse(feed.Title, feed.URL, place, msgScheme)
	}
	var of Item
	feed.URL, feed.Title, feed.Tags = u.String(), plaintext.OneLine(feed.Title, maxTitle), of.tagged(feed.Tags)
	return o.send(Entry{Feed: &feed})
}

// Conversation sends a conversation.
func (o *Out) Conversation(c Conversation) error { return o.send(Entry{Conversation: &c}) }

// Filter sends a kept filter.
func (o *Out) Filter(f portable.Filter) error { return o.send(Entry{Filter: &f}) }

func (o *Out) send(e Entry) error {
	switch {
	case o.within == "":
	case e.Item != nil:
		e.Item.Place = o.within + e.Item.Place
	case e.Note != nil:
		e.Note.Place = o.within + e.Note.Place
	}
	if err := o.ctx.Err(); err != nil {
		return err
	}
	return o.yield(e)
}

// Date returns the time that a text or number of any program stands for; zero if there is none. A
// time that can't be right is a loss of the item.
func (o *Out) Date(item *Item, text string) time.Time {
	t, ok := dateOf(text, o.now)
	if !ok {
		item.Lose("date", 1, msgDate)
		return time.Time{}
	}
	return t
}

// Published is Date for the time of publication, which may lie further back.
func (o *Out) Published(item *Item, text string) time.Time {
	t, ok := publishedOf(text, o.now)
	if !ok {
		item.Lose("date of publication", 1, msgDate)
		return time.Time{}
	}
	return t
}

// Lose adds a loss to the item.
func (i *Item) Lose(what string, count int, why string) {
	if count <= 0 {
		return
	}
	for n := range i.Lost {
		if l := &i.Lost[n]; l.What == what && l.Why == why {
			l.Count += count
			return
		}
	}
	i.Lost = append(i.Lost, Loss{What: what, Count: count, Why: why})
}

// addressed normalises an item's address and decides its kind. It returns why it can't be kept.
func addressed(item *Item) (message string) {
	item.URL = strings.TrimSpace(item.URL)
	u, err := memory.ParseURL(item.URL)
	switch {
	case err == nil:
		item.URL = u.String()
		return ""
	case item.Kind == KindDocument && item.File != nil, item.Kind == KindNote && hasText(item):
		if item.URL != "" {
			item.Lose("address", 1, msgScheme)
		}
		item.URL = ""
		return ""
	case item.URL == "" && hasText(item):
		item.Kind = KindNote
		return ""
	case item.URL == "":
		return msgNoAddress
	case hasScheme(item.URL):
		return msgScheme
	}
	return err.Error() + "."
}

func hasText(item *Item) bool {
	return strings.TrimSpace(item.Text) != "" || len(item.Attachments) > 0
}

// hasScheme reports whether an address has a scheme other than that of the web.
func hasScheme(address string) bool {
	scheme, _, found := strings.Cut(address, ":")
	scheme = strings.ToLower(scheme)
	return found && scheme != "http" && scheme != "https" && !strings.ContainsAny(scheme, "/?#.")
}

// cut returns s without what exceeds limit characters, which is a loss.
func (i *Item) cut(what, s string, limit int, why string) string {
	if len(s) <= limit || utf8.RuneCountInString(s) <= limit {
		return s
	}
	i.Lose(what, 1, why)
	return plaintext.Shorten(s, limit)
}

// texts holds the item's text to its limit. A note that is too long becomes a document.
func (i *Item) texts() {
	i.Text = strings.ReplaceAll(strings.ToValidUTF8(i.Text, ""), "\x00", "")
	if len(i.Text) > maxText {
		i.Text = strings.ToValidUTF8(i.Text[:maxText], "")
		i.Lose("text", 1, msgText)
	}
	if i.Kind == KindNote && len(i.Text) > maxNote && i.File == nil {
		text := i.Text
		i.Kind, i.FileName, i.Text = KindDocument, cmp.Or(i.Title, "note")+".md", ""
		i.File = func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }
	}
}

// tagged returns the tags that can be kept, each once.
func (i *Item) tagged(names []string) (tags []string) {
	seen := map[string]bool{}
	wrong, more := 0, 0
	for _, name := range names {
		tag, err := library.TagOf(name)
		switch {
		case strings.TrimSpace(name) == "" || seen[tag.Key] && err == nil:
		case err != nil:
			wrong++
		case len(tags) == maxTags:
			more++
		default:
			seen[tag.Key] = true
			tags = append(tags, tag.Name)
		}
	}
	i.Lose("tags", wrong, msgTag)
	i.Lose("tags", more, msgTags)
	return tags
}

// highlights holds the item's highlights to their limits.
func (i *Item) highlights() {
	kept := i.Highlights[:0:0]
	for _, h := range i.Highlights {
		h.Text = strings.TrimSpace(h.Text)
		if h.Text == "" && strings.TrimSpace(h.Remark) == "" {
			continue
		}
		if len(kept) == highlight.MaxOfOne {
			i.Lose("highlights", 1, msgHighlights)
			continue
		}
		h.Text = i.cut("highlights", h.Text, highlight.MaxQuote, msgQuote)
		h.Remark = i.cut("remarks", strings.TrimSpace(h.Remark), highlight.MaxRemark, msgRemark)
		kept = append(kept, h)
	}
	i.Highlights = kept
}
