package httpapi

import (
	"cmp"
	"context"
	"encoding/json"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"engram/internal/account"
	"engram/internal/fault"
	"engram/internal/filter"
	"engram/internal/httpapi/present"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
	shaping "engram/internal/library"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/recall"
)

type addInput struct {
	Body struct {
		Type        wire.Kind `json:"type"`
		Link        string    `json:"link,omitempty" doc:"An address, or the url of the caller's own upload."`
		FileName    string    `json:"fileName,omitempty" doc:"Of a document; the name of the upload when left out."`
		Description string    `json:"description,omitempty" doc:"Of a note: its text."`
		IfNew       bool      `json:"ifNew,omitempty" doc:"Save nothing when the address is saved already."`
		Tags        []string  `json:"tags,omitempty" nullable:"false" doc:"Tags to begin with, at most 50; with ifNew, beside those that the known memory has."`
		Remark      string    `json:"remark,omitempty" doc:"A remark of one's own, at most 4,000 characters; with ifNew, below the one that the known memory has."`
	}
}

type addOutput struct {
	Body struct {
		Message  string              `json:"message"`
		Content  present.WireMemory  `json:"content" doc:"The memory; with ifNew, the one that holds the address already."`
		Existing *present.WireMemory `json:"existing,omitempty" doc:"The newest memory that held the same address before."`
	}
}

func (a *api) addMemory(ctx context.Context, id account.Identity, in *addInput) (*addOutput, error) {
	said := shaping.Saying{Tags: in.Body.Tags, Remark: in.Body.Remark}
	if err := said.Check(); err != nil {
		return nil, err
	}
	saved, err := a.Memories.Add(ctx, id.User().ID, a.Plans, memory.Draft{
		Kind: memory.Kind(in.Body.Type), Link: in.Body.Link, FileName: in.Body.FileName, Description: in.Body.Description, IfNew: in.Body.IfNew,
	})
	if err == nil && saved.Memory.ID == saved.Before.ID {
		said = said.Below(saved.Memory.Remark)
	}
	if err == nil {
		saved.Memory, err = a.Library.Say(ctx, saved.Memory, said)
	}
	if err != nil {
		return nil, err
	}
	out := &addOutput{}
	out.Body.Message = "Memory created successfully"
	if saved.Memory.ID == saved.Before.ID {
		out.Body.Message = "You saved this already"
	}
	out.Body.Content = a.present.One(ctx, saved.Memory)
	if saved.Before.ID != "" {
		before := a.present.One(ctx, saved.Before)
		out.Body.Existing = &before
	}
	return out, nil
}

type atInput struct {
	URL string `query:"url" required:"true" doc:"An address, as it would be saved."`
}

type atOutput struct {
	Body struct {
		Content *present.WireMemory `json:"content,omitempty" doc:"The newest memory that holds the address; absent if there is none."`
	}
}

func (a *api) memoryAt(ctx context.Context, id account.Identity, in *atInput) (*atOutput, error) {
	m, err := a.Memories.At(ctx, id.User().ID, in.URL)
	if err != nil {
		return nil, err
	}
	out := &atOutput{}
	if m.ID != "" {
		held := a.present.One(ctx, m)
		out.Body.Content = &held
	}
	return out, nil
}

// refreshMemory captures a page again.
func (a *api) refreshMemory(ctx context.Context, id account.Identity, in *memoryInput) (*addOutput, error) {
	m, err := a.Captures.Refresh(ctx, id.User().ID, in.ID)
	if err != nil {
		return nil, err
	}
	out := &addOutput{}
	out.Body.Message, out.Body.Content = "Fetching it again", a.present.One(ctx, m)
	return out, nil
}

type listInput struct {
	Q        string `query:"q" doc:"Words that are being typed, at most 1000 bytes; blank: list every memory. Words of a filter among them filter what is found; if there are no others it is a list."`
	Filter   string `query:"filter" doc:"Words of a filter, at most 2000 bytes: tag:recipes from:nytimes.com before:2025 -is:read. Without is:archived a list has no archived memories."`
	Sort     string `query:"sort" enum:"saved,published,opened,title" doc:"Saved when left out. Not of a search."`
	Limit    int    `query:"limit" minimum:"1" maximum:"500" doc:"Memories of one page; all when left out, 50 with q, filter or sort."`
	Cursor   string `query:"cursor" doc:"The nextCursor of the page before; not of a search, which has one page."`
	Type     string `query:"type" doc:"One kind of memory, or all-memories."`
	TimeZone string `header:"Time-Zone" doc:"The IANA name of the zone whose days a filter means, such as Europe/Berlin. UTC where it is absent or unknown."`
	FilterWords
}

type listAnswer struct {
	Content []present.WireMemory `json:"content" nullable:"false"`
	ListEnd
}

