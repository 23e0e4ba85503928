package conversations

import (
	"context"
	"fmt"
	"strings"

	"engram/internal/answer"
	"engram/internal/conversation"
	"engram/internal/document"
	"engram/internal/store"
)

const conversationColumns = `id, user_id, title, memory_id, turns, created_at, updated_at`

func scanConversation(row store.Scanner) (c conversation.Conversation, err error) {
	var created, updated int64
	err = row.Scan(&c.ID, &c.UserID, &c.Title, &c.Memory, &c.Turns, &created, &updated)
	c.CreatedAt, c.UpdatedAt = store.FromMillis(created), store.FromMillis(updated)
	return c, err
}

// Conversation implements conversation.Store.
func (s *Store) Conversation(ctx context.Context, userID, id string) (c conversation.Conversation, turns []conversation.Turn, err error) {
	err = s.db.Snapshot(ctx, func(t store.Tx) error {
		c, err = scanConversation(t.Row(ctx, `SELECT `+conversationColumns+` FROM conversations WHERE user_id = $1 AND id = $2`, userID, id))
		if err != nil {
			return store.OrNotFound(err, conversation.NotFound().Error())
		}
		turns, err = store.Collect(ctx, t.Querier, scanTurn, `SELECT question, asked, kind, filters, answer, answered, citations, model, notice, asked_at, withdrawn
			FROM turns WHERE user_id = $1 AND conversation_id = $2 ORDER BY n`, userID, id)
		if err != nil {
			return err
		}
		return addSources(ctx, t, userID, id, turns)
	})
	return c, turns, store.Explain(err, "read conversation", id)
}

func scanTurn(row store.Scanner) (t conversation.Turn, err error) {
	var kind, withdrawn, at int64
	var filters, citations, markdown string
	err = row.Scan(&t.Question, &t.Asked, &t.Kind, &filters, &markdown, &kind, &citations,
		&t.Answer.Model, &t.Answer.Notice, &at, &withdrawn)
	if err != nil {
		return t, err
	}
	t.Withdrawn, t.At = withdrawn != 0, store.FromMillis(at)
	t.Answer.Kind, t.Answer.Blocks = answer.Kind(kind), document.Read(markdown)
	if listedOfOld(t.Answer) {
		t.Answer.Kind = answer.Listed
	}
	if t.Filters, err = decodeFilters(filters); err != nil {
		return t, err
	}
	t.Answer.Citations, err = decodeCitations(citations)
	answer.Light(t.Answer.Blocks, t.Answer.Citations)
	return t, err
}

// listedOfOld recognises listings stored before they had a kind of their own: only they have text
// above a list.
func listedOfOld(a answer.Answer) bool {
	return a.Kind == answer.Answered && a.Model == "" && len(a.Blocks) == 2 &&
		a.Blocks[1].Kind == document.List
}

// addSources sets the turns' sources and the titles they cite.
func addSources(ctx context.Context, t store.Tx, userID, id string, turns []conversation.Turn) error {
	titles := map[string]string{}
	err := t.Each(ctx, func(row store.Scanner) error {
		var n int
		var memoryID, title string
		if err := row.Scan(&n, &memoryID, &title); err != nil {
			return err
		}
		titles[memoryID] = title
		turns[n-1].Sources = append(turns[n-1].Sources, memoryID)
		return nil
	}, `SELECT turn_sources.n, memories.id, memories.title FROM turn_sources
		JOIN memories ON memories.user_id = turn_sources.user_id AND memories.id = turn_sources.memory_id
		WHERE turn_sources.user_id = $1 AND turn_sources.conversation_id = $2 ORDER BY turn_sources.n, memories.id`, userID, id)
	for i := range turns {
		turns[i].Titles = titlesIn(turns[i], titles)
	}
	return err
}

// titlesIn returns the titles that a turn cites, each once; none for a refusal.
func titlesIn(turn conversation.Turn, titles map[string]string) (all []string) {
	if !turn.Answer.Answered() {
		return nil
	}
	seen := map[string]bool{}
	for _, c := range turn.Answer.Citations {
		if !seen[c.MemoryID] {
			seen[c.MemoryID] = true
			all = append(all, titles[c.MemoryID])
		}
	}
	return all
}

