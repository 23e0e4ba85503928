package mcp

import (
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"engram/internal/memory"
)

const (
	maxTitle = 300 // characters of a title
	scheme   = "engram://memory/"
)

// saved is a memory as it is listed. Fields without a value are absent: strict clients refuse null.
type saved struct {
	ID       string   `json:"id"`
	Title    string   `json:"title"`
	URL      string   `json:"url" jsonschema:"where it was saved from or, of a note or a document, where it is opened in Engram"`
	Kind     string   `json:"kind" jsonschema:"link, video, tweet, note or document"`
	SavedAt  string   `json:"savedAt" jsonschema:"day and time in UTC"`
	Site     string   `json:"site,omitempty"`
	Author   string   `json:"author,omitempty"`
	Tags     []string `json:"tags,omitempty"`
	Remark   string   `json:"remark,omitempty" jsonschema:"the user's own words on it"`
	Unread   string   `json:"unread,omitempty" jsonschema:"why its text is not known: it is still being read, or could not be"`
	Text     string   `json:"text,omitempty" jsonschema:"a part of its text, fenced"`
	Resource string   `json:"resource" jsonschema:"its resource, to read all of it"`
}

// savedOf describes a memory with a part of its text.
func savedOf(c Caller, f fence, m memory.Memory, text string) saved {
	return saved{
		ID: m.ID, Title: titleOf(m), URL: addressOf(c, m), Kind: string(m.Kind), SavedAt: m.CreatedAt.UTC().Format(time.RFC3339),
		Site: line(m.Site), Author: line(m.Author), Tags: m.Tags, Remark: f.around(m.Remark), Unread: unread(m), Text: f.around(text), Resource: scheme + m.ID,
	}
}

func titleOf(m memory.Memory) string {
	if title := line(m.Title); title != "" {
		return title
	}
	return "Untitled " + string(m.Kind)
}

// addressOf returns where a memory was saved from, or where the app opens it.
func addressOf(c Caller, m memory.Memory) string {
	if m.URL != "" {
		return m.URL
	}
	return opened(c, m)
}

// opened returns the address at which the app opens a memory.
func opened(c Caller, m memory.Memory) string { return c.Origin + "/home/memory/" + m.ID }

func unread(m memory.Memory) string {
	switch m.Status {
	case memory.Pending:
		return "It is still being read."
	case memory.Failed:
		return "It could not be read: " + line(m.Error)
	}
	return ""
}

// linkTo returns a link to a memory's resource.
func linkTo(m memory.Memory) *sdk.ResourceLink {
	return &sdk.ResourceLink{URI: scheme + m.ID, Name: titleOf(m), MIMEType: "text/markdown"}
}
