package library

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"engram/internal/account"
	"engram/internal/fault"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
	"engram/internal/memory"
	"engram/internal/plaintext"
)

type exportInput struct {
	TimeZone string `header:"Time-Zone" doc:"The IANA name of the zone whose days a filter means. UTC where it is absent or unknown."`
	Body     struct {
		Selection
		Format string `json:"format" enum:"markdown,json" doc:"markdown: a ZIP file with a markdown file for each; json: one file."`
	}
}

// WireExported is a memory in an exported JSON file.
type WireExported struct {
	ID          string     `json:"_id"`
	Type        wire.Kind  `json:"type"`
	Title       string     `json:"title"`
	Link        string     `json:"link,omitempty"`
	Site        string     `json:"site,omitempty"`
	Author      string     `json:"author,omitempty"`
	Language    string     `json:"language,omitempty"`
	PublishedAt *time.Time `json:"publishedAt,omitempty"`
	CreatedAt   time.Time  `json:"createdAt"`
	Tags        []string   `json:"tags" nullable:"false"`
	Remark      string     `json:"remark,omitempty"`
	Starred     bool       `json:"starred,omitempty"`
	Archived    bool       `json:"archived,omitempty"`
}

// exportedWhole is a memory with its text, which is written in pieces.
type exportedWhole struct {
	WireExported
	Text string `json:"text" doc:"Markdown."`
}

type exportedFile struct {
	Memories []exportedWhole `json:"memories" nullable:"false"`
}

const zipMedia = "application/zip"

// exported describes the files.
func exported(r *route.Router) map[string]*huma.MediaType {
	content := r.JSON(reflect.TypeFor[exportedFile]())
	content[zipMedia] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	return content
}

// exportedAtOnce is the number of memories that are read at once.
const exportedAtOnce = 50

// export returns the call that writes memories to a file as they are read.
func (p Parts) export(r *route.Router) func(context.Context, account.Identity, *exportInput) (*huma.StreamResponse, error) {
	return func(ctx context.Context, id account.Identity, in *exportInput) (*huma.StreamResponse, error) {
		ids, err := p.chosen(ctx, id.User().ID, in.Body.Selection, in.TimeZone)
		write := p.writeZip
		switch {
		case err != nil:
			return nil, err
		case in.Body.Format == "json":
			write = p.writeJSON
		case in.Body.Format != "markdown":
			return nil, fault.New(fault.Invalid, "Memories are exported as markdown or json")
		}
		return r.InPieces(ctx, id, func(pieces *route.Pieces) error {
			return write(ctx, pieces, func(yield func(memory.Memory) error) error {
				return p.eachOf(ctx, id.User().ID, ids, yield)
			})
		}), nil
	}
}

// eachOf calls yield with the user's memories of these ids.
func (p Parts) eachOf(ctx context.Context, userID string, ids []string, yield func(memory.Memory) error) error {
	for len(ids) > 0 {
		some := ids[:min(len(ids), exportedAtOnce)]
		ids = ids[len(some):]
		found, err := p.Memories.ByIDs(ctx, userID, some)
		if err != nil {
			return err
		}
		for _, m := range found {
			if err := yield(m); err != nil {
				return err
			}
		}
	}
	return nil
}

// memories calls its argument with one memory after the other.
type memories func(yield func(memory.Memory) error) error

func (p Parts) writeJSON(ctx context.Context, out *route.Pieces, each memories) error {
	out.Named("engram.json")
	out.Text(`{"memories":[`)
	first := true
	err := each(func(m memory.Memory) error {
		if !first {
			out.Text(",")
		}
		first = false
		if err := out.Value(exportedOf(m)); err != nil {
			return err
		}
		out.Reopen()
		out.Text(`,"text":"`)
		err := p.Memories.Text(ctx, m, func(piece string) error {
			if err := out.Stretch(piece); err != nil {
				return err
			}
			return out.Flush()
		})
		out.Text(`"}`)
		return err
	})
	out.Text("]}\n")
	return err
}

func exportedOf(m memory.Memory) WireExported {
	out := WireExported{
		ID: m.ID, Type: wire.Kind(m.Kind), Title: m.Title, Link: m.URL, Site: m.Site, Author: m.Author, Language: m.Language,
		PublishedAt: wire.Time(m.PublishedAt), CreatedAt: m.CreatedAt.UTC(), Tags: m.Tags, Remark: m.Remark,
		Starred: !m.StarredAt.IsZero(), Archived: !m.ArchivedAt.IsZero(),
	}
	if out.Tags == nil {
		out.Tags = []string{}
	}
	return out
}

// writeZip writes a markdown file for each memory.
func (p Parts) writeZip(ctx context.Context, out *route.Pieces, each memories) error {
	out.As(zipMedia)
	out.Named("engram.zip")
	files, taken := zip.NewWriter(inPieces{out}), map[string]bool{}
	err := each(func(m memory.Memory) error {
		header := &zip.FileHeader{Name: fileName(m, taken), Method: zip.Deflate, Modified: m.CreatedAt}
		file, err := files.CreateHeader(header)
		if err != nil {
			return err
		}
		return p.Memories.Markdown(ctx, m, func(piece string) error {
			_, err := io.WriteString(file, piece)
			return err
		})
	})
	if err != nil {
		return err
	}
	return files.Close()
}

// inPieces writes bytes to an answer.
type inPieces struct{ *route.Pieces }

// Write implements io.Writer.
func (p inPieces) Write(b []byte) (int, error) {
	p.Text(string(b))
	return len(b), p.Flush()
}

// ofName are the characters of a title that a file is named by.
const ofName = 80

// fileName returns a name that no other memory has, without what file systems refuse.
func fileName(m memory.Memory, taken map[string]bool) string {
	title := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) {
			return ' '
		}
		return r
	}, plaintext.Beginning(m.Title, ofName))
	title = strings.Trim(plaintext.OneLine(title, ofName), ". ")
	name := strings.TrimSpace(m.CreatedAt.UTC().Format(time.DateOnly) + " " + title)
	for n, base := 2, name; taken[strings.ToLower(name)]; n++ {
		name = fmt.Sprintf("%s (%d)", base, n)
	}
	taken[strings.ToLower(name)] = true
	return name + ".md"
}
