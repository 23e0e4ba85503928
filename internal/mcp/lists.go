package mcp

import (
	"cmp"
	"context"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"engram/internal/fault"
	"engram/internal/filter"
	"engram/internal/highlight"
	"engram/internal/memory"
	"engram/internal/plaintext"

	"engram/internal/token"
)

const (
	usualList  = 20  // entries
	maxList    = 50  // memories
	maxMarks   = 100 // highlights
	beginnings = 300 // characters of a memory's text in a list
)

var recentTool = tool{
	name: "list_recent", title: "Recent memories", scope: token.Read,
	says: "List what the user saved, newest first; with a filter, what it selects, such as tag:recipes kind:video is:unread after:2026-01.",
}

type recentInput struct {
	Limit  int    `json:"limit,omitempty" jsonschema:"1 to 50; 20 where it is left out"`
	Filter string `json:"filter,omitempty" jsonschema:"words of a filter: tag:, kind:, from: (a site), by: (an author), lang:, before:, after:, on: (a day, month or year), is:starred, is:unread, is:archived; a - before a word turns it round"`
	Cursor string `json:"cursor,omitempty" jsonschema:"next of the page before"`
}

type recentOutput struct {
	Notice   string  `json:"notice"`
	Total    int     `json:"total" jsonschema:"how many there are on all pages"`
	Memories []saved `json:"memories"`
	Next     string  `json:"next,omitempty" jsonschema:"the cursor of the next page"`
}

func (s *server) listRecent(ctx context.Context, c Caller, in recentInput) (out recentOutput, links []sdk.Content, err error) {
	limit := cmp.Or(in.Limit, usualList)
	if limit < 1 || limit > maxList {
		return out, nil, fault.New(fault.Invalid, "A page holds 1 to 50 memories")
	}
	words, err := filter.Read(strings.TrimSpace(in.Filter))
	if err != nil {
		return out, nil, err
	}
	list, err := s.Lists.List(ctx, c.UserID, filter.Request{Query: filter.Query{Filters: []filter.Filter{words}}, Limit: limit, Cursor: in.Cursor})
	if err != nil {
		return out, nil, err
	}
	memories, err := s.Memories.Cards(ctx, c.UserID, list.IDs)
	if err != nil {
		return out, nil, err
	}
	f := newFence()
	out = recentOutput{Notice: notice, Total: list.Total, Memories: make([]saved, len(memories)), Next: list.Next}
	for i, m := range memories {
		out.Memories[i] = savedOf(c, f, m, plaintext.Shorten(m.Description, beginnings))
		links = append(links, linkTo(m))
	}
	return out, links, nil
}

var highlightsTool = tool{
	name: "highlights", title: "Highlights", scope: token.Read,
	says: "List the words that the user marked in memories, with their remarks: those of one memory in reading order, or all, newest first.",
}

type highlightsInput struct {
	Query  string `json:"query,omitempty" jsonschema:"words that the marked words or the remark must hold"`
	ID     string `json:"id,omitempty" jsonschema:"the id of the only memory"`
	Limit  int    `json:"limit,omitempty" jsonschema:"1 to 100; 20 where it is left out"`
	Cursor string `json:"cursor,omitempty" jsonschema:"next of the page before"`
}

type marked struct {
	ID       string `json:"id"`
	MemoryID string `json:"memoryId"`
	Title    string `json:"title" jsonschema:"of the memory"`
	URL      string `json:"url" jsonschema:"of the memory"`
	Quote    string `json:"quote" jsonschema:"the marked words, fenced"`
	Remark   string `json:"remark,omitempty" jsonschema:"the user's own words, fenced"`
	Color    string `json:"color"`
	At       string `json:"at" jsonschema:"when it was marked, in UTC"`
}

type highlightsOutput struct {
	Notice     string   `json:"notice"`
	Highlights []marked `json:"highlights"`
	Next       string   `json:"next,omitempty" jsonschema:"the cursor of the next page"`
}

func (s *server) highlights(ctx context.Context, c Caller, in highlightsInput) (out highlightsOutput, _ []sdk.Content, err error) {
	limit := cmp.Or(in.Limit, usualList)
	if limit < 1 || limit > maxMarks {
		return out, nil, fault.New(fault.Invalid, "A page holds 1 to 100 highlights")
	}
	if in.ID != "" && (in.Query != "" || in.Cursor != "") {
		return out, nil, fault.New(fault.Invalid, "Please give either the id of a memory or a query: the highlights of one memory come at once")
	}
	f := newFence()
	out = highlightsOutput{Notice: notice, Highlights: []marked{}}
	if in.ID != "" {
		m, err := s.memory(ctx, c, in.ID)
		if err != nil {
			return out, nil, err
		}
		all, err := s.Highlights.Of(ctx, c.UserID, m.ID)
		for _, h := range all[:min(len(all), maxMarks)] {
			out.Highlights = append(out.Highlights, markedOf(c, f, m, h))
		}
		return out, nil, err
	}
	found, next, err := s.Highlights.List(ctx, c.UserID, in.Query, highlight.Page{Limit: limit, Before: in.Cursor})
	for _, h := range found {
		out.Highlights = append(out.Highlights, markedOf(c, f, h.Memory, h.Highlight))
	}
	out.Next = next
	return out, nil, err
}

func markedOf(c Caller, f fence, m memory.Memory, h highlight.Highlight) marked {
	return marked{
		ID: h.ID, MemoryID: m.ID, Title: titleOf(m), URL: addressOf(c, m), Quote: f.around(h.Quote), Remark: f.around(h.Remark),
		Color: string(h.Color), At: h.CreatedAt.UTC().Format(time.RFC3339),
	}
}
