package mcp

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"engram/internal/fault"
	"engram/internal/idempotency"
	"engram/internal/library"
	"engram/internal/memory"

	"engram/internal/token"
)

// sameNote is the time within which a note with the same words is the same note.
const sameNote = 10 * time.Minute

// answered is the status of a kept answer, as of a call that succeeded.
const answered = 200

var saveTool = tool{
	name: "save", title: "Save a memory", scope: token.Save, changes: true, open: true,
	says: "Save a web address, which Engram then reads, or a note in markdown; one of both. An address that is saved already is not saved again, nor a note of the last ten minutes.",
}

type saveInput struct {
	URL    string   `json:"url,omitempty" jsonschema:"a web address; leave it out to save a note"`
	Note   string   `json:"note,omitempty" jsonschema:"markdown, at most 256 KB; leave it out to save an address"`
	Title  string   `json:"title,omitempty" jsonschema:"in place of the page's own, or of the first line of a note"`
	Tags   []string `json:"tags,omitempty"`
	Remark string   `json:"remark,omitempty" jsonschema:"a word of the user on it, at most 4,000 characters"`
}

type saveOutput struct {
	Notice  string `json:"notice"`
	Message string `json:"message"`
	Memory  saved  `json:"memory"`
}

func (s *server) save(ctx context.Context, c Caller, in saveInput) (out saveOutput, _ []sdk.Content, err error) {
	draft, err := in.draft()
	if err != nil {
		return out, nil, err
	}
	edit := in.edit()
	if err := edit.Check(s.Now()); err != nil {
		return out, nil, err
	}
	// What was begun is finished, also if the caller has gone: it asks once more.
	ctx = context.WithoutCancel(ctx)
	added, err := s.add(ctx, c.UserID, draft)
	if err != nil {
		return out, nil, err
	}
	m, message := added.Memory, "Saved"
	switch {
	case added.Before.ID == m.ID:
		message = "It was saved before, on " + m.CreatedAt.UTC().Format("2 January 2006") + ", and its title and remark stay"
		m, err = s.tagged(ctx, m, in.Tags)
	case edit != (library.Edit{}):
		m, err = s.Library.Edit(ctx, c.UserID, m.ID, edit)
	}
	if err != nil {
		return out, nil, err
	}
	return saveOutput{notice, message, savedOf(c, newFence(), m, "")}, []sdk.Content{linkTo(m)}, nil
}

// add adds a memory. A note whose words were saved just now is not saved again: an assistant that missed the answer asks once more.
func (s *server) add(ctx context.Context, userID string, d memory.Draft) (memory.Saved, error) {
	if d.Kind != memory.Note {
		return s.Memories.Add(ctx, userID, s.Plans, d)
	}
	sum := sha256.Sum256([]byte(d.Description))
	key := fmt.Sprintf("mcp save %x", sum)
	kept, answering, release, err := s.Answers.Begin(ctx, userID, key)
	if err != nil {
		return memory.Saved{}, err
	}
	defer release()
	if kept != nil {
		m, err := s.Memories.Get(ctx, userID, string(kept.Body))
		switch {
		case err == nil && s.Now().Sub(m.CreatedAt) < sameNote:
			return memory.Saved{Memory: m, Before: m}, nil
		case err != nil && fault.KindOf(err) != fault.NotFound:
			return memory.Saved{}, err
		}
	}
	added, err := s.Memories.Add(answering, userID, s.Plans, d)
	if err != nil {
		return added, err
	}
	if err := s.Answers.Keep(ctx, userID, key, idempotency.Answer{Request: sum[:], Status: answered, Body: []byte(added.Memory.ID)}); err != nil {
		s.Log.Error("a note is not known again", "error", err)
	}
	return added, nil
}

// edit returns what is changed of a memory that was just saved.
func (in saveInput) edit() (e library.Edit) {
	if in.Title != "" {
		e.Title = &in.Title
	}
	if in.Remark != "" {
		e.Remark = &in.Remark
	}
	if len(in.Tags) > 0 {
		e.Tags = &in.Tags
	}
	return e
}

// tagged returns a memory with more tags.
func (s *server) tagged(ctx context.Context, m memory.Memory, tags []string) (memory.Memory, error) {
	if len(tags) == 0 {
		return m, nil
	}
	if _, err := s.Library.Tag(ctx, m.UserID, []string{m.ID}, tags, nil); err != nil {
		return m, err
	}
	return s.Memories.Get(ctx, m.UserID, m.ID)
}

func (in saveInput) draft() (memory.Draft, error) {
	address, note := strings.TrimSpace(in.URL), strings.TrimSpace(in.Note)
	switch {
	case address == "" && note == "":
		return memory.Draft{}, fault.New(fault.Invalid, "Please give a url or a note to save")
	case address != "" && note != "":
		return memory.Draft{}, fault.New(fault.Invalid, "Please give either a url or a note: a word on a page is its remark")
	case address != "":
		return memory.Draft{Kind: memory.Link, Link: address, IfNew: true}, nil
	}
	return memory.Draft{Kind: memory.Note, Description: in.Note}, nil
}

var tagTool = tool{
	name: "add_tags", title: "Tag memories", scope: token.Edit, changes: true, repeatable: true,
	says: "Add tags to memories. Tags that they have stay; nothing is removed.",
}

// mostTagged is the number of memories that are tagged at once.
const mostTagged = 100

type tagInput struct {
	IDs  []string `json:"ids" jsonschema:"the ids of at most 100 memories"`
	Tags []string `json:"tags" jsonschema:"at most 64 characters each"`
}

type tagOutput struct {
	Changed []string `json:"changed" jsonschema:"the ids of those that did not have all of the tags"`
	Message string   `json:"message"`
}

func (s *server) addTags(ctx context.Context, c Caller, in tagInput) (out tagOutput, _ []sdk.Content, err error) {
	switch {
	case len(in.IDs) == 0:
		return out, nil, fault.New(fault.Invalid, "Please give the ids of the memories to tag")
	case len(in.IDs) > mostTagged:
		return out, nil, fault.New(fault.Invalid, "At most 100 memories can be tagged at once")
	case len(in.Tags) == 0:
		return out, nil, fault.New(fault.Invalid, "Please give the tags to add")
	}
	for i, id := range in.IDs {
		in.IDs[i] = strings.TrimPrefix(strings.TrimSpace(id), scheme)
	}
	ids, err := library.Selection(in.IDs)
	if err != nil {
		return out, nil, err
	}
	found, err := s.Memories.ByIDs(ctx, c.UserID, ids)
	if err != nil {
		return out, nil, err
	}
	if len(found) == 0 || len(found) < len(distinct(in.IDs)) {
		return out, nil, fault.New(fault.NotFound, "The user has no memory with one of these ids. Nothing was tagged.")
	}
	changed, err := s.Library.Tag(ctx, c.UserID, ids, in.Tags, nil)
	if err != nil {
		return out, nil, err
	}
	out = tagOutput{Changed: append([]string{}, changed...), Message: "Tagged"}
	if len(changed) == 0 {
		out.Message = "They have these tags already"
	}
	return out, nil, nil
}

func distinct(ids []string) map[string]bool {
	all := make(map[string]bool, len(ids))
	for _, id := range ids {
		all[id] = true
	}
	return all
}
