package mcp

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"engram/internal/ask"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/recall"

	"engram/internal/token"
)

// maxText is the number of characters of a memory that are fetched at once, about 10,000 tokens.
const maxText = 40_000

var searchTool = tool{
	name: "search", title: "Search memories", scope: token.Read,
	says: "Find what the user saved, best first: by words and by meaning, in most languages. Ask in plain words, and name kinds and times " +
		"where they matter (\"the video about knots\", \"saved in March\"); words such as tag:recipes, from:nytimes.com, kind:note, before:2025 or is:starred filter. " +
		"Returns up to ten memories, each with the passage that matches. Fetch one to read all of it.",
}

type searchInput struct {
	Query string `json:"query" jsonschema:"what to look for, in at most 2,000 characters"`
}

type searchOutput struct {
	Notice  string  `json:"notice"`
	Results []saved `json:"results" jsonschema:"best first; empty where nothing was found"`
}

func (s *server) search(ctx context.Context, c Caller, in searchInput) (out searchOutput, _ []sdk.Content, err error) {
	found, err := s.Asking.Search(ctx, ask.Request{UserID: c.UserID, Private: c.Private, Text: in.Query})
	if err != nil {
		return out, nil, err
	}
	f := newFence()
	out = searchOutput{Notice: notice, Results: make([]saved, len(found.Memories))}
	for i, m := range found.Memories {
		out.Results[i] = savedOf(c, f, m, bestOf(found.Matches[i]))
	}
	return out, nil, nil
}

// bestOf returns the text of a match's best passage, with its place.
func bestOf(m recall.Match) string {
	if len(m.Passages) == 0 {
		return ""
	}
	return m.Passages[0].Text
}

var fetchTool = tool{
	name: "fetch", title: "Read a memory", scope: token.Read,
	says: "Read the text of one memory, as markdown. A long one comes in parts: where metadata.next is given, call again with from set to it.",
}

type fetchInput struct {
	ID   string `json:"id" jsonschema:"the id of a memory, as search gives it"`
	From int    `json:"from,omitempty" jsonschema:"where to go on reading: metadata.next of the part before"`
}

// fetchOutput has the fields that ChatGPT expects.
type fetchOutput struct {
	Notice   string            `json:"notice"`
	ID       string            `json:"id"`
	Title    string            `json:"title"`
	Text     string            `json:"text" jsonschema:"markdown, fenced"`
	URL      string            `json:"url"`
	Metadata map[string]string `json:"metadata"`
}

func (s *server) fetch(ctx context.Context, c Caller, in fetchInput) (out fetchOutput, _ []sdk.Content, err error) {
	m, err := s.memory(ctx, c, in.ID)
	if err != nil {
		return out, nil, err
	}
	text, next, err := s.text(ctx, m, in.From)
	if err != nil {
		return out, nil, err
	}
	out = fetchOutput{Notice: notice, ID: m.ID, Title: titleOf(m), Text: newFence().around(text), URL: addressOf(c, m), Metadata: metadataOf(c, m)}
	if next > 0 {
		out.Metadata["next"] = strconv.Itoa(next)
	}
	return out, nil, nil
}

// memory returns a memory by its id or the address of its resource.
func (s *server) memory(ctx context.Context, c Caller, id string) (memory.Memory, error) {
	id = strings.TrimPrefix(strings.TrimSpace(id), scheme)
	switch {
	case id == "":
		return memory.Memory{}, fault.New(fault.Invalid, "Please give the id of a memory, as search returns it")
	case uuid.Validate(id) != nil:
		return memory.Memory{}, notFound()
	}
	m, err := s.Memories.Get(ctx, c.UserID, id)
	if fault.KindOf(err) == fault.NotFound {
		return memory.Memory{}, notFound()
	}
	return m, err
}

func notFound() error {
	return fault.New(fault.NotFound, "The user has no memory with this id. Search for it, or list the recent ones.")
}

var errEnough = errors.New("enough")

// text returns a part of a memory's text from a character on, and where the next part begins; 0: it was the last.
func (s *server) text(ctx context.Context, m memory.Memory, from int) (part string, next int, err error) {
	if from < 0 {
		return "", 0, fault.New(fault.Invalid, "A text begins at 0")
	}
	var b strings.Builder
	at, length := 0, 0 // of the piece, and of what was taken
	err = s.Memories.Text(ctx, m, func(piece string) error {
		size := utf8.RuneCountInString(piece)
		begin := min(max(0, from-at), size)
		taken := min(size-begin, maxText-length)
		b.WriteString(characters(piece, begin, begin+taken))
		length += taken
		at += size
		if begin+taken < size {
			next = from + length
			return errEnough
		}
		return nil
	})
	switch {
	case err != nil && !errors.Is(err, errEnough):
		return "", 0, err
	case length == 0 && from > 0:
		return "", 0, fault.New(fault.Invalid, "The text ends before that")
	}
	return b.String(), next, nil
}

// characters returns a part of a text by the numbers of its characters.
func characters(text string, from, to int) string {
	n, start, end := 0, len(text), len(text)
	for i := range text {
		if n == from {
			start = i
		}
		if n == to {
			end = i
			break
		}
		n++
	}
	return text[min(start, end):end]
}

// metadataOf returns what is known of a memory beside its text.
func metadataOf(c Caller, m memory.Memory) map[string]string {
	all := map[string]string{
		"kind": string(m.Kind), "savedAt": m.CreatedAt.UTC().Format(time.RFC3339),
		"site": line(m.Site), "author": line(m.Author), "language": line(m.Language), "tags": strings.Join(m.Tags, ", "), "remark": line(m.Remark),
		"engram": opened(c, m), "unread": unread(m),
	}
	if !m.PublishedAt.IsZero() {
		all["publishedAt"] = m.PublishedAt.UTC().Format("2006-01-02")
	}
	for name, value := range all {
		if value == "" {
			delete(all, name)
		}
	}
	return all
}