// ListEnd ends a list.
type ListEnd struct {
	NextCursor string      `json:"nextCursor,omitempty" doc:"Absent after the last page."`
	Total      *int        `json:"total,omitempty" doc:"How many memories a filter selects, on all pages; of a list with q, filter or sort."`
	Counts     wire.Counts `json:"counts,omitempty" doc:"Of all memories; in the first page of every type alone."`
	Change     string      `json:"change,omitempty" doc:"Beside counts: as Last-Event-ID it opens the events after this state of the list."`

	Excerpts map[string]string `json:"excerpts,omitempty" doc:"Of a search, by the id of each of the first memories: the passage of its text that has most of the words."`
}

func (a *api) listMemories(ctx context.Context, id account.Identity, in *listInput) (*huma.StreamResponse, error) {
	q, typed, err := in.query()
	switch {
	case err != nil:
		return nil, err
	case typed != "":
		return a.findMemories(ctx, id, typed, q, in)
	case !q.Empty() || in.Sort != "":
		return a.listFiltered(ctx, id, q, in)
	}
	list, err := a.Memories.List(ctx, id.User().ID, memory.Page{Kind: wire.Scope(in.Type).Kind(), Limit: in.Limit, Before: in.Cursor})
	if err != nil {
		return nil, err
	}
	return a.InPieces(ctx, id, func(p *route.Pieces) error {
		return a.writeList(ctx, p, list.Read, func() ListEnd {
			end := ListEnd{NextCursor: list.Next()}
			if front := list.Front; front != nil {
				end.Counts = wire.CountsOf(front.Counts)
				end.Change = strconv.FormatInt(front.Change, 10)
			}
			return end
		})
	}), nil
}

// reader returns the next piece of a list and whether another may follow.
type reader func(context.Context) (piece []memory.Memory, more bool, err error)

// writeList writes a list piece by piece, then its end. Later pieces are built by few callers at a
// time, so that short calls find a free processor.
func (a *api) writeList(ctx context.Context, p *route.Pieces, read reader, end func() ListEnd) error {
	p.Text(`{"content":[`)
	n, more, err := a.writeSome(ctx, p, read, 0)
	for err == nil && more {
		if err = p.Flush(); err != nil {
			return err
		}
		a.builder <- struct{}{}
		n, more, err = a.writeSome(ctx, p, read, n)
		<-a.builder
	}
	if err != nil {
		return err
	}
	p.Text("]")
	behind, err := json.Marshal(end())
	if string(behind) != "{}" {
		p.Text(",")
	}
	p.Text(string(behind[1:]))
	return err
}

// writeSome writes a piece after n memories and returns the new count.
func (a *api) writeSome(ctx context.Context, p *route.Pieces, read reader, n int) (now int, more bool, err error) {
	memories, more, err := read(ctx)
	if err != nil {
		return n, false, err
	}
	for _, m := range a.present.Some(ctx, memories, wire.MostPreviews-n) {
		if n > 0 {
			p.Text(",")
		}
		if err := p.Value(m); err != nil {
			return n, false, err
		}
		n++
	}
	return n, more, nil
}

const (
	maxTyped    = 1000 // bytes of the text being typed
	foundAtOnce = 50   // memories found by default

	foundInPiece = 25 // memories read at once
	mostExcerpts = 10 // about as many as are visible
)

// findMemories is search-as-you-type. It runs on every key, so it takes none of the day's searches.
func (a *api) findMemories(ctx context.Context, id account.Identity, typed string, selected filter.Query, in *listInput) (*huma.StreamResponse, error) {
	switch {
	case len(typed) > maxTyped:
		return nil, fault.New(fault.Invalid, "The search is longer than 1000 bytes")
	case in.Cursor != "":
		return nil, fault.New(fault.Invalid, "A search has one page: leave out either q or cursor")
	}
	q, err := a.within(ctx, id.User().ID, selected, recall.Query{Text: typed, Kind: string(selected.Kind), Limit: cmp.Or(in.Limit, foundAtOnce)})
	if err != nil {
		return nil, err
	}
	matches, err := a.Finder.Find(ctx, id.User().ID, q)
	if err != nil {
		return nil, err
	}
	ids, passages := make([]string, len(matches)), bestPassages(matches)
	for i, m := range matches {
		ids[i] = m.MemoryID
	}
	end := ListEnd{Excerpts: map[string]string{}}
	read := a.piecewise(id, ids, func(found []memory.Memory) {
		for _, m := range found { // deleted meanwhile
			if text, ok := passages[m.ID]; ok {
				end.Excerpts[m.ID] = text
			}
		}
	})
	return a.InPieces(ctx, id, func(p *route.Pieces) error {
		return a.writeList(ctx, p, read, func() ListEnd { return end })
	}), nil
}

// bestPassages returns the best passages of the first matches, by memory.
func bestPassages(matches []recall.Match) map[string]string {
	all := make(map[string]string)
	for _, m := range matches[:min(len(matches), mostExcerpts)] {
		if len(m.Passages) > 0 {
			all[m.MemoryID] = m.Passages[0].Text
		}
	}
	return all
}

