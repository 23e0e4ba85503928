package httpapi

import (
	"cmp"
	"context"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"engram/internal/account"
	"engram/internal/conversation"
	"engram/internal/document"
	"engram/internal/httpapi/present"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
	"engram/internal/memory"
)

type conversationsInput struct {
	Query  string `query:"query" doc:"Words that titles, questions and answers hold, at most 1000 bytes; blank: list every conversation."`
	Limit  int    `query:"limit" minimum:"1" maximum:"100" doc:"Conversations of one page; 20 when left out."`
	Cursor string `query:"cursor" doc:"The nextCursor of the page before."`
}

type wireConversation struct {
	ID        string    `json:"id"`
	Title     string    `json:"title" doc:"The first question."`
	ContentID string    `json:"contentId,omitempty" doc:"The memory that every question of it is asked of; absent when all are."`
	Turns     int       `json:"turns" doc:"How many questions it has, at most 50."`
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
	Excerpt   string    `json:"excerpt" doc:"Plain text: the beginning of the last answer (its question, where that was withdrawn), or what the query hit."`
}

type conversationsOutput struct {
	Body struct {
		Conversations []wireConversation `json:"conversations" nullable:"false" doc:"The newest change first."`
		NextCursor    string             `json:"nextCursor,omitempty" doc:"Absent after the last page."`
	}
}

func (a *api) listConversations(ctx context.Context, id account.Identity, in *conversationsInput) (*conversationsOutput, error) {
	page, next, err := a.Conversations.List(ctx, id.User().ID, in.Query, in.Cursor, in.Limit)
	out := &conversationsOutput{}
	out.Body.Conversations, out.Body.NextCursor = []wireConversation{}, next
	for _, c := range page {
		out.Body.Conversations = append(out.Body.Conversations, wireConversation{c.ID, c.Title, c.Memory, c.Turns, c.CreatedAt, c.UpdatedAt, c.Excerpt})
	}
	return out, err
}

type wireTurn struct {
	Question  string               `json:"question"`
	Asked     string               `json:"asked,omitempty" doc:"What a follow-up was read as; absent where it was taken as it is."`
	Type      wire.Scope           `json:"type"`
	Filters   *wire.Filters        `json:"filters,omitempty" doc:"What the words of the question narrowed the search to; absent when nothing."`
	Answer    string               `json:"answer"`
	Answered  bool                 `json:"answered"`
	Kind      wire.AnswerKind      `json:"kind" doc:"As in an answer; refused where it was withdrawn."`
	Blocks    document.Document    `json:"blocks" nullable:"false" doc:"As in an answer."`
	Degree    wire.Degree          `json:"degree,omitempty" doc:"As in an answer; nothing where it was withdrawn."`
	Citations []wire.Citation      `json:"citations" nullable:"false"`
	Content   []present.WireMemory `json:"content" nullable:"false" doc:"The memories that are cited, in the order of their numbers; of a long note the first 4000 characters."`
	Model     string               `json:"model,omitempty"`
	Notice    string               `json:"notice,omitempty"`
	AskedAt   time.Time            `json:"askedAt"`
	Withdrawn bool                 `json:"withdrawn" doc:"A memory that the answer held words of was deleted since: answer and citations are empty."`
}

type conversationAnswer struct {
	WireTalk
	Turns []wireTurn `json:"turns" nullable:"false"`
}

// WireTalk is a conversation without its turns.
type WireTalk struct {
	ID        string              `json:"id"`
	Title     string              `json:"title"`
	ContentID string              `json:"contentId,omitempty" doc:"The memory that every question of it is asked of; absent when all are."`
	About     *present.WireMemory `json:"about,omitempty" doc:"That memory, while it is there."`
	CreatedAt time.Time           `json:"createdAt"`
	UpdatedAt time.Time           `json:"updatedAt"`
}

type conversationInput struct {
	ID string `path:"id"`
}

