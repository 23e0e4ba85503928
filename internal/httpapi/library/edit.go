package library

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"engram/internal/account"
	"engram/internal/fault"
	"engram/internal/httpapi/present"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
	"engram/internal/library"
)

type editInput struct {
	ID       string `path:"id"`
	IfMatch  string `header:"If-Match" doc:"The version that was changed. Where the memory has another by now, it is left, and the answer is 409."`
	TimeZone string `header:"Time-Zone" doc:"The IANA name of the zone of a date without a time. UTC where it is absent or unknown."`
	Body     struct {
		Title       wire.Nullable[string] `json:"title,omitempty" doc:"The user's own, at most 300 characters; null or blank: what was captured or, of a note, its first line."`
		Description *string               `json:"description,omitempty" doc:"Of a note: its text, at most 256 KB."`
		Edition     *int                  `json:"edition,omitempty" doc:"With description: the edition that was changed. Where the note has another by now, it is left, and the answer is 409."`
		CreatedAt   wire.Nullable[string] `json:"createdAt,omitempty" format:"date-time" doc:"When it was saved according to the user, a date or a time; null: when it was."`
		Remark      *string               `json:"remark,omitempty" doc:"At most 4,000 characters."`
		Starred     *bool                 `json:"starred,omitempty"`
		Archived    *bool                 `json:"archived,omitempty"`
		Unread      *bool                 `json:"unread,omitempty" doc:"Whether its progress is forgotten, or it is read. Not of a note."`
		Tags        *[]string             `json:"tags,omitempty" nullable:"false" doc:"In place of those that it has: at most 50, of 64 characters at most."`
	}
}

// edit returns the change to make; fault.Invalid for a time that is none.
func (in *editInput) edit() (library.Edit, error) {
	b := &in.Body
	e := library.Edit{
		Title: b.Title.OrZero(), Description: b.Description, Edition: b.Edition, Remark: b.Remark,
		Starred: b.Starred, Archived: b.Archived, Unread: b.Unread, Tags: b.Tags,
	}
	if in.IfMatch != "" && in.IfMatch != "*" {
		version, err := strconv.ParseInt(strings.Trim(in.IfMatch, `"`), 10, 64)
		if err != nil {
			version = -1 // of no memory
		}
		e.Version = &version
	}
	if b.CreatedAt.Set {
		e.SavedAt = &time.Time{}
	}
	if typed := b.CreatedAt.Value; typed != nil {
		at, err := time.Parse(time.RFC3339, *typed)
		if err != nil {
			at, err = time.ParseInLocation(time.DateOnly, *typed, cmp.Or(route.ZoneOf(in.TimeZone), time.UTC))
		}
		if err != nil {
			return e, fault.New(fault.Invalid, "Please give the date as 2025-03-09 or 2025-03-09T12:00:00Z")
		}
		e.SavedAt = &at
	}
	return e, nil
}

type editOutput struct {
	Body struct {
		Content present.WireMemory `json:"content"`
	}
}

// edited is the body of the error for an edit of another version or edition.
type edited struct {
	Message string             `json:"message" doc:"What went wrong, fit to show to a person."`
	Current present.WireMemory `json:"current" doc:"The memory as it is stored."`
}

// Error returns the message.
func (e *edited) Error() string { return e.Message }

// GetStatus returns the status for huma.
func (e *edited) GetStatus() int { return http.StatusConflict }

func (p Parts) edit(ctx context.Context, id account.Identity, in *editInput) (*editOutput, error) {
	e, err := in.edit()
	if err != nil {
		return nil, err
	}
	m, err := p.Library.Edit(ctx, id.User().ID, in.ID, e)
	if elsewhere, is := errors.AsType[*library.EditedError](err); is {
		return nil, &edited{Message: elsewhere.Error(), Current: p.Present.One(ctx, elsewhere.Stored)}
	}
	if err != nil {
		return nil, err
	}
	out := &editOutput{}
	out.Body.Content = p.Present.One(ctx, m)
	return out, nil
}

func (p Parts) opened(ctx context.Context, id account.Identity, in *memoryInput) (*wire.MessageOutput, error) {
	return wire.Message("Kept"), p.Library.Opened(ctx, id.User().ID, in.ID)
}

type wireVersion struct {
	Edition    int       `json:"edition"`
	WrittenAt  time.Time `json:"writtenAt"`
	Title      string    `json:"title" doc:"Its first line."`
	Characters int       `json:"characters" doc:"Unicode code points."`
}

type versionsOutput struct {
	Body struct {
		Versions []wireVersion `json:"versions" nullable:"false"`
	}
}

func (p Parts) versions(ctx context.Context, id account.Identity, in *memoryInput) (*versionsOutput, error) {
	found, err := p.Library.Versions(ctx, id.User().ID, in.ID)
	out := &versionsOutput{}
	out.Body.Versions = make([]wireVersion, len(found))
	for i, v := range found {
		out.Body.Versions[i] = wireVersion{Edition: v.Edition, WrittenAt: v.WrittenAt.UTC(), Title: v.Title(), Characters: v.Characters}
	}
	return out, err
}

type versionInput struct {
	ID      string `path:"id"`
	Edition int    `path:"edition"`
}

type versionOutput struct {
	Body struct {
		Description string `json:"description"`
	}
}

func (p Parts) version(ctx context.Context, id account.Identity, in *versionInput) (*versionOutput, error) {
	text, err := p.Library.Version(ctx, id.User().ID, in.ID, in.Edition)
	out := &versionOutput{}
	out.Body.Description = text
	return out, err
}