type memoryInput struct {
	ID string `path:"id"`
}

type wirePassage struct {
	Text   string `json:"text"`
	Page   int    `json:"page,omitempty" doc:"Page of a document, from 1."`
	Second int    `json:"second,omitempty" doc:"Second of a recording."`
}

type memoryAnswer struct {
	Content  present.WireMemory `json:"content"`
	Text     string             `json:"text" doc:"What was captured, as it was written."`
	Passages []wirePassage      `json:"passages" nullable:"false"`
}

func (a *api) getMemory(ctx context.Context, id account.Identity, in *memoryInput) (*huma.StreamResponse, error) {
	m, err := a.Memories.Get(ctx, id.User().ID, in.ID)
	if err != nil {
		return nil, err
	}
	first, err := a.Memories.Passages(ctx, m.UserID, m.ID, 0)
	if err != nil {
		return nil, err
	}
	content, err := a.present.Opened(ctx, m)
	if err != nil {
		return nil, err
	}
	return a.InPieces(ctx, id, func(p *route.Pieces) error {
		p.Text(`{"content":`)
		if err := p.Value(content); err != nil {
			return err
		}
		p.Text(`,"text":"`)
		err := a.eachPassage(ctx, p, m, first, func(passage memory.Passage) error {
			between := "\n\n"
			if passage.Ord == first[0].Ord {
				between = ""
			}
			return p.Stretch(between + passage.Text)
		})
		if err != nil {
			return err
		}
		p.Text(`","passages":[`)
		err = a.eachPassage(ctx, p, m, first, func(passage memory.Passage) error {
			if passage.Ord != first[0].Ord {
				p.Text(",")
			}
			return p.Value(wirePassage{Text: passage.Text, Page: passage.Page, Second: passage.Second})
		})
		p.Text("]}")
		return err
	}), nil
}

// eachPassage calls add with all passages, reading them as they are written. It fails if the memory
// is captured again meanwhile, since the parts would not fit together; a first capture only
// appends.
func (a *api) eachPassage(ctx context.Context, p *route.Pieces, m memory.Memory, first []memory.Passage, add func(memory.Passage) error) error {
	for some := first; ; {
		for _, passage := range some {
			if err := cmp.Or(add(passage), p.Flush()); err != nil {
				return err
			}
		}
		if len(some) < memory.PassagesAtOnce {
			return nil
		}
		var err error
		if some, err = a.Memories.Passages(ctx, m.UserID, m.ID, some[len(some)-1].Ord+1); err != nil {
			return err
		}
		if m.CapturedAt.IsZero() {
			continue
		}
		if now, err := a.Memories.Get(ctx, m.UserID, m.ID); err != nil || !now.CapturedAt.Equal(m.CapturedAt) {
			return cmp.Or(err, errCapturedAnew)
		}
	}
}

// errCapturedAnew ends a text that changed while it was read.
var errCapturedAnew error = fault.New(fault.Conflict, "This memory was captured anew meanwhile. Please try again")

type deleteInput struct {
	Body struct {
		ContentID string `json:"contentId"`
	}
}

func (a *api) deleteMemory(ctx context.Context, id account.Identity, in *deleteInput) (*wire.MessageOutput, error) {
	forGood, err := a.Memories.Delete(ctx, id.User().ID, in.Body.ContentID)
	if forGood {
		return wire.Message("Memory deleted for good: the server's disk has no room to keep it in the trash"), err
	}
	return wire.Message("Memory deleted"), err
}

type contentCountOutput struct {
	Body struct {
		CanAddContent bool `json:"canAddContent"`
		Count         int  `json:"count"`
		Limit         *int `json:"limit" doc:"Null when unlimited."`
	}
}

func (a *api) contentCount(ctx context.Context, id account.Identity, _ *struct{}) (*contentCountOutput, error) {
	allowance, err := a.Quota.Memories(ctx, id.User().ID, a.limitsOf(id))
	out := &contentCountOutput{}
	out.Body.CanAddContent, out.Body.Count, out.Body.Limit = allowance.Allowed, allowance.Count, limitOrNull(allowance)
	return out, err
}

type documentStatusOutput struct {
	Body struct {
		CanUpload bool `json:"canUpload"`
		Count     int  `json:"count"`
		Limit     *int `json:"limit" doc:"Null when unlimited."`
	}
}

func (a *api) documentStatus(ctx context.Context, id account.Identity, _ *struct{}) (*documentStatusOutput, error) {
	allowance, err := a.Quota.Documents(ctx, id.User().ID, a.limitsOf(id))
	out := &documentStatusOutput{}
	out.Body.CanUpload, out.Body.Count, out.Body.Limit = allowance.Allowed, allowance.Count, limitOrNull(allowance)
	return out, err
}

func limitOrNull(a plan.Allowance) *int {
	if a.Limit == 0 {
		return nil
	}
	return &a.Limit
}