func (a *api) getConversation(ctx context.Context, id account.Identity, in *conversationInput) (*huma.StreamResponse, error) {
	c, turns, err := a.Conversations.Get(ctx, id.User().ID, in.ID)
	if err != nil {
		return nil, err
	}
	memories, err := a.namedIn(ctx, c, turns)
	if err != nil {
		return nil, err
	}
	talk := WireTalk{ID: c.ID, Title: c.Title, ContentID: c.Memory, CreatedAt: c.CreatedAt, UpdatedAt: c.UpdatedAt}
	if m, there := memories[c.Memory]; there {
		talk.About = &m
	}
	return a.InPieces(ctx, id, func(p *route.Pieces) error {
		if err := p.Value(talk); err != nil {
			return err
		}
		p.Reopen()
		p.Text(`,"turns":[`)
		for i, t := range turns {
			if i > 0 {
				p.Text(",")
			}
			if err := cmp.Or(p.Value(wireTurnOf(t, memories)), p.Flush()); err != nil {
				return err
			}
		}
		p.Text("]}")
		return nil
	}), nil
}

func wireTurnOf(t conversation.Turn, memories map[string]present.WireMemory) wireTurn {
	return wireTurn{
		Question: t.Question, Asked: t.Asked, Type: cmp.Or(wire.Scope(t.Kind), wire.AllMemories), Filters: wire.FiltersOf(t.Filters), Answer: t.Answer.Markdown(), Answered: t.Answer.Answered(),
		Kind: wire.KindOf(t.Answer), Blocks: wire.BlocksOf(t.Answer.Blocks), Degree: wire.DegreeOf(t.Answer),
		Citations: wire.CitationsOf(t.Answer.Citations), Content: contentOf(t, memories), Model: t.Answer.Model, Notice: t.Answer.Notice,
		AskedAt: t.At, Withdrawn: t.Withdrawn,
	}
}

// namedIn returns, by id, the existing memories that a conversation is about or cites.
func (a *api) namedIn(ctx context.Context, c conversation.Conversation, turns []conversation.Turn) (map[string]present.WireMemory, error) {
	var ids []string
	if c.Memory != "" {
		ids = append(ids, c.Memory)
	}
	for _, t := range turns {
		for _, c := range t.Answer.Citations {
			ids = append(ids, c.MemoryID)
		}
	}
	found, err := a.Memories.Cards(ctx, c.UserID, ids)
	memories := make(map[string]present.WireMemory, len(found))
	for _, m := range found {
		memories[m.ID] = a.present.All(ctx, []memory.Memory{m})[0]
	}
	return memories, err
}

// contentOf returns the memories that a turn cites, each once.
func contentOf(t conversation.Turn, memories map[string]present.WireMemory) []present.WireMemory {
	content, seen := []present.WireMemory{}, map[string]bool{}
	for _, c := range t.Answer.Citations {
		if m, ok := memories[c.MemoryID]; ok && !seen[c.MemoryID] {
			seen[c.MemoryID] = true
			content = append(content, m)
		}
	}
	return content
}

func (a *api) deleteConversation(ctx context.Context, id account.Identity, in *conversationInput) (*wire.MessageOutput, error) {
	return wire.Message("Conversation deleted"), a.Conversations.Delete(ctx, id.User().ID, in.ID)
}

func (a *api) deleteConversations(ctx context.Context, id account.Identity, _ *struct{}) (*wire.MessageOutput, error) {
	return wire.Message("Every conversation deleted"), a.Conversations.DeleteAll(ctx, id.User().ID)
}

type wireTerm struct {
	Keep string `json:"keep" enum:"always,90-days,never" doc:"From the last question of each on. With never none is listed, and each can be asked on for an hour."`
}

type termOutput struct{ Body wireTerm }

type termInput struct{ Body wireTerm }

func (a *api) conversationTerm(ctx context.Context, id account.Identity, _ *struct{}) (*termOutput, error) {
	term, err := a.Conversations.Term(ctx, id.User().ID)
	return &termOutput{wireTerm{string(term)}}, err
}

// termSaid are the confirmations of a choice.
var termSaid = map[conversation.Term]string{
	conversation.Always:     "Your conversations are kept",
	conversation.NinetyDays: "Your conversations are kept for 90 days",
	conversation.Never:      "Your conversations are not kept",
}

func (a *api) setConversationTerm(ctx context.Context, id account.Identity, in *termInput) (*wire.MessageOutput, error) {
	term := conversation.Term(in.Body.Keep)
	return wire.Message(termSaid[term]), a.Conversations.SetTerm(ctx, id.User().ID, term)
}