// Conversations implements conversation.Store.
func (s *Store) Conversations(ctx context.Context, userID string, page conversation.Page) (found []conversation.Found, err error) {
	err = s.db.Snapshot(ctx, func(t store.Tx) error {
		q := pageQuery(userID, page)
		list, err := store.Collect(ctx, t.Querier, scanConversation, q.text.String(), q.args...)
		if err != nil || len(list) == 0 {
			return err
		}
		hits, err := hits(ctx, t, userID, list, page.Words)
		for _, c := range list {
			found = append(found, conversation.Found{Conversation: c, Turn: hits[c.ID]})
		}
		return err
	})
	return found, store.Explain(err, "list conversations of", userID)
}

// query builds a statement.
type query struct {
	text strings.Builder
	args []any
}

// arg adds an argument and returns its placeholder.
func (q *query) arg(value any) string {
	q.args = append(q.args, value)
	return fmt.Sprintf("$%d", len(q.args))
}

func pageQuery(userID string, page conversation.Page) *query {
	q := &query{}
	q.text.WriteString(`SELECT ` + conversationColumns + ` FROM conversations WHERE user_id = ` + q.arg(userID))
	for _, word := range page.Words {
		at := q.arg(beginsWord(word))
		q.text.WriteString(` AND EXISTS (SELECT 1 FROM turns WHERE turns.user_id = $1 AND turns.conversation_id = conversations.id AND ` + holds(at) + `)`)
	}
	if page.Before.ID != "" {
		at := q.arg(page.Before.UpdatedAt.UnixMilli())
		q.text.WriteString(` AND (updated_at < ` + at + ` OR updated_at = ` + at + ` AND id < ` + q.arg(page.Before.ID) + `)`)
	}
	q.text.WriteString(` ORDER BY updated_at DESC, id DESC LIMIT ` + q.arg(page.Limit))
	return q
}

// holds is a condition on a turn's words for the pattern in a placeholder.
func holds(at string) string {
	return `(question_words LIKE ` + at + ` ESCAPE '!' OR answer_words LIKE ` + at + ` ESCAPE '!')`
}

var literally = strings.NewReplacer("!", "!!", "%", "!%", "_", "!_")

// beginsWord is the pattern for texts with a word that has this prefix.
func beginsWord(word string) string { return "% " + literally.Replace(word) + "%" }

// hits maps conversations to their last turn with any of the words; without words, to the last one.
func hits(ctx context.Context, t store.Tx, userID string, list []conversation.Conversation, words []string) (map[string]conversation.Turn, error) {
	hits := map[string]conversation.Turn{}
	q := hitsQuery(userID, list, words)
	return hits, t.Each(ctx, func(row store.Scanner) error {
		var id string
		var turn conversation.Turn
		var markdown string
		err := row.Scan(&id, &turn.Question, &markdown)
		turn.Answer.Blocks = document.Read(markdown)
		hits[id] = turn
		return err
	}, q.text.String(), q.args...)
}

func hitsQuery(userID string, list []conversation.Conversation, words []string) *query {
	q := &query{}
	q.text.WriteString(`SELECT conversation_id, question, answer FROM turns WHERE user_id = ` + q.arg(userID) + ` AND (conversation_id, n) IN
		(SELECT conversation_id, MAX(n) FROM turns WHERE user_id = $1 AND conversation_id IN (`)
	for i, c := range list {
		if i > 0 {
			q.text.WriteByte(',')
		}
		q.text.WriteString(q.arg(c.ID))
	}
	q.text.WriteByte(')')
	for i, word := range words {
		join := ` OR `
		if i == 0 {
			join = ` AND (`
		}
		q.text.WriteString(join + holds(q.arg(beginsWord(word))))
	}
	if len(words) > 0 {
		q.text.WriteByte(')')
	}
	q.text.WriteString(` GROUP BY conversation_id) ORDER BY conversation_id`)
	return q
}
