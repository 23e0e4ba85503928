package export

import (
	"strings"

	"engram/internal/document"
	"engram/internal/portable"
)

func (x *writer) conversations() error { return x.each(Conversations, x.conversation) }

// conversation writes a conversation in its three forms.
func (x *writer) conversation(id string) error {
	c, err := x.store.Conversation(x.ctx, x.userID, id)
	if err != nil {
		return err
	}
	c.Turns = orNone(c.Turns)
	x.talks = append(x.talks, talk{id, c.Title, c.UpdatedAt, len(c.Turns)})
	x.data.begin(portable.ConversationsDir+id+".json", c.UpdatedAt)
	if err := x.data.json(c); err != nil {
		return err
	}
	x.markdown.begin(conversationsDir+x.names.unique(c.Title)+".md", c.UpdatedAt)
	if _, err := x.markdown.WriteString(x.asMarkdown(c)); err != nil {
		return err
	}
	x.page.begin(siteDir+id+".html", c.UpdatedAt)
	if err := pages.ExecuteTemplate(x.page, "conversation", x.asPage(c)); err != nil {
		return err
	}
	for _, t := range []*text{x.data, x.markdown, x.page} {
		if err := x.archive.put(t); err != nil {
			return err
		}
	}
	return nil
}

func (x *writer) asMarkdown(c portable.Conversation) string {
	var b strings.Builder
	b.WriteString("---\ntitle: " + quoted(c.Title) + "\ntype: conversation\nasked: " + stamp(c.CreatedAt) + "\nengram: " + c.ID + "\n---\n")
	for _, turn := range c.Turns {
		b.WriteString("\n## " + escaped(turn.Question) + "\n\n")
		switch {
		case turn.Withdrawn:
			b.WriteString(withdrawn + "\n")
		default:
			b.WriteString(strings.TrimSpace(turn.Answer) + "\n")
		}
		for _, s := range x.sourcesOf(turn) {
			b.WriteString("\n" + s.Number() + " [" + escaped(s.Title) + "](" + link(memoriesDir+s.Title+".md") + ")\n")
		}
	}
	return b.String()
}

const withdrawn = "A memory that this answer quoted was deleted, and the answer with it."

// source is a memory that an answer cites.
type source struct {
	N         int
	ID, Title string
	Quotes    []string
}

// Number returns the number as answers have it.
func (s source) Number() string { return "[" + itoa(s.N) + "]" }

// sourcesOf returns the memories that an answer cites and the archive has, by their numbers.
func (x *writer) sourcesOf(turn portable.Turn) (all []source) {
	at := map[int]int{}
	for _, c := range turn.Citations {
		name, has := x.named[c.MemoryID]
		if !has {
			continue
		}
		i, seen := at[c.N]
		if !seen {
			i, at[c.N] = len(all), len(all)
			all = append(all, source{N: c.N, ID: c.MemoryID, Title: name})
		}
		all[i].Quotes = append(all[i].Quotes, c.Quote)
	}
	return all
}

// turnPage is a turn as its page shows it.
type turnPage struct {
	portable.Turn
	Blocks  document.Document
	Cited   []source
	Regrets string
}

// conversationPage is a conversation as its page shows it.
type conversationPage struct {
	portable.Conversation
	Asked []turnPage
}

func (x *writer) asPage(c portable.Conversation) conversationPage {
	page := conversationPage{Conversation: c}
	for _, turn := range c.Turns {
		t := turnPage{Turn: turn, Blocks: document.Read(turn.Answer), Cited: x.sourcesOf(turn)}
		if turn.Withdrawn {
			t.Regrets = withdrawn
		}
		page.Asked = append(page.Asked, t)
	}
	return page
}
