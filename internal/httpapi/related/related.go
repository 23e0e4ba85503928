// Package related is the calls about what belongs to a memory: the memories that are near to it,
// and the tags that may fit.
package related

import (
	"context"

	"engram/internal/account"
	"engram/internal/httpapi/present"
	"engram/internal/httpapi/route"
	"engram/internal/memory"
	"engram/internal/recall"
	"engram/internal/suggest"
)

// Finder finds what is near to a memory, and its phrases.
type Finder = suggest.Index

// Parts are the dependencies of the calls.
type Parts struct {
	Finder   Finder
	Memories *memory.Service
	Present  present.Presenter
	Tags     *suggest.Service
}

// Register adds the calls of the signed-in user.
func Register(r *route.Router, p Parts) {
	route.SignedIn(r, "GET /api/v1/content/{id}/suggested-tags", 0, "Tags that may fit a memory", p.suggested, 404)
	route.SignedIn(r, "GET /api/v1/content/{id}/related", 0, "What is related to a memory, the nearest first, with the passages that meet", p.related, 404)
}

// shown is the number of related memories at most.
const shown = 5

// MetPassage is a passage in which two memories meet.
type MetPassage struct {
	Text   string `json:"text"`
	Page   int    `json:"page,omitempty" doc:"Page of a document, from 1."`
	Second int    `json:"second,omitempty" doc:"Second of a recording."`
}

// Meeting is a pair of passages that mean about the same or share rare words.
type Meeting struct {
	MetPassage
	Here MetPassage `json:"here" doc:"The passage of the memory that was asked for."`
}

// RelatedMemory is a memory with the reason why it is related.
type RelatedMemory struct {
	Content present.WireMemory `json:"content"`
	Because []Meeting          `json:"because" nullable:"false" doc:"The passages that meet, the nearest first; at least one."`
}

type memoryInput struct {
	ID string `path:"id"`
}

type relatedOutput struct {
	Body struct {
		Memories []RelatedMemory      `json:"memories" nullable:"false" doc:"Five at most; empty where nothing is near enough."`
		Similar  *present.WireSimilar `json:"similar,omitempty" doc:"What was saved earlier and reads nearly the same."`
	}
}

func (p Parts) related(ctx context.Context, id account.Identity, in *memoryInput) (*relatedOutput, error) {
	m, err := p.Memories.Get(ctx, id.User().ID, in.ID)
	if err != nil {
		return nil, err
	}
	near, err := p.Finder.Related(ctx, m.UserID, m.ID, shown, recall.RelatedFloor)
	if err != nil {
		return nil, err
	}
	because, ids := make(map[string][]Meeting), make([]string, len(near))
	for i, n := range near {
		ids[i] = n.MemoryID
		for _, met := range n.Because {
			because[n.MemoryID] = append(because[n.MemoryID], Meeting{passageOf(met.There), passageOf(met.Here)})
		}
	}
	found, err := p.Memories.ByIDs(ctx, m.UserID, ids) // without those deleted meanwhile
	if err != nil {
		return nil, err
	}
	asked, err := p.Present.Resembling(ctx, m)
	if err != nil {
		return nil, err
	}
	out := &relatedOutput{}
	out.Body.Similar = asked.Similar
	out.Body.Memories = make([]RelatedMemory, len(found))
	for i, content := range p.Present.All(ctx, found) {
		out.Body.Memories[i] = RelatedMemory{content, because[content.ID]}
	}
	return out, nil
}

func passageOf(p recall.Passage) MetPassage {
	return MetPassage{p.Text, p.Place.Page, p.Place.Second}
}

// SuggestedTag is a tag that may fit.
type SuggestedTag struct {
	Name  string `json:"name"`
	Known bool   `json:"known" doc:"Other memories have it."`
}

type suggestedOutput struct {
	Body struct {
		Tags []SuggestedTag `json:"tags" nullable:"false" doc:"Three at most, the likeliest first. None is applied by itself."`
	}
}

func (p Parts) suggested(ctx context.Context, id account.Identity, in *memoryInput) (*suggestedOutput, error) {
	m, err := p.Memories.Get(ctx, id.User().ID, in.ID)
	if err != nil {
		return nil, err
	}
	tags, err := p.Tags.Tags(ctx, m)
	out := &suggestedOutput{}
	out.Body.Tags = make([]SuggestedTag, len(tags))
	for i, t := range tags {
		out.Body.Tags[i] = SuggestedTag(t)
	}
	return out, err
}
